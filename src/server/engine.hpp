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
#include "host/host.hpp"
#include "protocols/all.hpp"
#include "server/accounts.hpp"
#include "server/allowance.hpp"
#include "server/attempts.hpp"
#include "server/inspector.hpp"
#include "server/limits.hpp"
#include "server/node_engine.hpp"
#include "server/purses.hpp"
#include "store/journal.hpp"

namespace server {

using base::PlayerId;
using base::Result;
using base::TableId;
using base::Time;
using host::Question;

/// The way out to the peers: net in the server, a list in tests. A peer is named as the player it is.
class Peers {
 public:
  virtual ~Peers() = default;
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
  // NOLINTBEGIN(performance-unnecessary-value-param): whoever does it later keeps it
  /// Those of different addresses take turns.
  virtual void look_up(Look look, const std::string& /*address*/) { look()(); }
  /// Has the job run, elsewhere or later, and then calls Engine::finish_account_job. Asked only where there
  /// are accounts.
  virtual void run_account_job(PlayerId /*player*/, AccountJob /*job*/) {}
  // NOLINTEND(performance-unnecessary-value-param)
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
  virtual void told_answer(PlayerId /*player*/, const protocols::Answer& /*answer*/) {}
  virtual void damaged(TableId /*table*/, const base::Error& /*error*/) {}
  /// Nothing can be made durable any more, and nothing is done until it can be; and when that has ended.
  virtual void stalled(const base::Error& /*error*/) {}
  virtual void went_on() {}
  /// The table needs another kit and waits for it.
  virtual void set_aside(TableId /*table*/, const base::Error& /*error*/) {}
  /// Something was asked about accounts (as of protocols::kAccountActs) and answered.
  virtual void asked_account(std::size_t /*act*/, const protocols::AccountAnswer& /*answer*/) {}
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
  /// The same for Peers::look_up, wherever that works; nullptr: likewise.
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
  NodeSettings node{};  ///< of several that are one hall; without a directory it is the only one
};

InspectorSettings inspector_settings(const EngineSettings& settings);

class Node;

/// A host whose records are kept: a notice waits until every record before it is durable.
class Engine final : host::Surroundings, NodeEngine {
 public:
  Engine(const games::Kits& kits, store::Journal& journal, Peers& wire, Observer& observer,
         const EngineSettings& settings);
  ~Engine() override;

  /// Rebuilds every unfinished table by replay; where there are other nodes, Node::begin does. A table that
  /// cannot be, or that needs another kit, is left alone in the journal and reported. Code::corrupt if nobody
  /// knows to which table a damaged line belongs: any of them might lack a move that somebody was told of.
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
  void caught_up(PlayerId player) { host_.touch(player); }
  void closed(PlayerId player, Time now) { host_.closed(player, now); }
  /// A bot knows its move.
  void thought(PlayerId bot, std::optional<games::AnyMove> move) { host_.thought(bot, std::move(move)); }
  /// A bot could not be made to think: it leaves its table.
  void gave_up(PlayerId bot) { host_.gave_up(bot); }
  /// A job was run.
  void finish_account_job(PlayerId player, const AccountResult& result, Time now);
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
  bool has_waiting() const { return host_.has_turns(); }

  /// True when everything asked for so far is durable and was told.
  bool quiet() const {
    return !host_.has_turns() && !host_.outbox().has_records() && host_.outbox().empty() &&
           unsettled_.empty() && looks_ == 0 && unread_.empty();
  }

  /// True while nothing can be made durable: requests wait, and time runs for nobody.
  bool is_stalled() const { return stall_ && !(stall_->read && *stall_->read); }

  /// True while jobs are under way.
  bool has_errands() const { return !errands_.empty(); }

  const table::Hall& hall() const { return host_.hall(); }
  /// nullptr where there are no other nodes.
  Node* node() { return node_.get(); }
  std::size_t connections() const { return host_.conversations(); }

 private:
  /// What the engine knows of a peer besides its conversation.
  struct Peer {
    const protocols::Protocol* protocol;
    std::shared_ptr<Purse> purse;             ///< of its address
    std::shared_ptr<Purse> account{};         ///< of the account to which a browser is signed in
    std::optional<Allowance> pace{};          ///< of a wire connection: what it may still ask for
    Allowance chat{0};                        ///< what it may still say in the hall
    bool slowed = false;                      ///< waits until it may ask again
    std::size_t spent = 0;                    ///< in this turn, for what it has asked
    Time active{};                            ///< when anything was said last, by either side
    std::shared_ptr<WireConnection> track{};  ///< of a wire connection, if what is said is kept
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

  /// So many are looked after at most before it is listened again.
  static constexpr std::size_t kMostAtOnce = 100;

  // Surroundings
  void send(PlayerId player, std::string_view bytes, Time now) override;
  void close(PlayerId player) override { wire_.close(player); }
  void set_reading(PlayerId player, bool wanted) override { wire_.set_reading(player, wanted); }
  void think(PlayerId bot, const Question& question) override { wire_.think(bot, question); }
  bool may_ask(PlayerId player, Time now) override;
  bool may_speak(PlayerId player) const override;
  void handle(table::Hall& hall, const host::Asked& asked, table::Effects& effects) override;
  bool answer_query(PlayerId player, protocols::Query& query, Time now) override;
  void took_turn(PlayerId player, const host::Turn& turn, Time now) override;
  void told(PlayerId player, const table::Notice& notice) override;
  void told_answer(PlayerId player, const protocols::Answer& answer) override {
    observer_.told_answer(player, answer);
  }
  void ends(PlayerId player, host::End how, Time now) override;
  bool look_back(PlayerId player, const table::Resumed& resumed) override;
  std::shared_ptr<host::Company> company_of(const std::string& name) override;
  bool may_invite(const host::Company& company) override;

  // NodeEngine (engine_node.cpp)
  void handle_here(PlayerId player, table::Request request, Time arrived, Time now) override;
  void read_table(TableId table, std::function<void(std::optional<store::StoredTable>)> then) override;
  void read_tables(std::vector<TableId> tables, std::function<void(std::vector<FoundTable>)> then) override;
  void read_piece(store::Journal::Piece piece, std::function<void(OpenTables)> then) override;
  void read_again() override;
  bool is_durable(const IsOne& is_one) const override;
  void forsake(const IsOne& is_lost, May may, Time now) override;
  UndurableTables undurable() const;
  void write_again(std::function<void(Result<void>)> then) override;
  std::uint32_t load() const override {
    return static_cast<std::uint32_t>(host_.hall().tables().all().size());
  }
  void look_for_finished() override;
  Inspector& inspector() override { return inspector_; }
  bool look_back_for_guest(PlayerId guest, const table::Resumed& resumed);
  void read_past();
  template <class Found>
  void read(std::function<Result<Found>()> read, std::function<void(Result<Found>)> then);
  template <class Found>
  void read_surely(const std::function<Result<Found>()>& read, const std::function<void(Found)>& then);

  std::string address_of(PlayerId player) const;
  /// The past (engine_past.cpp).
  void remember_finished(const Result<std::vector<store::StoredTable>>& found);
  void tell(PlayerId player, const Result<std::shared_ptr<const protocols::Replay>>& replay);
  void look_back_later(PlayerId player, const table::Resumed& resumed);
  void look_up(PlayerId player, std::function<std::function<void()>()> read);
  /// Accounts (engine_accounts.cpp).
  std::string account_at(std::string_view address, Time now);
  Result<void> reserve_names(Time now);
  std::optional<protocols::AccountAnswer::Refusal> refuse_account(PlayerId player,
                                                                  const protocols::query::Account& request,
                                                                  Time now);
  void release_name(const AccountResult& result);
  void answer_account(PlayerId player, std::size_t act, protocols::AccountAnswer answer,
                      table::Effects then = {});
  /// Queries (engine_queries.cpp).
  void look_into(PlayerId player, const protocols::query::Hall& query, Time now);
  void look_into(PlayerId player, const protocols::query::Clocks& query, Time now);
  void look_into(PlayerId player, const protocols::query::Replay& query, Time now);
  void look_into(PlayerId player, const protocols::query::SeatPage& query, Time now);
  void look_into(PlayerId player, protocols::query::Account& query, Time now);
  void look_into(PlayerId player, const protocols::query::Connections& query, Time now);
  void look_into(PlayerId player, const protocols::query::Follow& query, Time now);
  void look_into(PlayerId player, const protocols::query::Unfollow& query, Time now);
  void look_into(PlayerId player, const protocols::query::Transcript& query, Time now);
  template <class Found>
  void answer_or_refuse(PlayerId player, Result<Found> found);
  /// Wires (engine_wires.cpp).
  void tell_news();
  void note_seat(PlayerId player, const table::Started& seat, bool resumed);
  void note_over(PlayerId player);
  void append_gathered();
  void tell_milestones(const Unsettled& append);
  void spend(const host::Asked& asked, const table::Effects& effects);
  void keep_pace(PlayerId player, Peer& peer, std::size_t spent, Time now);
  void keep_chat_pace(PlayerId player, Peer& peer, std::size_t heard, Time now);
  void slow(PlayerId player, Peer& peer, base::Duration wait, Time now);
  void note_account(PlayerId player, Peer& peer, Time now);
  base::Duration debt(Peer& peer, Time now) const;
  void let_go_on(Time now);
  void let_go_of_idle(Time now);
  /// Failed appends (engine_setback.cpp).
  void set_back(const base::Error& why, Time now);
  void forgive_stall(Time now);
  void try_to_go_on();
  bool has_tried() const { return stall_ && stall_->read; }
  void go_on_or_wait(Time now);

  const games::Kits& kits_;
  store::Journal& journal_;
  Peers& wire_;
  Observer& observer_;
  host::Host host_;
  Inspector inspector_;
  std::string second_screen_;
  bool tells_deals_;
  base::Roster<Peer> peers_;
  std::multimap<Time, PlayerId> slowed_;  ///< until when they wait
  std::size_t requests_per_second_;
  Purses purses_;
  Purses account_purses_;
  base::Duration idle_;
  Time next_look_for_idle_{};
  std::size_t chat_per_second_;
  Allowance chat_;              ///< how often all that is said in the hall may still be heard
  std::uint64_t void_ = 0;      ///< appends up to this one are settled or count as failed
  std::optional<Stall> stall_;  ///< while the journal cannot be written
  std::deque<Unsettled> unsettled_;
  std::size_t looks_ = 0;                                          ///< how much is being looked up
  std::vector<std::function<void()>> unread_;                      ///< reads to be tried again
  std::vector<std::pair<PlayerId, table::Resumed>> looking_back_;  ///< guests whose past is to be read
  bool reads_past_ = false;                                        ///< of some of them
  std::size_t bots_per_address_;
  store::Accounts* accounts_;
  store::Accounts* look_up_accounts_;
  Attempts attempts_;
  struct Errand {
    std::string host;     ///< the network address,
    std::string browser;  ///< and the token
  };
  std::map<PlayerId, Errand> errands_;  ///< under way, by who waits
  std::set<std::string> being_made_;    ///< the keys of accounts that jobs under way make
  std::unique_ptr<Node> node_;          ///< if there are others
  enum class Search : std::uint8_t { none, under_way, once_more };
  Search search_ = Search::none;  ///< for games that ended at other nodes
  protocols::HallAnswer hall_;    ///< as it was told last
  Time latest_{};                 ///< when something happened last
};

}  // namespace server
