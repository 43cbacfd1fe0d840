// A whole server without sockets: engine, hall and sessions on a journal in memory and a clock turned by
// hand.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/engine.hpp"
#include "store/accounts_memory.hpp"
#include "store/memory.hpp"

namespace harness {

/// What the games need: the lexicon that is built into the binary.
const games::Kits& kits();

class VirtualServer final : public server::Peers, public server::Observer {
 public:
  explicit VirtualServer(std::uint64_t seed = 1, base::Duration hold = std::chrono::seconds(120));
  explicit VirtualServer(server::EngineSettings settings);

  /// From that address and port; "": from this machine, by a token of one's own where the protocol has them;
  /// 0: from any port. Browsers are at 127.0.0.1 whatever their token.
  base::PlayerId connect(const protocols::Protocol& protocol, std::string_view address = "",
                         std::uint16_t port = 0);
  void receive(base::PlayerId player, std::string_view bytes);
  void hang_up(base::PlayerId player);
  /// Time passes, and the server wakes whenever something is due, as it would by itself.
  void turn_clock(base::Duration by);
  /// Time passes, but the program does not run, and says so when it does again.
  void stand_still(base::Duration by);

  /// Nothing is looked up until it is released.
  void hold_looks() { holds_looks_ = true; }
  void release_looks();

  /// Who hears everything that anybody is told, at that moment.
  using OnTold = std::function<void(base::PlayerId, const table::Notice&)>;
  void on_told(OnTold on_told) { on_told_ = std::move(on_told); }
  using OnAnswered = std::function<void(base::PlayerId, const protocols::Answer&)>;
  void on_answered(OnAnswered on_answered) { on_answered_ = std::move(on_answered); }

  /// What was sent to the player since the last call.
  std::string take(base::PlayerId player);
  bool is_closed(base::PlayerId player) const { return peers_.at(player).closed; }
  bool is_read(base::PlayerId player) const { return peers_.at(player).reading; }
  /// The player does not read what it is told; and does.
  void fall_behind(base::PlayerId player) { peers_.at(player).behind = true; }
  void catch_up(base::PlayerId player);

  store::MemoryJournal& journal() { return journal_; }
  store::MemoryAccounts& accounts() { return accounts_; }
  server::Engine& engine() { return *engine_; }
  const games::Kits& kits() const { return harness::kits(); }
  const std::vector<protocols::Remark>& remarks() const { return remarks_; }
  const std::vector<base::TableId>& damaged_tables() const { return damaged_; }
  base::Time now() const { return now_; }

  /// The process dies and starts again on the same journal: every connection is gone, every table is rebuilt.
  server::Engine::Recovery restart();

  /// What is played equals what is kept, as Witness::compare says.
  /// Returns what is wrong, "" if nothing is.
  std::string compare_with_journal();

 private:
  struct Peer {
    std::string output;
    bool closed = false;
    bool reading = true;
    bool behind = false;
  };

  void send(base::PlayerId player, std::string_view bytes) override { peers_[player].output += bytes; }
  void close(base::PlayerId player) override { peers_[player].closed = true; }
  void set_reading(base::PlayerId player, bool wanted) override { peers_[player].reading = wanted; }
  bool is_behind(base::PlayerId player) const override;
  void think(base::PlayerId bot, const server::Question& question) override {
    questions_.emplace_back(bot, question);
  }
  void run_account_job(base::PlayerId player, server::AccountJob job) override {
    errands_.emplace_back(player, std::move(job));
  }
  void look_up(Look look, const std::string& /*address*/) override { looks_.push_back(std::move(look)); }
  void told(base::PlayerId player, const table::Notice& notice) override {
    if (on_told_) on_told_(player, notice);
  }
  void told_answer(base::PlayerId player, const protocols::Answer& answer) override {
    if (on_answered_) on_answered_(player, answer);
  }
  void settle();
  void remarked(const protocols::Protocol& protocol, base::PlayerId player,
                const protocols::Remark& remark) override;
  void damaged(base::TableId table, const base::Error& error) override;
  void start_engine();

  server::EngineSettings settings_;
  base::Time now_ = base::from_millis(1'700'000'000'000);
  std::uint64_t next_player_ = 1;
  OnTold on_told_;
  OnAnswered on_answered_;
  std::map<base::PlayerId, Peer> peers_;
  std::vector<protocols::Remark> remarks_;
  std::vector<base::TableId> damaged_;
  std::deque<std::pair<base::PlayerId, server::Question>> questions_;
  std::deque<std::pair<base::PlayerId, server::AccountJob>> errands_;
  std::deque<Look> looks_;
  bool holds_looks_ = false;
  store::MemoryAccounts accounts_;
  store::MemoryJournal journal_;
  std::unique_ptr<server::Engine> engine_;
};

}  // namespace harness
