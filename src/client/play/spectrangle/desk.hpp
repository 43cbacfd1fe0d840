// The desk of Spectrangle: a tile of the hand is chosen, turned, and laid where the cursor is.
#pragma once

#include "client/play/desk.hpp"
#include "games/spectrangle/rules.hpp"

namespace client::play::spectrangle {

class Desk final : public play::Desk {
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
  std::span<const std::string_view> help() const override;
  std::string in_words(const games::AnyMove& move) const override;
  std::string standing(base::Seat seat) const override;
  std::optional<base::Seat> to_move() const override;

 private:
  enum class Doing : std::uint8_t { laying, swapping, skipping };

  /// See play::describe.
  std::string label(const games::AnyEvent& any, Names names, const std::optional<games::AnyView>& told);

  bool on_turn() const;
  std::span<const games::spectrangle::Tile> hand() const;
  std::optional<games::spectrangle::Turned> chosen_tile() const;
  std::optional<games::spectrangle::Move> pending() const;
  base::Result<int> try_out(const games::spectrangle::Move& move) const;
  void choose_tile(std::size_t number);
  void go(int rows, int columns);
  Reply send();
  Reply type(char32_t character);
  void draw_cell(Grid& grid, const Area& area, games::spectrangle::Location at, const Look& look) const;

  games::spectrangle::View view_;
  std::size_t chosen_ = 0;  ///< of the hand
  int rotation_ = 0;
  games::spectrangle::Location cursor_{6};
  Doing doing_ = Doing::laying;
  std::optional<games::spectrangle::Location> last_;  ///< where the last tile came to lie
};

/// What happened, in words; "" if there is nothing to say. `before` is how things stood, if that is known.
std::string label(const games::spectrangle::Event& event, Names names,
                  const games::spectrangle::View* before);

}  // namespace client::play::spectrangle
