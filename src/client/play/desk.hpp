// What a player has in front of them in one game: the board, the hand, and a move that is being put together.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/play/grid.hpp"
#include "client/play/pictures.hpp"
#include "games/any.hpp"

namespace client::play {

struct Key {
  enum class Kind : std::uint8_t {
    character,
    up,
    down,
    left,
    right,
    enter,
    escape,
    backspace,
    tab,
    page_up,
    page_down,
    help,     ///< F1
    chat,     ///< F2
    sheet,    ///< F3
    save,     ///< F4
    back,     ///< F5: a move earlier
    forward,  ///< F6: a move later
    quit,     ///< F10
    click,    ///< at row and column
  };

  Kind kind = Kind::character;
  char32_t character = 0;
  int row = 0;
  int column = 0;
};

/// Where an arrow key leads.
struct Step {
  int rows = 0;
  int columns = 0;
};

/// Nothing of a key that is no arrow.
constexpr std::optional<Step> read_arrow(const Key& key) {
  if (key.kind == Key::Kind::up) return Step{-1, 0};
  if (key.kind == Key::Kind::down) return Step{1, 0};
  if (key.kind == Key::Kind::left) return Step{0, -1};
  if (key.kind == Key::Kind::right) return Step{0, 1};
  return std::nullopt;
}

/// What came of a key.
struct Reply {
  bool taken = true;                   ///< it meant something here
  std::optional<games::AnyMove> move;  ///< to be made now
  std::string note;                    ///< a sentence for the player
};

inline Reply not_mine() { return {.taken = false, .move = {}, .note = {}}; }
inline Reply done() { return {}; }
inline Reply tell(std::string note) { return {.taken = true, .move = {}, .note = std::move(note)}; }
inline Reply make(games::AnyMove move) { return {.taken = true, .move = std::move(move), .note = {}}; }

/// What every board fits into, and how wide what stands beside it is.
inline constexpr Size kLeastRoom{19, 50};
inline constexpr int kSideColumns = 29;

/// Where points come from.
struct Source {
  std::string what;
  int points = 0;
};

/// The desk knows nothing of terminals and networks: views come in, moves go out, pictures are grids.
class Desk : boost::noncopyable {
 public:
  virtual ~Desk() = default;

  /// The game stands so now. A move that is being put together is kept as long as it can still be made.
  virtual void show(const games::AnyView& view) = 0;

  /// How large the board is drawn in that room: the more there is, the larger; never more than kLeastRoom
  /// where there is no more.
  virtual Size board_size(const Size& room, const Look& look) const = 0;
  virtual void draw_board(Grid& grid, const Area& area, const Look& look) const = 0;
  /// What else is needed (the hand, goals), and what is good to know where there are rows for it. Returns the
  /// row behind it.
  virtual int draw_side(Grid& grid, const Area& area, const Look& look) const = 0;

  /// A key, or a click on the target that `draw_board` or `draw_side` marked. Only while on turn a move
  /// comes of it.
  virtual Reply press(const Key& key) = 0;
  virtual Reply click(int target) = 0;
  /// A move as somebody types it.
  virtual base::Result<games::AnyMove> read(std::string_view text) const = 0;
  /// Puts a move together as if it had been entered, so that Enter makes it.
  virtual void suggest(const games::AnyMove& move) = 0;

  /// What is being put together, and what may be done: a line.
  virtual std::string prompt() const = 0;
  virtual std::string_view keys() const = 0;  ///< a line
  /// The same where draws and moves taken back can be offered; "": this game has no such thing.
  virtual std::string_view keys_with_offers() const { return ""; }
  virtual std::span<const std::string_view> help() const = 0;          ///< how moves are entered
  virtual std::string in_words(const games::AnyMove& move) const = 0;  ///< a move of the player's own
  /// Points and what else is known of a seat; nothing of one that the game does not have.
  virtual std::string standing(base::Seat seat) const = 0;
  virtual std::optional<base::Seat> to_move() const = 0;

  /// What is asked of who is on turn, for those who read lines: without a word of keys.
  virtual std::string call() const { return "Your turn."; }
  /// What somebody asks who does not see the board, in small letters: "on e4", "pieces". Nothing if that is
  /// no question here.
  virtual std::vector<std::string> answer(std::string_view /*question*/) const { return {}; }
  virtual std::span<const std::string_view> questions() const { return {}; }  ///< a line each
  /// Where the points of a seat come from, as far as the game knows more of it than its moves.
  virtual std::vector<Source> sources(base::Seat /*seat*/) const { return {}; }
  /// Whether letters are part of a move here, so that no letter means anything else.
  virtual bool takes_letters() const { return false; }
};

/// The desk for the game that the view is of; a plain one (plain_desk.hpp) if it is not drawn.
std::unique_ptr<Desk> make_desk(const games::AnyView& view, Pictures pictures = Pictures::own);

/// Those who play, by seat.
using Names = std::span<const std::string>;

/// Something that happened in a game that has a picture, in words. `before` is how things stood.
std::string describe(const games::AnyEvent& event, Names names, const std::optional<games::AnyView>& before);

/// What an act is called on the sheet, where the game's own label does not fit the board as it is drawn here.
std::optional<std::string> sheet_label(const games::AnyEvent& event);

/// The name of a seat; "seat 3" if it has none.
std::string name_at(Names names, base::Seat seat);

}  // namespace client::play
