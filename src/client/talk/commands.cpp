// Commands, by their forms.
#include "client/talk/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"

namespace client::talk {
namespace {

char upper(char sign) { return static_cast<char>(std::toupper(static_cast<unsigned char>(sign))); }

bool begins(std::string_view text, std::string_view typed) {
  return text.size() >= typed.size() &&
         std::ranges::equal(text.substr(0, typed.size()), typed, {}, upper, upper);
}

/// Of objects it is what tells those of one verb apart.
std::string_view name_of(const protocols::Grammar& grammar, const protocols::Form& form) {
  if (grammar.words == nullptr || form.rest.empty()) return form.verb;
  return form.rest.substr(1);
}

/// What stands in the line once the name is known: it goes on where there is more to say.
std::string begun(const protocols::Grammar& grammar, const Command& command) {
  if (grammar.words != nullptr) return std::string(command.form->example);
  const bool more = command.form->example.size() > command.name.size();
  return std::string(command.name) + (more ? std::string(1, grammar.separator) : "");
}

std::string common_beginning(const std::vector<Command>& commands) {
  auto shared = commands.front().name;
  for (const auto& command : commands) {
    const auto end = std::ranges::mismatch(shared, command.name).in1;
    shared = shared.substr(0, static_cast<std::size_t>(end - shared.begin()));
  }
  return std::string(shared);
}

void describe(const protocols::Grammar& grammar, const protocols::Form& form,
              std::vector<std::string>& lines) {
  const bool to_server = form.way == protocols::Way::to_server;
  if (!form.example.empty()) lines.push_back(fmt::format("  for example: {}", form.example));
  lines.push_back(to_server ? "  the client says it" : "  the server says it");
  const auto tell = [&](const protocols::Rule& rule) {
    lines.push_back(fmt::format("  {}: \"{}\"", rule.cite, rule.sentence));
  };
  if (!form.about.sentence.empty()) tell(form.about);
  if (form.about.sentence.empty() || form.rule != grammar.unknown) tell(form.rule);
}

std::vector<std::string> list(const protocols::Protocol& protocol) {
  std::vector<std::string> lines;
  const auto commands = commands_of(protocol);
  lines.reserve(commands.size() + 3);  // with what stands below them
  std::size_t width = 0;
  for (const auto& command : commands) width = std::max(width, command.name.size());
  for (const auto& command : commands)
    lines.push_back(fmt::format("  {:<{}} {}", command.name, width, command.form->example));
  if (lines.empty()) lines.emplace_back("  this protocol has no document: whatever is typed is sent");
  lines.emplace_back("  help NAME says what the document says of it; Tab completes; quit or Ctrl-D ends");
  if (!protocol.json)
    lines.push_back(
        fmt::format("  {}escapes are \\n \\r \\\\ \\xNN; '\\' at the end of a line: nothing ends it",
                    protocol.unit.empty() ? "" : "'|' is the separator; "));
  return lines;
}

}  // namespace

std::vector<Command> commands_of(const protocols::Protocol& protocol) {
  std::vector<Command> commands;
  if (protocol.grammar == nullptr) return commands;
  for (const auto& form : protocol.grammar->forms) {
    if (form.way == protocols::Way::to_server && !form.verb.empty())
      commands.push_back({name_of(*protocol.grammar, form), &form});
  }
  return commands;
}

Completion complete(const protocols::Protocol& protocol, std::string_view line) {
  auto commands = commands_of(protocol);
  if (commands.empty()) return {std::string(line), {}};
  const auto& grammar = *protocol.grammar;
  const auto typed = line.substr(0, line.find(grammar.separator));
  if (typed.size() < line.size()) {
    const auto known = std::ranges::find(commands, typed, &Command::name);
    if (known == commands.end()) return {std::string(line), {}};
    return {std::string(line), {std::string(known->form->example)}};
  }
  std::erase_if(commands, [&](const Command& command) { return !begins(command.name, typed); });
  if (commands.empty()) return {std::string(line), {}};
  if (commands.size() == 1) return {begun(grammar, commands.front()), {}};
  Completion completion{common_beginning(commands), {}};
  if (completion.line.size() > typed.size()) return completion;
  for (const auto& command : commands) completion.choices.emplace_back(command.name);
  return completion;
}

std::vector<std::string> explain(const protocols::Protocol& protocol, std::string_view name) {
  if (name.empty()) return list(protocol);
  std::vector<std::string> lines;
  if (protocol.grammar != nullptr) {
    for (const auto& form : protocol.grammar->forms) {
      const auto own = name_of(*protocol.grammar, form);
      const bool meant = begins(own, name) && own.size() == name.size();
      if (meant || (!form.verb.empty() && form.verb == name)) describe(*protocol.grammar, form, lines);
    }
  }
  if (lines.empty()) lines.push_back(fmt::format("  there is no '{}' in {}", name, protocol.name));
  return lines;
}

std::optional<Own> own_word(const protocols::Protocol& protocol, std::string_view line) {
  auto rest = line;
  const auto word = base::cut(rest, ' ');
  const auto commands = commands_of(protocol);
  if (std::ranges::find(commands, word, &Command::name) != commands.end()) return std::nullopt;
  if (word == "help") return Own{Own::Kind::help, rest};
  if (line == "quit") return Own{Own::Kind::quit};
  return std::nullopt;
}

}  // namespace client::talk
