// Spectrangle as text: tiles, moves and positions.
#include "games/spectrangle/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/text.hpp"

namespace games::spectrangle {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::string_view kNothing = "-";
constexpr std::string_view kTheRest = "*";
constexpr std::string_view kSkip = "skip";

std::optional<Tile> find_tile(std::string_view letters) {
  const auto found = std::ranges::find(kPrints, letters, &Print::letters);
  if (found == kPrints.end()) return std::nullopt;
  return Tile{static_cast<std::uint8_t>(found - kPrints.begin())};
}

/// Reads the three letters of a tile. Says so when they only stand in another order than the document's.
Result<Tile> parse_letters(std::string_view letters) {
  if (const auto tile = find_tile(letters)) return *tile;
  std::string turned(letters);
  for (int turn = 1; turn < kSides && !turned.empty(); ++turn) {
    std::ranges::rotate(turned, turned.begin() + 1);
    if (const auto tile = find_tile(turned)) {
      return fail(Code::malformed, fmt::format("the letters of this tile are written {}", letters_of(*tile)));
    }
  }
  return fail(Code::malformed, "there is no such tile");
}

/// Reads "a,b,c" with one reader for all; "-" is the empty list.
template <class Reader>
Result<> read_list(std::string_view text, const Reader& reader) {
  if (text == kNothing) return {};
  for (const auto part : base::split(text, ',')) {
    if (Result<> read = reader(part); !read) return read;
  }
  return {};
}

std::string write_tiles(std::span<const Tile> tiles) {
  if (tiles.empty()) return std::string(kNothing);
  std::string text;
  for (const Tile tile : tiles) {
    if (!text.empty()) text += ',';
    text += letters_of(tile);
  }
  return text;
}

std::vector<Tile> tiles_of(TileSet set) {
  std::vector<Tile> tiles;
  for (; set != 0; set &= set - 1) tiles.push_back(Tile{static_cast<std::uint8_t>(std::countr_zero(set))});
  return tiles;
}

std::string write_board(const Board& board) {
  if (board.taken == 0) return std::string(kNothing);
  std::string text;
  for (CellSet cells = board.taken; cells != 0;) {
    const Location location = take_first(cells);
    if (!text.empty()) text += ',';
    text += write_move(Play{*tile_at(board, location), location});
  }
  return text;
}

TileSet tiles_on_table(const Position& position) {
  TileSet tiles = 0;
  for (CellSet cells = position.board.taken; cells != 0;) {
    tiles |= only(tile_at(position.board, take_first(cells))->tile);
  }
  for (const auto& hand : position.hands) {
    for (const Tile tile : hand.tiles()) tiles |= only(tile);
  }
  return tiles;
}

/// Reads one position: field by field into `position_`, noting every tile that has its place already.
class PositionReader {
 public:
  Result<Position> read(std::string_view text) {
    for (const auto field : base::split(text, ' ')) {
      const auto equals = field.find('=');
      if (equals == std::string_view::npos) return fail(Code::malformed, "a field is written key=value");
      if (Result<> stored = keep(field.substr(0, equals), field.substr(equals + 1)); !stored)
        return std::unexpected(std::move(stored.error()));
    }
    // Hands say how many play, and what is left for the bag, so they and the board come first whatever the
    // order.
    for (const auto step :
         {&PositionReader::board, &PositionReader::hands, &PositionReader::bag, &PositionReader::order,
          &PositionReader::scores, &PositionReader::turn, &PositionReader::passes, &PositionReader::left}) {
      if (Result<> done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    }
    position_.over = position_.left.has_value() || is_finished(position_);
    return position_;
  }

 private:
  struct Field {
    std::string_view key;
    std::optional<std::string_view> value = std::nullopt;
  };

  Result<> keep(std::string_view key, std::string_view value) {
    const auto field = std::ranges::find(fields_, key, &Field::key);
    if (field == fields_.end()) return fail(Code::malformed, "a position has no such field");
    if (field->value) return fail(Code::malformed, fmt::format("{} is given twice", field->key));
    field->value = value;
    return {};
  }

  std::optional<std::string_view> given(std::string_view key) const {
    return std::ranges::find(fields_, key, &Field::key)->value;
  }

  Result<> use(Tile tile) {
    if ((used_ & only(tile)) != 0) {
      return fail(Code::malformed, fmt::format("{} is in two places", letters_of(tile)));
    }
    used_ |= only(tile);
    return {};
  }

  Result<> board() {
    return read_list(given("board").value_or(kNothing), [&](std::string_view part) -> Result<> {
      const auto move = read_move(part);
      const auto* play = move ? std::get_if<Play>(&*move) : nullptr;
      if (play == nullptr) return fail(Code::malformed, "board: tiles are written like RRY1@6");
      const CellSet free = matching_cells(position_.board, play->tile) & ~position_.board.taken;
      if ((free & only(play->location)) == 0) {
        return fail(Code::malformed, fmt::format("board: {} does not fit beside the others", part));
      }
      lay(position_.board, play->tile, play->location);
      return use(play->tile.tile);
    });
  }

  Result<> hands() {
    const auto texts = base::split(given("hands").value_or(""), '/');
    if (texts.size() < 2 || texts.size() > kMostPlayers) {
      return fail(Code::malformed, "hands: two to four are needed");
    }
    for (const auto text : texts) {
      auto& hand = position_.hands[position_.players++];
      Result<> read = read_list(text, [&](std::string_view part) -> Result<> {
        const auto tile = parse_letters(part);
        if (!tile) return std::unexpected(tile.error());
        if (hand.tiles().size() == kHandSize) return fail(Code::malformed, "hands: four tiles at most");
        hand.add(*tile);
        return use(*tile);
      });
      if (!read) return read;
    }
    return {};
  }

  Result<> bag() {
    const auto text = given("bag").value_or(kTheRest);
    if (text == kTheRest) {
      position_.bag = kAllTiles & ~used_;
      return {};
    }
    return read_list(text, [&](std::string_view part) -> Result<> {
      const auto tile = parse_letters(part);
      if (!tile) return std::unexpected(tile.error());
      position_.bag |= only(*tile);
      return use(*tile);
    });
  }

  Result<Seat> seat(std::string_view text) const {
    const auto number = base::to_number<std::uint8_t>(text);
    if (!number || *number >= position_.players) return fail(Code::malformed, "there is no such seat");
    return Seat{*number};
  }

  Result<> order() {
    for (std::uint8_t at = 0; at < position_.players; ++at) position_.order[at] = Seat{at};
    const auto text = given("order");
    if (!text) return {};
    const auto parts = base::split(*text, '/');
    if (parts.size() != position_.players) return fail(Code::malformed, "order: every seat once");
    for (std::size_t at = 0; at < parts.size(); ++at) {
      const auto named = seat(parts[at]);
      if (!named) return std::unexpected(named.error());
      const auto before = std::span(position_.order).first(at);
      if (std::ranges::find(before, *named) != before.end())
        return fail(Code::malformed, "order: every seat once");
      position_.order[at] = *named;
    }
    return {};
  }

  Result<> scores() {
    const auto text = given("scores");
    if (!text) return {};
    const auto parts = base::split(*text, '/');
    if (parts.size() != position_.players) return fail(Code::malformed, "scores: one for every seat");
    for (std::size_t at = 0; at < parts.size(); ++at) {
      const auto number = base::to_number<std::uint16_t>(parts[at]);
      if (!number || *number > kMostScore) return fail(Code::malformed, "scores: numbers from 0 to 9999");
      position_.scores[at] = *number;
    }
    return {};
  }

  Result<> turn() {
    const auto text = given("turn");
    const auto named = text ? seat(*text) : position_.order.front();
    if (!named) return std::unexpected(named.error());
    position_.turn = *named;
    return {};
  }

  Result<> passes() {
    const auto number = base::to_number<std::uint8_t>(given("passes").value_or("0"));
    if (!number || *number > position_.players) return fail(Code::malformed, "passes: one a player at most");
    position_.passes = *number;
    return {};
  }

  Result<> left() {
    const auto text = given("left").value_or(kNothing);
    if (text == kNothing) return {};
    const auto named = seat(text);
    if (!named) return std::unexpected(named.error());
    position_.left = *named;
    return {};
  }

  static constexpr int kMostScore = 9999;

  std::array<Field, 8> fields_{
      {{"board"}, {"hands"}, {"bag"}, {"order"}, {"scores"}, {"turn"}, {"passes"}, {"left"}}};
  Position position_;
  TileSet used_ = 0;
};

}  // namespace

Result<Turned> parse_tile(std::string_view text) {
  if (text.size() != kSides + 1)
    return fail(Code::malformed, "a tile is three letters and a digit, such as RRY1");
  const auto tile = parse_letters(text.substr(0, kSides));
  if (!tile) return std::unexpected(tile.error());
  const char digit = text.back();
  if (digit < '0' || digit > '2') return fail(Code::malformed, "the rotation of a tile is 0, 1 or 2");
  return Turned{*tile, static_cast<std::uint8_t>(digit - '0')};
}

Result<Location> parse_location(std::string_view text) {
  const auto number = base::to_number<std::uint8_t>(text);
  if (!number || *number >= kCells) return fail(Code::malformed, "a location is a number from 0 to 35");
  return Location{*number};
}

std::string write_tile(Turned turned) {
  return fmt::format("{}{}", letters_of(turned.tile), turned.rotation);
}

std::string write_move(const Move& move) {
  if (const auto* play = std::get_if<Play>(&move)) {
    return fmt::format("{}@{}", write_tile(play->tile), play->location.value);
  }
  if (const auto* swap = std::get_if<Swap>(&move)) return fmt::format("-{}", write_tile(swap->tile));
  return std::string(kSkip);
}

Result<Move> read_move(std::string_view text) {
  if (text == kSkip) return Skip{};
  if (text.starts_with('-')) {
    const auto tile = parse_tile(text.substr(1));
    if (!tile) return std::unexpected(tile.error());
    return Swap{*tile};
  }
  const auto at = text.find('@');
  if (at == std::string_view::npos) return fail(Code::malformed, "a move is RRY1@6, -RRY0 or skip");
  const auto tile = parse_tile(text.substr(0, at));
  if (!tile) return std::unexpected(tile.error());
  const auto location = parse_location(text.substr(at + 1));
  if (!location) return std::unexpected(location.error());
  return Play{*tile, *location};
}

std::string write_position(const Position& position) {
  std::string hands;
  std::string scores;
  std::string order;
  for (std::size_t at = 0; at < position.players; ++at) {
    const std::string_view slash = at == 0 ? "" : "/";
    hands += fmt::format("{}{}", slash, write_tiles(position.hands[at].tiles()));
    scores += fmt::format("{}{}", slash, position.scores[at]);
    order += fmt::format("{}{}", slash, position.order[at].value);
  }
  const bool whole = position.bag != 0 && position.bag == (kAllTiles & ~tiles_on_table(position));
  const std::string bag = whole ? std::string(kTheRest) : write_tiles(tiles_of(position.bag));
  const std::string left = position.left ? fmt::format(" left={}", position.left->value) : "";
  return fmt::format("board={} hands={} bag={} scores={} order={} turn={} passes={}{}",
                     write_board(position.board), hands, bag, scores, order, position.turn.value,
                     position.passes, left);
}

Result<Position> read_position(std::string_view text) { return PositionReader().read(text); }

}  // namespace games::spectrangle
