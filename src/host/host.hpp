// One executor for all who host games: sessions, hall and bots, without any socket, file or thread. The
// server adds a journal and limits, tools run it as it is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/roster.hpp"
#include "host/arrivals.hpp"
#include "host/backlog.hpp"
#include "host/outbox.hpp"
#include "host/surroundings.hpp"
#include "host/ticking.hpp"
#include "protocols/all.hpp"

namespace host {

struct HostSettings {
  table::HallSettings hall{};
  protocols::Switches switches{};
  base::Seed bots{};      ///< of the seeds of all bots
  bool accounts = false;  ///< whether there are any
};

/// Who comes, and from where.
struct Peer {
  const protocols::Protocol& protocol;
  /// Without its port: who comes back must come from there. Of a browser it is its token (table::kToken), and
  /// `host` where it is.
  std::string_view address{};
  std::uint16_t port = 0;
  std::string_view host{};
  std::string account{};               ///< to which a browser is signed in; empty: to none
  std::shared_ptr<Company> company{};  ///< with whom it takes turns; nullptr: with everybody
};

/// Who comes from another node.
struct Guest {
  std::string_view protocol;  ///< its name, which must last
  table::Views views = table::Views::no;
  table::Hears hears = table::Hears::game_only;
  table::Named named{};
  std::string_view address{};
  table::Browser browser{};
};

/// Takes bytes and time; gives bytes, records to make durable, and questions to bots. It does nothing by
/// itself: after anything was done, `settle` works until nothing is left to do, or, where records are kept,
/// `take_turn`, `take_records` and `deliver` do.
class Host {
 public:
  /// Kits and surroundings outlive it.
  Host(const games::Kits& kits, Surroundings& surroundings, const HostSettings& settings);

  /// A peer comes; its number must fit into a roster.
  void open(PlayerId player, const Peer& peer, Time now);
  /// So does somebody who speaks by a session without bytes, as by a protocol of that name.
  void open(PlayerId player, std::unique_ptr<protocols::Session> session, std::string_view protocol,
            table::Hears hears = table::Hears::game_only);
  /// So does somebody whose connection is at another node, and who is called so already.
  PlayerId open(std::unique_ptr<protocols::Session> session, const Guest& guest);
  /// A bot comes, with whoever has invited it; nullptr: with everybody.
  PlayerId seat_bot(const bots::Bot& bot, Engagement engagement, std::shared_ptr<Company> company = {});
  /// Takes a table into the hall; if its game goes on, its bots come back to their seats.
  void restore(table::Table table, Time now);
  /// `now` ends the thinking of a player whose time runs.
  void receive(PlayerId player, std::string_view bytes, Time now);
  /// The peer's connection broke.
  void closed(PlayerId player, Time now);
  /// The peer is hung up on, as if its connection broke.
  void let_go(PlayerId player, Time now);
  /// The node of somebody who is connected to another is gone, or cannot be reached.
  void lose(PlayerId player, Time now);
  /// Somebody goes for good.
  void depart(PlayerId player, Time now);

  /// The answer to a question; and there is none, so that the bot leaves its table.
  void thought(PlayerId bot, std::optional<games::AnyMove> move);
  void gave_up(PlayerId bot);
  /// The past for which Surroundings::look_back was asked.
  void tell_past(PlayerId player, const table::Resumed& resumed);

  /// Somebody is told this by another node, now, but not before a past that they wait for.
  void tell(PlayerId player, const table::Notice& notice);
  /// A query is answered with this; `then` follows from it.
  void answer(PlayerId player, protocols::Answer answer, table::Effects then = {});
  void refuse(PlayerId player, base::Error why);
  /// Somebody is told more of what they have asked for before.
  void tell_more(PlayerId player, protocols::Answer answer);

  /// What was done in the hall beside requests has its effects. None of them is left.
  void execute(table::Effects& effects, Outbox::Told before = {});
  /// For so long nothing could happen, which is nobody's time; before anything else is done.
  void forgive(base::Duration gap, table::Pause why, Time now);

  /// Time has passed; to be called when `next_wake` is due.
  void wake(Time now);
  std::optional<Time> next_wake(Time now) const;
  /// The session ticks, whatever the time is.
  void tick(PlayerId player);

  /// Somebody is to be looked after again.
  void touch(PlayerId player);
  void touch_all();
  bool has_turns() const { return !turns_.empty(); }
  /// Looks after whoever is next.
  void take_turn(Time now);
  Outbox& outbox() { return outbox_; }
  const Outbox& outbox() const { return outbox_; }
  /// Tells all that may be told; starts the clocks that wait for it.
  void deliver(Time now);
  void start_clocks(Time now);
  /// Works until nothing is left to do, where records are durable at once.
  void settle(Time now);

  table::Hall& hall() { return hall_; }
  const table::Hall& hall() const { return hall_; }
  /// Of peers and bots.
  std::size_t conversations() const { return talks_.size(); }
  bool has(PlayerId player) const { return talks_.find(player.value) != nullptr; }
  /// Whether somebody has asked for something and is not answered yet.
  bool waits_for_answer(PlayerId player) const {
    const Talk* talk = talks_.find(player.value);
    return talk != nullptr && talk->unanswered;
  }
  /// Whether somebody is not yet told what they have missed at a table.
  bool waits_for_past(PlayerId player) const {
    const Talk* talk = talks_.find(player.value);
    return talk != nullptr && !talk->backlog.empty();
  }
  /// nullptr: it has ended.
  protocols::Session* session(PlayerId player);

 private:
  /// One conversation.
  struct Talk {
    const protocols::Protocol* protocol;  ///< nullptr where none is spoken
    std::unique_ptr<protocols::Session> session;
    std::shared_ptr<Company> company;
    BotSession* bot = nullptr;  ///< the session, if it is a bot's
    bool unanswered = false;    ///< a request is on its way; the next waits
    bool reading = true;
    bool touched = false;     ///< is in turns_
    bool looks_back = false;  ///< a past is being read
    Arrivals arrivals{};      ///< when what waits in the session came
    Backlog backlog{};        ///< what waits for that past
  };

  void add(PlayerId player, Talk talk);
  void touch(PlayerId player, Talk& talk);
  void pump(PlayerId player, Talk& talk, Time now);
  bool may_ask(PlayerId player, const Talk& talk, Time now);
  std::size_t take_request(PlayerId player, Talk& talk, Time now);
  void flush(PlayerId player, Talk& talk, Time now);
  void end(PlayerId player, End how, Time now);
  void invite(const table::Invitation& invitation);
  void ask(PlayerId player, protocols::Query query, Time now);
  void tell_now(PlayerId player, Talk& talk, const table::Notice& notice);
  void tell_now(PlayerId player, Talk& talk, const protocols::Answer& answer);
  void look_back(PlayerId player, Talk& talk);
  bool waits_for_past(const table::ClockStart& clock);
  std::optional<Time> unheard_since(PlayerId player) const;

  const games::Kits& kits_;
  Surroundings& surroundings_;
  protocols::Switches switches_;
  table::Clocks clocks_;
  bool accounts_;
  table::Hall hall_;
  base::Roster<Talk> talks_;
  Ticking ticking_;
  Turns turns_;
  std::shared_ptr<Company> everybody_ = std::make_shared<Company>();
  Outbox outbox_;
  std::size_t looking_back_ = 0;          ///< conversations for which a past is being read
  table::Effects effects_;                ///< of the act being handled
  PlayerId asking_{};                     ///< whose request that is
  std::vector<protocols::Level> levels_;  ///< the bots that can be invited
  base::Rng bot_seeds_;
  std::uint64_t next_own_ = 0;  ///< of bots and guests of other nodes
};

}  // namespace host
