// What a browser is shown of a game: the members of STATE (docs/formats/web.md), each as JSON text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.hpp"
#include "games/all.hpp"
#include "games/any.hpp"

namespace protocols::web {

/// The members of a JSON object in their order, the values as compact JSON.
using Members = std::vector<std::pair<std::string, std::string>>;

/// What a state shows of the acts that led to it.
struct Past {
  std::string last = "null";           ///< the JSON of what the last act touched
  std::array<std::string, 2> taken{};  ///< chess: what each side has taken, the strongest first
};

/// What a viewer sees.
Members describe(const games::AnyView& view, const Past& past, const std::optional<games::Outcome>& outcome);

/// Those that differ from before.
Members changes(const Members& before, const Members& after);

/// {"a":1,"b":2}
std::string write_object(const Members& members);

/// ["a","b"] of values that are JSON already.
std::string write_list(const std::vector<std::string>& values);
std::string write_text(std::string_view text);
std::string write_number(long long number);
std::string write_bool(bool value);
std::string write_seat(std::optional<base::Seat> seat);
template <class Numbers>
std::string write_numbers(const Numbers& numbers) {
  std::vector<std::string> list;
  for (const auto number : numbers) list.push_back(write_number(number));
  return write_list(list);
}
/// In milliseconds.
std::string write_durations(const std::vector<base::Duration>& durations);
std::string write_outcome(const std::optional<games::Outcome>& outcome);

/// FNV-1a of 32 bits in eight hexadecimal digits.
std::string hash_of(std::string_view text);

}  // namespace protocols::web
