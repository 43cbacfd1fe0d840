// The client's half of postal chess. Rules are those of postal.md.
#include <fmt/format.h>

#include <algorithm>

#include "protocols/line_halves.hpp"
#include "protocols/postal/halves.hpp"
#include "protocols/postal/words.hpp"

namespace protocols::postal {
namespace {

using games::chess::Rules;

/// Keeps the position, since the wire says only moves.
class Client final : public LineClient {
 public:
  base::Result<void> ask(const Request& request) override;
  std::optional<games::AnyView> view() const override;

 private:
  void read(std::string_view line) override;
  void start(base::Seat seat);
  base::Result<void> play(base::Seat who, const games::chess::Move& move);

  base::Seat seat_;
  std::optional<games::chess::State> game_;
  std::optional<games::chess::State> before_;  ///< the own card that was sent last
};

void Client::read(std::string_view line) {
  if (line == "SIDE white") return start(games::chess::kWhiteSeat);
  if (line == "SIDE black") return start(games::chess::kBlackSeat);
  if (!game_) return confused(fmt::format("the server says '{}' before the game", line));
  if (std::ranges::find(kTroubles, line) != kTroubles.end()) {
    if (before_) game_ = *std::exchange(before_, std::nullopt);
    notices_.emplace_back(table::Refused{{base::Code::illegal_move, std::string(line)}});
  } else if (auto outcome = read_end(line)) {
    notices_.emplace_back(table::Over{*std::move(outcome)});
    finished_ = true;
  } else if (const auto move = read_card(line)) {
    const base::Seat other{static_cast<std::uint8_t>(1 - seat_.value)};
    before_.reset();
    if (const auto played = play(other, *move); !played) confused(played.error().detail);
  } else {
    confused(fmt::format("'{}' is no line of this protocol", line));
  }
}

void Client::start(base::Seat seat) {
  seat_ = seat;
  game_ = *Rules::start({}, *Rules::read_options(""), 2, 0);
  auto view = std::make_shared<games::AnyView>(Rules::view(*game_, seat_));
  notices_.emplace_back(table::Started{{}, seat_, {"white", "black"}, std::move(view)});
}

base::Result<void> Client::ask(const Request& request) {
  const auto* asked = std::get_if<table::Play>(&request);
  if (asked == nullptr) return {};  // who connects has a game; there is nothing else to ask for
  if (!game_) return base::fail(base::Code::not_at_table, "the game has not begun");
  auto before = *game_;
  const auto& move = games::get<games::chess::Move>(asked->move);
  if (auto played = play(seat_, move); !played) return played;
  before_ = std::move(before);
  say(write_card(move) + "\n");
  return {};
}

base::Result<void> Client::play(base::Seat who, const games::chess::Move& move) {
  const auto events = Rules::play(*game_, who, move);
  if (!events) return std::unexpected(events.error());
  for (const auto& event : *events)
    notices_.emplace_back(table::Happened{who, event, Rules::to_move(*game_)});
  return {};
}

std::optional<games::AnyView> Client::view() const {
  return game_ ? std::optional<games::AnyView>(Rules::view(*game_, seat_)) : std::nullopt;
}

}  // namespace

std::unique_ptr<protocols::Client> make_client(const games::Kits& /*kits*/) {
  return std::make_unique<Client>();
}

}  // namespace protocols::postal
