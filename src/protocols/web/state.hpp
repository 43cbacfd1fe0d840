// What a browser is shown of a game: STATE of docs/formats/web.md, as plain data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "base/value.hpp"
#include "games/any.hpp"

namespace protocols::web {

/// What a viewer sees. `shown` stands in place of members of the game's own description: what the acts before
/// were (games::Line).
base::Value describe(const games::AnyView& view, const base::Members& shown,
                     const std::optional<games::Outcome>& outcome);

/// The members that differ from before, each as a whole.
base::Value changes(const base::Value& before, const base::Value& after);

base::Value describe_outcome(const std::optional<games::Outcome>& outcome);
/// In milliseconds.
base::Value describe_durations(const std::vector<base::Duration>& durations);

/// FNV-1a of 32 bits in eight hexadecimal digits.
std::string hash_of(std::string_view text);

}  // namespace protocols::web
