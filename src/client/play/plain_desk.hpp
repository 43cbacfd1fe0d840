// The desk of a game that has no picture: what it says of itself as plain data, and a list of its moves.
#pragma once

#include "base/value.hpp"
#include "client/play/desk.hpp"

namespace client::play {

class PlainDesk final : public Desk {
 public:
  void show(const games::AnyView& view) override;
  Size board_size(const Size& room, const Look& look) const override;
  void draw_board(Grid& grid, const Area& area, const Look& look) const override;
  int draw_side(Grid& grid, const Area& area, const Look& look) const override;
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
  std::optional<base::Seat> to_move() const override { return to_move_; }

 private:
  struct Choice {
    games::AnyMove move;
    std::string label;  ///< as people read it
  };
  /// The part of the list that is shown.
  struct Page {
    int columns;
    int width;  ///< of each
    std::size_t first;
  };

  Page page() const;
  void list_moves(const std::vector<games::AnyMove>& moves, const base::Value& labelled);
  Reply go(int by);
  Reply send();

  std::string game_;
  std::optional<base::Seat> to_move_;
  std::vector<std::string> board_;   ///< a text a row
  std::vector<std::string> before_;  ///< the same as it was last
  std::vector<std::string> facts_;   ///< all else, a line each
  std::vector<Choice> choices_;      ///< what may be done now: nothing while others are on turn
  std::size_t chosen_ = 0;
};

/// A value as people read it: "yes", "3, 4", "red 1, blue 2".
std::string words_of(const base::Value& value);

}  // namespace client::play
