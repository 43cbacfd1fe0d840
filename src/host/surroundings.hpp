// What a host needs from whoever runs it: the way out to its peers, and a say in what they may do.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "host/bot_session.hpp"
#include "host/turns.hpp"
#include "table/hall.hpp"

namespace host {

using base::PlayerId;
using base::Time;

/// Who ended a conversation: the session, by its protocol, the peer's connection, or the loss of their node.
enum class End : std::uint8_t { said, broken, lost };

/// A request on its way to the hall.
struct Asked {
  PlayerId player;
  table::Request& request;
  const Company& company;  ///< of the player
  Time now;
  std::optional<Time> arrived{};  ///< if that was earlier
};

/// What a session has done in its turn besides asking.
struct Turn {
  std::size_t said = 0;  ///< bytes that it has answered by itself
  std::span<const protocols::Remark> remarks{};
};

/// Peers are named as the players they are. Only what is said here may call the host back at once.
class Surroundings {
 public:
  virtual ~Surroundings() = default;

  /// May give the peer up instead, and call Host::closed at once.
  virtual void send(PlayerId player, std::string_view bytes, Time now) = 0;
  /// Sends what was sent, then closes.
  virtual void close(PlayerId /*player*/) {}
  /// Whether bytes of this peer are wanted now.
  virtual void set_reading(PlayerId /*player*/, bool /*wanted*/) {}
  /// Has the question answered by Host::thought, at once or later.
  virtual void think(PlayerId bot, const Question& question) = 0;

  /// Whether somebody, peer or bot, may ask for something now. Who may not is touched when that changes.
  virtual bool may_ask(PlayerId /*player*/, Time /*now*/) { return true; }
  /// Whether more is to be read of a peer whose session is hungry.
  virtual bool may_speak(PlayerId /*player*/) const { return true; }
  /// Hands a request on to the hall, or refuses it instead.
  virtual void handle(table::Hall& hall, const Asked& asked, table::Effects& effects) {
    hall.handle(asked.player, asked.request, asked.now, effects, asked.arrived);
  }
  /// Has a query answered by Host::answer, Host::refuse or what the hall tells, at once or later; false:
  /// there is nobody who could.
  virtual bool answer_query(PlayerId /*player*/, protocols::Query& /*query*/, Time /*now*/) { return false; }
  /// A peer had its turn.
  virtual void took_turn(PlayerId /*player*/, const Turn& /*turn*/, Time /*now*/) {}
  /// Somebody was told this now.
  virtual void told(PlayerId /*player*/, const table::Notice& /*notice*/) {}
  virtual void told_answer(PlayerId /*player*/, const protocols::Answer& /*answer*/) {}
  /// A conversation with a peer or a bot is about to end; the player is still in the hall.
  virtual void ends(PlayerId /*player*/, End /*how*/, Time /*now*/) {}

  /// Has the past that somebody needs read, and told by Host::tell_past; false: there is none to be had.
  virtual bool look_back(PlayerId /*player*/, const table::Resumed& /*resumed*/) { return false; }

  /// Those of that name; nullptr: the company of everybody.
  virtual std::shared_ptr<Company> company_of(const std::string& /*name*/) { return nullptr; }
  /// Whether they may have one bot more.
  virtual bool may_invite(const Company& /*company*/) { return true; }
};

}  // namespace host
