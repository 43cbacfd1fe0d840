// Games as other programs read them.
#include "store/export_formats.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <ctime>

#include "base/text.hpp"
#include "games/chess/pgn.hpp"
#include "games/ends.hpp"
#include "games/scrabble/cgp.hpp"
#include "games/scrabble/gcg.hpp"
#include "games/spectrangle/notation.hpp"
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

/// The moves of a game that stand, without what the table itself has entered (docs/formats/journal.md:
/// "!leave"
/// ...), and when they were made.
template <games::Game G>
struct Moves {
  std::vector<typename G::Move> moves;
  std::vector<std::size_t> entries;  ///< by move: after how many entries it stood
};
template <games::Game G>
Moves<G> moves_of(const StoredTable& stored) {
  Moves<G> made;
  for (std::size_t at = 0; at < stored.entries.size(); ++at) {
    const std::string_view text = stored.entries[at].text;
    if (text.starts_with(table::kTakeback)) {
      const auto plies = base::to_number<std::size_t>(text.substr(table::kTakeback.size())).value_or(0);
      const auto rest = made.moves.size() - std::min(plies, made.moves.size());
      made.moves.resize(rest);
      made.entries.resize(rest);
    } else if (const auto move = G::read(text)) {
      made.moves.push_back(*move);
      made.entries.push_back(at + 1);
    }
  }
  return made;
}

/// "[%clk 0:04:57]" after each move: what was left to whoever made it. Nothing where there was no clock.
std::vector<std::string> clock_notes(const games::Kits& kits, const StoredTable& stored,
                                     const std::vector<std::size_t>& entries) {
  std::vector<std::string> notes;
  auto table = table::Table::open(kits, stored.header);
  if (!table || !table->clock().is_set()) return notes;
  std::vector<base::Duration> left;  // by entry
  for (const auto& entry : stored.entries) {
    static_cast<void>(table->advance(entry));
    left.push_back(table->clock().left(entry.who));
  }
  for (const auto at : entries) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left[at - 1]).count();
    notes.push_back(fmt::format("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60));
  }
  return notes;
}

/// The tag TimeControl of PGN: "300+5", "*60" for so long a move, "-" for none.
std::string time_control(std::string_view clock) {
  const auto rule = table::read_clock(clock).value_or(table::ClockRule{});
  if (rule.kind == table::ClockRule::Kind::per_move) return fmt::format("*{}", rule.time.count());
  if (rule.kind == table::ClockRule::Kind::none) return "-";
  return rule.increment.count() > 0 ? std::string(clock) : fmt::format("{}", rule.time.count());
}

/// Refuses tables of another game.
template <games::Game G>
base::Result<table::Table> replay(const games::Kits& kits, const StoredTable& stored) {
  const auto& header = stored.header;
  if (header.game != G::name) {
    return base::fail(base::Code::unknown_game,
                      fmt::format("table {} is no game of {}", header.table.value, G::name));
  }
  return table::replay(kits, header, stored.entries);
}

bool has_positions(std::string_view game) {
  return game == games::scrabble::Rules::name || game == games::spectrangle::Rules::name;
}

}  // namespace

std::optional<std::string> position_of(const games::AnyState& state) {
  if (const auto* own = std::get_if<games::spectrangle::State>(&state))
    return games::spectrangle::write_position(own->position);
  if (const auto* own = std::get_if<games::scrabble::State>(&state)) return games::scrabble::write_cgp(*own);
  return std::nullopt;
}

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
  if (has_positions(header.game)) {
    const auto table = table::replay(kits, header, stored.entries);
    if (!table) made.replayed = std::unexpected(table.error());
    object["position"] = table ? json::value(*position_of(table->state())) : json::value(nullptr);
  }
  made.text = json::serialize(object);
  return made;
}

namespace {

/// The word of the standard for PGN, 9.8.1, that comes nearest to a reason.
std::string_view termination(std::string_view reason) {
  if (reason == "time") return "time forfeit";
  if (reason == "left" || reason == "abandoned") return "abandoned";
  return "normal";
}

/// "Black resigned, White wins": the standard's words do not say all ends.
std::string remark_on(const table::Outcome& outcome) {
  static const std::vector<std::string> kColors{"White", "Black"};
  return games::end_in_words(outcome, kColors, std::nullopt);
}

}  // namespace

base::Result<std::string> to_pgn(const games::Kits& kits, const StoredTable& stored) {
  const auto& header = stored.header;
  const auto table = replay<games::chess::Rules>(kits, stored);
  if (!table) return std::unexpected(table.error());
  games::chess::Record record;
  record.tags = {{"Event", fmt::format("Parlor table {}", header.table.value)},
                 {"Site", "Parlor"},
                 {"Date", fmt::format("{:%Y.%m.%d}", utc(header.opened))},
                 {"Round", "-"},
                 {"White", header.chairs[0].name},
                 {"Black", header.chairs[1].name}};
  if (stored.closing) {
    const auto& outcome = stored.closing->outcome;
    record.tags.push_back({"Termination", std::string(termination(outcome.reason))});
    // Mate shows in its move.
    if (outcome.reason != "checkmate") record.remark = remark_on(outcome);
  }
  if (!header.clock.empty()) record.tags.push_back({"TimeControl", time_control(header.clock)});
  record.start = games::chess::Rules::read_options(header.options)->start;
  auto made = moves_of<games::chess::Rules>(stored);
  record.notes = clock_notes(kits, stored, made.entries);
  record.moves = std::move(made.moves);
  // A claim, which is no step, ends the game.
  std::erase_if(record.moves, [](const auto& move) { return move.act != games::chess::Act::step; });
  record.finish = games::chess::finish_of(std::get<games::chess::State>(table->state()));
  return games::chess::write_pgn(record);
}

base::Result<std::string> to_gcg(const games::Kits& kits, const StoredTable& stored) {
  const auto& header = stored.header;
  if (header.game == games::scrabble::Rules::name && header.chairs.size() != 2) {
    return base::fail(base::Code::bad_seats,
                      fmt::format("table {} has {} players, and GCG is for games of two", header.table.value,
                                  header.chairs.size()));
  }
  const auto table = replay<games::scrabble::Rules>(kits, stored);
  if (!table) return std::unexpected(table.error());
  const auto fresh = table::Table::open(kits, header);
  if (!fresh) return std::unexpected(fresh.error());
  return games::scrabble::write_gcg(std::get<games::scrabble::State>(fresh->state()),
                                    moves_of<games::scrabble::Rules>(stored).moves,
                                    {header.chairs[0].name, header.chairs[1].name});
}

}  // namespace store
