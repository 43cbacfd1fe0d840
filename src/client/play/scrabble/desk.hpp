// The desk of Scrabble: tiles are typed onto the board from the cursor on, or given back.
#pragma once

#include "client/play/desk.hpp"
#include "games/scrabble/rules.hpp"

namespace client::play::scrabble {

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
  std::span<const std::string_view> help() const override;
  std::string in_words(const games::AnyMove& move) const override;
  std::string standing(base::Seat seat) const override;
  std::optional<base::Seat> to_move() const override;
  bool takes_letters() const override { return true; }

 private:
  enum class Doing : std::uint8_t { laying, exchanging, passing };

  /// See play::describe.
  std::string label(const games::AnyEvent& any, Names names, const std::optional<games::AnyView>& told);

  bool on_turn() const;
  games::scrabble::Rack left_in_hand() const;
  games::scrabble::Tile tile_at(games::scrabble::Square at) const;
  bool is_free(games::scrabble::Square at) const { return tile_at(at) == games::scrabble::kNone; }
  Reply type(char32_t character);
  enum class As : std::uint8_t { itself, blank };
  Reply lay(games::scrabble::Tile letter, As as);
  Reply give_back(games::scrabble::Tile letter);
  Reply take_back();
  Reply send();
  Reply send_tiles();
  void forget();
  void go(int rows, int columns);
  void draw_square(Grid& grid, const Area& cell, games::scrabble::Square at, const Look& look) const;
  std::string unseen() const;

  games::scrabble::View view_;
  bool shown_ = false;
  games::scrabble::Square cursor_ = games::scrabble::kCentre;
  games::scrabble::Direction direction_ = games::scrabble::Direction::across;
  Doing doing_ = Doing::laying;
  std::vector<games::scrabble::Spot> laid_;    ///< in the order in which they were typed
  std::string given_;                          ///< tiles to be exchanged
  bool anyway_ = false;                        ///< Enter sends words that are not known here
  std::vector<games::scrabble::Square> last_;  ///< where the last tiles came to lie
};

/// The whole word that tiles form with those that lie on the board, as a move of kind place: the line in
/// which they are, or the given direction for a single tile that has neighbours in both. Refuses with
/// does_not_fit.
base::Result<games::scrabble::Move> whole_word(const games::scrabble::Board& board,
                                               std::span<const games::scrabble::Spot> spots,
                                               games::scrabble::Direction preferred);

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::scrabble::Event& event, Names names, const games::scrabble::View* before);

}  // namespace client::play::scrabble
