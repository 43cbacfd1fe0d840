// parlor man: manual pages, made of what the command line itself knows.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/command_tree.hpp"
#include "app/commands.hpp"
#include "app/names.hpp"
#include "base/text.hpp"

namespace app {
namespace {

struct ManFlags {
  std::vector<std::string> command;
  std::string write;
};

/// A text as roff takes it: nothing in it is a request.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const bool begins = safe.empty() || safe.ends_with('\n');
    if (begins && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string file_name(std::string_view command) {
  std::string name(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string synopsis(const CommandFacts& command) {
  auto text = fmt::format(".B {}\n", roff(command.name));
  if (!command.commands.empty()) text += ".I COMMAND\n";
  const bool has_options =
      std::ranges::any_of(command.options, [](const OptionFacts& one) { return !one.positional; });
  if (has_options) text += ".RI [ OPTIONS ]\n";
  for (const auto& option : command.options) {
    if (option.positional)
      text += option.required ? fmt::format(".I {}\n", roff(option.name))
                              : fmt::format(".RI [ {} ]\n", roff(option.name));
  }
  return text;
}

std::string list_of_options(const CommandFacts& command) {
  std::string text;
  for (const auto& option : command.options) {
    const auto name = option.positional ? fmt::format("\\fI{}\\fR", roff(option.name))
                                        : fmt::format("\\fB{}\\fR", roff(option.name));
    const bool has_value = !option.positional && !option.value.empty();
    text += fmt::format(".TP\n{}{}\n{}\n", name,
                        has_value ? fmt::format(" \\fI{}\\fR", roff(option.value)) : "", roff(option.about));
  }
  return text;
}

std::string page_of(const CommandFacts& command, const CommandFacts& root) {
  auto title = file_name(command.name);
  auto upper = title;
  std::ranges::transform(upper, upper.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; });
  auto page = fmt::format(".TH {} 1 \"\" \"parlor {}\" \"Parlor\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
                          upper, PARLOR_VERSION, roff(title), roff(command.about), synopsis(command));
  if (!command.options.empty()) page += ".SH OPTIONS\n" + list_of_options(command);
  if (!command.commands.empty()) {
    page += ".SH COMMANDS\n";
    for (const auto& one : command.commands)
      page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(one.name), roff(one.about));
  }
  if (!command.footer.empty()) page += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", roff(command.footer));
  page +=
      ".SH EXIT STATUS\n0 if all went well, 2 if the command line was not understood, and another number, "
      "with "
      "one line on standard error, for any other trouble.\n.SH SEE ALSO\n";
  std::string also;
  for (const auto& one : root.commands) {
    if (one.name != command.name)
      also += fmt::format("{}.BR {} (1)", also.empty() ? "" : ",\n", roff(file_name(one.name)));
  }
  return page + also + "\n";
}

/// The command and all below it.
void visit(const CommandFacts& command, const std::function<void(const CommandFacts&)>& take) {
  take(command);
  for (const auto& one : command.commands) visit(one, take);
}

int write_all(const CommandFacts& root, const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  bool good = true;
  visit(root, [&](const CommandFacts& command) {
    std::ofstream file(std::filesystem::path(folder) / (file_name(command.name) + ".1"));
    file << page_of(command, root);
    good = good && file.flush().good();
  });
  return good ? 0 : complain(fmt::format("cannot write to '{}'", folder));
}

int print(const CommandFacts& root, const ManFlags& flags) {
  if (!flags.write.empty()) return write_all(root, flags.write);
  const auto* command = &root;
  for (const auto& word : flags.command) {
    const auto wanted = command->name + " " + word;
    const auto found = std::ranges::find(command->commands, wanted, &CommandFacts::name);
    if (found == command->commands.end()) {
      std::vector<std::string_view> names;
      names.reserve(command->commands.size());
      for (const auto& one : command->commands)
        names.push_back(std::string_view(one.name).substr(command->name.size() + 1));
      return complain(no_such("command", word, names));
    }
    command = &*found;
  }
  fmt::print("{}", page_of(*command, root));
  return 0;
}

}  // namespace

void add_man(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("man", "Print the manual page of a command");
  auto flags = std::make_shared<ManFlags>();
  command->add_option("command", flags->command, "Whose page (default: parlor's own)")->type_name("COMMAND");
  command->add_option("--write", flags->write, "Write all pages into this folder instead")->type_name("DIR");
  command->footer("Example: parlor man tap | man -l -");
  command->callback([flags, &app, &run] { run = [flags, &app] { return print(facts_of(app), *flags); }; });
}

}  // namespace app
