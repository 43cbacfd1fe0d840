// What a message must hold: read, or Nonsense is thrown, which the client catches where the message came in.
#pragma once

#include <concepts>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "base/value.hpp"
#include "games/face.hpp"

namespace protocols::web {

/// Something is missing, or is of another kind.
struct Nonsense final : std::exception {
  const char* what() const noexcept override { return "a message that makes no sense"; }
};

const base::Value& member_of(const base::Value& object, std::string_view name);

template <class What>
What sure(const std::optional<What>& what) {
  if (!what) throw Nonsense();
  return *what;
}

std::string read_text(const base::Value& text);
bool read_truth(const base::Value& truth);
template <std::integral Number>
Number read_number(const base::Value& number) {
  return sure(number.number<Number>());
}
std::span<const base::Value> read_list(const base::Value& list);
std::span<const base::Member> read_members(const base::Value& object);

std::vector<base::Duration> read_durations(const base::Value& list);
std::optional<base::Seat> read_seat(const base::Value& seat);
std::optional<games::Outcome> read_outcome(const base::Value& outcome);
games::LogLine read_line(const base::Value& line);
std::vector<games::LogLine> read_log(const base::Value& lines);

}  // namespace protocols::web
