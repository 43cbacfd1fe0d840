// What a client of My Shelfie may have meant.
#include "protocols/hints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json.hpp>

#include "games/shelfie/rules.hpp"
#include "protocols/shelfie/tools.hpp"

namespace protocols::shelfie {
namespace {

namespace json = boost::json;
using games::shelfie::Phase;

/// What of a message matters here.
struct Said {
  std::string nickname;
  std::string key;
  std::vector<int> values;
  json::value message;
};

std::optional<Said> read(std::string_view message) {
  json::error_code problem;
  Said said;
  said.message = json::parse({message.data(), message.size()}, problem);
  try {
    if (problem) return std::nullopt;
    said.nickname = said.message.at("header").at("nickname").as_string();
    const auto& payload = said.message.at("payload");
    said.key = payload.at("key").as_string();
    const auto* values = payload.at("data").as_object().if_contains("VALUE_CLIENT");
    if (values == nullptr) return said;
    if (values->is_int64()) said.values = {values->to_number<int>()};
    if (!values->is_array()) return said;
    for (const auto& one : values->get_array()) said.values.push_back(one.to_number<int>());
    return said;
  } catch (const std::exception&) {  // Boost throws where something is missing or of another kind
    return std::nullopt;
  }
}

std::optional<Phase> phase_of(std::string_view key) {
  if (key == "SELECT_FROM_BOARD") return Phase::select;
  if (key == "SELECT_ORDER_TILES") return Phase::order;
  if (key == "SELECT_COLUMN") return Phase::column;
  return std::nullopt;
}

std::vector<table::Request> requests(std::string_view message, std::string_view /*before*/) {
  const auto said = read(message);
  if (!said) return {};
  if (said->key == "CONNECTION_CREATION") return {table::Name{said->nickname}};
  const auto phase = phase_of(said->key);
  if (!phase) return {};
  return {table::Play{games::shelfie::Move{*phase, said->values}}};
}

Guess guess(const Said& said, const std::vector<int>& values, std::string_view why) {
  auto message = said.message;
  auto& data = message.at("payload").at("data").as_object();
  const bool single = data["VALUE_CLIENT"].is_int64();
  data["VALUE_CLIENT"] = single ? json::value(values.front()) : json::value_from(values);
  return {.message = json::serialize(message),
          .why = why,
          .shown = single ? fmt::format("{}", values.front()) : fmt::format("[{}]", fmt::join(values, ","))};
}

std::vector<Guess> guesses(std::string_view message) {
  const auto said = read(message);
  if (!said || said->values.empty() || !phase_of(said->key)) return {};
  auto swapped = said->values;
  for (std::size_t at = 0; at + 1 < swapped.size(); at += 2) std::swap(swapped[at], swapped[at + 1]);
  const auto lower = [](std::vector<int> values) {
    for (auto& one : values) --one;
    return values;
  };
  if (said->key != "SELECT_FROM_BOARD")
    return {guess(*said, lower(said->values), "positions and columns count from 0")};
  return {guess(*said, swapped, "x is the row, y the column"),
          guess(*said, lower(said->values), "x and y count from 0"),
          guess(*said, lower(swapped), "x is the row, y the column, both from 0")};
}

}  // namespace

const Hints kHints{.requests = requests, .guesses = guesses};

}  // namespace protocols::shelfie
