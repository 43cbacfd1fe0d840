// What goes over one connection, both ways, as messages.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/charset.hpp"
#include "client/tap/grammar.hpp"
#include "protocols/all.hpp"

namespace client::tap {

/// One message, or something else that is worth a line.
struct Heard {
  enum class Kind : std::uint8_t {
    message,  ///< of the protocol, as it stands in a transcript
    carrier,  ///< of what carries the protocol: HTTP, and the frames of a WebSocket that are no messages
  };
  Kind kind = Kind::message;
  std::string text;
};

/// Cuts what it is given into messages, whatever way it was split on the road.
class Decoder : boost::noncopyable {
 public:
  virtual ~Decoder() = default;

  virtual void hear(Way way, std::string_view bytes) = 0;
  virtual std::optional<Heard> next(Way way) = 0;
  /// What came of a message whose end did not.
  virtual std::string rest(Way way) const = 0;
  /// Whether what came so is part of an object, and no text.
  virtual bool is_within_object(Way way) const = 0;
};

std::unique_ptr<Decoder> make_decoder(const protocols::Protocol& protocol, Charset charset = Charset::utf8);

}  // namespace client::tap
