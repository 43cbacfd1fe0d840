// Names on the command line: found, or refused with what was perhaps meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bots/all.hpp"
#include "protocols/all.hpp"

namespace app {

/// A sentence: "there is no WHAT called 'WORD': did you mean 'NAME'?", or with all names that there are.
std::string no_such(std::string_view what, std::string_view word, std::span<const std::string_view> names);

/// "chess, scrabble-clarkson, ..."
std::string names_of_protocols();

/// Code::malformed with a sentence that names those there are.
base::Result<const protocols::Protocol*> find_protocol(std::string_view name);

/// The level of that name for a game, the usual one if it is "". Code::malformed with a sentence that names
/// those there are.
base::Result<const bots::Bot*> find_bot(std::string_view game, std::string_view level);

}  // namespace app
