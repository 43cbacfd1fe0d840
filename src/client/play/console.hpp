// What a player does and sees, without any terminal or network: keys, lines and notices in, requests and
// pictures out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/play/chronicle.hpp"
#include "client/play/desk.hpp"
#include "client/play/hall.hpp"
#include "client/play/scene.hpp"

namespace client::play {

/// Where and as whom one plays, and what may be asked for there.
struct About {
  std::string what;      ///< a game, or a protocol
  std::string where;     ///< an address, or "against a casual bot"
  std::string name;      ///< the player's own
  bool names = true;     ///< players have names
  bool chat = false;     ///< people can talk
  bool ready = false;    ///< the game begins when all say that they are ready
  bool lobbies = false;  ///< there are several, which can be listed and joined by name
  bool hall = false;     ///< there are many games, to be chosen from
  bool offers = false;   ///< draws and moves taken back can be offered, and one can resign
  HallWishes wishes{};   ///< for games that are chosen there
  bool hints = false;    ///< may be had also where the others cannot be told of it
  Pictures pictures = Pictures::own;
};

/// What the player wants of the world.
class Outside {
 public:
  virtual ~Outside() = default;
  virtual base::Result<void> ask(const table::Request& request) = 0;
  /// Chooses a move for the view; Console::hint gets it later.
  virtual void think(const games::AnyView& view) = 0;
  /// Writes the game to a file whose ending says how; the sentence that says so.
  virtual base::Result<std::string> save(const std::string& file) = 0;
  /// Comes to the server anew, by Console::name.
  virtual void begin_again() = 0;
  /// Nothing more is wanted.
  virtual void quit() = 0;
};

class Console {
 public:
  /// What is outside must outlive it.
  Console(About about, Outside& outside);

  /// It is so late now, for all that follows.
  void keep_time(base::Time now) { scene_.now = now; }
  /// How long it is until the screen changes by itself, because a clock runs; nothing if it does not.
  std::optional<base::Duration> until_change() const;

  void hear(const table::Notice& notice);
  void hear(const protocols::Answer& answer) { play::hear(scene_, answer); }
  /// How the game stands after what was heard; nothing if that is not known.
  void see(const std::optional<games::AnyView>& view);
  void hint(const games::AnyView& view, const games::AnyMove& move);
  /// Something about the connection that the player must know.
  void tell(std::string sentence);
  /// A connection is being made anew.
  void connecting();
  /// It is made, and nothing was said yet.
  void connected() { scene_.connected = true; }
  /// The connection is gone and is not made anew by itself.
  void lose(std::string sentence);

  void press(const Key& key);
  /// A click on a screen of that size.
  void click(const Key& key, int rows, int columns, const Look& look);
  /// A line as somebody types it: a command or a move.
  void enter(std::string_view line);

  /// The whole screen.
  Grid draw(int rows, int columns, const Look& look) const;
  /// Board and hand alone, for a printer.
  std::string picture(const Look& look) const;

  const Scene& scene() const { return scene_; }
  const Chronicle& chronicle() const { return chronicle_; }
  bool on_turn() const;
  /// Whether another game was wanted after the last.
  bool wants_again() const { return wants_again_; }
  const std::string& name() const { return about_.name; }
  /// What is to be done now, in a line.
  std::string prompt() const;
  /// The same without a word of keys.
  std::string call() const;
  /// A line for each command and each question that the game answers.
  std::vector<std::string> commands() const;
  /// How much time everybody has, in a line; nothing where it is not counted.
  std::string times() const;
  /// What was told since this was asked last, line by line.
  std::vector<std::string> take_news() { return std::exchange(news_, {}); }

 private:
  /// What is being typed, if anything.
  enum class Typing : std::uint8_t { nothing, command, chat, name, lobby, file };
  /// What the player was asked about, to be sure.
  enum class Sure : std::uint8_t { nothing, leave, draw, resign };

  void note(std::string text);
  void complain(std::string text);
  void take(Reply reply);
  void play(const games::AnyMove& move);
  void request(const table::Request& request, std::string_view done);
  void begin_typing(Typing what);
  void press_typing(const Key& key);
  void submit();
  bool press_anywhere(const Key& key);
  void press_when_asked(const Key& key);
  void press_about_offers(char32_t character);
  void offer(table::Proposal what);
  void answer(table::Consent consent);
  void withdraw();
  void resign();
  bool can_offer() const {
    return about_.offers && scene_.seat && desk_ && !desk_->keys_with_offers().empty();
  }
  bool is_offered() const { return scene_.offer && scene_.seat && scene_.offer->who != *scene_.seat; }
  bool has_offered() const { return scene_.offer && scene_.seat && scene_.offer->who == *scene_.seat; }
  void press_in_lobby(const Key& key);
  void press_in_hall(const Key& key);
  void go_to_hall();
  void list_choices();
  void choose(std::size_t number);
  std::vector<Choice> choices() const { return choices_in(scene_.overview.get(), about_.wishes); }
  void press_when_over(const Key& key);
  void ask_for_hint();
  void begin_anew();
  void again();
  void leave();
  bool command(std::string_view word, std::string_view rest);
  bool command_about_place(std::string_view word, std::string_view rest);
  bool command_about_past(std::string_view word, std::string_view rest);
  bool answer(std::string_view line);
  void list_moves();
  void list_scores();
  void tell_scores();
  void read_out(const std::vector<std::string>& lines);
  bool press_about_past(const Key& key);
  void step(int by);
  void go_to_step(std::size_t at);
  void return_to_now();
  void save(std::string_view file);
  std::string proposed_file() const;
  std::string words_of_step() const;
  const Desk& shown_desk() const { return past_ ? *past_ : *desk_; }
  std::vector<std::string> sheet(int columns) const;
  bool command_about_offers(std::string_view word);

  void draw_title(Grid& grid) const;
  void draw_bottom(Grid& grid, const Look& look) const;
  void draw_help(Grid& grid) const;
  void draw_lobby(Grid& grid) const;
  void draw_choices(Grid& grid, int row) const;
  void draw_game(Grid& grid, int bottom, const Look& look) const;
  void draw_sheet(Grid& grid, const Area& area) const;
  int draw_players(Grid& grid, const Area& area, const Look& look) const;
  int draw_player(Grid& grid, const Area& area, base::Seat seat, const Look& look) const;
  std::string standing(base::Seat seat) const;
  void draw_clock(Grid& grid, int row, int edge, base::Seat seat, const Look& look) const;
  void draw_offer(Grid& grid, int row) const;
  void draw_lines(Grid& grid, const Area& area, const Look& look) const;
  std::string_view keys() const;

  About about_;
  Outside& outside_;
  Scene scene_;
  std::unique_ptr<Desk> desk_;
  Chronicle chronicle_;
  std::optional<std::size_t> step_;  ///< of the chronicle, that is looked at instead of what is now
  std::unique_ptr<Desk> past_;       ///< as it stood then
  bool sheet_shown_ = false;         ///< in the place of the board
  bool scores_told_ = false;         ///< where points came from, after the end
  Typing typing_ = Typing::nothing;
  std::u32string typed_;
  std::string note_;  ///< the last thing to be said
  bool note_is_bad_ = false;
  bool helping_ = false;
  Sure sure_ = Sure::nothing;
  bool wants_again_ = false;
  std::size_t chosen_ = 0;                      ///< in the hall
  int scrolled_ = 0;                            ///< rows back from the last
  mutable int furthest_ = 0;                    ///< back that one can go, in the last picture
  std::vector<std::string> news_;               ///< told and not yet taken
  std::optional<games::AnyView> thinks_about_;  ///< for what a hint is on its way
};

}  // namespace client::play
