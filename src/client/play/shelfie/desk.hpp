// The desk of My Shelfie: tiles are marked on the board, put in order, and dropped into a column.
#pragma once

#include "client/play/desk.hpp"
#include "games/shelfie/rules.hpp"

namespace client::play::shelfie {

class Desk final : public play::Desk {
 public:
  void show(const games::AnyView& view) override;
  Size board_size(const Size& room, const Look& look) const override;
  void draw_board(Grid& grid, const Area& area, const Look& look) const override;
  int draw_side(Grid& grid, const Area& area, const Look& look) const override;
  std::vector<std::string> answer(std::string_view question) const override;
  std::span<const std::string_view> questions() const override;
  std::vector<Source> sources(base::Seat seat) const override;
  std::string call() const override;
  Reply press(const Key& key) override;
  Reply click(int target) override;
  base::Result<games::AnyMove> read(std::string_view text) const override;
  void suggest(const games::AnyMove& move) override;
  std::string prompt() const override;
  std::string_view keys() const override;
  std::span<const std::string_view> help() const override;
  std::string in_words(const games::AnyMove& move) const override;
  std::string standing(base::Seat seat) const override;
  std::optional<base::Seat> to_move() const override;

 private:
  bool on_turn() const;
  games::shelfie::Phase phase() const { return view_.open.phase; }
  std::optional<games::shelfie::Move> pending() const;
  Reply toggle(int cell);
  Reply send();
  Reply type(char32_t character);
  void step_back();
  void draw_table(Grid& grid, const Area& area, const Look& look) const;
  /// The size is that of a cell.
  void draw_shelf(Grid& grid, const Area& area, base::Seat seat, const Look& look) const;
  std::optional<games::shelfie::Type> wanted_at(base::Seat seat, int place) const;

  games::shelfie::View view_;
  bool knows_all_ = false;   ///< no tile is missing: others' shelves and the bag are known
  int cursor_ = 40;          ///< a cell of the board
  std::vector<int> marked_;  ///< cells, in the order in which they were marked
  std::vector<int> order_;   ///< positions in the hand
  int column_ = 0;           ///< of the shelf
};

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::shelfie::Event& event, Names names, const games::shelfie::View* before);

/// Columns are counted from 0 here, as moves are typed.
std::optional<std::string> sheet_label(const games::shelfie::Event& event);

}  // namespace client::play::shelfie
