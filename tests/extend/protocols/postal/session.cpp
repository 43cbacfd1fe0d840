// The server's half of postal chess. Rules are those of postal.md.
#include <fmt/format.h>

#include "protocols/line_halves.hpp"
#include "protocols/postal/halves.hpp"
#include "protocols/postal/words.hpp"

namespace protocols::postal {
namespace {

class Session final : public LineSession {
 public:
  std::optional<Request> next() override;
  void tell(const Notice& notice) override;
  bool finished() const override { return finished_; }

 private:
  std::optional<Request> read(std::string_view line);
  void refuse(Trouble trouble, base::Code code, std::string why);

  base::Seat seat_;
  bool arrived_ = false;
  bool on_turn_ = false;
  bool finished_ = false;
};

std::optional<Request> Session::next() {
  if (!std::exchange(arrived_, true)) return table::Seek{"chess", "", 2};
  std::string line;
  while (!finished_ && reads_on()) {
    const auto found = lines_.next(line);
    if (found == Lines::Found::nothing) break;
    if (found == Lines::Found::too_long) {
      refuse(Trouble::unread, base::Code::malformed, "a line without an end");
      finished_ = true;
    } else if (auto request = read(line)) {
      return request;
    }
  }
  return std::nullopt;
}

std::optional<Request> Session::read(std::string_view line) {
  const auto move = read_card(line);
  if (move && on_turn_) return table::Play{*move};
  if (move) {
    refuse(Trouble::early, base::Code::not_your_turn, "it is not this player's turn");  // rule 3
  } else {
    refuse(Trouble::unread, base::Code::malformed, "no card");  // rule 4
  }
  return std::nullopt;
}

void Session::refuse(Trouble trouble, base::Code code, std::string why) {
  say(fmt::format("{}\n", kTroubles[static_cast<std::size_t>(trouble)]));
  remark(code, std::move(why));
}

void Session::tell(const Notice& notice) {
  if (const auto* refused = std::get_if<table::Refused>(&notice)) {
    refuse(Trouble::illegal, refused->error.code.kind, refused->error.detail);  // rule 2
  } else if (const auto* started = std::get_if<table::Started>(&notice)) {
    seat_ = started->seat;
    on_turn_ = seat_ == games::chess::kWhiteSeat;
    say(fmt::format("SIDE {}\n", name_of(seat_)));
  } else if (const auto* happened = std::get_if<table::Happened>(&notice)) {
    const auto& event = games::get<games::chess::Event>(happened->event);
    on_turn_ = happened->to_move == seat_;
    const bool card = event.what == games::chess::What::moved || event.what == games::chess::What::claimed;
    if (happened->who != seat_ && card) say(write_card(event.move) + "\n");  // rule 1
  } else if (const auto* over = std::get_if<table::Over>(&notice)) {
    say(write_end(over->outcome) + "\n");
    finished_ = true;  // rule 6
  }
}

}  // namespace

std::unique_ptr<protocols::Session> make_session(const SessionContext& /*context*/) {
  return std::make_unique<Session>();
}

}  // namespace protocols::postal
