// WebSocket without any I/O: section numbers are those of RFC 6455.
#include "net/websocket.hpp"

#include <openssl/evp.h>

#include <array>
#include <utility>

#include "base/buffer.hpp"
#include "base/text.hpp"

namespace net::websocket {
namespace {

enum Opcode : std::uint8_t { kMore = 0, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };

constexpr std::size_t kMostControl = 125;
constexpr std::uint8_t kLast = 0x80;
constexpr std::uint8_t kMasked = 0x80;
constexpr std::size_t kMaskSize = 4;

/// 7.4: codes that may be sent; 1004 to 1006 and 1015 are for nobody.
bool is_close_code(std::uint16_t code) {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

std::uint64_t read_number(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = (number << 8U) | static_cast<unsigned char>(byte);
  return number;
}

void write_number(std::string& bytes, std::uint64_t number, unsigned size) {
  for (unsigned left = size; left > 0; --left)
    bytes += static_cast<char>((number >> (8 * (left - 1))) & 0xFFU);
}

std::string write_frame(Opcode opcode, std::string_view payload) {
  std::string frame;
  frame.reserve(payload.size() + 10);
  frame += static_cast<char>(kLast | opcode);
  if (payload.size() <= kMostControl) {
    frame += static_cast<char>(payload.size());
  } else if (payload.size() <= 0xFFFF) {
    frame += static_cast<char>(126);
    write_number(frame, payload.size(), 2);
  } else {
    frame += static_cast<char>(127);
    write_number(frame, payload.size(), 8);
  }
  return frame.append(payload);
}

/// 5.3; the same again takes it away.
void apply_mask(std::string& payload, std::string_view mask) {
  for (std::size_t at = 0; at < payload.size(); ++at)
    payload[at] = static_cast<char>(payload[at] ^ mask[at % kMaskSize]);
}

/// How many bytes follow the first two to say how long the payload is.
std::size_t length_bytes(std::uint8_t length) { return length == 126 ? 2 : length == 127 ? 8 : 0; }

}  // namespace

struct Reader::Head {
  std::uint64_t payload = 0;
  std::size_t size = 0;  ///< of the head itself, the mask included
  std::uint8_t flags = 0;
  std::uint8_t opcode = 0;
  bool masked = false;
  bool shortest = true;  ///< 5.2: the length is written in as few bytes as can be

  bool last() const { return (flags & kLast) != 0; }
};

void Reader::receive(std::string_view bytes) {
  if (stopped_) return;
  base::drop_front(waiting_, std::exchange(taken_, 0));
  waiting_ += bytes;
}

std::optional<Event> Reader::next() {
  while (!stopped_) {
    const auto read = read_head();
    if (!read) return stop(read.error());
    if (!*read) break;
    const Head& head = **read;
    if (waiting_.size() - taken_ < head.size + head.payload) break;
    if (auto event = finish(head)) return event;
  }
  if (taken_ == waiting_.size()) {
    base::empty(waiting_);
    taken_ = 0;
  }
  return std::nullopt;
}

/// The head of the next frame, as soon as it is there; what is wrong with it even before all of it is.
std::expected<std::optional<Reader::Head>, Broken> Reader::read_head() const {
  const auto bytes = std::string_view(waiting_).substr(taken_);
  if (bytes.size() < 2) return std::nullopt;
  const auto first = static_cast<std::uint8_t>(bytes[0]);
  const auto second = static_cast<std::uint8_t>(bytes[1]);
  const auto length = static_cast<std::uint8_t>(second & 0x7FU);
  Head head;
  head.flags = first & 0xF0U;
  head.opcode = first & 0x0FU;
  head.masked = (second & kMasked) != 0;
  const auto before_mask = 2 + length_bytes(length);
  head.size = before_mask + (head.masked ? kMaskSize : 0);
  head.payload = length;
  if (length > kMostControl && bytes.size() >= before_mask) {
    head.payload = read_number(bytes.substr(2, length_bytes(length)));
    head.shortest = head.payload > (length == 126 ? kMostControl : std::size_t{0xFFFF});
  }
  if (const auto problem = check_head(head)) return std::unexpected(*problem);
  if (bytes.size() < head.size) return std::nullopt;
  return head;
}

std::optional<Broken> Reader::check_head(const Head& head) const {
  using enum CloseCode;
  if ((head.flags & 0x70U) != 0) return Broken{protocol_error, "no extension was agreed on"};
  if (head.masked != (peer_ == Peer::client))
    return Broken{protocol_error, peer_ == Peer::client ? "frames of a client must be masked"
                                                        : "frames of a server must not be masked"};
  if (!head.shortest) return Broken{protocol_error, "the length is not written in as few bytes as can be"};
  switch (head.opcode) {
    case kText:
    case kMore:
      if (in_message_ && head.opcode == kText)
        return Broken{protocol_error, "a message begins inside another"};
      if (!in_message_ && head.opcode == kMore)
        return Broken{protocol_error, "there is no message to go on with"};
      if (head.payload > most_message() - message_.size())
        return Broken{too_big, peer_ == Peer::client ? "a message has at most 65536 bytes"
                                                     : "a message has at most 16 MiB"};
      return std::nullopt;
    case kBinary:
      return Broken{unsupported, "only text messages are taken here"};
    case kClose:
    case kPing:
    case kPong:
      if (!head.last() || head.payload > kMostControl)
        return Broken{protocol_error, "a control frame has at most 125 bytes and is never cut"};
      return std::nullopt;
    default:
      return Broken{protocol_error, "there is no such kind of frame"};
  }
}

/// Takes a whole frame from what waits; the payload is unmasked (5.3).
std::string Reader::take_payload(const Head& head) {
  std::string payload = waiting_.substr(taken_ + head.size, head.payload);
  if (head.masked) apply_mask(payload, std::string_view(waiting_).substr(taken_ + head.size - kMaskSize));
  taken_ += head.size + head.payload;
  return payload;
}

/// What a whole frame means; nothing if it is a fragment with more to come.
std::optional<Event> Reader::finish(const Head& head) {
  auto payload = take_payload(head);
  if (head.opcode == kPing) return Ping{std::move(payload)};
  if (head.opcode == kPong) return Pong{};
  if (head.opcode != kClose) return finish_message(head, std::move(payload));
  if (payload.empty()) return stop(Close{});
  const auto code = payload.size() < 2 ? std::uint64_t{0} : read_number(payload.substr(0, 2));
  if (!is_close_code(static_cast<std::uint16_t>(code)))
    return stop(Broken{CloseCode::protocol_error, "that is no code for closing"});
  if (!base::is_utf8(std::string_view(payload).substr(2)))
    return stop(Broken{CloseCode::not_utf8, "the reason for closing is not UTF-8"});
  return stop(Close{static_cast<std::uint16_t>(code)});
}

std::optional<Event> Reader::finish_message(const Head& head, std::string payload) {
  message_ = message_.empty() ? std::move(payload) : std::move(message_) + payload;
  in_message_ = !head.last();
  if (in_message_) return std::nullopt;
  auto message = std::exchange(message_, {});
  if (!base::is_utf8(message)) return stop(Broken{CloseCode::not_utf8, "a text message must be UTF-8"});
  return Text{std::move(message)};
}

Event Reader::stop(Event last) {
  stopped_ = true;
  base::empty(waiting_);
  base::empty(message_);
  taken_ = 0;
  return last;
}

std::string write_text(std::string_view payload) { return write_frame(kText, payload); }
std::string write_ping() { return write_frame(kPing, ""); }
std::string write_pong(std::string_view payload) { return write_frame(kPong, payload); }

std::string write_close(CloseCode code, std::string_view reason) {
  std::string payload;
  write_number(payload, static_cast<std::uint16_t>(code), 2);
  return write_frame(kClose, payload.append(reason));
}

std::string write_close(const Close& close) {
  std::string payload;
  if (close.code) write_number(payload, *close.code, 2);
  return write_frame(kClose, payload);
}

std::string mask(std::string_view frame, std::string_view mask) {
  const auto length = static_cast<std::uint8_t>(frame[1]);
  const auto head = 2 + length_bytes(length);
  std::string masked(frame.substr(0, head));
  masked[1] = static_cast<char>(length | kMasked);
  std::string payload(frame.substr(head));
  apply_mask(payload, mask);
  return masked.append(mask).append(payload);
}

bool is_key(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return text.size() == 24 && text.ends_with("==") &&
         text.substr(0, 22).find_first_not_of(kDigits) == std::string_view::npos;
}

std::string accept_key(std::string_view key) {
  const auto text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";  // 1.3
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(), nullptr);
  std::array<unsigned char, EVP_MAX_MD_SIZE * 2> encoded{};
  const int length = EVP_EncodeBlock(encoded.data(), digest.data(), static_cast<int>(size));
  return {reinterpret_cast<const char*>(encoded.data()), static_cast<std::size_t>(length)};
}

}  // namespace net::websocket
