// The engine: sessions, hall and journal working together, without any socket. The server and the tests drive
// it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "base/roster.hpp"
#include "protocols/all.hpp"
#include "server/accounts.hpp"
#include "server/allowance.hpp"
#include "server/arrivals.hpp"
#include "server/attempts.hpp"
#include "server/bot_talk.hpp"
#include "server/inspector.hpp"
#include "server/limits.hpp"
#include "server/purses.hpp"
#include "server/turns.hpp"
#include "store/journal.hpp"
#include "table/hall.hpp"

namespace server {

using base::PlayerId;
using base::Result;
using base::TableId;
using base::Time;

/// The way out to the peers: net in the server, a list in tests. A peer is named as the player it is.
class Wire {
 public:
  virtual ~Wire() = default;
  /// May give the peer up instead, and call Engine::closed at once.
  virtual void send(PlayerId player, std::string_view bytes) = 0;
  /// Sends what was sent, then closes.
  virtual void close(PlayerId player) = 0;
  /// Whether the peer should read before it is told more; Engine::caught_up follows then.
  virtual bool is_behind(PlayerId /*player*/) const { return false; }
  /// Whether bytes of this peer are wanted now.
  virtual void set_reading(PlayerId player, bool wanted) = 0;
  /// Has the question answered, elsewhere or later, by Engine::thought.
  virtual void think(PlayerId bot, const Question& question) = 0;
  /// Work that reads what is stored, done elsewhere or later, on any thread; what it returns is called on the
  /// engine's own, before Engine::settle. `failed` is called there instead if there was no memory for it.
  struct Look {
    std::function<std::function<void()>()> read;
    std::function<void()> failed;

    std::function<void()> operator()() const { return read(); }
  };
  /// Those of different addresses take turns.
  virtual void look_up(Look look, const std::string& /*address*/) { look()(); }
  /// Has the errand run, elsewhere or later, and judged by Engine::judged. Asked only where there are
  /// accounts.
  virtual void run_errand(PlayerId /*player*/, Errand /*errand*/) {}
};

/// Who is told what the engine does: metrics and the log.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void connected(const protocols::Protocol& /*protocol*/, PlayerId /*player*/,
                         std::string_view /*host*/) {}
  virtual void disconnected(const protocols::Protocol& /*protocol*/, PlayerId /*player*/) {}
  virtual void requested(const protocols::Protocol& /*protocol*/, PlayerId /*player*/) {}
  virtual void remarked(const protocols::Protocol& /*protocol*/, PlayerId /*player*/,
                        const protocols::Remark& /*remark*/) {}
  /// Somebody, at an address or as a player, has come up against a limit.
  virtual void limited(Reached /*limit*/, const std::string& /*whose*/, Time /*now*/) {}
  /// The peer asks for more than it may, or says more, and waits.
  virtual void slowed(const protocols::Protocol& /*protocol*/, PlayerId /*player*/) {}
  virtual void committed(const store::Settled& /*settled*/) {}
  /// A game has begun, and has ended; both are durable.
  virtual void begun(const store::Header& /*header*/) {}
  virtual void ended(const store::Closing& /*closing*/) {}
  /// Somebody is told this now.
  virtual void told(PlayerId /*player*/, const table::Notice& /*notice*/) {}
  virtual void damaged(TableId /*table*/, const base::Error& /*error*/) {}
  /// Nothing can be made durable any more, and nothing is done until it can be; and when that has ended.
  virtual void stalled(const base::Error& /*error*/) {}
  virtual void went_on() {}
  /// The table needs another kit and waits for it.
  virtual void set_aside(TableId /*table*/, const base::Error& /*error*/) {}
  /// Something was asked about accounts (as of table::kAccountActs) and answered.
  virtual void asked_account(std::size_t /*act*/, const table::AccountAnswer& /*answer*/) {}
  virtual void accounts_failed(const base::Error& /*error*/) {}
};

struct EngineSettings {
  base::Seed seed{};                  ///< of all chance, to repeat a test
  table::Seeds::Source fresh_seed{};  ///< as in table::HallSettings
  base::Duration hold = std::chrono::seconds(120);
  base::Duration grace{};
  base::Duration abandon = std::chrono::minutes(10);
  table::ComeBack come_back = table::ComeBack::same_address;
  protocols::Switches switches{};
  table::Clocks clocks{};
  store::Accounts* accounts = nullptr;  ///< where sign-ins are looked up; nullptr: there are no accounts
  /// The same for Wire::look_up, wherever that works; nullptr: likewise.
  store::Accounts* look_up_accounts = nullptr;
  bool inspector = true;        ///< whether browsers see wire connections that come from their own address
  std::string link_secret{};    ///< of the links to the pages of seats
  std::string second_screen{};  ///< where those pages are, to be told on the wire; empty: that is not told
  bool tells_deals = false;     ///< whether commitments to deals are told on the wire
  std::size_t requests_per_second = 0;  ///< that a wire connection may make; 0: as many as it likes
  std::size_t bots_per_address = 0;     ///< that may be invited; 0: as many as they like
  /// What all of one address may ask for in a second, and how many tables and lobbies; 0: as much as they
  /// like.
  std::size_t address_requests_per_second = 0;
  std::size_t address_tables_per_second = 0;
  /// The same for all browsers of one account.
  std::size_t account_requests_per_second = 0;
  std::size_t account_tables_per_second = 0;
  std::size_t acts_per_game = 0;  ///< as in table::HallSettings
  /// A wire connection on which nothing was said for so long is let go; 0: none is.
  base::Duration idle{};
  /// What one connection, or one account, may say in the hall, and how often it may be heard by somebody, in
  /// a second; 0: as often as they like.
  std::size_t chat_per_second = 0;
  std::size_t chat_heard_per_second = 0;
};

InspectorSettings inspector_settings(const EngineSettings& settings);

/// Journal first, tell second: a notice waits until every record before it is durable.
class Engine {
 public:
  Engine(const games::Kits& kits, store::Journal& journal, Wire& wire, Observer& observer,
         const EngineSettings& settings);

  /// Rebuilds every unfinished table by replay. A table that cannot be, or that needs another kit, is left
  /// alone in the journal and reported. Code::corrupt if nobody knows to which table a damaged line belongs:
  /// any of them might lack a move that somebody was told of.
  struct Recovery {
    std::size_t tables = 0;
    std::size_t damaged = 0;
    std::size_t set_aside = 0;
  };
  Result<Recovery> recover(Time now);

  /// `address` is where the peer is, without its port: who comes back must come from there. Of a browser it
  /// is its token (table::kToken), and `host` where it is.
  void open(PlayerId player, const protocols::Protocol& protocol, Time now, std::string_view address = {},
            std::uint16_t port = 0, std::string_view host = {});
  /// `now` ends the thinking of a player whose time runs; without, it is when something happened last.
  void receive(PlayerId player, std::string_view bytes, std::optional<Time> now = {});
  /// The peer has read what it was told, and is heard again.
  void caught_up(PlayerId player);
  void closed(PlayerId player, Time now);
  /// A bot knows its move.
  void thought(PlayerId bot, std::optional<games::AnyMove> move);
  /// A bot could not be made to think: it leaves its table.
  void gave_up(PlayerId bot);
  /// An errand was run.
  void judged(PlayerId player, const Verdict& verdict, Time now);
  /// The program itself did not run for so long until now, though it should have: that is nobody's time. To
  /// be called before what happens next.
  void stood_still(base::Duration gap, Time now);
  /// The journal says what became of appends; to be called in their order.
  void settled(const store::Settled& settled, Time now);
  /// Time has passed; to be called when `next_wake` is due.
  void wake(Time now);
  std::optional<Time> next_wake() const;

  /// Works until nothing is left to do: delivers what is durable, takes up what waits. Call it after the
  /// others.
  void settle(Time now);
  /// The same, but looks after no more peers once it is enough, as asked after each; and appends nothing
  /// while more gathers, as asked before. Whether peers wait: call it again then, and where more gathers.
  using Asked = std::function<bool()>;
  bool work(Time now, const Asked& enough, const Asked& gathers);
  bool has_waiting() const { return !turns_.empty(); }

  /// True when everything asked for so far is durable and was told.
  bool quiet() const {
    return turns_.empty() && gathered_.empty() && outbox_.empty() && unsettled_.empty() && looks_ == 0;
  }

  /// True while nothing can be made durable: requests wait, and time runs for nobody.
  bool is_stalled() const { return stall_ && !(stall_->read && *stall_->read); }

  /// True while errands are under way.
  bool has_errands() const { return !errands_.empty(); }

  const table::Hall& hall() const { return hall_; }
  std::size_t connections() const { return talks_.size(); }

 private:
  /// What waits for a past: what is told, and the clocks that start once it was.
  using Later = std::variant<table::Notice, table::ClockStart>;
  /// One peer's conversation.
  struct Talk {
    const protocols::Protocol* protocol;  ///< nullptr for one of our own bots
    std::unique_ptr<protocols::Session> session;
    BotTalk* bot = nullptr;   ///< the session, if it is one of our own bots
    bool unanswered = false;  ///< a request is on its way; the next waits
    bool reading = true;
    bool touched = false;              ///< is in turns_
    Arrivals arrivals{};               ///< when what waits in the session came
    std::optional<Allowance> pace{};   ///< of a wire connection: what it may still ask for
    Allowance chat{0};                 ///< what it may still say in the hall
    bool slowed = false;               ///< waits until it may ask again
    std::shared_ptr<Purse> purse{};    ///< of its address; of our own bots, of who has invited them
    std::shared_ptr<Purse> account{};  ///< of the account to which a browser is signed in
    Time active{};                     ///< when anything was said last, by either side
    std::shared_ptr<Track> track{};    ///< of a wire connection, if what is said is kept
    std::vector<Later> later{};        ///< in its order, once its past has been read
    bool looks_back = false;           ///< that is being done
  };
  struct Letter {
    std::uint64_t after;  ///< the position that must be durable before it is told
    PlayerId player;
    table::Notice notice;
    bool waits = false;  ///< with all that follows, for the past that one of those needs
  };
  /// A clock that starts when its letters were told.
  struct Start {
    std::uint64_t after;
    std::uint64_t letters;  ///< how many were written before, since the engine stands
    table::ClockStart clock;
    bool known = false;  ///< whoever is to move knows it
  };
  struct Unsettled {
    std::uint64_t position;
    std::vector<TableId> tables;
    std::vector<store::Record> milestones;  ///< beginnings and ends of games among its records
  };
  /// The journal has failed, and was not read anew yet.
  struct Stall {
    Time since;  ///< until then it is forgiven
    base::Error why;
    std::set<TableId> tables;                                 ///< to be rebuilt then
    base::Duration wait;                                      ///< before it is tried once more
    std::optional<Time> next_try{};                           ///< none: it is being tried
    std::optional<Result<std::vector<table::Table>>> read{};  ///< what came of that
  };

  /// When the sessions of one protocol tick next.
  struct Ticking {
    const protocols::Protocol* protocol;  ///< nullptr for one of our own bots
    Time next;
    std::size_t sessions = 0;
    std::deque<PlayerId> due{};  ///< whose sessions have not ticked yet, though it was time
  };

  /// So many are looked after at most before it is listened again.
  static constexpr int kMostAtOnce = 100;

  void tick(Time now);
  Ticking* ticking(const protocols::Protocol& protocol);
  void invite(const table::Invitation& invitation);
  std::string address_of(PlayerId player) const;
  void restore(table::Table table, Time now);
  void seat_bot(std::unique_ptr<BotTalk> bot, std::string_view level);
  /// The past (engine_past.cpp).
  void remember_finished();
  void tell_finished(PlayerId player, const table::Recall& wanted);
  void tell_recalled(PlayerId player, const Result<std::shared_ptr<const table::Recalled>>& recalled);
  void look_up(PlayerId player, std::function<std::function<void()>()> read);
  void look_back(PlayerId player, Talk& talk);
  void tell_past(PlayerId player, const table::Resumed& resumed);
  void hold_back(std::size_t first);
  bool waits_for_past(const table::ClockStart& clock);
  void give_back_starts(Talk& talk);
  /// Accounts (engine_accounts.cpp).
  std::string account_at(std::string_view address, Time now);
  Result<void> reserve_names(Time now);
  void ask_account(PlayerId player, table::Account request, Time now);
  std::optional<table::AccountAnswer::Refusal> refuse_account(PlayerId player, const table::Account& request,
                                                              Time now);
  void release_name(const Verdict& verdict);
  void answer_account(PlayerId player, std::size_t act, table::AccountAnswer answer);
  /// Wires (engine_wires.cpp).
  void tell_inspected(PlayerId player, const table::Inspect& request, Time now);
  void tell_aside(PlayerId player, table::Inspected inspected);
  void open_screen(PlayerId player, const table::Screen& request, Time now);
  void tell_news();
  void note_seat(Talk& talk, const table::Started& seat, bool resumed);
  void execute();
  void append_gathered();
  void tell_milestones(const Unsettled& append);
  void deliver(Time now);
  void start_clocks(Time now);
  void tell_now(PlayerId player, Talk& talk, const table::Notice& notice);
  void touch(PlayerId player, Talk& talk);
  void pump(PlayerId player, Talk& talk, Time now);
  bool is_heard(PlayerId player, const Talk& talk) const;
  std::size_t take_request(PlayerId player, Talk& talk, Time now);
  std::optional<Time> unheard_since(PlayerId player);
  void keep_pace(PlayerId player, Talk& talk, std::size_t spent, Time now);
  void keep_chat_pace(PlayerId player, Talk& talk, const table::Request& request, Time now);
  void slow(PlayerId player, Talk& talk, base::Duration wait, Time now);
  void note_account(PlayerId player, Talk& talk, Time now);
  base::Duration debt(Talk& talk, Time now) const;
  void let_go_on(Time now);
  void let_go_of_idle(Time now);
  void flush(PlayerId player, Talk& talk, Time now);
  /// Who ended a conversation: the session, by its protocol, or the peer's connection.
  enum class End : std::uint8_t { said, broken };
  void end(PlayerId player, End how, Time now);
  /// Failed appends (engine_setback.cpp).
  void set_back(const base::Error& why, Time now);
  std::set<PlayerId> drop_letters();
  void keep_starts(const std::set<TableId>& set_back);
  void let_go(PlayerId player, Time now);
  void forgive_stall(Time now);
  void try_to_go_on();
  bool has_tried() const { return stall_ && stall_->read; }
  void go_on_or_wait(Time now);

  const games::Kits& kits_;
  store::Journal& journal_;
  Wire& wire_;
  Observer& observer_;
  protocols::Switches switches_;
  table::Clocks clocks_;
  table::Hall hall_;
  Inspector inspector_;
  std::string second_screen_;
  bool tells_deals_;
  base::Roster<Talk> talks_;
  std::vector<Ticking> ticking_;          ///< of the protocols that tick
  std::multimap<Time, PlayerId> slowed_;  ///< until when they wait
  std::size_t requests_per_second_;
  Purses purses_;
  Purses account_purses_;
  base::Duration idle_;
  Time next_look_for_idle_{};
  std::size_t chat_per_second_;
  Allowance chat_;  ///< how often all that is said in the hall may still be heard
  Turns turns_;
  std::vector<store::Record> gathered_;  ///< records of this round, to be appended together
  std::uint64_t position_ = 0;           ///< of the last append
  std::uint64_t durable_ = 0;
  std::uint64_t void_ = 0;      ///< appends up to this one are settled or count as failed
  std::optional<Stall> stall_;  ///< while the journal cannot be written
  std::deque<Unsettled> unsettled_;
  std::vector<Letter> outbox_;
  std::deque<Start> starts_;
  std::size_t delivered_ = 0;             ///< letters at the head of the outbox that were told
  std::uint64_t cleared_ = 0;             ///< letters that were told before those
  std::size_t looks_ = 0;                 ///< how much is being looked up
  table::Effects effects_;                ///< of the act being handled
  std::vector<protocols::Level> levels_;  ///< the bots that can be invited
  base::Rng bot_seeds_;
  std::uint64_t next_bot_ = 0;
  std::size_t bots_per_address_;
  std::map<std::string, std::size_t> bots_of_;  ///< by address: how many are here
  PlayerId asking_{};                           ///< whose request is handled
  store::Accounts* accounts_;
  store::Accounts* look_up_accounts_;
  Attempts attempts_;
  std::map<PlayerId, std::string> errands_;  ///< under way: who waits, and at which network address
  std::set<std::string> being_made_;         ///< the keys of accounts that errands under way make
  Time latest_{};                            ///< when something happened last
};

}  // namespace server
