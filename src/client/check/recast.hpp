// Gives the parts of a transcript to other peers, for a server that lets others begin.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/check/script.hpp"

namespace client::check {

/// Who plays whose part from the start of a game on. Until then all do what the transcript says.
struct Cast {
  std::size_t at = 0;          ///< the step by which the first of them hears that the game starts
  std::map<char, char> parts;  ///< by the peer that has the part in the transcript
};

/// The one in which each of `wanted` has the part of the transcript that its fellow of `found` gets here;
/// both are names in the order of turns. Nothing if they are not names of the same people.
std::optional<Cast> make_cast(std::size_t at, const std::map<char, std::string>& names,
                              const std::vector<std::string>& wanted, const std::vector<std::string>& found);

/// The names from the one who begins on.
std::vector<std::string> order_from(std::vector<std::string> names, std::string_view first);

/// The script with the other cast. False, and the script as it was, if the parts cannot change hands: people
/// came with different flags, have no names, or act before all have heard that the game starts.
bool recast(Script& script, const Cast& cast);

/// Adds what was learned of a script that was played with these casts: nothing stays of what comes later.
void learn(std::vector<Cast>& casts, Cast next);

}  // namespace client::check
