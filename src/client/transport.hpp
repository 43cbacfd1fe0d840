// What carries the bytes of a client half to its server: TCP as it is, or a WebSocket with one line a
// message.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/charset.hpp"
#include "net/address.hpp"
#include "protocols/all.hpp"

namespace client {

/// One connection, without I/O: bytes of the wire in and out, bytes of the client half in and out.
class Transport : boost::noncopyable {
 public:
  virtual ~Transport() = default;

  /// What the client half is to read of the bytes that came.
  virtual std::string receive(std::string_view bytes) = 0;
  /// What the client half says; whole lines where they are messages.
  virtual void say(std::string_view bytes) = 0;
  /// Nothing more will be said.
  virtual void end() = 0;
  /// What is to be sent now; empties it.
  virtual std::string take_output() = 0;
  /// Why the client half cannot be carried: a sentence; none while all is well.
  virtual std::optional<std::string> problem() const = 0;
  /// By what the server knows its visitor again; to be given to the next transport. "" where there is no such
  /// thing.
  virtual std::string token() const = 0;
};

/// For a new connection to that server. The token is an earlier one's, or "". A WebSocket is always UTF-8.
std::unique_ptr<Transport> make_transport(const protocols::Protocol& protocol, const net::Address& server,
                                          std::string token, Charset charset);

}  // namespace client
