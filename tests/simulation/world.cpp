// A simulated world.
#include "simulation/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/browser.hpp"

namespace simulation {
namespace {

using namespace std::chrono_literals;

/// More than that waits for nobody: the peer is given up, in the middle of what the server is doing.
constexpr std::size_t kMostUnread = 200'000;
/// A day and more, after which no seat waits any longer.
constexpr base::Duration kForEver = 26h;
constexpr int kMostStops = 20'000;

/// Who is there: browsers above all, since they do the most.
constexpr std::array<std::string_view, 12> kPeers{"web",
                                                  "web",
                                                  "web",
                                                  "web",
                                                  "chess",
                                                  "chess",
                                                  "scrabble-twente",
                                                  "scrabble-twente",
                                                  "scrabble-clarkson",
                                                  "spectrangle",
                                                  "shelfie",
                                                  "shelfie"};

/// Half of the worlds deal by keys, as servers for people do.
base::Seed seed_of(std::uint64_t world) {
  return world % 2 == 0 ? base::Seed(world) : base::Seed(base::Seed(world).derive("simulation"));
}

/// A third of the worlds have clocks wherever nobody asks for others.
table::Clocks clocks_of(std::uint64_t world) {
  if (world % 3 != 0) return {};
  return {{"chess", "90+1"}, {"scrabble", "move=30"}, {"spectrangle", "120+0"}, {"shelfie", "45+2"}};
}

}  // namespace

World::World(std::uint64_t seed)
    : settings_{.seed = seed_of(seed), .hold = 60s, .grace = 20s, .abandon = 5min, .clocks = clocks_of(seed)},
      journal_([this](const store::Settled& settled) { engine_->settled(settled, now_); }) {
  for (std::size_t at = 0; at < kPeers.size(); ++at) peers_.emplace_back(*protocols::find(kPeers[at]), at);
  start_engine();
}

void World::start_engine() {
  settings_.accounts = settings_.look_up_accounts = &accounts_;
  engine_ = std::make_unique<server::Engine>(harness::kits(), journal_, *this, *this, settings_);
}

std::string World::take(const Step& step) {
  woke_complete_ = false;
  act(step);
  engine_->settle(now_);
  note_stall();
  return look();
}

void World::act(const Step& step) {
  base::Rng rng(step.chance);
  auto& peer = peers_[rng.below(peers_.size())];
  switch (step.deed) {
    case Deed::connect:
      return connect(peer, rng);
    case Deed::ask:
      return peer.connected() ? peer.ask(rng) : connect(peer, rng);
    case Deed::garble:
      if (peer.connected()) peer.garble(rng);
      return;
    case Deed::send:
      return deliver(peer, 1 + rng.below(40));
    case Deed::send_all:
      return deliver(peer, std::string::npos);
    case Deed::read:
      if (peer.connected()) peer.read();
      return;
    case Deed::hang_up:
      return hang_up(peer);
    case Deed::settle:
      return settle_journal(HeldJournal::Fate::kept, 1);
    case Deed::settle_all:
      return settle_journal(HeldJournal::Fate::kept, journal_.waiting());
    case Deed::fail:
      journal_.fail_to_reopen(rng.below(3) == 0 ? static_cast<int>(rng.below(8)) : 0);
      return settle_journal(HeldJournal::Fate::failed, 1);
    case Deed::think:
      return answer_question(rng);
    case Deed::run_account_job:
      return carry_out_errand();
    case Deed::look_up:
      return look_up_something(rng);
    case Deed::tell_past:
      return tell_past();
    case Deed::pass_time:
      return pass_time(std::chrono::milliseconds(rng.below(10) == 0 ? rng.below(150'000) : rng.below(1'500)));
    case Deed::freeze:
      return freeze(peer,
                    std::chrono::milliseconds(rng.below(10) == 0 ? rng.below(900'000) : rng.below(40'000)));
    case Deed::compute:
      return compute(std::chrono::milliseconds(rng.below(20'000)));
    case Deed::restart:
      return restart();
  }
}

void World::connect(Peer& peer, base::Rng& rng) {
  if (peer.connected()) return;
  const base::PlayerId id{next_player_++};
  peer.connect(id, rng);
  engine_->open(id, peer.protocol(), now_, peer.address(),
                static_cast<std::uint16_t>(50'000 + id.value % 10'000), peer.is_browser() ? "127.0.0.1" : "");
}

void World::hang_up(Peer& peer) {
  if (!peer.connected()) return;
  const auto id = peer.id();
  peer.disconnect();
  note_seat(id);
  witness_.gone(id);
  timekeeper_.gone(id);
  engine_->closed(id, now_);
}

void World::deliver(Peer& peer, std::size_t most) {
  if (!peer.connected()) return;
  if (const auto bytes = peer.take_output(most); !bytes.empty()) engine_->receive(peer.id(), bytes, now_);
  for (auto& move : peer.take_moves()) timekeeper_.moved(peer.id(), std::move(move), now_);
}

Peer* World::find(base::PlayerId player) {
  const auto is_it = [&](const Peer& peer) { return peer.connected() && peer.id() == player; };
  const auto found = std::ranges::find_if(peers_, is_it);
  return found == peers_.end() ? nullptr : &*found;
}

void World::send(base::PlayerId player, std::string_view bytes) {
  auto* peer = find(player);
  if (peer == nullptr) {
    trouble_ = fmt::format("bytes were sent to peer {}, who is gone", player.value);
    return;
  }
  peer->arrive(bytes);
  if (peer->unread() > kMostUnread) hang_up(*peer);
}

void World::close(base::PlayerId player) {
  if (auto* peer = find(player)) peer->disconnect();
  note_seat(player);
  witness_.gone(player);
  timekeeper_.gone(player);
}

void World::told(base::PlayerId player, const table::Notice& notice) {
  witness_.told(player, notice);
  if (find(player) != nullptr) note_seat(player);
  timekeeper_.told(player, witness_.place_of(player), notice, now_);
}

void World::damaged(base::TableId table, const base::Error& error) {
  if (recovering_) trouble_ = fmt::format("table {} cannot be rebuilt: {}", table.value, error.detail);
  timekeeper_.rebuilt(table, {next_player_});
}

void World::settle_journal(HeldJournal::Fate fate, std::size_t most) {
  for (; most > 0 && journal_.waiting() > 0; --most) journal_.settle_next(fate);
  note_stall();
}

/// A bot's move by chance: how well it plays does not matter here.
void World::answer_question(base::Rng& rng) {
  if (questions_.empty()) return;
  const auto [bot, question] = questions_.front();
  questions_.pop_front();
  const auto moves = games::moves(*question.view);
  const auto move = moves.empty() ? std::nullopt : std::optional(moves[rng.below(moves.size())]);
  if (move) timekeeper_.moved(bot, games::write(*move), now_);
  engine_->thought(bot, move);
}

void World::carry_out_errand() {
  if (errands_.empty()) return;
  const auto [player, job] = std::move(errands_.front());
  errands_.pop_front();
  engine_->finish_account_job(player, server::carry_out(job, accounts_, server::Strength::quick), now_);
}

/// As by the server's own thread: everybody's in its order, whoever's turn it is.
void World::look_up_something(base::Rng& rng) {
  if (wanted_.empty()) return;
  const auto whose = wanted_[rng.below(wanted_.size())].first;
  const auto first = std::ranges::find(wanted_, whose, &std::pair<std::string, Look>::first);
  const auto look = std::move(first->second);
  wanted_.erase(first);
  found_.push_back(look());
}

void World::tell_past() {
  if (found_.empty()) return;
  const auto tell = std::move(found_.front());
  found_.pop_front();
  tell();
}

/// The server wakes whenever something is due.
void World::pass_time(base::Duration by) {
  const auto until = now_ + by;
  for (int stops = 0; now_ < until; ++stops) {
    const auto due = stops < kMostStops ? engine_->next_wake().value_or(until) : until;
    now_ = std::clamp(due, now_, until);
    wake();
    engine_->settle(now_);
    note_stall();
  }
}

/// What has arrived meanwhile is read before the server knows that it stood still.
void World::freeze(Peer& peer, base::Duration by) {
  now_ += by;
  deliver(peer, std::string::npos);
  if (!stalled_) timekeeper_.paused(table::Pause::of_program, by, now_);
  engine_->stood_still(by, now_);
  wake();
}

void World::compute(base::Duration by) {
  now_ += by;
  wake();
}

void World::wake() {
  woke_complete_ = is_complete();
  engine_->wake(now_);
  note_stall();
}

void World::note_stall() {
  if (engine_->is_stalled()) {
    if (!stalled_) stalled_ = now_;
  } else if (stalled_) {
    timekeeper_.paused(table::Pause::of_journal, now_ - *stalled_, now_);
    stalled_.reset();
  }
}

void World::note_seat(base::PlayerId player) {
  const auto& hall = engine_->hall();
  const auto place = hall.places().place_of(player);
  if (!place) return timekeeper_.stands(player);
  using Sight = Timekeeper::Sight;
  timekeeper_.sits(player, place->table, place->seat,
                   hall.places().shows_seat(player) ? Sight::of_seat : Sight::elsewhere);
}

void World::note_seats() {
  for (const auto& peer : peers_) {
    if (peer.connected()) note_seat(peer.id());
  }
}

void World::restart() {
  for (auto& peer : peers_) peer.disconnect();
  witness_.forget();
  timekeeper_.restarted();
  stalled_.reset();
  questions_.clear();
  errands_.clear();
  wanted_.clear();
  found_.clear();
  journal_.lose();
  start_engine();
  recovering_ = true;
  if (const auto recovered = engine_->recover(now_); !recovered) trouble_ = recovered.error().detail;
  recovering_ = false;
}

bool World::is_complete() const { return journal_.waiting() == 0 && !engine_->is_stalled(); }

std::string World::look() {
  if (!witness_.problem().empty()) return witness_.problem();
  if (!trouble_.empty()) return trouble_;
  if (auto wrong = compare_names(); !wrong.empty()) return wrong;
  note_seats();
  const bool complete = is_complete();
  using Server = Timekeeper::Server;
  const auto awake = woke_complete_ ? Server::awake : Server::abreast;
  if (auto wrong = timekeeper_.look(complete ? awake : Server::behind, now_); !wrong.empty()) return wrong;
  return complete ? witness_.compare(engine_->hall()) : "";
}

/// A name has one owner.
std::string World::compare_names() const {
  std::set<std::string> seen;
  for (const auto& peer : peers_) {
    if (!peer.connected()) continue;
    const auto name = engine_->hall().people().name_of(peer.id());
    if (!name.empty() && !seen.insert(name).second) return fmt::format("two are called '{}'", name);
  }
  return {};
}

std::string World::end() {
  settle_journal(HeldJournal::Fate::kept, journal_.waiting());
  engine_->settle(now_);
  for (auto& peer : peers_) hang_up(peer);
  journal_.fail_to_reopen(
      0);  // the disk works again, and all that waits for it goes on before much time passes
  for (int rounds = 0; engine_->is_stalled() && rounds < 100; ++rounds) {
    base::Rng rng(0);
    if (auto wrong = let_all_be_done(rng); !wrong.empty()) return wrong;
    pass_time(std::chrono::seconds(1));
  }
  for (int rounds = 0; rounds < 100; ++rounds) {
    base::Rng rng(static_cast<std::uint64_t>(rounds));
    if (auto wrong = let_all_be_done(rng); !wrong.empty()) return wrong;
    pass_time(kForEver / 100);
  }
  base::Rng rng(0);
  if (auto wrong = let_all_be_done(rng); !wrong.empty()) return wrong;
  return look_for_ghosts();
}

/// All that waits is done, before any more time passes.
std::string World::let_all_be_done(base::Rng& rng) {
  woke_complete_ = false;
  engine_->settle(now_);
  while (!questions_.empty()) answer_question(rng);
  while (!errands_.empty()) carry_out_errand();
  while (!wanted_.empty()) look_up_something(rng);
  while (!found_.empty()) tell_past();
  settle_journal(HeldJournal::Fate::kept, journal_.waiting());
  engine_->settle(now_);
  return look();
}

std::string World::look_for_ghosts() {
  if (engine_->connections() > 0)
    return fmt::format("{} are here after everybody has gone", engine_->connections());
  for (const auto game : games::names()) {
    if (const auto tables = engine_->hall().tables().count(game); tables > 0)
      return fmt::format("{} tables of {} stand after everybody has gone", tables, game);
  }
  std::string wrong;
  static_cast<void>(journal_.read_all(
      [&](const store::StoredTable& stored) {
        if (!stored.closing) wrong = fmt::format("table {} is never closed", stored.header.table.value);
      },
      [](base::TableId, const base::Error&) {}));
  return wrong;
}

}  // namespace simulation
