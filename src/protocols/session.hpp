// One conversation in one protocol, without any I/O: bytes in, requests out; notices in, bytes out.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocols/query.hpp"
#include "table/clock.hpp"
#include "table/messages.hpp"

namespace protocols {

using table::Notice;
using table::Request;

/// The names of what the host has switched on, of all protocols (all.hpp).
using Switches = std::set<std::string, std::less<>>;

/// Who speaks for the server where a grammar asks for a name.
inline constexpr std::string_view kHostName = "Parlor";

/// A bot that can be invited to a table.
struct Level {
  std::string_view game;
  std::string_view level;
  std::string_view about;
};

/// What a session starts from: whom it talks to, and what the host has chosen. Kits and switches outlive it.
struct SessionContext {
  const games::Kits& kits;
  const Switches& switches;
  std::string address{};  ///< of the peer, without its port; may be empty
  std::uint16_t port = 0;
  std::span<const Level> bots{};          ///< from weak to strong; outlive the session
  const table::Clocks* clocks = nullptr;  ///< of new tables by game, if the host has set any; outlive it, too
  bool accounts = false;                  ///< whether there are accounts
  std::string account{};                  ///< to which the peer is signed in; empty: to none
};

/// What is worth a line in the log: what a peer did wrong, or what it said that asks for nothing.
struct Remark {
  std::optional<base::Reason> refused;  ///< why it was refused; none if nothing was
  std::string detail;
};

/// The server's half. Any cut of the incoming bytes gives the same requests.
///
/// One request at a time: after `next` returned one, `next` is called again only once the Accepted or Refused
/// that answers it was told. Lines that arrive meanwhile wait inside. Queries are requests in this, too.
class Session : boost::noncopyable {
 public:
  virtual ~Session() = default;

  virtual void receive(std::string_view bytes) = 0;
  virtual std::optional<Request> next() = 0;
  /// What is asked of the server in the place of a request; to be called when `next` has returned none.
  virtual std::optional<Query> take_query() { return std::nullopt; }
  virtual void tell(const Notice& notice) = 0;
  /// What the server answers to queries.
  virtual void tell_answer(const Answer& /*answer*/) {}

  /// Called every `Protocol::tick`, for what happens by itself: pings, patience that ends.
  virtual void tick() {}
  /// Something for the player to read, about the game in which they have a seat: said where the grammar has
  /// words for people.
  virtual void show(std::string_view /*words*/) {}

  /// False while so much waits inside that no more should be read from the peer.
  virtual bool hungry() const = 0;
  /// Others had their turns: `next` may read as much again before it stops for them.
  void begin_turn() { read_ = 0; }
  /// Whether `next` has stopped though there may be more to read: others come first.
  bool has_more() const { return has_more_; }
  /// How much of what was received waits inside and was not taken up by `next`; in bytes of its own.
  virtual std::size_t untaken() const = 0;
  /// True once nothing more will be said: send what is left, then close.
  virtual bool finished() const = 0;
  /// Whether `next` may ask for something that its peer did not say.
  virtual bool asks_by_itself() const { return true; }
  /// Whether something may follow from what was received and told so far: a request, words, the end.
  bool is_busy() const {
    return unsent() > 0 || !remarks_.empty() || untaken() > 0 || asks_by_itself() || finished();
  }

  /// How many bytes are to be sent.
  std::size_t unsent() const { return output_.size(); }
  /// What is to be sent now; empties it.
  std::string take_output() { return std::exchange(output_, {}); }

  /// For the log and the counters; empties it.
  std::vector<Remark> take_remarks() { return std::exchange(remarks_, {}); }

 protected:
  void say(std::string_view text) { output_ += text; }
  /// Something was refused.
  void remark(base::Reason code, std::string detail) { remarks_.push_back({code, std::move(detail)}); }
  /// The peer said something that asks for nothing.
  void note(std::string detail) { remarks_.push_back({std::nullopt, std::move(detail)}); }

  /// For the loop of `next`: false once so much was read or said at one go that others come first.
  bool reads_on() {
    ++read_;
    has_more_ = read_ > kAtOneGo || (read_ > 1 && output_.size() > kSaidAtOneGo);
    if (has_more_) read_ = 0;
    return !has_more_;
  }

 private:
  static constexpr int kAtOneGo = 8;
  static constexpr std::size_t kSaidAtOneGo = 4096;

  std::string output_;
  std::vector<Remark> remarks_;
  int read_ = 0;
  bool has_more_ = false;
};

/// The client's half: what `Session` says becomes notices, requests become bytes.
///
/// It keeps what the wire leaves to the client (the position, whose turn it is), so `view` is complete.
class Client : boost::noncopyable {
 public:
  virtual ~Client() = default;

  virtual void receive(std::string_view bytes) = 0;
  /// The server closed the connection.
  virtual void hang_up() { finished_ = true; }
  std::optional<Notice> next() {
    if (notices_.empty()) return std::nullopt;
    auto notice = std::move(notices_.front());
    notices_.pop_front();
    return notice;
  }
  /// What was answered to queries.
  std::optional<Answer> take_answer() {
    if (answers_.empty()) return std::nullopt;
    auto answer = std::move(answers_.front());
    answers_.pop_front();
    return answer;
  }
  /// Says the request in the protocol's words. Code::malformed if its grammar has none for it.
  virtual base::Result<void> ask(const Request& request) = 0;
  virtual base::Result<void> ask_query(const Query& /*query*/) {
    return base::fail(base::Code::malformed, "this protocol has no words for it");
  }

  /// Called every `Protocol::tick`, for patience that ends.
  virtual void tick() {}
  /// The conversation is over, and everything that was heard in it was taken.
  bool finished() const { return finished_ && notices_.empty() && answers_.empty(); }

  /// What the player sees of the running game; nothing before the first.
  virtual std::optional<games::AnyView> view() const = 0;

  std::string take_output() { return std::exchange(output_, {}); }

 protected:
  void say(std::string_view text) { output_ += text; }

  std::deque<Notice> notices_;  ///< heard and not yet taken
  std::deque<Answer> answers_;  ///< likewise
  bool finished_ = false;       ///< nothing more is said or heard

 private:
  std::string output_;
};

}  // namespace protocols
