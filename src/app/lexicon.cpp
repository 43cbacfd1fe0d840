// parlor lexicon: compiles a list of words, and looks words up.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/commands.hpp"
#include "app/lexicon_file.hpp"
#include "app/required.hpp"

namespace app {
namespace {

struct LexiconFlags {
  std::string file;
  std::string target;
  std::vector<std::string> words;
};

int build(const LexiconFlags& flags) {
  const auto compiled = compile_words(flags.file);
  if (!compiled) return complain(compiled.error().detail);
  const auto lexicon = games::scrabble::open_lexicon(compiled->bytes);
  if (!lexicon) return complain(lexicon.error().detail);
  if (const auto written = write_whole(flags.target, compiled->bytes); !written)
    return complain(written.error().detail);
  fmt::print("{}: {} words from {} lines, {} bytes, fingerprint {}\n", flags.target, lexicon->size(),
             compiled->lines, compiled->bytes.size(),
             games::scrabble::write_fingerprint(lexicon->fingerprint()));
  return 0;
}

int look_up(const LexiconFlags& flags) {
  const auto lexicon = load_lexicon(flags.file);
  if (!lexicon) return complain(lexicon.error().detail);
  int result = 0;
  for (const auto& word : flags.words) {
    const bool known = (*lexicon)->contains(word);
    fmt::print("{}: {}\n", word, known ? "a word" : "no word");
    if (!known) result = 1;
  }
  return result;
}

void add_build(CLI::App& parent, const std::shared_ptr<LexiconFlags>& flags, Run& run) {
  auto* command =
      parent.add_subcommand("build", "Compile a list of words, so that a server opens it at once");
  require(*command, "words", flags->file, "The list: a word a line; what follows a tab is ignored", "WORDS");
  require(*command, "-o,--output", flags->target, "The file to write; replaced as a whole", "FILE");
  command->footer("Lines that are not 2 to 15 letters A to Z are skipped; case does not matter.");
  command->callback([flags, &run] { run = [flags] { return build(*flags); }; });
}

void add_check(CLI::App& parent, const std::shared_ptr<LexiconFlags>& flags, Run& run) {
  auto* command = parent.add_subcommand("check", "Say of each word whether it counts");
  require(*command, "file", flags->file, "A list of words or a compiled file; \"\" for the words built in",
          "FILE");
  require(*command, "word", flags->words, "What to look up; case does not matter", "WORD");
  command->footer("Ends with 0 if all are words, with 1 if one is not.");
  command->callback([flags, &run] { run = [flags] { return look_up(*flags); }; });
}

}  // namespace

void add_lexicon(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("lexicon", "Compile words for Scrabble, or look words up");
  command->require_subcommand(1);
  auto flags = std::make_shared<LexiconFlags>();
  add_build(*command, flags, run);
  add_check(*command, flags, run);
}

}  // namespace app
