// What a client reads out of STATE and log, whatever the game.
#include "protocols/web/told.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace protocols::web {
namespace {

namespace json = boost::json;

constexpr std::size_t kChess = 0;
constexpr std::size_t kScrabble = 1;
constexpr std::size_t kSpectrangle = 2;
constexpr std::size_t kShelfie = 3;

template <std::size_t index, class Rules>
constexpr bool kStands = std::is_same_v<games::All::At<index>, Rules>;
static_assert(kStands<kChess, games::chess::Rules> && kStands<kScrabble, games::scrabble::Rules> &&
              kStands<kSpectrangle, games::spectrangle::Rules> && kStands<kShelfie, games::shelfie::Rules> &&
              games::All::size == 4);

template <class Event>
std::vector<games::AnyEvent> as_any(const std::optional<Event>& event) {
  if (!event) return {};
  return {*event};
}

template <class View, class Event>
std::vector<games::AnyEvent> with_views(std::optional<Event> act, const games::AnyView& before,
                                        const games::AnyView& after) {
  std::vector<games::AnyEvent> events;
  if (!act) return events;
  const Between<View> views{games::get<View>(before), games::get<View>(after)};
  for (auto& event : complete(*std::move(act), views)) events.emplace_back(std::move(event));
  return events;
}

void hide_turn(games::chess::View& view, const games::AnyMove& move) {
  if (const auto* own = games::get_if<games::chess::Move>(&move); own != nullptr && view.viewer)
    static_cast<void>(games::chess::Rules::play(view.state, *view.viewer, *own));
}
void hide_turn(games::scrabble::View& view, const games::AnyMove& /*move*/) {
  view.open.turn.value = static_cast<std::uint8_t>((view.open.turn.value + 1) % games::scrabble::kMostSeats);
}
void hide_turn(games::spectrangle::View& view, const games::AnyMove& /*move*/) {
  view.position.turn = games::spectrangle::next_seat(view.position, view.position.turn);
}
void hide_turn(games::shelfie::View& view, const games::AnyMove& /*move*/) {
  view.open.turn.value = static_cast<std::uint8_t>((view.open.turn.value + 1) % view.open.seats);
}

/// Whoever is named sits at the table, and the game is for so many.
bool names_only_seats(const Told& told) {
  const auto facts = games::facts_of(games::names()[told.game]);
  if (!facts || told.seats < facts->min_seats || told.seats > facts->max_seats) return false;
  const auto sits = [&](base::Seat seat) { return seat.value < told.seats; };
  const auto turn = read_seat(told.state.at("turn"));
  const auto outcome = read_outcome(told.state.at("outcome"));
  return (!told.viewer || sits(*told.viewer)) && (!turn || sits(*turn)) &&
         std::ranges::all_of(told.log, sits, &LogLine::who) &&
         (!outcome || std::ranges::all_of(outcome->winners, sits));
}

}  // namespace

base::Result<games::AnyView> read_view(const Told& told, const games::Kits& kits) {
  if (!names_only_seats(told)) return base::fail(base::Code::malformed, "a seat that the table has not");
  switch (told.game) {
    case kChess:
      return read_chess(told, kits);
    case kScrabble:
      return read_scrabble(told, kits);
    case kSpectrangle:
      return read_spectrangle(told, kits);
    default:
      return read_shelfie(told, kits);
  }
}

std::vector<games::AnyEvent> read_events(std::size_t game, const LogLine& line) {
  switch (game) {
    case kChess:
      return as_any(read_chess_event(line));
    case kScrabble:
      return as_any(read_scrabble_event(line));
    case kSpectrangle:
      return as_any(read_spectrangle_event(line));
    default:
      return as_any(read_shelfie_event(line));
  }
}

std::vector<games::AnyEvent> read_events(const LogLine& line, const games::AnyView& before,
                                         const games::AnyView& after) {
  switch (games::index_of(after)) {
    case kChess:
      return with_views<games::chess::View>(read_chess_event(line), before, after);
    case kScrabble:
      return with_views<games::scrabble::View>(read_scrabble_event(line), before, after);
    case kSpectrangle:
      return with_views<games::spectrangle::View>(read_spectrangle_event(line), before, after);
    default:
      return with_views<games::shelfie::View>(read_shelfie_event(line), before, after);
  }
}

games::AnyView while_asked(games::AnyView view, const games::AnyMove& move) {
  games::All::open(view, [&](auto, auto& one) { hide_turn(one, move); });
  return view;
}

std::optional<base::Seat> read_seat(const json::value& seat) {
  if (seat.is_null()) return std::nullopt;
  return base::Seat{seat.to_number<std::uint8_t>()};
}

std::vector<int> read_numbers(const json::value& numbers) {
  const auto& list = numbers.as_array();
  std::vector<int> read;
  read.reserve(list.size());
  for (const auto& number : list) read.push_back(number.to_number<int>());
  return read;
}

LogLine read_line(const json::value& line) {
  LogLine read{.seq = line.at("seq").to_number<std::uint64_t>(),
               .who = {line.at("who").to_number<std::uint8_t>()},
               .text = {},
               .label = std::string(line.at("label").as_string())};
  if (const auto& text = line.at("text"); !text.is_null()) read.text = text.as_string();
  if (const auto& points = line.at("points"); !points.is_null()) read.points = points.to_number<int>();
  if (const auto* back = line.as_object().if_contains("takes_back")) read.takes_back = back->to_number<int>();
  return read;
}

std::vector<LogLine> read_log(const json::value& lines) {
  const auto& list = lines.as_array();
  std::vector<LogLine> read;
  read.reserve(list.size());
  for (const auto& line : list) read.push_back(read_line(line));
  return read;
}

std::optional<games::Outcome> read_outcome(const json::value& outcome) {
  if (outcome.is_null()) return std::nullopt;
  games::Outcome read{.winners = {},
                      .scores = read_numbers(outcome.at("scores")),
                      .reason = std::string(outcome.at("reason").as_string())};
  for (const auto& seat : outcome.at("winners").as_array())
    read.winners.push_back({seat.to_number<std::uint8_t>()});
  return read;
}

}  // namespace protocols::web
