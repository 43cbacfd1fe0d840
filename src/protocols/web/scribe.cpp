// What has happened at a table, as lines for people.
#include "protocols/web/scribe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "games/chess/san.hpp"
#include "games/spectrangle/notation.hpp"
#include "protocols/web/told.hpp"

namespace protocols::web {
namespace {

constexpr std::size_t kChess = 0;
static_assert(games::All::names[kChess] == games::chess::Rules::name);

std::string write_squares(const games::scrabble::Move& move) {
  std::vector<std::string> squares;
  for (int step = 0; step < move.count; ++step) {
    squares.push_back(
        write_text(games::scrabble::write_square(games::scrabble::step(move.start(), move.direction, step))));
  }
  return write_list(squares);
}

/// The letter of what a step takes, in lower case.
std::optional<char> taken_by(const games::chess::Position& position, const games::chess::Move& move) {
  using namespace games::chess;
  constexpr std::string_view kLetters = "pnbrqk";
  if (const auto target = piece_at(position, move.to)) return kLetters[index(target->kind)];
  const bool in_passing = move.to == position.en_passant && has(position.pawns, move.from);
  return in_passing ? std::optional('p') : std::nullopt;
}

}  // namespace

Scribe::Scribe(std::size_t game, std::string_view options) {
  if (game != kChess) return;
  if (const auto read = games::chess::Rules::read_options(options)) start_ = chess_ = read->start;
}

void Scribe::note(const table::Happened& happened) {
  if (auto words =
          games::All::open(happened.event, [&](auto, const auto& event) { return words_of(event); })) {
    words_ = std::move(words);
    if (happened.flagged && words_->label == kLeft) words_->label = kTimeUp;
  }
  if (!happened.last) return;
  ++seq_;
  line_.clear();
  if (!words_) return;
  Members line{{"seq", write_number(static_cast<long long>(seq_))},
               {"who", write_number(happened.who.value)},
               {"text", words_->text.empty() ? "null" : write_text(words_->text)},
               {"label", write_text(words_->label)},
               {"points", words_->points ? write_number(*words_->points) : "null"}};
  if (words_->takes_back > 0) line.emplace_back("takes_back", write_number(words_->takes_back));
  if (!leftovers_.empty()) line.emplace_back("leftovers", write_list(std::exchange(leftovers_, {})));
  line_ = write_object(line);
  lines_.push_back(line_);
  words_.reset();
}

std::optional<Scribe::Words> Scribe::words_of(const games::chess::Event& event) {
  using games::chess::What;
  switch (event.what) {
    case What::left:
      return Words{"", std::string(kLeft)};
    case What::timed_out:
      return Words{"", std::string(kTimeUp)};
    case What::agreed:
      return Words{"", "agreed to a draw"};
    case What::resigned:
      return Words{"", std::string(kResigned)};
    case What::claimed:
      return Words{games::chess::Rules::write(event.move), "claimed a draw"};
    case What::taken_back:
      return take_back(event.plies);
    case What::moved:
      break;
  }
  Words words{games::chess::Rules::write(event.move), write_san(chess_, event.move)};
  moves_.push_back(event.move);
  follow(event.move);
  past_.last = write_text(words.text);
  return words;
}

void Scribe::follow(const games::chess::Move& move) {
  if (const auto taken = taken_by(chess_, move)) {
    auto& all = past_.taken[index(chess_.turn)];
    all.push_back(*taken);
    std::ranges::sort(all, {}, [](char letter) { return std::string_view("qrbnp").find(letter); });
  }
  chess_ = after(chess_, move);
}

Scribe::Words Scribe::take_back(int plies) {
  moves_.resize(moves_.size() - std::min(moves_.size(), static_cast<std::size_t>(plies)));
  chess_ = start_;
  past_ = {};
  for (const auto& move : moves_) follow(move);
  if (!moves_.empty()) past_.last = write_text(games::chess::Rules::write(moves_.back()));
  return Words{"", plies == 1 ? "took back a move" : fmt::format("took back {} moves", plies), {}, plies};
}

std::optional<Scribe::Words> Scribe::words_of(const games::scrabble::Event& event) {
  using namespace games::scrabble;
  if (const auto* placed = std::get_if<Placed>(&event)) {
    past_.last = write_squares(placed->move);
    auto text = write_move(placed->move);
    auto label = text;
    std::ranges::replace(label, '.', ' ');
    return Words{std::move(text), std::move(label), placed->points};
  }
  if (const auto* exchanged = std::get_if<Exchanged>(&event)) {
    past_.last = "null";
    return Words{"", fmt::format("exchanged {}", exchanged->count), 0};
  }
  if (std::holds_alternative<Passed>(event)) return Words{"pass", "passed", 0};
  if (std::holds_alternative<Forfeited>(event)) return Words{"", "lost the turn", 0};
  if (std::holds_alternative<Left>(event)) return Words{"", std::string(kLeft)};
  if (const auto* ended = std::get_if<Ended>(&event)) {
    for (std::size_t seat = 0; seat < ended->leftovers.size(); ++seat) {
      if (const int points = ended->leftovers[seat]; points != 0)
        leftovers_.push_back(write_list({write_number(static_cast<long long>(seat)), write_number(points)}));
    }
  }
  return std::nullopt;
}

std::optional<Scribe::Words> Scribe::words_of(const games::spectrangle::Event& event) {
  using namespace games::spectrangle;
  if (const auto* placed = std::get_if<Placed>(&event)) {
    past_.last = write_number(placed->location.value);
    return Words{write_move(Play{placed->tile, placed->location}),
                 fmt::format("{} on {}", write_tile(placed->tile), placed->location.value), placed->points};
  }
  if (const auto* swapped = std::get_if<Swapped>(&event)) {
    return Words{write_move(Swap{swapped->tile}), fmt::format("swapped {}", write_tile(swapped->tile)), 0};
  }
  if (std::holds_alternative<Skipped>(event)) return Words{"skip", "skipped", 0};
  if (std::holds_alternative<Left>(event)) return Words{"", std::string(kLeft)};
  return std::nullopt;
}

std::optional<Scribe::Words> Scribe::words_of(const games::shelfie::Event& event) {
  using namespace games::shelfie;
  if (const auto* selected = std::get_if<Selected>(&event)) {
    const int count = selected->hand.count;
    return Words{"", fmt::format("took {} {}", count, count == 1 ? "tile" : "tiles")};
  }
  if (std::holds_alternative<Ordered>(event)) return Words{"", "ordered them"};
  if (const auto* placed = std::get_if<Placed>(&event)) {
    return Words{"", fmt::format("column {}", placed->column + 1)};
  }
  if (const auto* moved = std::get_if<Moved>(&event)) {
    return Words{"", moved->presence == Presence::here   ? "is back"
                     : moved->presence == Presence::gone ? std::string(kLeft)
                                                         : "went away"};
  }
  return std::nullopt;
}

}  // namespace protocols::web
