// A table of one's own, against bots.
#include "client/play/local.hpp"

#include <fmt/format.h>

#include "client/play/facets.hpp"

namespace client::play {
namespace {

/// Who is told of the time later than this was not running meanwhile.
constexpr base::Duration kStopped = 2 * table::kBeat;

constexpr base::PlayerId kOwn{1};

}  // namespace

/// The place of who plays here: asks as a session, without bytes.
class LocalTable::OwnSeat final : public protocols::Session {
 public:
  void ask(const table::Request& request) { asked_ = request; }
  /// What was answered to that.
  base::Result<void> take_answer() { return std::exchange(answer_, {}); }

  void receive(std::string_view /*bytes*/) override {}
  std::optional<protocols::Request> next() override { return std::exchange(asked_, std::nullopt); }
  void tell(const protocols::Notice& notice) override {
    if (const auto* refused = std::get_if<table::Refused>(&notice)) answer_ = std::unexpected(refused->error);
  }
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return 0; }
  bool finished() const override { return false; }

 private:
  std::optional<protocols::Request> asked_;
  base::Result<void> answer_;
};

LocalTable::LocalTable(LocalSettings settings)
    : settings_(std::move(settings)),
      rng_(settings_.seed),
      own_(static_cast<int>(rng_.below(static_cast<std::uint64_t>(settings_.seats)))) {}

base::Result<void> LocalTable::ask(const table::Request& request) {
  if (std::holds_alternative<table::Seek>(request)) return open();
  if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    finished_ = rematch->wish == table::Wish::enough;
    if (finished_) return {};
    own_ = (own_ + 1) % settings_.seats;
    return open();
  }
  if (std::holds_alternative<table::Leave>(request)) {
    finished_ = true;
    return {};
  }
  if (!host_) return base::fail(base::Code::not_at_table, "the game has not begun");
  return handle_own(request);
}

/// Whoever comes first has the first seat.
base::Result<void> LocalTable::open() {
  turns_.clear();
  begun_ = false;
  host::Surroundings& around = *this;
  host_.emplace(*settings_.kits, around, host::HostSettings{.hall = {.seed = rng_.next()}});
  const table::Seek seek{.game = settings_.game,
                         .seats = settings_.seats,
                         .clock = settings_.clock.empty() ? "none" : settings_.clock};
  for (int at = 0; at < settings_.seats; ++at) {
    if (at == own_) {
      auto seat = std::make_unique<OwnSeat>();
      seat_ = seat.get();
      host_->open(kOwn, std::move(seat), kHere, table::Hears::offers);
      if (auto named = handle_own(table::Name{settings_.name}); !named) return named;
      if (auto asked = handle_own(seek); !asked) return asked;
    } else {
      host_->seat_bot(
          *settings_.bot,
          {.name = fmt::format("bot {}", at + 1), .seek = seek, .alone = host::Engagement::Alone::waits});
      host_->settle(now_);
    }
  }
  return {};
}

/// A refusal is the answer; it is not told besides.
base::Result<void> LocalTable::handle_own(const table::Request& request) {
  seat_->ask(request);
  host_->touch(kOwn);
  host_->settle(now_);
  return seat_->take_answer();
}

/// How everybody comes in is of no interest, nor that requests are taken.
void LocalTable::told(base::PlayerId player, const table::Notice& notice) {
  if (player != kOwn) return;
  const auto* started = std::get_if<table::Started>(&notice);
  begun_ = begun_ || started != nullptr;
  const bool answers =
      std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice);
  if (!begun_ || answers) return;
  if (started != nullptr) view_ = started->view;
  if (const auto* happened = std::get_if<table::Happened>(&notice); happened != nullptr && happened->view)
    view_ = happened->view;
  notices_.push_back(notice);
}

/// Bots ask whenever they may be on turn.
void LocalTable::think(base::PlayerId bot, const host::Question& question) {
  if (games::moves(*question.view).empty()) return host_->thought(bot, std::nullopt);
  turns_.push_back({bot, ++turn_, *question.view});
}

std::optional<games::AnyView> LocalTable::view() const {
  return view_ ? std::optional(*view_) : std::nullopt;
}

void LocalTable::keep_time(base::Time now) {
  const auto gap = now - std::exchange(now_, now);
  if (!host_) return;
  if (gap > kStopped) host_->forgive(gap, table::Pause::of_program, now);
  host_->wake(now);
  host_->settle(now);
}

std::optional<base::Time> LocalTable::next_wake() const {
  return host_ ? host_->next_wake(now_) : std::nullopt;
}

std::optional<LocalTable::Turn> LocalTable::bots_turn() const {
  return finished_ || turns_.empty() ? std::nullopt : std::optional(turns_.front());
}

void LocalTable::bot_plays(const Turn& turn, const games::AnyMove& move) {
  if (turns_.empty() || turns_.front().number != turn.number) return;
  turns_.pop_front();
  host_->thought(turn.bot, move);
  host_->settle(now_);
}

}  // namespace client::play
