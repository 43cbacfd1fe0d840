// A peer of the simulated server: the client half of a protocol, and bytes under way in both directions.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "protocols/all.hpp"

namespace simulation {

class Peer {
 public:
  /// Whom it is, whenever it comes: a protocol, an address or token, and a name.
  Peer(const protocols::Protocol& protocol, std::size_t number);

  const protocols::Protocol& protocol() const { return protocol_; }
  const std::string& address() const { return address_; }
  bool is_browser() const { return protocol_.carrier == protocols::Carrier::websocket; }
  bool connected() const { return client_ != nullptr; }
  base::PlayerId id() const { return id_; }

  void connect(base::PlayerId id, base::Rng& rng);
  void disconnect();

  /// Wants something, by chance.
  void ask(base::Rng& rng);
  void garble(base::Rng& rng);
  /// Bytes that go to the server, at most so many.
  std::string take_output(std::size_t most);
  /// The moves, as they are written, of which the last byte has gone to the server since the last call.
  std::vector<std::string> take_moves();

  /// The server has sent something, which is not read yet.
  void arrive(std::string_view bytes) { unread_ += bytes; }
  std::size_t unread() const { return unread_.size(); }
  void read();

 private:
  void say(const table::Request& request);
  void ask_server(const protocols::Query& query);
  void seek(base::Rng& rng);
  bool play(base::Rng& rng);
  void ask_anything(base::Rng& rng);
  void ask_account(base::Rng& rng);

  const protocols::Protocol& protocol_;
  std::string address_;
  std::string name_;
  std::unique_ptr<protocols::Client> client_;
  base::PlayerId id_;
  std::string unsent_;
  /// A move under way.
  struct Move {
    std::size_t end;  ///< how many bytes will have gone to the server then
    std::string text;
  };
  std::deque<Move> moves_;
  std::size_t sent_ = 0;  ///< bytes of this connection
  std::string unread_;
  int accounts_asked_ = 0;
};

}  // namespace simulation
