// The commands of a protocol, from its grammar: completed, and explained by the document's sentences.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/all.hpp"
#include "protocols/grammar.hpp"

namespace client::talk {

/// Something that can be said: its name as people call it.
struct Command {
  std::string_view name;
  const protocols::Form* form;
};

/// What a client of the protocol can say; nothing where there is no grammar.
std::vector<Command> commands_of(const protocols::Protocol& protocol);

/// What a line becomes when it is to be completed, and what there is to choose from.
struct Completion {
  std::string line;
  std::vector<std::string> choices;  ///< if there are several, or, of a command that is whole, how it is used
};
Completion complete(const protocols::Protocol& protocol, std::string_view line);

/// How a command is used and what the document says of it, of both sides' messages; what there is, without
/// a name. Lines for people.
std::vector<std::string> explain(const protocols::Protocol& protocol, std::string_view name);

/// What is asked for by a line that is not for the server: "help", "help NAME", "quit".
struct Own {
  enum class Kind : std::uint8_t { help, quit };
  Kind kind;
  std::string_view name = {};  ///< of what is to be explained
};
std::optional<Own> own_word(const protocols::Protocol& protocol, std::string_view line);

}  // namespace client::talk
