// What a browser is shown of any game.
#include "protocols/web/state.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "base/json.hpp"

namespace protocols::web {

Members describe(const games::AnyView& view, const Past& past, const std::optional<games::Outcome>& outcome) {
  const auto ended = outcome ? outcome : games::outcome(view);
  Members members{{"turn", write_seat(ended ? std::nullopt : games::to_move(view))},
                  {"outcome", write_outcome(ended)}};
  const auto own = games::describe(view);
  for (const auto& [name, value] : own.members()) {
    if (name == "last") {
      members.emplace_back(name, past.last);
    } else if (name == "captured") {
      members.emplace_back(name, write_list({write_text(past.taken[0]), write_text(past.taken[1])}));
    } else {
      members.emplace_back(name, base::write_json(value));
    }
  }
  return members;
}

Members changes(const Members& before, const Members& after) {
  Members changed;
  for (std::size_t at = 0; at < after.size(); ++at) {
    if (at >= before.size() || before[at] != after[at]) changed.push_back(after[at]);
  }
  return changed;
}

std::string write_object(const Members& members) {
  std::string text = "{";
  for (const auto& [name, value] : members) {
    if (text.size() > 1) text += ',';
    text += fmt::format("\"{}\":{}", name, value);
  }
  return text + "}";
}

std::string write_list(const std::vector<std::string>& values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

std::string write_text(std::string_view text) { return boost::json::serialize(boost::json::string(text)); }

std::string write_number(long long number) { return std::to_string(number); }

std::string write_bool(bool value) { return value ? "true" : "false"; }

std::string write_seat(std::optional<base::Seat> seat) {
  return seat ? write_number(seat->value) : std::string("null");
}

std::string write_durations(const std::vector<base::Duration>& durations) {
  std::vector<std::string> list;
  list.reserve(durations.size());
  for (const auto one : durations) list.push_back(write_number(one.count()));
  return write_list(list);
}

std::string write_outcome(const std::optional<games::Outcome>& outcome) {
  if (!outcome) return "null";
  std::vector<int> winners;
  for (const auto seat : outcome->winners) winners.push_back(seat.value);
  return write_object({{"winners", write_numbers(winners)},
                       {"scores", write_numbers(outcome->scores)},
                       {"reason", write_text(outcome->reason)}});
}

std::string hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return fmt::format("{:08x}", hash);
}

}  // namespace protocols::web
