// A whole server without sockets.
#include "harness/virtual_server.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"
#include "harness/witness.hpp"

namespace harness {
namespace {

/// How often the clock stops for what is due before it jumps over the rest, for a day ticks every second.
constexpr int kMostStops = 10'000;

}  // namespace

const games::Kits& kits() {
  static const games::Kits kKits = [] {
    games::Kits made;
    made.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::default_lexicon();
    return made;
  }();
  return kKits;
}

VirtualServer::VirtualServer(std::uint64_t seed, base::Duration hold)
    : VirtualServer(server::EngineSettings{.seed = seed, .hold = hold}) {}

VirtualServer::VirtualServer(server::EngineSettings settings)
    : settings_(std::move(settings)), journal_([this](const store::Settled& settled) {
        engine_->settled(settled, now_);
        engine_->settle(now_);
      }) {
  start_engine();
}

void VirtualServer::start_engine() {
  errands_.clear();
  looks_.clear();
  settings_.accounts = settings_.look_up_accounts = &accounts_;
  engine_ = std::make_unique<server::Engine>(harness::kits(), journal_, *this, *this, settings_);
}

base::PlayerId VirtualServer::connect(const protocols::Protocol& protocol, std::string_view address,
                                      std::uint16_t port) {
  const base::PlayerId player{next_player_++};
  peers_[player];
  const auto any_port = static_cast<std::uint16_t>(50'000 + player.value);
  const bool browser = protocol.carrier == protocols::Carrier::websocket;
  const auto any_address = browser ? fmt::format("token:{}", player.value) : std::string("127.0.0.1");
  engine_->open(player, protocol, now_, address.empty() ? any_address : std::string(address),
                port == 0 ? any_port : port, browser ? "127.0.0.1" : "");
  settle();
  return player;
}

void VirtualServer::receive(base::PlayerId player, std::string_view bytes) {
  engine_->receive(player, bytes, now_);
  settle();
}

void VirtualServer::hang_up(base::PlayerId player) {
  engine_->closed(player, now_);
  settle();
}

void VirtualServer::catch_up(base::PlayerId player) {
  peers_.at(player).behind = false;
  engine_->caught_up(player);
  settle();
}

bool VirtualServer::is_behind(base::PlayerId player) const {
  const auto found = peers_.find(player);
  return found != peers_.end() && found->second.behind;
}

void VirtualServer::turn_clock(base::Duration by) {
  const auto until = now_ + by;
  for (int stops = 0; now_ < until; ++stops) {
    const auto due = stops < kMostStops ? engine_->next_wake().value_or(until) : until;
    now_ = std::clamp(due, now_, until);
    engine_->wake(now_);
    settle();
  }
}

/// Bots think at once, jobs are run and things looked up at once, but not before all else was said.
void VirtualServer::settle() {
  engine_->settle(now_);
  while (!questions_.empty() || !errands_.empty() || (!looks_.empty() && !holds_looks_)) {
    if (!looks_.empty() && !holds_looks_) {
      const auto look = std::move(looks_.front());
      looks_.pop_front();
      look()();
    } else if (!questions_.empty()) {
      const auto [bot, question] = questions_.front();
      questions_.pop_front();
      engine_->thought(bot, host::answer(question));
    } else {
      const auto [player, job] = std::move(errands_.front());
      errands_.pop_front();
      engine_->finish_account_job(player, server::carry_out(job, accounts_, server::Strength::quick), now_);
    }
    engine_->settle(now_);
  }
}

void VirtualServer::release_looks() {
  holds_looks_ = false;
  settle();
}

void VirtualServer::stand_still(base::Duration by) {
  now_ += by;
  engine_->stood_still(by, now_);
  settle();
}

std::string VirtualServer::take(base::PlayerId player) { return std::exchange(peers_.at(player).output, {}); }

void VirtualServer::remarked(const protocols::Protocol& /*protocol*/, base::PlayerId /*player*/,
                             const protocols::Remark& remark) {
  remarks_.push_back(remark);
}

void VirtualServer::damaged(base::TableId table, const base::Error& /*error*/) { damaged_.push_back(table); }

server::Engine::Recovery VirtualServer::restart() {
  for (auto& [player, peer] : peers_) peer.closed = true;
  journal_.begin_again();
  start_engine();
  return *engine_->recover(now_);
}

std::string VirtualServer::compare_with_journal() { return Witness(journal_).compare(engine_->hall()); }

}  // namespace harness
