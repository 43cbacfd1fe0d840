// Chess as it is shown.
#include "games/face.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/chess/fen.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/san.hpp"

namespace games::chess {
namespace {

/// The letter of what a step takes, in lower case.
std::optional<char> taken_by(const Position& position, const Move& move) {
  constexpr std::string_view kLetters = "pnbrqk";
  if (const auto target = piece_at(position, move.to)) return kLetters[index(target->kind)];
  const bool in_passing = move.to == position.en_passant && has(position.pawns, move.from);
  return in_passing ? std::optional('p') : std::nullopt;
}

}  // namespace

base::Value Rules::describe(const View& view) {
  const auto& position = view.state.position;
  const auto label = [&](const Move& move) {
    return move == kClaim ? std::string("claim draw") : write_san(position, move);
  };
  return base::object({{"fen", write_fen(position)},
                       {"last", nullptr},
                       {"check", in_check(position)},
                       {"moves", list_moves<Rules>(view, label)},
                       {"captured", base::list({"", ""})}});
}

Line Story::note(const Event& event) {
  switch (event.what) {
    case What::left:
      return {.label = std::string(kLeft), .is_move = false};
    case What::timed_out:
      return {.label = std::string(kTimeUp), .is_move = false};
    case What::agreed:
      return {.label = "agreed to a draw", .is_move = false};
    case What::resigned:
      return {.label = std::string(kResigned), .is_move = false};
    case What::claimed:
      return {.text = Rules::write(event.move), .label = "claimed a draw"};
    case What::taken_back: {
      moves_.resize(moves_.size() - std::min(moves_.size(), static_cast<std::size_t>(event.plies)));
      position_ = start_;
      taken_ = {};
      for (const auto& move : moves_) follow(move);
      return {.label = event.plies == 1 ? "took back a move" : fmt::format("took back {} moves", event.plies),
              .takes_back = event.plies,
              .is_move = false,
              .shown = shown()};
    }
    case What::moved:
      break;
  }
  // A server that is not ours may tell of what is no move: it is shown as it stands, and nothing follows from
  // it.
  if (!is_legal(position_, event.move)) return {.label = Rules::write(event.move), .shown = shown()};
  auto label = write_san(position_, event.move);
  moves_.push_back(event.move);
  follow(event.move);
  return {.text = Rules::write(event.move), .label = std::move(label), .shown = shown()};
}

void Story::follow(const Move& move) {
  if (const auto taken = taken_by(position_, move)) {
    auto& all = taken_[index(position_.turn)];
    all.push_back(*taken);
    std::ranges::sort(all, {}, [](char letter) { return std::string_view("qrbnp").find(letter); });
  }
  position_ = after(position_, move);
}

base::Members Story::shown() const {
  return {{"last", moves_.empty() ? base::Value() : Rules::write(moves_.back())},
          {"captured", base::list({taken_[index(Color::white)], taken_[index(Color::black)]})}};
}

}  // namespace games::chess
