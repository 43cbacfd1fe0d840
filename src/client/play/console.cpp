// What a player does by words, and what it leads to.
#include "client/play/console.hpp"

#include <fmt/format.h>

#include <array>

#include "base/text.hpp"

namespace client::play {

using Stage = Scene::Stage;

namespace {

constexpr std::array<std::string_view, 19> kCommands{
    "MOVE         in the notation of the game",
    "hint         asks a bot for a move; 'go' then makes it",
    "go           makes the move that was put together",
    "board        prints the board; 'board on' before each turn of yours, 'board off' no more",
    "turn         says whose turn it is; 'moves' what may be played, 'scores' how all stand",
    "sheet        the moves so far, a column for each player",
    "back         goes a move back, 'back 5' five; 'forward' forward, 'now' to where the game is",
    "save FILE    writes the game; the ending says how: .json, or a format of the game (.pgn, .gcg)",
    "say TEXT     talks to the others, where the protocol has chat",
    "draw         offers a draw; 'takeback' asks to take your last move back",
    "accept       takes what is offered to you; 'decline' does not; 'withdraw' takes your own offer back",
    "resign       gives the game up; you stay at the table",
    "ready        is ready for the game to begin, where the protocol has that",
    "lobbies      lists the lobbies; 'join NAME' enters one",
    "hall         goes to the hall of a server of many games; 'choose N' plays there",
    "name NAME    comes back under another name",
    "again        plays another game",
    "quit         leaves",
    "help         says this",
};

/// What the others are told, who may be people.
constexpr std::string_view kAsked = "(I ask a bot for a hint.)";
constexpr std::string_view kHint = "Hint: ";

}  // namespace

std::vector<std::string> Console::commands() const {
  std::vector<std::string> lines(kCommands.begin(), kCommands.end());
  if (desk_) lines.insert(lines.end(), desk_->questions().begin(), desk_->questions().end());
  return lines;
}

Console::Console(About about, Outside& outside) : about_(std::move(about)), outside_(outside) {
  scene_.name = about_.name;
  scene_.pictures = about_.pictures;
}

void Console::hear(const table::Notice& notice) {
  const auto before = scene_.lines.size();
  const bool refused_before = scene_.name_refused;
  const bool knew_it = scene_.stage != Stage::over && desk_ && !chronicle_.steps().empty();
  play::hear(scene_, notice);
  if (const auto* started = std::get_if<table::Started>(&notice)) {
    if (knew_it && scene_.lines.back().text == kBackInGame) {
      chronicle_.lose_thread();
    } else {
      chronicle_.begin(*started);
    }
  } else if (const auto* resumed = std::get_if<table::Resumed>(&notice)) {
    chronicle_.begin(resumed->seat);
    if (resumed->past.empty() && resumed->acts > 0) chronicle_.lose_thread();
    for (const auto& act : resumed->past) chronicle_.note(act, "");
  } else if (const auto* happened = std::get_if<table::Happened>(&notice)) {
    chronicle_.note(*happened, scene_.lines.size() > before ? scene_.lines.back().text : "");
  }
  const bool begins =
      std::holds_alternative<table::Started>(notice) || std::holds_alternative<table::Resumed>(notice);
  if (begins) {
    desk_.reset();
    return_to_now();
    scores_told_ = false;
    wants_again_ = false;
    sure_ = Sure::nothing;
    if (typing_ == Typing::name) typing_ = Typing::nothing;
  }
  scrolled_ = 0;
  for (auto at = before; at < scene_.lines.size(); ++at) news_.push_back(scene_.lines[at].text);
  if (std::holds_alternative<table::Offered>(notice)) {
    if (is_offered()) news_.emplace_back("'accept' takes it, 'decline' does not.");
    if (has_offered()) news_.emplace_back("'withdraw' takes the offer back.");
  }
  if (scene_.lines.size() > before) {
    const auto& last = scene_.lines.back();
    const bool talk_over_hint = last.kind == Line::Kind::said && note_.starts_with(kHint);
    if (last.kind != Line::Kind::move && !talk_over_hint) {
      note_ = last.text;
      note_is_bad_ = last.kind == Line::Kind::wrong;
    } else if (!note_is_bad_ && !talk_over_hint) {
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
    desk_ = make_desk(*view, about_.pictures);
  }
  chronicle_.see(*view);
  if (scene_.stage == Stage::over && !std::exchange(scores_told_, true)) tell_scores();
}

void Console::hint(const games::AnyView& view, const games::AnyMove& move) {
  if (thinks_about_ == view) thinks_about_.reset();
  if (!desk_) return;
  if (scene_.view != view) return on_turn() ? ask_for_hint() : note("");  // the game went on meanwhile
  desk_->suggest(move);
  note(fmt::format("{}{}. Enter makes it.", kHint, desk_->in_words(move)));
  news_.back() = fmt::format("{}{}. 'go' makes it.", kHint, desk_->in_words(move));
}

void Console::tell(std::string sentence) {
  add_line(scene_, Line::Kind::told, sentence);
  note(std::move(sentence));
}

void Console::connecting() {
  scene_.stage = Stage::connecting;
  scene_.connected = scene_.understood = scene_.name_refused = false;
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

void Console::ask_for_hint() {
  if (!on_turn()) return complain("A hint is for your own turn.");
  const bool secret = !scene_.against_bots && !about_.chat && !about_.hints;
  if (secret)
    return complain("The others may be people, and this protocol has no words to tell them of a hint.");
  note("Thinking ...");
  if (thinks_about_ == scene_.view) return;
  if (!scene_.against_bots && about_.chat) static_cast<void>(outside_.ask(table::Say{std::string(kAsked)}));
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

bool Console::command_about_place(std::string_view word, std::string_view rest) {
  if (word == "ready") {
    request(table::Ready{}, "You are ready.");
  } else if (word == "lobbies") {
    request(table::ListLobbies{}, "");
  } else if (word == "join") {
    table::Seek seek{.game = {}, .ready = !about_.ready, .lobby = std::string(rest)};
    request(seek, "");
  } else if (word == "hall") {
    go_to_hall();
    if (about_.hall) list_choices();
  } else if (word == "choose") {
    choose(base::to_number<std::size_t>(rest).value_or(0) - 1);
  } else {
    return false;
  }
  return true;
}

bool Console::command(std::string_view word, std::string_view rest) {
  if (command_about_offers(word) || command_about_place(word, rest) || command_about_past(word, rest))
    return true;
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
  line = base::trim(line);
  if (line.empty()) return;
  auto rest = line;
  const auto word = base::cut(rest, ' ');
  if (command(word, word.size() == line.size() ? "" : base::trim(rest)) || answer(line)) return;
  if (scene_.stage != Stage::playing || !desk_) {
    return complain("That is no command, and there is no game going on. 'help' says what there is.");
  }
  if (!on_turn()) return complain("It is not your turn.");
  return_to_now();
  const auto move = desk_->read(line);
  if (!move) return complain(in_words(move.error()));
  play(*move);
}

}  // namespace client::play
