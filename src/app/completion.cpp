// parlor completion: what shells may complete, made of what the command line itself knows.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "app/command_tree.hpp"
#include "app/commands.hpp"
#include "app/names.hpp"
#include "app/required.hpp"
#include "client/spar/style.hpp"

namespace app {
namespace {

/// What may stand where a value is wanted: words, files, or nothing that is known.
struct Values {
  std::string words;
  bool files = false;
};

template <class Names>
std::string joined(const Names& names) {
  return fmt::format("{}", fmt::join(names, " "));
}

std::string levels() {
  std::set<std::string_view> names;
  for (const auto& bot : bots::all()) names.insert(bot.level);
  return joined(names);
}

std::string styles() {
  std::vector<std::string_view> names{"every"};
  for (const auto& style : client::spar::all()) names.push_back(style.name);
  return joined(names);
}

std::string encodings() {
  std::vector<std::string_view> names;
  for (const auto& protocol : protocols::all()) {
    for (const auto& encoding : protocol.encodings) names.push_back(encoding.name);
  }
  return joined(names);
}

/// By the option's own name, else by what stands for its value.
Values values_of(const OptionFacts& option, const CommandFacts& root) {
  if (option.name == "--level") return {levels()};
  if (option.name == "--style") return {styles()};
  if (option.name == "--encoding") return {encodings()};
  if (option.name == "--color") return {"auto always never"};
  if (option.name == "--log-level") return {"trace debug info warn error off"};
  if (option.name == "--log-format") return {"text json"};
  if (option.value == "PROTOCOL") return {joined(names_of_protocols(is_any))};
  if (option.value == "GAME") return {joined(games::names())};
  if (option.value == "SHELL") return {"bash zsh"};
  if (option.value == "FILE" || option.value == "DIR") return {"", true};
  if (option.value != "COMMAND") return {};
  std::vector<std::string> names;
  names.reserve(root.commands.size());
  for (const auto& command : root.commands) names.push_back(command.name.substr(root.name.size() + 1));
  return {joined(names)};
}

/// One `case` for each command: its flags and commands, what may stand in its places, and behind its flags.
std::string cases_of(const CommandFacts& command, const CommandFacts& root) {
  std::vector<std::string> words;
  std::string places;
  std::string files = "no";
  std::string behind;
  for (const auto& option : command.options) {
    const auto values = values_of(option, root);
    if (option.positional) {
      places += (places.empty() ? "" : " ") + values.words;
      if (values.files) files = "yes";
      continue;
    }
    words.push_back(option.name.substr(option.name.rfind(',') + 1));
    if (option.value.empty()) continue;
    behind += fmt::format("        {}) known=\"{}\"; files={}; value=yes;;\n", words.back(), values.words,
                          values.files ? "yes" : "no");
  }
  for (const auto& one : command.commands) words.push_back(one.name.substr(command.name.size() + 1));
  auto text = fmt::format("    \"{}\")\n      known=\"{}\"; places=\"{}\"; files={}\n", command.name,
                          joined(words), places, files);
  if (!behind.empty()) text += fmt::format("      case \"$prev\" in\n{}      esac\n", behind);
  text += "      ;;\n";
  for (const auto& one : command.commands) text += cases_of(one, root);
  return text;
}

void add_paths(const CommandFacts& command, std::vector<std::string>& paths) {
  for (const auto& one : command.commands) {
    paths.push_back(one.name);
    add_paths(one, paths);
  }
}

/// The same in both shells: finds the command that is being typed, and sets what may come.
std::string finder(const CommandFacts& root) {
  std::vector<std::string> paths;
  add_paths(root, paths);
  return fmt::format(
      R"(_parlor_words() {{
  # $1: the word before the one that is typed; the others: all words before it.
  local prev=$1 where=parlor word value=no
  shift
  for word in "$@"; do
    case " $where $word" in
{}    esac
  done
  known="" places="" files=no
  case "$where" in
{}  esac
  if [ "$value" = no ]; then known="$known $places"; fi
}}
)",
      [&] {
        std::string text;
        for (const auto& path : paths) text += fmt::format("      \" {}\") where=\"{}\";;\n", path, path);
        return text;
      }(),
      cases_of(root, root));
}

constexpr std::string_view kBash = R"(
_parlor() {
  local cur=${COMP_WORDS[COMP_CWORD]} known places files
  _parlor_words "${COMP_WORDS[COMP_CWORD-1]}" "${COMP_WORDS[@]:1:COMP_CWORD-1}"
  COMPREPLY=($(compgen -W "$known" -- "$cur"))
  if [ "$files" = yes ]; then COMPREPLY+=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _parlor parlor
)";

constexpr std::string_view kZsh = R"(
_parlor() {
  local known places files
  _parlor_words "${words[CURRENT-1]}" "${(@)words[2,CURRENT-1]}"
  compadd -- ${=known}
  if [ "$files" = yes ]; then _files; fi
}
if [ "$funcstack[1]" = "_parlor" ]; then _parlor "$@"; else compdef _parlor parlor; fi
)";

int print(const CommandFacts& root, const std::string& shell) {
  if (shell == "bash") {
    fmt::print("# Completion of parlor for bash: source <(parlor completion bash)\n{}{}", finder(root),
               kBash);
    return 0;
  }
  if (shell == "zsh") {
    fmt::print("#compdef parlor\n# Completion of parlor for zsh: source <(parlor completion zsh)\n{}{}",
               finder(root), kZsh);
    return 0;
  }
  constexpr std::array<std::string_view, 2> kShells{"bash", "zsh"};
  return complain(no_such("shell here", shell, kShells));
}

}  // namespace

void add_completion(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("completion", "Print what lets a shell complete Parlor's commands");
  auto shell = std::make_shared<std::string>();
  require(*command, "shell", *shell, "bash or zsh", "SHELL");
  command->footer(
      "bash: source <(parlor completion bash)\n"
      "zsh:  source <(parlor completion zsh)\n"
      "in a file that the shell reads at its start.");
  command->callback([shell, &app, &run] { run = [shell, &app] { return print(facts_of(app), *shell); }; });
}

}  // namespace app
