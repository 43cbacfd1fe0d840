// The subcommands: each adds itself to the command line and says what to run.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/any.hpp"
#include "store/keep.hpp"

namespace CLI {
class App;
}

namespace app {

/// What the chosen subcommand does; returns the exit code.
using Run = std::function<int()>;

void add_serve(CLI::App& app, Run& run);
void add_bot(CLI::App& app, Run& run);
void add_play(CLI::App& app, Run& run);
void add_bench(CLI::App& app, Run& run);
void add_check(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);
void add_fsck(CLI::App& app, Run& run);
void add_verify(CLI::App& app, Run& run);
void add_move_data(CLI::App& app, Run& run);
void add_nodes(CLI::App& app, Run& run);
void add_drain(CLI::App& app, Run& run);
void add_lexicon(CLI::App& app, Run& run);
void add_account(CLI::App& app, Run& run);
void add_tap(CLI::App& app, Run& run);
void add_talk(CLI::App& app, Run& run);
void add_spar(CLI::App& app, Run& run);
void add_man(CLI::App& app, Run& run);
void add_completion(CLI::App& app, Run& run);

/// One clear line on standard error; returns the exit code for it.
int complain(std::string_view sentence);

/// Files of what the games need besides options and seed; what is built in where a name is "".
struct KitFiles {
  std::string lexicon;  ///< words, or compiled ones
  std::string rules;    ///< as data/shelfie/rules.json
};

/// The flags that name them, for commands that rebuild games.
void add_kit_flags(CLI::App& command, KitFiles& files);

/// The flags --data and --cluster, for commands that look at what a server keeps.
void add_place_flags(CLI::App& command, store::Place& place);

/// An error is one clear sentence.
base::Result<games::Kits> make_kits(const KitFiles& files);

}  // namespace app
