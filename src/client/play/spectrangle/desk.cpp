// The desk of Spectrangle.
#include "client/play/spectrangle/desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/count.hpp"
#include "base/text.hpp"
#include "client/play/spectrangle/triangle.hpp"
#include "games/spectrangle/notation.hpp"

namespace client::play::spectrangle {

namespace s = games::spectrangle;

namespace {

constexpr int kHandTargets = 100;
constexpr int kHighest = 9;  ///< that a triangle gets

/// How many lines a triangle of the board has. One that points up and one that points down beside it take
/// twice as many columns and two more.
int lines_in(const Size& room) {
  for (int lines = kHighest; lines > kLeastLines; --lines) {
    if (s::kRows * lines <= room.rows && s::kRows * pitch_of(lines) <= room.columns) return lines;
  }
  return kLeastLines;
}

constexpr std::array<std::string_view, 8> kHelp{
    "1 to 4 (or a click) choose a tile of your hand, Space turns it, arrows (or a",
    "click) move the cursor to a cell, Enter (or another click) lays it there.",
    "Cells where the tile fits as it is turned are marked.",
    "Letters are colours: Red Green Blue Yellow Purple White. The digit is the",
    "value; x2, x3, x4 multiply. White fits beside every colour.",
    "'-' gives the tile for another, '=' skips: only if nothing can be laid.",
    "Typed after ':' moves are RRY1@6, -RRY0, skip. Everybody's tiles are open.",
    "",
};

struct Where {
  int row;
  int index;
};

Where where(s::Location at) {
  const int row = static_cast<int>(std::sqrt(static_cast<double>(at.value)));
  return {row, at.value - row * row};
}

class Desk final : public play::Desk {
 public:
  void show(const games::AnyView& view) override {
    const auto& seen = games::get<s::View>(view);
    const auto fresh = seen.position.board.taken & ~view_.position.board.taken;
    if (fresh != 0 && (fresh & (fresh - 1)) == 0) {
      auto cells = fresh;
      last_ = s::take_first(cells);
    }
    const bool same_hand =
        seen.viewer == view_.viewer && view_.viewer &&
        seen.position.hands[seen.viewer->value] == view_.position.hands[view_.viewer->value];
    view_ = seen;
    if (same_hand) return;
    doing_ = Doing::laying;
    rotation_ = 0;
    chosen_ = 0;
  }

  std::optional<base::Seat> to_move() const override {
    if (view_.position.over || view_.position.players == 0) return std::nullopt;
    return view_.position.turn;
  }

  Size board_size(const Size& room, const Look& /*look*/) const override {
    const int lines = lines_in(room);
    return {s::kRows * lines, s::kRows * pitch_of(lines)};
  }

  void draw_board(Grid& grid, const Area& area, const Look& look) const override {
    const int lines = lines_in(area.size);
    const int pitch = pitch_of(lines);
    for (std::uint8_t cell = 0; cell < s::kCells; ++cell) {
      const auto [y, index] = where({cell});
      const int left = area.column + (s::kRows - 1 - y) * (pitch / 2) + index / 2 * pitch;
      draw_cell(grid, {area.row + y * lines, left, {lines, pitch}}, {cell}, look);
    }
  }

  int draw_side(Grid& grid, const Area& area, const Look& look) const override {
    int row = area.row;
    const int column = area.column;
    for (std::size_t at = 0; at < hand().size(); ++at) {
      const int left = column + static_cast<int>(at) * (2 * kLeastLines + 1);
      const bool chosen = at == chosen_ && view_.viewer;
      const s::Turned turned{hand()[at], static_cast<std::uint8_t>(chosen ? rotation_ : 0)};
      draw_triangle(grid, row, left, {.points_up = true, .tile = turned}, look,
                    kHandTargets + static_cast<int>(at));
      const auto number = chosen ? fmt::format("[{}]", at + 1) : fmt::format(" {} ", at + 1);
      grid.put(row + kLeastLines, left + 1, number, {.bold = chosen, .reverse = chosen && look.colour});
    }
    if (!hand().empty()) row += kLeastLines + 1;
    grid.put(row++, column, fmt::format("in the bag: {}", std::popcount(view_.position.bag)));
    return row;
  }

  Reply press(const Key& key) override {
    if (const auto arrow = read_arrow(key)) return go(*arrow);
    switch (key.kind) {
      case Key::Kind::tab:
        choose_tile(hand().empty() ? 0 : (chosen_ + 1) % hand().size());
        return done();
      case Key::Kind::enter:
        return send();
      case Key::Kind::escape:
      case Key::Kind::backspace:
        doing_ = Doing::laying;
        rotation_ = 0;
        return done();
      case Key::Kind::character:
        return type(key.character);
      default:
        return not_mine();
    }
  }

  Reply click(int target) override {
    if (target >= kHandTargets) {
      const auto number = static_cast<std::size_t>(target - kHandTargets);
      if (number == chosen_) return type(U' ');
      choose_tile(number);
      return done();
    }
    if (target < 0 || target >= s::kCells) return not_mine();
    const s::Location at{static_cast<std::uint8_t>(target)};
    if (at == cursor_ && doing_ == Doing::laying) return send();
    cursor_ = at;
    doing_ = Doing::laying;
    return done();
  }

  base::Result<games::AnyMove> read(std::string_view text) const override {
    const auto move = s::Rules::read(text);
    if (!move) return std::unexpected(move.error());
    if (on_turn()) {
      if (const auto tried = try_out(*move); !tried) return std::unexpected(tried.error());
    }
    return *move;
  }

  void suggest(const games::AnyMove& any) override {
    const auto& move = games::get<s::Move>(any);
    const auto choose = [&](s::Turned turned) {
      const auto found = std::ranges::find(hand(), turned.tile);
      chosen_ = static_cast<std::size_t>(found - hand().begin());
      rotation_ = turned.rotation;
    };
    doing_ = Doing::skipping;
    if (const auto* play = std::get_if<s::Play>(&move)) {
      choose(play->tile);
      cursor_ = play->location;
      doing_ = Doing::laying;
    } else if (const auto* swap = std::get_if<s::Swap>(&move)) {
      choose(swap->tile);
      doing_ = Doing::swapping;
    }
  }

  std::string in_words(const games::AnyMove& any) const override {
    const auto& move = games::get<s::Move>(any);
    if (const auto* play = std::get_if<s::Play>(&move)) {
      const auto points = view_.viewer ? try_out(move) : 0;
      return fmt::format("{} on {} for {}", s::write_tile(play->tile), play->location.value,
                         base::count_of(points.value_or(0), "point"));
    }
    if (const auto* swap = std::get_if<s::Swap>(&move)) {
      return fmt::format("give {} for another", s::letters_of(swap->tile.tile));
    }
    return "skip";
  }

  std::string prompt() const override {
    if (!on_turn()) return "";
    const auto move = pending();
    if (!move) return "Your turn.";
    const auto tried = try_out(*move);
    if (doing_ != Doing::laying) {
      return fmt::format("{}? {}", in_words(*move),
                         tried ? "Enter does it, Esc does not." : tried.error().detail);
    }
    return tried ? fmt::format("{}: Enter lays it.", in_words(*move))
                 : fmt::format("Your turn. Here: {}", tried.error().detail);
  }

  std::string_view keys() const override {
    return "1-4: tile  Space: turn  Enter: lay  -: swap  =: skip  ?: hint  F1 help  q quit";
  }

  std::span<const std::string_view> help() const override { return kHelp; }

  std::string standing(base::Seat seat) const override {
    if (seat.value >= s::kMostPlayers) return "";
    std::string text = fmt::format("{:>4}", view_.position.scores[seat.value]);
    if (seat == view_.viewer) return text;
    for (const auto tile : view_.position.hands[seat.value].tiles()) {
      text += fmt::format(" {}", s::letters_of(tile));
    }
    return text;
  }

  std::vector<std::string> answer(std::string_view question) const override {
    return spectrangle::answer(view_, question);
  }

  std::span<const std::string_view> questions() const override { return spectrangle::questions(); }

 private:
  enum class Doing : std::uint8_t { laying, swapping, skipping };

  bool on_turn() const { return view_.viewer && to_move() == view_.viewer; }

  std::span<const s::Tile> hand() const {
    if (!view_.viewer) return {};
    return view_.position.hands[view_.viewer->value].tiles();
  }

  std::optional<s::Turned> chosen_tile() const {
    if (chosen_ >= hand().size()) return std::nullopt;
    return s::Turned{hand()[chosen_], static_cast<std::uint8_t>(rotation_)};
  }

  /// What Enter would do.
  std::optional<s::Move> pending() const {
    if (doing_ == Doing::skipping) return s::Skip{};
    const auto tile = chosen_tile();
    if (!tile) return std::nullopt;
    if (doing_ == Doing::swapping) return s::Swap{*tile};
    return s::Play{*tile, cursor_};
  }

  /// The points that a move brings, or why it may not be made.
  base::Result<int> try_out(const s::Move& move) const {
    s::State state{view_.position, base::Rng(1)};
    const auto events = s::Rules::play(state, *view_.viewer, move);
    if (!events) return std::unexpected(events.error());
    const auto* placed = std::get_if<s::Placed>(&events->front());
    return placed == nullptr ? 0 : placed->points;
  }

  void draw_cell(Grid& grid, const Area& area, s::Location at, const Look& look) const {
    const bool here = view_.viewer && at == cursor_ && doing_ == Doing::laying;
    auto lying = s::tile_at(view_.position.board, at);
    const auto tile = chosen_tile();
    Triangle triangle{
        .points_up = s::points_up(at), .cursor = here, .fresh = last_ == at, .lines = area.size.rows};
    if (lying) {
      triangle.tile = *lying;
    } else if (here && tile) {
      triangle.tile = *tile;
      triangle.ghost = true;
    } else {
      triangle.number = at.value;
      triangle.bonus = s::bonus_of(at);
      const auto fits = tile && on_turn() ? s::fitting_cells(view_.position.board, *tile) : 0;
      triangle.fits = (fits & s::only(at)) != 0;
    }
    draw_triangle(grid, area.row, area.column, triangle, look, at.value);
  }

  void choose_tile(std::size_t number) {
    if (number >= hand().size()) return;
    if (chosen_ != number) rotation_ = 0;
    chosen_ = number;
    if (doing_ == Doing::skipping) doing_ = Doing::laying;
  }

  Reply go(Step arrow) {
    const auto [row, index] = where(cursor_);
    const int to_row = std::clamp(row + arrow.rows, 0, s::kRows - 1);
    const int to_index = std::clamp(index + arrow.columns + (to_row - row), 0, 2 * to_row);
    cursor_ = {static_cast<std::uint8_t>(to_row * to_row + to_index)};
    doing_ = Doing::laying;
    return done();
  }

  Reply send() {
    if (!view_.viewer) return tell("You only watch.");
    if (!on_turn()) return tell("It is not your turn.");
    const auto move = pending();
    if (!move) return tell("You have no tile.");
    if (const auto tried = try_out(*move); !tried) return tell(tried.error().detail);
    doing_ = Doing::laying;
    return make(*move);
  }

  Reply type(char32_t character) {
    if (character >= U'1' && character <= U'4') {
      choose_tile(static_cast<std::size_t>(character - U'1'));
    } else if (character == U' ' || character == U'r') {
      rotation_ = (rotation_ + 1) % s::kSides;
    } else if (character == U'-') {
      doing_ = Doing::swapping;
    } else if (character == U'=') {
      doing_ = Doing::skipping;
    } else {
      return not_mine();
    }
    return done();
  }

  s::View view_;
  std::size_t chosen_ = 0;  ///< of the hand
  int rotation_ = 0;
  s::Location cursor_{6};
  Doing doing_ = Doing::laying;
  std::optional<s::Location> last_;  ///< where the last tile came to lie
};

}  // namespace

std::unique_ptr<play::Desk> make_empty_desk() { return std::make_unique<Desk>(); }

}  // namespace client::play::spectrangle
