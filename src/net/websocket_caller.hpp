// The client's side of a WebSocket without any I/O: the page that gives the cookie, the upgrade, then
// messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/rng.hpp"
#include "net/http_reply.hpp"
#include "net/websocket.hpp"

namespace net::websocket {

/// One connection to the WebSocket of a site that knows its visitors by a cookie. What is said before the
/// WebSocket stands waits inside.
class Caller {
 public:
  /// The host as in the address line, with its port. Whoever has no cookie yet gets one from the site's page.
  /// The seed makes keys and masks.
  Caller(std::string host, std::string path, std::string cookie, std::uint64_t seed);

  void receive(std::string_view bytes);
  /// The next message that came whole.
  std::optional<std::string> next();
  void say(std::string_view message);
  /// Says that nothing more will be said.
  void end();

  /// Why there is no WebSocket, or why it ended: a sentence; none while all is well.
  const std::optional<std::string>& problem() const { return problem_; }
  /// "name=value", as the site set it; "" before.
  const std::string& cookie() const { return cookie_; }
  std::string take_output() { return std::exchange(output_, {}); }

 private:
  enum class Stage : std::uint8_t { page, upgrade, open, over };

  void ask_for_page();
  void ask_for_upgrade();
  void read_reply(const HttpReply& reply);
  void fail(std::string why);
  void send(std::string_view frame);
  std::string random_bytes(std::size_t count);

  std::string host_;
  std::string path_;
  std::string cookie_;
  std::string key_;
  base::Rng rng_;
  Stage stage_ = Stage::page;
  HttpReplyReader replies_;
  Reader reader_{Peer::server};
  std::string waiting_;  ///< frames to be sent once the WebSocket stands
  std::string output_;
  std::optional<std::string> problem_;
};

}  // namespace net::websocket
