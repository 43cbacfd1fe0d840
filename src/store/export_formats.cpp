// Games as other programs read them.
#include "store/export_formats.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <ctime>

#include "base/text.hpp"
#include "table/deal.hpp"
#include "table/table.hpp"

namespace store {
namespace {

namespace json = boost::json;

std::tm utc(base::Time time) {
  const std::time_t seconds = base::millis(time) / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return parts;
}

std::string instant(base::Time time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", utc(time), base::millis(time) % 1000);
}

json::value outcome_value(const StoredTable& stored) {
  if (!stored.closing) return nullptr;
  const auto& outcome = stored.closing->outcome;
  json::array winners;
  for (const auto seat : outcome.winners) winners.push_back(seat.value);
  json::object object{{"reason", outcome.reason}, {"winners", std::move(winners)}};
  if (!outcome.scores.empty()) object["scores"] = json::array(outcome.scores.begin(), outcome.scores.end());
  object["at"] = instant(stored.closing->at);
  return object;
}

/// Plays the game from its beginning to its end. Notes the moves that stand, without what the table itself
/// has entered (docs/formats/journal.md: "!leave" ...), and what was left to whoever made them.
base::Result<void> play_out(table::Table& table, const StoredTable& stored, games::Played& played) {
  const bool has_clock = table.clock().is_set();
  for (const auto& entry : stored.entries) {
    const std::string_view text = entry.text;
    if (auto done = table.advance(entry); !done) return std::unexpected(std::move(done).error());
    if (text.starts_with(table::kTakeback)) {
      const auto plies = base::to_number<std::size_t>(text.substr(table::kTakeback.size())).value_or(0);
      const auto rest = played.moves.size() - std::min(plies, played.moves.size());
      played.moves.resize(rest);
      if (has_clock) played.left.resize(rest);
    } else if (games::read(stored.header.game, text)) {
      played.moves.emplace_back(text);
      if (has_clock)
        played.left.push_back(std::chrono::floor<std::chrono::seconds>(table.clock().left(entry.who)));
    }
  }
  return {};
}

/// "300+5", "*60" for so long a move, "-" for none.
std::string time_control(std::string_view clock) {
  const auto rule = table::read_clock(clock).value_or(table::ClockRule{});
  if (rule.kind == table::ClockRule::Kind::per_move) return fmt::format("*{}", rule.time.count());
  if (rule.kind == table::ClockRule::Kind::none) return "-";
  return rule.increment.count() > 0 ? std::string(clock) : fmt::format("{}", rule.time.count());
}

/// What is known of the game besides its moves.
games::Played played_at(const StoredTable& stored) {
  const auto& header = stored.header;
  games::Played played{.table = header.table.value, .day = fmt::format("{:%Y.%m.%d}", utc(header.opened))};
  for (const auto& chair : header.chairs) played.players.push_back(chair.name);
  if (!header.clock.empty()) played.time_control = time_control(header.clock);
  if (stored.closing) played.outcome = stored.closing->outcome;
  return played;
}

}  // namespace

Json to_json(const games::Kits& kits, const StoredTable& stored) {
  const auto& header = stored.header;
  json::array players;
  for (const auto& chair : header.chairs) {
    players.push_back(json::object{{"name", chair.name}, {"protocol", chair.protocol}});
  }
  json::array acts;
  for (const auto& entry : stored.entries) {
    json::object act{
        {"seq", entry.seq}, {"at", instant(entry.at)}, {"seat", entry.who.value}, {"act", entry.text}};
    if (!header.clock.empty()) act["charged"] = entry.charged.count();
    if (entry.forgiven != base::Duration{}) act["forgiven"] = entry.forgiven.count();
    acts.emplace_back(std::move(act));
  }
  // The seed is text: many readers of JSON have no whole numbers of 64 bits. It is told when the game is
  // over.
  const auto seed = stored.closing ? json::value(base::write_seed(header.seed)) : json::value(nullptr);
  json::object object{{"table", header.table.value},     {"game", header.game},
                      {"options", header.options},       {"seed", seed},
                      {"revision", header.revision},     {"opened", instant(header.opened)},
                      {"players", std::move(players)},   {"acts", std::move(acts)},
                      {"outcome", outcome_value(stored)}};
  if (stored.closing) {
    const auto salt = table::salt_of(header);
    object["salt"] = base::write_key(salt);
    object["commitment"] = base::write_key(table::commitment_to(header, salt));
  }
  if (!header.clock.empty()) object["clock"] = header.clock;
  Json made;
  if (games::has_positions(header.game)) {
    const auto table = table::replay(kits, header, stored.entries);
    if (!table) made.replayed = std::unexpected(table.error());
    object["position"] = table ? json::value(*games::position_of(table->state())) : json::value(nullptr);
  }
  made.text = json::serialize(object);
  return made;
}

base::Result<std::string> to_format(std::string_view format, const games::Kits& kits,
                                    const StoredTable& stored) {
  const auto& header = stored.header;
  const auto formats = games::all_formats();
  const auto known = std::ranges::find(formats, format, &games::Format::name);
  if (known != formats.end() && known->game != header.game) {
    return base::fail(base::Code::unknown_game,
                      fmt::format("table {} is no game of {}", header.table.value, known->game));
  }
  const auto begun = table::Table::open(kits, header);
  if (!begun) return std::unexpected(begun.error());
  auto played = played_at(stored);
  auto now = *begun;
  if (auto done = play_out(now, stored, played); !done) return std::unexpected(std::move(done).error());
  return games::write_as(format, played, begun->state(), now.state());
}

}  // namespace store
