// The command line as data, read out of the parser itself: manual pages and completion never differ from
// --help.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app {

struct OptionFacts {
  std::string name;   ///< "--listen", or of a positional one what stands for it: "PROTOCOL"
  std::string value;  ///< what stands for its value: "FILE"; "" if it has none
  std::string about;
  bool positional = false;
  bool required = false;
};

struct CommandFacts {
  std::string name;  ///< "parlor", "parlor tap", "parlor lexicon build"
  std::string about;
  std::string footer;
  std::vector<OptionFacts> options;
  std::vector<CommandFacts> commands;
};

CommandFacts facts_of(const CLI::App& app);

}  // namespace app
