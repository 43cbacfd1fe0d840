// What a player can ask who reads lines: whose turn it is, what may be played, what lies where.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"
#include "client/play/console.hpp"

namespace client::play {

using Stage = Scene::Stage;

namespace {

constexpr std::size_t kMostMoves = 60;

/// In small letters, without what belongs to no question: "what is on E4?" is "on e4".
std::string as_question(std::string_view line) {
  std::string text(line);
  for (auto& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  while (text.ends_with('?') || text.ends_with(' ')) text.pop_back();
  for (const std::string_view before : {"what is ", "what's ", "what lies ", "what "}) {
    if (text.starts_with(before)) return text.substr(before.size());
  }
  return text;
}

}  // namespace

void Console::read_out(const std::vector<std::string>& lines) {
  news_.insert(news_.end(), lines.begin(), lines.end());
  if (!lines.empty()) note_ = lines.front();
  note_is_bad_ = false;
}

std::string Console::call() const {
  if (scene_.stage == Stage::over) return "The game is over. 'again' plays another, 'quit' leaves.";
  if (scene_.stage != Stage::playing || !desk_) return "";
  if (on_turn()) return desk_->call();
  const auto turn = desk_->to_move();
  return turn ? fmt::format("{} is to move.", name_at(scene_.players, *turn)) : "";
}

void Console::list_moves() {
  if (!on_turn()) return complain("Moves are listed on your own turn.");
  const auto moves = games::moves(*scene_.view);
  std::vector<std::string> words;
  for (const auto& move : moves) {
    if (words.size() == kMostMoves) break;
    words.push_back(desk_->in_words(move));
  }
  const auto more =
      moves.size() > words.size() ? fmt::format(", and {} more", moves.size() - words.size()) : "";
  note(fmt::format("{}: {}{}.", moves.size() == 1 ? "1 move" : fmt::format("{} moves", moves.size()),
                   fmt::join(words, ", "), more));
}

void Console::list_scores() {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < scene_.players.size(); ++at) {
    const base::Seat seat{static_cast<std::uint8_t>(at)};
    lines.push_back(fmt::format("{}{}: {}", name_at(scene_.players, seat),
                                seat == scene_.seat ? " (you)" : "", base::trim(standing(seat))));
  }
  read_out(lines);
}

/// Whether the line was a question that could be answered.
bool Console::answer(std::string_view line) {
  if (!desk_ || scene_.stage == Stage::lobby) return false;
  const auto question = as_question(line);
  if (question == "turn" || question == "whose turn" || question == "whose turn is it") {
    note(call());
  } else if (question == "moves") {
    list_moves();
  } else if (question == "scores" || question == "score" || question == "players") {
    list_scores();
  } else if (const auto lines = shown_desk().answer(question); !lines.empty()) {
    read_out(lines);
  } else {
    return false;
  }
  return true;
}

}  // namespace client::play
