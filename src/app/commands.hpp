// The subcommands: each adds itself to the command line and says what to run.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/any.hpp"

namespace CLI {
class App;
}

namespace app {

/// What the chosen subcommand does; returns the exit code.
using Run = std::function<int()>;

void add_serve(CLI::App& app, Run& run);
void add_bot(CLI::App& app, Run& run);
void add_bench(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);
void add_fsck(CLI::App& app, Run& run);
void add_lexicon(CLI::App& app, Run& run);

/// One clear line on standard error; returns the exit code for it.
int complain(std::string_view sentence);

/// What the games need besides options and seed. The lexicon is a file of words or a compiled one; the words
/// that are built in if it is "". An error is one clear sentence.
base::Result<games::Kits> make_kits(const std::string& lexicon);

}  // namespace app
