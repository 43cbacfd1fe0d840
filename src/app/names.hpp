// Names on the command line: found, or refused with what was perhaps meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bots/all.hpp"
#include "protocols/all.hpp"

namespace app {

/// A sentence: "there is no WHAT called 'WORD': did you mean 'NAME'?", or with all names that there are.
std::string no_such(std::string_view what, std::string_view word, std::span<const std::string_view> names);

/// Something that a command needs of a protocol.
using Trait = bool (*)(const protocols::Protocol& protocol);
inline bool is_any(const protocols::Protocol& /*protocol*/) { return true; }
inline bool has_client(const protocols::Protocol& protocol) { return protocol.make_client != nullptr; }
inline bool has_checks(const protocols::Protocol& protocol) { return protocol.checks != nullptr; }
inline bool has_sparring(const protocols::Protocol& protocol) { return protocol.sparring != nullptr; }

std::vector<std::string_view> names_of_protocols(Trait trait);

/// The first protocol of which that is so, to be shown as an example; any if there is none.
const protocols::Protocol& example_of(Trait trait);

/// The names with commas between them.
std::string listed(std::span<const std::string_view> names);

/// Code::malformed with a sentence that names those there are.
base::Result<const protocols::Protocol*> find_protocol(std::string_view name, Trait trait = is_any);

/// The level of that name for a game, the usual one if it is "". Code::malformed with a sentence that names
/// those there are.
base::Result<const bots::Bot*> find_bot(std::string_view game, std::string_view level);

/// Code::malformed with a sentence that says what is meant.
base::Result<std::uint16_t> read_port(std::string_view text);

}  // namespace app
