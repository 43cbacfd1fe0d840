// What a player does: keys, clicks and lines.
#include "client/play/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace client::play {

using Stage = Scene::Stage;

namespace {

constexpr std::array<std::string_view, 14> kCommands{
    "MOVE         in the notation of the game",
    "hint         asks a bot for a move; 'go' then makes it",
    "go           makes the move that was put together, as Enter does",
    "board        prints the board again",
    "say TEXT     talks to the others, where the protocol has chat",
    "draw         offers a draw; 'takeback' asks to take your last move back",
    "accept       takes what is offered to you; 'decline' does not; 'withdraw' takes your own offer back",
    "ready        is ready for the game to begin, where the protocol has that",
    "lobbies      lists the lobbies; 'join NAME' enters one",
    "hall         goes to the hall of a server of many games; 'choose N' plays there",
    "name NAME    comes back under another name",
    "again        plays another game",
    "quit         leaves",
    "help         says this",
};

constexpr std::size_t kMostTyped = 300;
constexpr int kPage = 5;

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::span<const std::string_view> commands_in_words() { return kCommands; }

Console::Console(About about, Outside& outside) : about_(std::move(about)), outside_(outside) {
  scene_.name = about_.name;
}

void Console::hear(const table::Notice& notice) {
  const auto before = scene_.lines.size();
  const bool refused_before = scene_.name_refused;
  play::hear(scene_, notice);
  const bool begins =
      std::holds_alternative<table::Started>(notice) || std::holds_alternative<table::Resumed>(notice);
  if (begins) {
    desk_.reset();
    wants_again_ = false;
    sure_ = Sure::nothing;
    if (typing_ == Typing::name) typing_ = Typing::nothing;
  }
  scrolled_ = 0;
  for (auto at = before; at < scene_.lines.size(); ++at) news_.push_back(scene_.lines[at].text);
  if (const auto* aside = std::get_if<table::Aside>(&notice);
      aside != nullptr && std::holds_alternative<table::Offered>(aside->what)) {
    if (is_offered()) news_.emplace_back("'accept' takes it, 'decline' does not.");
    if (has_offered()) news_.emplace_back("'withdraw' takes the offer back.");
  }
  if (scene_.lines.size() > before) {
    const auto& last = scene_.lines.back();
    if (last.kind != Line::Kind::move) {
      note_ = last.text;
      note_is_bad_ = last.kind == Line::Kind::wrong;
    } else if (!note_is_bad_) {
      note_.clear();
    }
  }
  if (scene_.view) see(scene_.view);
  if (scene_.name_refused && !refused_before) begin_typing(Typing::name);
}

void Console::see(const std::optional<games::AnyView>& view) {
  if (!view) return;
  scene_.view = view;
  if (desk_) {
    desk_->show(*view);
  } else {
    desk_ = make_desk(*view);
  }
}

void Console::hint(const games::AnyView& view, const games::AnyMove& move) {
  if (thinks_about_ == view) thinks_about_.reset();
  if (!desk_) return;
  if (scene_.view != view) return on_turn() ? ask_for_hint() : note("");  // the game went on meanwhile
  desk_->suggest(move);
  note(fmt::format("Hint: {}. Enter makes it.", desk_->in_words(move)));
}

void Console::tell(std::string sentence) {
  add_line(scene_, Line::Kind::told, sentence);
  note(std::move(sentence));
}

void Console::connecting() {
  scene_.stage = Stage::connecting;
  scene_.understood = scene_.name_refused = false;
  scene_.lobby.clear();
  scene_.present.clear();
  scene_.offer.reset();
  wants_again_ = false;
}

void Console::lose(std::string sentence) {
  add_line(scene_, Line::Kind::wrong, sentence);
  complain(std::move(sentence));
  scene_.stage = Stage::lost;
  scene_.offer.reset();
  if (scene_.clock) scene_.clock->stop(scene_.now);
}

void Console::note(std::string text) {
  if (!text.empty()) news_.push_back(text);
  note_ = std::move(text);
  note_is_bad_ = false;
}

void Console::complain(std::string text) {
  news_.push_back(text);
  note_ = std::move(text);
  note_is_bad_ = true;
}

std::optional<base::Duration> Console::until_change() const {
  if (scene_.stage != Stage::playing || !scene_.clock) return std::nullopt;
  return scene_.clock->until_change(scene_.now);
}

bool Console::on_turn() const {
  return scene_.stage == Stage::playing && desk_ && scene_.seat && desk_->to_move() == scene_.seat;
}

void Console::take(Reply reply) {
  if (!reply.note.empty()) {
    complain(as_sentence(reply.note));
  } else if (reply.taken) {
    note("");
  }
  if (reply.move) play(*reply.move);
}

void Console::play(const games::AnyMove& move) {
  if (scene_.stage != Stage::playing) return complain("There is no game going on.");
  note("");
  const auto asked = outside_.ask(table::Play{move});
  if (!asked) complain(in_words(asked.error()));
}

void Console::request(const table::Request& request, std::string_view done) {
  const auto asked = outside_.ask(request);
  if (asked) {
    note(std::string(done));
  } else {
    complain(in_words(asked.error()));
  }
}

void Console::begin_typing(Typing what) {
  typing_ = what;
  typed_.clear();
  helping_ = false;
  sure_ = Sure::nothing;
}

void Console::press_typing(const Key& key) {
  switch (key.kind) {
    case Key::Kind::enter:
      return submit();
    case Key::Kind::escape:
      typing_ = Typing::nothing;
      return;
    case Key::Kind::backspace:
      if (typed_.empty()) {
        typing_ = Typing::nothing;
      } else {
        typed_.pop_back();
      }
      return;
    case Key::Kind::character:
      if (typed_.size() < kMostTyped && width_of(key.character) > 0) typed_ += key.character;
      return;
    default:
      return;
  }
}

void Console::submit() {
  const auto what = std::exchange(typing_, Typing::nothing);
  const auto text = write_text(typed_);
  const auto line = trim(text);
  if (line.empty()) return;
  if (what == Typing::command) return enter(line);
  if (what == Typing::chat) {
    command("say", line);
  } else if (what == Typing::name) {
    command("name", line);
  } else if (what == Typing::lobby) {
    command("join", line);
  }
}

void Console::ask_for_hint() {
  if (!on_turn()) return complain("A hint is for your own turn.");
  note("Thinking ...");
  if (thinks_about_ == scene_.view) return;
  thinks_about_ = scene_.view;
  outside_.think(*scene_.view);
}

/// What was played is given up.
void Console::begin_anew() {
  desk_.reset();
  scene_.view.reset();
  outside_.begin_again();
}

void Console::again() {
  if (scene_.stage == Stage::lost) return begin_anew();
  if (scene_.stage != Stage::over) return complain("The game is not over.");
  wants_again_ = true;
  request(table::Rematch{table::Wish::again}, "Waiting for another game ...");
}

/// What the protocol has words for is said before the connection ends.
void Console::leave() {
  if (scene_.stage == Stage::over && !wants_again_) {
    static_cast<void>(outside_.ask(table::Rematch{table::Wish::enough}));
  } else if (scene_.stage == Stage::playing || scene_.stage == Stage::lobby) {
    static_cast<void>(outside_.ask(table::Leave{}));
  }
  outside_.quit();
}

/// Keys that mean the same wherever one is; true if it was one.
bool Console::press_anywhere(const Key& key) {
  const auto is = [&](char32_t character) {
    return key.kind == Key::Kind::character && key.character == character;
  };
  if (key.kind == Key::Kind::help) {
    helping_ = true;
  } else if (key.kind == Key::Kind::quit) {
    sure_ = Sure::leave;
  } else if (is(U':')) {
    begin_typing(Typing::command);
  } else if (is(U'?') && scene_.stage == Stage::playing) {
    ask_for_hint();
  } else if ((key.kind == Key::Kind::chat || is(U'/')) && about_.chat) {
    begin_typing(Typing::chat);
  } else if (key.kind == Key::Kind::page_up) {
    scrolled_ = std::min(scrolled_ + kPage, furthest_);
  } else if (key.kind == Key::Kind::page_down) {
    scrolled_ = std::max(0, scrolled_ - kPage);
  } else {
    return false;
  }
  return true;
}

void Console::press_in_hall(const Key& key) {
  const auto count = choices().size();
  if (key.kind == Key::Kind::down) chosen_ = (chosen_ + 1) % count;
  if (key.kind == Key::Kind::up) chosen_ = (chosen_ + count - 1) % count;
  if (key.kind == Key::Kind::enter) choose(chosen_);
  if (key.kind == Key::Kind::character && key.character == U'b') go_to_hall();
}

/// Gets up from the table, stops watching, or leaves the lobby.
void Console::go_to_hall() {
  if (!about_.hall) return complain("This server has one game only.");
  const bool waits = scene_.stage == Stage::lobby && !scene_.present.empty();
  if (waits || scene_.stage == Stage::playing || scene_.stage == Stage::over) request(table::Leave{}, "");
  if (scene_.stage != Stage::lost && scene_.stage != Stage::connecting) scene_.stage = Stage::lobby;
  scene_.present.clear();
  scene_.lobby.clear();
  desk_.reset();
  scene_.view.reset();
}

void Console::list_choices() {
  const auto all = choices();
  for (std::size_t at = 0; at < all.size(); ++at)
    news_.push_back(fmt::format("{}. {}", at + 1, all[at].text));
}

void Console::choose(std::size_t number) {
  const auto all = choices();
  if (number >= all.size()) return complain("There is no such choice: 'hall' lists them.");
  request(all[number].request, fmt::format("{} ...", all[number].text));
}

void Console::press_in_lobby(const Key& key) {
  if (about_.hall) return press_in_hall(key);
  const char32_t character = key.kind == Key::Kind::character ? key.character : 0;
  if ((key.kind == Key::Kind::enter || character == U'r') && about_.ready) {
    command("ready", "");
  } else if (character == U'l' && about_.lobbies) {
    command("lobbies", "");
  } else if (character == U'j' && about_.lobbies) {
    begin_typing(Typing::lobby);
  }
}

void Console::press_when_over(const Key& key) {
  const char32_t character = key.kind == Key::Kind::character ? key.character : 0;
  const bool hall_only = about_.hall && scene_.parted;
  if (key.kind == Key::Kind::enter && !hall_only) again();
  if (about_.hall && (character == U'b' || (key.kind == Key::Kind::enter && hall_only))) go_to_hall();
}

void Console::press(const Key& key) {
  if (helping_) {
    helping_ = false;
    return;
  }
  if (typing_ != Typing::nothing) return press_typing(key);
  if (sure_ != Sure::nothing) return press_when_asked(key);
  if (press_anywhere(key)) return;
  if (scene_.stage == Stage::playing && desk_) {
    auto reply = scene_.seat ? desk_->press(key) : not_mine();
    if (reply.taken) return take(std::move(reply));
    if (desk_->takes_letters() && scene_.seat) return;
  }
  const char32_t character = key.kind == Key::Kind::character ? key.character : 0;
  if (key.kind == Key::Kind::enter && scene_.name_refused) return begin_typing(Typing::name);
  if (character == U'h') helping_ = true;
  if (character == U'q') sure_ = Sure::leave;
  if (scene_.stage == Stage::playing && scene_.seat) press_about_offers(character);
  if (scene_.stage == Stage::lobby) press_in_lobby(key);
  if (scene_.stage == Stage::over || scene_.stage == Stage::lost) press_when_over(key);
  const bool watches = scene_.stage == Stage::playing && !scene_.seat;
  if (watches && character == U'b') go_to_hall();
}

void Console::press_when_asked(const Key& key) {
  const auto what = std::exchange(sure_, Sure::nothing);
  const char32_t character = key.kind == Key::Kind::character ? key.character : 0;
  const bool yes = key.kind == Key::Kind::enter || character == U'y';
  if (what == Sure::draw && yes) offer(table::Proposal::draw);
  if (what == Sure::leave && (yes || key.kind == Key::Kind::quit || character == U'q')) leave();
}

void Console::click(const Key& key, int rows, int columns, const Look& look) {
  if (helping_ || typing_ != Typing::nothing || scene_.stage != Stage::playing || !desk_) return;
  const auto grid = draw(rows, columns, look);
  if (key.row < 0 || key.row >= grid.rows() || key.column < 0 || key.column >= grid.columns()) return;
  const int target = grid.at(key.row, key.column).target;
  if (target >= 0) take(desk_->click(target));
}

bool Console::command(std::string_view word, std::string_view rest) {
  if (command_about_offers(word)) return true;
  if (word == "hint") {
    ask_for_hint();
  } else if (word == "go") {
    if (scene_.stage == Stage::playing && desk_) take(desk_->press({.kind = Key::Kind::enter}));
  } else if (word == "say") {
    if (!about_.chat) {
      complain("This protocol has no chat.");
    } else {
      request(table::Say{std::string(rest)}, "");
    }
  } else if (word == "ready") {
    request(table::Ready{}, "You are ready.");
  } else if (word == "lobbies") {
    request(table::Look{}, "");
  } else if (word == "join") {
    table::Seek seek{.game = {}, .ready = !about_.ready, .lobby = std::string(rest)};
    request(seek, "");
  } else if (word == "hall") {
    go_to_hall();
    if (about_.hall) list_choices();
  } else if (word == "choose") {
    choose(base::to_number<std::size_t>(rest).value_or(0) - 1);
  } else if (word == "name") {
    about_.name = scene_.name = rest;
    begin_anew();
  } else if (word == "again") {
    again();
  } else if (word == "quit" || word == "exit") {
    leave();
  } else if (word == "help") {
    helping_ = true;
  } else {
    return false;
  }
  return true;
}

void Console::enter(std::string_view line) {
  line = trim(line);
  if (line.empty()) return;
  auto rest = line;
  const auto word = base::cut(rest, ' ');
  if (command(word, word.size() == line.size() ? "" : trim(rest))) return;
  if (scene_.stage != Stage::playing || !desk_) {
    return complain("That is no command, and there is no game going on. 'help' says what there is.");
  }
  if (!on_turn()) return complain("It is not your turn.");
  const auto move = desk_->read(line);
  if (!move) return complain(in_words(move.error()));
  play(*move);
}

}  // namespace client::play
