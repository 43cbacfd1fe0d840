// What a message must hold.
#include "protocols/web/reading.hpp"

namespace protocols::web {

const base::Value& member_of(const base::Value& object, std::string_view name) {
  if (!object.contains(name)) throw Nonsense();
  return object[name];
}

std::string read_text(const base::Value& text) { return std::string(sure(text.text())); }

bool read_truth(const base::Value& truth) { return sure(truth.truth()); }

std::span<const base::Value> read_list(const base::Value& list) {
  if (!list.is_list()) throw Nonsense();
  return list.list();
}

std::span<const base::Member> read_members(const base::Value& object) {
  if (!object.is_object()) throw Nonsense();
  return object.members();
}

std::vector<base::Duration> read_durations(const base::Value& list) {
  std::vector<base::Duration> read;
  for (const auto& one : read_list(list)) read.emplace_back(read_number<base::Duration::rep>(one));
  return read;
}

std::optional<base::Seat> read_seat(const base::Value& seat) {
  if (seat.is_null()) return std::nullopt;
  return base::Seat{read_number<std::uint8_t>(seat)};
}

std::optional<games::Outcome> read_outcome(const base::Value& outcome) {
  if (outcome.is_null()) return std::nullopt;
  games::Outcome read;
  for (const auto& seat : read_list(member_of(outcome, "winners")))
    read.winners.push_back({read_number<std::uint8_t>(seat)});
  for (const auto& score : read_list(member_of(outcome, "scores")))
    read.scores.push_back(read_number<int>(score));
  read.reason = read_text(member_of(outcome, "reason"));
  return read;
}

games::LogLine read_line(const base::Value& line) {
  games::LogLine read;
  read.seq = read_number<std::uint64_t>(member_of(line, "seq"));
  read.who = {read_number<std::uint8_t>(member_of(line, "who"))};
  read.label = read_text(member_of(line, "label"));
  if (const auto& text = member_of(line, "text"); !text.is_null()) read.text = read_text(text);
  if (const auto& points = member_of(line, "points"); !points.is_null())
    read.points = read_number<int>(points);
  if (line.contains("takes_back")) read.takes_back = read_number<int>(line["takes_back"]);
  return read;
}

std::vector<games::LogLine> read_log(const base::Value& lines) {
  std::vector<games::LogLine> read;
  for (const auto& line : read_list(lines)) read.push_back(read_line(line));
  return read;
}

}  // namespace protocols::web
