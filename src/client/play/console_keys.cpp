// What a player does with keys and the mouse.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "client/play/console.hpp"

namespace client::play {

using Stage = Scene::Stage;

namespace {

constexpr std::size_t kLongestLine = 300;
constexpr int kPage = 5;

}  // namespace

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
      if (typed_.size() < kLongestLine && width_of(key.character) > 0) typed_ += key.character;
      return;
    default:
      return;
  }
}

void Console::submit() {
  const auto what = std::exchange(typing_, Typing::nothing);
  const auto text = write_text(typed_);
  const auto line = base::trim(text);
  if (line.empty()) return;
  if (what == Typing::command) return enter(line);
  if (what == Typing::chat) {
    command("say", line);
  } else if (what == Typing::name) {
    command("name", line);
  } else if (what == Typing::lobby) {
    command("join", line);
  } else if (what == Typing::file) {
    save(line);
  }
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
  if (press_about_past(key) || press_anywhere(key)) return;
  if (scene_.stage == Stage::playing && desk_ && !past_) {
    auto reply = scene_.seat ? desk_->press(key) : not_mine();
    if (reply.taken) return take(std::move(reply));
    if (desk_->takes_letters() && scene_.seat) return;
  }
  const char32_t character = key.kind == Key::Kind::character ? key.character : 0;
  if (key.kind == Key::Kind::enter && scene_.name_refused) return begin_typing(Typing::name);
  if (character == U'h') helping_ = true;
  if (character == U's' && scene_.stage != Stage::lobby) press_about_past({.kind = Key::Kind::save});
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
  if (what == Sure::resign && character == U'y') resign();
  if (what == Sure::leave && (yes || key.kind == Key::Kind::quit || character == U'q')) leave();
}

void Console::click(const Key& key, int rows, int columns, const Look& look) {
  if (helping_ || typing_ != Typing::nothing || scene_.stage != Stage::playing || !desk_ || past_) return;
  const auto grid = draw(rows, columns, look);
  if (key.row < 0 || key.row >= grid.rows() || key.column < 0 || key.column >= grid.columns()) return;
  const int target = grid.at(key.row, key.column).target;
  if (target >= 0) take(desk_->click(target));
}

}  // namespace client::play
