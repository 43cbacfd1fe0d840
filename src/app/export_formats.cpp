// Games as other programs read them.
#include "app/export_formats.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/json.hpp>
#include <ctime>

#include "app/commands.hpp"
#include "games/chess/pgn.hpp"
#include "table/table.hpp"

namespace app {
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

json::value outcome_value(const store::StoredTable& stored) {
  if (!stored.closing) return nullptr;
  const auto& outcome = stored.closing->outcome;
  json::array winners;
  for (const auto seat : outcome.winners) winners.push_back(seat.value);
  json::object object{{"reason", outcome.reason}, {"winners", std::move(winners)}};
  if (!outcome.scores.empty()) object["scores"] = json::array(outcome.scores.begin(), outcome.scores.end());
  object["at"] = instant(stored.closing->at);
  return object;
}

/// The steps of a game; a claim shows only in how it finished.
std::vector<games::chess::Move> steps_of(const store::StoredTable& stored) {
  std::vector<games::chess::Move> steps;
  for (const auto& entry : stored.entries) {
    const auto move = games::chess::Rules::read(entry.text);
    if (move && move->act == games::chess::Act::step) steps.push_back(*move);
  }
  return steps;
}

}  // namespace

std::string to_json(const store::StoredTable& stored) {
  const auto& header = stored.header;
  json::array players;
  for (const auto& chair : header.chairs) {
    players.push_back(json::object{{"name", chair.name}, {"protocol", chair.protocol}});
  }
  json::array acts;
  for (const auto& entry : stored.entries) {
    acts.push_back(json::object{
        {"seq", entry.seq}, {"at", instant(entry.at)}, {"seat", entry.who.value}, {"act", entry.text}});
  }
  // The seed is text: many readers of JSON have no whole numbers of 64 bits.
  return json::serialize(json::object{{"table", header.table.value},
                                      {"game", header.game},
                                      {"options", header.options},
                                      {"seed", std::to_string(header.seed)},
                                      {"revision", header.revision},
                                      {"opened", instant(header.opened)},
                                      {"players", std::move(players)},
                                      {"acts", std::move(acts)},
                                      {"outcome", outcome_value(stored)}});
}

base::Result<std::string> to_pgn(const store::StoredTable& stored) {
  const auto& header = stored.header;
  if (header.game != games::chess::Rules::name) {
    return base::fail(base::Code::unknown_game,
                      fmt::format("table {} is no game of chess", header.table.value));
  }
  const auto table = table::replay(games::Kits{}, header, stored.entries);
  if (!table) return std::unexpected(table.error());
  games::chess::Record record;
  record.tags = {{"Event", fmt::format("Parlor table {}", header.table.value)},
                 {"Site", "Parlor"},
                 {"Date", fmt::format("{:%Y.%m.%d}", utc(header.opened))},
                 {"Round", "-"},
                 {"White", header.chairs[0].name},
                 {"Black", header.chairs[1].name}};
  if (stored.closing) record.tags.push_back({"Termination", stored.closing->outcome.reason});
  record.start = games::chess::Rules::read_options(header.options)->start;
  record.moves = steps_of(stored);
  record.finish = games::chess::finish_of(std::get<games::chess::State>(table->state()));
  return games::chess::write_pgn(record);
}

}  // namespace app
