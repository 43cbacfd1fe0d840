// The desk of chess: a board that is turned to its player, a cursor, and a piece that is picked up.
#pragma once

#include "client/play/desk.hpp"
#include "games/chess/rules.hpp"

namespace client::play::chess {

class Desk final : public play::Desk {
 public:
  void show(const games::AnyView& view) override;
  Size board_size(const Size& room, const Look& look) const override;
  void draw_board(Grid& grid, const Area& area, const Look& look) const override;
  int draw_side(Grid& grid, const Area& area, const Look& look) const override;
  std::string call() const override;
  std::vector<std::string> answer(std::string_view question) const override;
  std::span<const std::string_view> questions() const override;
  Reply press(const Key& key) override;
  Reply click(int target) override;
  base::Result<games::AnyMove> read(std::string_view text) const override;
  void suggest(const games::AnyMove& move) override;
  std::string prompt() const override;
  std::string_view keys() const override;
  std::string_view keys_with_offers() const override;
  std::span<const std::string_view> help() const override;
  std::string in_words(const games::AnyMove& move) const override;
  std::string standing(base::Seat seat) const override;
  std::optional<base::Seat> to_move() const override;

 private:
  using Square = games::chess::Square;

  bool white_below() const;
  bool on_turn() const;
  void draw_square(Grid& grid, const Area& cell, Square square, const Look& look) const;
  Style style_of(Square square, const Look& look) const;
  bool can_go_to(Square square) const;
  Reply choose(Square square);
  Reply promote(char32_t letter);

  games::chess::View view_;
  bool shown_ = false;
  Square cursor_ = 0;
  std::optional<Square> picked_;            ///< the piece that is to move
  std::optional<Square> promotes_at_;       ///< its square, while the new piece must be named
  games::chess::Promotion hinted_{};        ///< what a suggested move promotes to
  std::optional<games::chess::Move> last_;  ///< what was moved last
  std::vector<games::chess::Move> moves_;   ///< what may be done now
};

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::chess::Event& event, Names names, const games::chess::View* before);

}  // namespace client::play::chess
