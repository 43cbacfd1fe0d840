// Reads the rules file: every key is looked up once, checked, and a stranger among them is refused.
#include "games/shelfie/rules_file.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <concepts>
#include <optional>
#include <span>
#include <string>

namespace games::shelfie {

namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, kTypes> kTypeNames{"CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT"};
constexpr Range kPoints{0, 99};

/// Collects the first problem; after it every further read is a no-op.
class Reader {
 public:
  const std::string& problem() const { return problem_; }

  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  /// The object's member, or nothing and a complaint.
  const json::value* member(const json::value& object, std::string_view key) {
    const json::object* members = object.if_object();
    const json::value* found = members ? members->if_contains({key.data(), key.size()}) : nullptr;
    if (!found) complain(fmt::format("'{}' is missing", key));
    return found;
  }

  template <std::integral Number>
  void number(const json::value* value, std::string_view key, Range allowed, Number& into) {
    if (!value) return;
    const std::int64_t* read = value->if_int64();
    if (!read || *read < allowed.min || *read > allowed.max) {
      return complain(fmt::format("'{}' must hold numbers from {} to {}", key, allowed.min, allowed.max));
    }
    into = static_cast<Number>(*read);
  }

  template <std::integral Number>
  void numbers(const json::value* value, std::string_view key, Range allowed, std::span<Number> into) {
    if (!value) return;
    const json::array* items = value->if_array();
    if (!items || items->size() != into.size()) {
      return complain(fmt::format("'{}' must be {} numbers in brackets", key, into.size()));
    }
    for (std::size_t i = 0; i < into.size(); ++i) number(&(*items)[i], key, allowed, into[i]);
  }

  void range(const json::value* value, std::string_view key, Range allowed, Range& into) {
    if (!value) return;
    only(*value, key, {"min", "max"});
    number(member(*value, "min"), key, allowed, into.min);
    number(member(*value, "max"), key, allowed, into.max);
    if (into.min > into.max) complain(fmt::format("'{}': min is greater than max", key));
  }

  /// Refuses members that nobody asked for: a misspelt key must not be ignored in silence.
  void only(const json::value& object, std::string_view where, std::span<const std::string_view> known) {
    const json::object* members = object.if_object();
    if (!members) return complain(fmt::format("'{}' must be an object in braces", where));
    for (const auto& [key, value] : *members) {
      const std::string_view name{key.data(), key.size()};
      bool found = false;
      for (const std::string_view one : known) found = found || one == name;
      if (!found) complain(fmt::format("'{}' has no '{}'", where, name));
    }
  }
  void only(const json::value& object, std::string_view where,
            std::initializer_list<std::string_view> known) {
    only(object, where, std::span(known.begin(), known.size()));
  }

 private:
  std::string problem_;
};

void read_board(Reader& reader, const json::value* value, RulesFile& rules) {
  if (!value) return;
  const json::array* rows = value->if_array();
  if (!rows || rows->size() != kBoardSide) return reader.complain("'board' must be 9 rows");
  for (std::size_t row = 0; row < kBoardSide; ++row) {
    reader.numbers(&(*rows)[row], "board", {0, kMaxSeats},
                   std::span(rules.board).subspan(row * kBoardSide, kBoardSide));
  }
  bool playable = false;
  for (const auto least : rules.board) {
    if (least == 1) reader.complain("'board' must hold 0, 2, 3 or 4");
    playable = playable || least == 2;
  }
  if (!playable) reader.complain("'board' has no cell for two players");
}

void read_tokens(Reader& reader, const json::value* value, RulesFile& rules) {
  if (!value) return;
  reader.only(*value, "common_goal_tokens", {"2", "3", "4"});
  for (int players = 2; players <= kMaxSeats; ++players) {
    const std::string key = std::to_string(players);
    reader.numbers(reader.member(*value, key), "common_goal_tokens", {1, 99},
                   std::span(rules.tokens[players - 2]).first(players));
  }
}

void read_groups(Reader& reader, const json::value* value, RulesFile& rules) {
  if (!value) return;
  reader.only(*value, "group_points", {"3", "4", "5", "6"});
  for (int size = 3; size <= 6; ++size) {
    const std::string key = std::to_string(size);
    reader.number(reader.member(*value, key), "group_points", kPoints, rules.group_points[size]);
  }
}

void read_card(Reader& reader, const json::value& value, PersonalCard& card) {
  reader.only(value, "personal_goal_cards", kTypeNames);
  std::uint32_t used = 0;
  for (int type = 0; type < kTypes; ++type) {
    std::array<std::uint8_t, 2> place{};
    reader.numbers(reader.member(value, kTypeNames[type]), "personal_goal_cards", {0, kShelfRows - 1},
                   std::span<std::uint8_t>(place));
    if (place[1] >= kShelfColumns) return reader.complain("'personal_goal_cards' has a column over 4");
    card[type] = static_cast<std::uint8_t>(place[0] * kShelfColumns + place[1]);
    if ((used >> card[type] & 1U) != 0) reader.complain("'personal_goal_cards' names a place twice");
    used |= 1U << card[type];
  }
}

void read_cards(Reader& reader, const json::value* value, RulesFile& rules) {
  if (!value) return;
  const json::array* cards = value->if_array();
  if (!cards || cards->size() != kPersonalCards) {
    return reader.complain(fmt::format("'personal_goal_cards' must be {} cards", kPersonalCards));
  }
  for (int i = 0; i < kPersonalCards; ++i) read_card(reader, (*cards)[i], rules.cards[i]);
}

void read_all(Reader& reader, const json::value& root, RulesFile& rules) {
  reader.only(root, "the rules file",
              {"nickname", "players", "max_selectable_tiles", "board", "common_goal_tokens",
               "personal_goal_points", "group_points", "full_shelf_points", "personal_goal_cards"});
  reader.range(reader.member(root, "nickname"), "nickname", {1, 32}, rules.nickname);
  reader.range(reader.member(root, "players"), "players", {2, kMaxSeats}, rules.players);
  reader.number(reader.member(root, "max_selectable_tiles"), "max_selectable_tiles", {1, kMaxTaken},
                rules.max_selectable_tiles);
  read_board(reader, reader.member(root, "board"), rules);
  read_tokens(reader, reader.member(root, "common_goal_tokens"), rules);
  reader.numbers(reader.member(root, "personal_goal_points"), "personal_goal_points", kPoints,
                 std::span<std::uint8_t>(rules.personal_points));
  read_groups(reader, reader.member(root, "group_points"), rules);
  reader.number(reader.member(root, "full_shelf_points"), "full_shelf_points", kPoints,
                rules.full_shelf_points);
  read_cards(reader, reader.member(root, "personal_goal_cards"), rules);
}

}  // namespace

base::Result<RulesFile> read_rules(std::string_view text) {
  json::error_code problem;
  const json::value root = json::parse({text.data(), text.size()}, problem);
  if (problem) return base::fail(base::Code::malformed, "the rules file is not JSON: " + problem.message());
  Reader reader;
  RulesFile rules{};
  read_all(reader, root, rules);
  if (!reader.problem().empty()) {
    return base::fail(base::Code::malformed, "the rules file is broken: " + reader.problem());
  }
  return rules;
}

std::uint64_t fingerprint(const RulesFile& rules) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  const auto add = [&](int number) { hash = (hash ^ static_cast<std::uint8_t>(number)) * 0x100000001b3; };
  for (const int number :
       {rules.players.min, rules.players.max, rules.max_selectable_tiles, rules.full_shelf_points}) {
    add(number);
  }
  for (const auto least : rules.board) add(least);
  for (const auto& tokens : rules.tokens) {
    for (const auto token : tokens) add(token);
  }
  for (const auto points : rules.personal_points) add(points);
  for (const auto points : rules.group_points) add(points);
  for (const auto& card : rules.cards) {
    for (const auto place : card) add(place);
  }
  return hash;
}

std::shared_ptr<const RulesFile> standard_rules() {
  static const auto rules = std::make_shared<const RulesFile>(*read_rules(standard_rules_text()));
  return rules;
}

}  // namespace games::shelfie
