// The words of the Twente Scrabble protocol. Rulings are those of docs/protocols/scrabble-twente.rulings.md.
#include "protocols/scrabble-twente/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace protocols::scrabble_twente {

using base::Code;
using base::Reason;
using games::scrabble::Direction;
using games::scrabble::Move;
using games::scrabble::MoveKind;
using games::scrabble::Refusals;

namespace {

std::unexpected<base::Error> wrong(std::string_view why) {
  return base::fail(Code::malformed, std::string(why));
}

constexpr char kWireBlank = '!';

/// What a client understands of each error.
constexpr std::array<Reason, 15> kCodes{
    Code::name_taken,       Code::malformed,        Code::malformed,         Refusals::bad_coordinate,
    Refusals::does_not_fit, Refusals::unknown_word, Refusals::bag_too_small, Refusals::tiles_not_held,
    Code::not_your_turn,    Code::other_queue,      Refusals::not_connected, Code::bad_name,
    Code::bad_name,         Code::not_at_table,     Code::game_running,
};

/// What only Scrabble refuses.
struct Own {
  Reason reason;
  std::string_view error;
};
constexpr std::array<Own, Refusals::all.size()> kOwn{{{Refusals::bad_coordinate, "E004"},
                                                      {Refusals::does_not_fit, "E005"},
                                                      {Refusals::unknown_word, "E006"},
                                                      {Refusals::bag_too_small, "E007"},
                                                      {Refusals::tiles_not_held, "E008"},
                                                      {Refusals::not_connected, "E011"}}};

}  // namespace

std::string_view Units::at(std::size_t index) const {
  return index < arguments.size() ? arguments[index] : std::string_view{};
}

Units cut_units(std::string_view message) {
  auto parts = base::split(message, kUnit);
  Units units;
  units.command = parts.front();
  units.arguments.assign(parts.begin() + 1, parts.end());
  return units;
}

std::string join_units(std::span<const std::string_view> units) {
  return fmt::format("{}", fmt::join(units, std::string_view(&kUnit, 1)));
}

std::string_view error_of(Reason reason) {
  if (const auto* own = std::ranges::find(kOwn, reason, &Own::reason); own != kOwn.end()) return own->error;
  switch (reason.kind) {
    case Code::name_taken:
      return "E001";
    case Code::malformed:
    case Code::unknown_game:
    case Code::bad_options:
    case Code::bad_seats:
    case Code::bad_name:
    case Code::illegal_move:
    case Code::other_kit:
    case Code::storage:
    case Code::corrupt:
    case Code::system:
      return "E003";
    case Code::not_your_turn:
      return "E009";
    case Code::no_lobby:
    case Code::lobby_full:
    case Code::other_queue:
      return "E010";
    case Code::game_over:
    case Code::not_at_table:
      return "E014";
    case Code::already_seated:
    case Code::game_running:
      return "E015";
  }
  std::unreachable();
}

Reason code_of(std::string_view error) {
  if (!error.starts_with('E')) return Code::malformed;
  const auto number = base::to_number<std::size_t>(error.substr(1));  // E0015 is read as E015
  return number && *number >= 1 && *number <= kCodes.size() ? kCodes[*number - 1] : Code::malformed;
}

std::string write_tiles(std::string_view tiles) {
  std::string text(tiles);
  std::ranges::replace(text, games::scrabble::kBlank, kWireBlank);
  return text;
}

std::string read_tiles(std::string_view text) {
  std::string tiles(text);
  std::ranges::replace(tiles, games::scrabble::kBlank, '*');
  std::ranges::replace(tiles, kWireBlank, games::scrabble::kBlank);
  return tiles;
}

base::Result<Move> read_word(std::string_view start, std::string_view direction, std::string_view letters) {
  if (direction != "H" && direction != "V") return wrong("a direction is H or V");
  if (!std::ranges::all_of(letters, games::scrabble::is_letter)) return wrong("a word has only letters");
  const auto square = games::scrabble::read_square(start);
  if (!square) return std::unexpected(square.error());
  return games::scrabble::word_move(*square, direction == "H" ? Direction::across : Direction::down, letters);
}

base::Result<Move> read_move(const Units& units) {
  if (units.at(0) == "WORD") {
    if (units.arguments.size() < 4) return wrong("WORD needs a coordinate, a direction and a word");
    return read_word(units.at(1), units.at(2), units.at(3));
  }
  if (units.at(0) != "SWAP") return wrong("a move is WORD or SWAP");
  if (units.arguments.size() < 2) return wrong("SWAP needs tiles");
  if (units.at(1).empty()) return games::scrabble::pass_move();  // ruling 5
  return games::scrabble::exchange_move(read_tiles(units.at(1)));
}

std::vector<std::string> write_arguments(const Move& move) {
  switch (move.kind) {
    case MoveKind::place:
    case MoveKind::word:
      return {"WORD", games::scrabble::write_square(move.start()),
              move.direction == Direction::across ? "H" : "V", std::string(move.letters())};
    case MoveKind::exchange:
      return {"SWAP", write_tiles(move.letters())};
    case MoveKind::pass:
      return {"SWAP", ""};
    case MoveKind::spots:
    case MoveKind::forfeit:
      return {};
  }
  std::unreachable();
}

std::vector<std::string> write_event(const games::scrabble::Event& event) {
  if (const auto* placed = std::get_if<games::scrabble::Placed>(&event)) {
    const auto& typed = placed->typed;  // ruling 7a
    if (typed.count == 0) return write_arguments(placed->move);
    return write_arguments(
        *games::scrabble::word_move({typed.row, typed.column}, typed.direction, typed.letters()));
  }
  if (const auto* swapped = std::get_if<games::scrabble::Exchanged>(&event)) {
    return {"SWAP", std::to_string(swapped->count)};
  }
  if (std::holds_alternative<games::scrabble::Passed>(event)) return {"SWAP", "0"};
  return {};
}

}  // namespace protocols::scrabble_twente
