// A table of one's own, against bots.
#include "client/play/local.hpp"

#include <fmt/format.h>

#include <algorithm>

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
      own_(settings_.seat ? *settings_.seat
                          : static_cast<int>(rng_.below(static_cast<std::uint64_t>(settings_.seats)))) {}

base::Result<void> LocalTable::ask(const table::Request& request) {
  if (std::holds_alternative<table::Seek>(request)) {
    if (!settings_.resumed) return open();
    return reopen(*std::exchange(settings_.resumed, std::nullopt));
  }
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
      sit_down();
      if (auto named = handle_own(table::Name{settings_.name}); !named) return named;
      if (auto asked = handle_own(seek); !asked) return asked;
    } else {
      host_->seat_bot(
          *settings_.bot,
          {.name = fmt::format("bot {}", at + 1), .seek = seek, .alone = host::Engagement::Alone::waits});
      settle();
    }
  }
  return {};
}

void LocalTable::sit_down() {
  auto seat = std::make_unique<OwnSeat>();
  seat_ = seat.get();
  host_->open(kOwn, std::move(seat), kHere, table::Hears::offers);
}

/// The seats of a game that was begun before wait for those who had them.
base::Result<void> LocalTable::reopen(KeptGame game) {
  auto table = table::replay(*settings_.kits, game.header, game.entries);
  if (!table) return std::unexpected(std::move(table).error());
  const auto is_own = [](const table::Chair& chair) { return chair.protocol == kHere; };
  const auto own = std::ranges::find_if(game.header.chairs, is_own);
  if (own == game.header.chairs.end() || table->outcome())
    return base::fail(base::Code::corrupt, "there is no seat in this game to come back to");
  own_ = static_cast<int>(own - game.header.chairs.begin());
  const auto name = table->name_of({static_cast<std::uint8_t>(own_)});
  game_ = std::move(game);
  settings_.seats = static_cast<int>(game_.header.chairs.size());
  host::Surroundings& around = *this;
  host_.emplace(*settings_.kits, around, host::HostSettings{.hall = {.seed = rng_.next()}});
  host_->restore(*std::move(table), now_);
  sit_down();
  if (auto named = handle_own(table::Name{name}); !named) return named;
  if (!begun_) return base::fail(base::Code::corrupt, "nobody waits for you in this game");
  return {};
}

/// As the host does, but that records are kept before anybody is told.
void LocalTable::settle() {
  do {
    while (host_->has_turns()) host_->take_turn(now_);
    auto& outbox = host_->outbox();
    if (outbox.has_records()) {
      keep_records(outbox.take_records());
      outbox.settle(outbox.position());
    }
    host_->deliver(now_);
  } while (host_->has_turns());
}

void LocalTable::keep_records(const std::vector<table::Record>& records) {
  for (const auto& record : records) {
    if (const auto* header = std::get_if<table::Header>(&record)) game_ = {*header};
    if (const auto* entry = std::get_if<table::Entry>(&record)) game_.entries.push_back(*entry);
  }
  const auto table = table::replay(*settings_.kits, game_.header, game_.entries);
  if (table) game_.outcome = table->outcome();
  if (settings_.keep) settings_.keep(game_);
}

/// All that happened before, as if it happened now.
void LocalTable::tell_past(const table::Resumed& resumed) {
  auto table = table::Table::open(*settings_.kits, game_.header);
  if (!table) return;
  const auto seat = resumed.seat.seat;
  auto begun = resumed.seat;
  begun.view = std::make_shared<games::AnyView>(games::view(table->state(), seat));
  notices_.emplace_back(begun);
  for (const auto& entry : game_.entries) {
    const auto events = table->advance(entry);
    if (!events) return;
    for (const auto& event : *events) {
      table::Happened happened{entry.who, games::redact(event, seat), table->to_move()};
      happened.last = &event == &events->back();
      if (happened.last) happened.view = std::make_shared<games::AnyView>(games::view(table->state(), seat));
      if (happened.last) happened.times = resumed.seat.times;
      notices_.emplace_back(std::move(happened));
    }
  }
}

/// A refusal is the answer; it is not told besides.
base::Result<void> LocalTable::handle_own(const table::Request& request) {
  seat_->ask(request);
  host_->touch(kOwn);
  settle();
  return seat_->take_answer();
}

/// How everybody comes in is of no interest, nor that requests are taken.
void LocalTable::told(base::PlayerId player, const table::Notice& notice) {
  if (player != kOwn) return;
  const auto* started = std::get_if<table::Started>(&notice);
  if (const auto* resumed = std::get_if<table::Resumed>(&notice)) {
    begun_ = true;
    view_ = resumed->seat.view;
    return tell_past(*resumed);
  }
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
  turns_.push_back({bot, ++turn_, *question.view, question.bot});
}

std::optional<games::AnyView> LocalTable::view() const {
  return view_ ? std::optional(*view_) : std::nullopt;
}

void LocalTable::keep_time(base::Time now) {
  const auto gap = now - std::exchange(now_, now);
  if (!host_) return;
  if (gap > kStopped) host_->forgive(gap, table::Pause::of_program, now);
  host_->wake(now);
  settle();
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
  settle();
}

}  // namespace client::play
