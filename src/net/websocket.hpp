// WebSocket without any I/O (RFC 6455): bytes become messages, messages become frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace net::websocket {

/// The longest message that is taken from a client, all its fragments together.
inline constexpr std::size_t kMostMessage = std::size_t{64} * 1024;
/// And from a server.
inline constexpr std::size_t kMostFromServer = std::size_t{16} * 1024 * 1024;

/// Whose bytes they are: a client's frames are masked, a server's never (5.1).
enum class Peer : std::uint8_t { client, server };

/// Why a connection ends, in the numbers of RFC 6455, 7.4.1.
enum class CloseCode : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  protocol_error = 1002,
  unsupported = 1003,
  not_utf8 = 1007,
  policy = 1008,
  too_big = 1009,
};

struct Text {
  std::string payload;

  friend bool operator==(const Text&, const Text&) = default;
};
/// To be answered with a pong of the same payload.
struct Ping {
  std::string payload;

  friend bool operator==(const Ping&, const Ping&) = default;
};
struct Pong {
  friend bool operator==(const Pong&, const Pong&) = default;
};
/// The peer ends the connection; to be answered with a close of the same code.
struct Close {
  std::optional<std::uint16_t> code;

  friend bool operator==(const Close&, const Close&) = default;
};
/// The peer broke a rule; to be told so with a close.
struct Broken {
  CloseCode code;
  std::string_view reason;  ///< a short sentence

  friend bool operator==(const Broken&, const Broken&) = default;
};
using Event = std::variant<Text, Ping, Pong, Close, Broken>;

/// Reads what a peer sends, in any cut. After Close or Broken nothing more comes.
class Reader {
 public:
  explicit Reader(Peer peer = Peer::client) : peer_(peer) {}

  void receive(std::string_view bytes);
  /// What the bytes so far hold next; nothing while more must come.
  std::optional<Event> next();

 private:
  struct Head;

  std::expected<std::optional<Head>, Broken> read_head() const;
  std::optional<Broken> check_head(const Head& head) const;
  std::string take_payload(const Head& head);
  std::optional<Event> finish(const Head& head);
  std::optional<Event> finish_message(const Head& head, std::string payload);
  Event stop(Event last);
  std::size_t most_message() const { return peer_ == Peer::client ? kMostMessage : kMostFromServer; }

  Peer peer_;
  std::string waiting_;      ///< less than one frame once `next` has nothing
  std::size_t taken_ = 0;    ///< of what waits, at its head
  std::string message_;      ///< the fragments so far
  bool in_message_ = false;  ///< more fragments must come
  bool stopped_ = false;
};

/// One text message as a frame, as a server sends it.
std::string write_text(std::string_view payload);
std::string write_ping();
std::string write_pong(std::string_view payload);
/// The reason must have at most 123 bytes.
std::string write_close(CloseCode code, std::string_view reason);
/// The answer to a close.
std::string write_close(const Close& close);

/// A frame as a client must send it, of one as a server sends it. The mask has four bytes.
std::string mask(std::string_view frame, std::string_view mask);

/// Whether a text is a Sec-WebSocket-Key: 16 bytes in base64.
bool is_key(std::string_view text);
/// The Sec-WebSocket-Accept that answers a key.
std::string accept_key(std::string_view key);

}  // namespace net::websocket
