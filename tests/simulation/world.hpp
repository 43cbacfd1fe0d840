// A simulated world: the whole server on a journal that waits and a clock turned by hand, peers of every
// protocol, a witness and a timekeeper. It does what a list of steps says, and nothing else.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/witness.hpp"
#include "server/engine.hpp"
#include "simulation/journal.hpp"
#include "simulation/peer.hpp"
#include "simulation/step.hpp"
#include "simulation/timekeeper.hpp"
#include "store/accounts_memory.hpp"

namespace simulation {

class World final : public server::Peers, public server::Observer {
 public:
  explicit World(std::uint64_t seed);

  /// Takes the step; what is wrong then, "" if nothing is.
  std::string take(const Step& step);
  /// Everybody goes, and time passes: what is left then that should not be, "" if nothing is.
  std::string end();

 private:
  void send(base::PlayerId player, std::string_view bytes) override;
  void close(base::PlayerId player) override;
  void set_reading(base::PlayerId /*player*/, bool /*wanted*/) override {}
  void think(base::PlayerId bot, const server::Question& question) override {
    questions_.emplace_back(bot, question);
  }
  void run_account_job(base::PlayerId player, server::AccountJob job) override {
    errands_.emplace_back(player, std::move(job));
  }
  void look_up(Look look, const std::string& address) override {
    wanted_.emplace_back(address, std::move(look));
  }
  void told(base::PlayerId player, const table::Notice& notice) override;
  void told_answer(base::PlayerId player, const protocols::Answer& answer) override {
    witness_.told_answer(player, answer);
  }
  void requested(const protocols::Protocol& /*protocol*/, base::PlayerId player) override {
    note_seats();  // what is asked for may make somebody else stand up who has just sat down
    timekeeper_.asked(player);
  }
  void remarked(const protocols::Protocol& /*protocol*/, base::PlayerId player,
                const protocols::Remark& /*remark*/) override {
    timekeeper_.refused(player);
  }
  void damaged(base::TableId table, const base::Error& error) override;

  void act(const Step& step);
  void connect(Peer& peer, base::Rng& rng);
  void hang_up(Peer& peer);
  void deliver(Peer& peer, std::size_t most);
  void settle_journal(HeldJournal::Fate fate, std::size_t most);
  void answer_question(base::Rng& rng);
  void carry_out_errand();
  void look_up_something(base::Rng& rng);
  void tell_past();
  void pass_time(base::Duration by);
  void freeze(Peer& peer, base::Duration by);
  void compute(base::Duration by);
  void wake();
  void note_stall();
  void note_seat(base::PlayerId player);
  void note_seats();
  void restart();
  void start_engine();
  Peer* find(base::PlayerId player);

  bool is_complete() const;
  std::string look();
  std::string compare_names() const;
  std::string let_all_be_done(base::Rng& rng);
  std::string look_for_ghosts();

  base::Time now_ = base::from_millis(1'700'000'000'000);
  server::EngineSettings settings_;
  store::MemoryAccounts accounts_;
  HeldJournal journal_;
  harness::Witness witness_{journal_};
  Timekeeper timekeeper_{journal_};
  std::deque<Peer> peers_;
  std::uint64_t next_player_ = 1;
  std::deque<std::pair<base::PlayerId, server::Question>> questions_;
  std::deque<std::pair<base::PlayerId, server::AccountJob>> errands_;
  std::deque<std::pair<std::string, Look>> wanted_;  ///< to be looked up, and whose it is
  std::deque<std::function<void()>> found_;          ///< tells what was looked up
  std::unique_ptr<server::Engine> engine_;
  std::optional<base::Time> stalled_;  ///< since when nothing can be made durable
  bool woke_complete_ = false;  ///< in this step the server was woken when nothing waited for the journal
  std::string trouble_;
  bool recovering_ = false;
};

}  // namespace simulation
