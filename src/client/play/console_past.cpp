// How a player looks back: steps through the game, its score sheet, and a file of it.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "client/play/console.hpp"

namespace client::play {

using Stage = Scene::Stage;

void Console::go_to_step(std::size_t at) {
  const auto& steps = chronicle_.steps();
  if (at + 1 >= steps.size()) return return_to_now();
  step_ = at;
  past_.reset();
  // The desk sees what the act changed.
  for (std::size_t shown = at == 0 ? 0 : at - 1; shown <= at; ++shown) {
    if (!steps[shown].view) continue;
    if (past_) {
      past_->show(*steps[shown].view);
    } else {
      past_ = make_desk(*steps[shown].view, about_.pictures);
    }
  }
}

void Console::return_to_now() {
  step_.reset();
  past_.reset();
}

void Console::step(int by) {
  const auto count = chronicle_.steps().size();
  if (count < 2) return complain("There are no moves to go back to.");
  const auto last = static_cast<std::int64_t>(count) - 1;
  const auto from = step_ ? static_cast<std::int64_t>(*step_) : last;
  if (by > 0 && from == last) return complain("This is how the game stands now.");
  if (by < 0 && from == 0) return complain("This is the beginning.");
  go_to_step(static_cast<std::size_t>(std::clamp<std::int64_t>(from + by, 0, last)));
  note("");
  news_.push_back(words_of_step());
}

/// "Move 3 of 12: anna, e4."
std::string Console::words_of_step() const {
  const auto& steps = chronicle_.steps();
  if (steps.empty()) return "";
  const auto at = step_.value_or(steps.size() - 1);
  if (at == 0) return fmt::format("The beginning, before {} moves.", steps.size() - 1);
  return fmt::format("Move {} of {}: {}, {}.", at, steps.size() - 1, name_at(scene_.players, steps[at].who),
                     steps[at].label);
}

std::string Console::proposed_file() const {
  std::string_view ending = "json";
  for (const auto& format : games::all_formats()) {
    if (format.game == chronicle_.game()) ending = format.name;
  }
  return fmt::format("{}.{}", chronicle_.game(), ending);
}

void Console::save(std::string_view file) {
  if (chronicle_.steps().empty()) return complain("There is no game to be saved.");
  const auto saved = outside_.save(std::string(file.empty() ? proposed_file() : file));
  if (saved) return note(*saved);
  complain(in_words(saved.error()));
}

/// The moves, and after the end where the points came from.
std::vector<std::string> Console::sheet(int columns) const {
  return write_sheet(chronicle_, scene_.players, columns);
}

/// Where everybody's points came from: by what the game knows, or by the moves and what the end changed.
void Console::tell_scores() {
  if (!scene_.outcome || scene_.outcome->scores.empty() || !desk_) return;
  for (std::size_t at = 0; at < scene_.outcome->scores.size(); ++at) {
    const base::Seat seat{static_cast<std::uint8_t>(at)};
    const int total = scene_.outcome->scores[at];
    auto sources = desk_->sources(seat);
    if (sources.empty()) {
      int moves = 0;
      for (const auto* act : chronicle_.standing()) moves += act->who == seat ? act->points.value_or(0) : 0;
      sources = {{"moves", moves}, {"at the end", total - moves}};
    }
    std::string text;
    for (const auto& source : sources) {
      if (source.points != 0)
        text += fmt::format("{} {} {}", text.empty() ? "" : ",", source.what, source.points);
    }
    if (text.empty()) continue;
    add_line(scene_, Line::Kind::told, fmt::format("{} {}:{}.", name_at(scene_.players, seat), total, text));
    news_.push_back(scene_.lines.back().text);
  }
}

bool Console::press_about_past(const Key& key) {
  const auto is = [&](char32_t character) {
    return key.kind == Key::Kind::character && key.character == character;
  };
  if (!desk_ || chronicle_.steps().empty()) return false;
  if (key.kind == Key::Kind::back || is(U'<')) {
    step(-1);
  } else if (key.kind == Key::Kind::forward || is(U'>')) {
    step(1);
  } else if (key.kind == Key::Kind::sheet) {
    sheet_shown_ = !sheet_shown_;
    scrolled_ = 0;
  } else if (key.kind == Key::Kind::save) {
    begin_typing(Typing::file);
    typed_ = read_text(proposed_file());
  } else if (key.kind == Key::Kind::escape && (past_ || sheet_shown_)) {
    sheet_shown_ = false;
    return_to_now();
  } else {
    return false;
  }
  return true;
}

bool Console::command_about_past(std::string_view word, std::string_view rest) {
  const auto count = base::to_number<int>(rest).value_or(1);
  if (word == "back") {
    step(-std::max(1, count));
  } else if (word == "forward") {
    step(std::max(1, count));
  } else if (word == "now") {
    return_to_now();
    note(words_of_step());
  } else if (word == "save") {
    save(rest);
  } else if (word == "sheet") {
    sheet_shown_ = true;
    read_out(sheet(70));
  } else {
    return false;
  }
  return true;
}

}  // namespace client::play
