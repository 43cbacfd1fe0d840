// TLS without any I/O: encrypted bytes become plain ones, and the other way round.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace net {

/// A certificate with its key, ready to be used by any number of channels. Copies share it.
class TlsIdentity {
 public:
  /// Reads PEM files: the certificate with its chain, and the key. Code::storage with a sentence if one
  /// cannot be used, or if they do not belong together.
  static base::Result<TlsIdentity> load(const std::string& certificate, const std::string& key);
  /// As that, for peers that know each other: whoever has no certificate of the authority in that file (PEM)
  /// is refused, on either side.
  static base::Result<TlsIdentity> load_mutual(const std::string& certificate, const std::string& key,
                                               const std::string& authority);

 private:
  friend class TlsChannel;
  explicit TlsIdentity(std::shared_ptr<void> context) : context_(std::move(context)) {}
  std::shared_ptr<void> context_;
};

/// Which side of a connection one is.
enum class TlsSide : std::uint8_t { accepts, dials };

/// One connection. The handshake happens by itself as bytes go both ways; the side that dials has something
/// to send at once.
class TlsChannel {
 public:
  explicit TlsChannel(const TlsIdentity& identity, TlsSide side = TlsSide::accepts);
  ~TlsChannel();

  /// The plain text in bytes of the peer. Code::malformed with a sentence if they break the channel; what is
  /// to be sent then says so to the peer.
  base::Result<std::string> receive(std::string_view bytes);
  /// Says plain text; what is said before the handshake is over waits for its end.
  void say(std::string_view plain);
  /// Says that nothing more will be said.
  void end();
  /// What is to be sent now; empties it.
  std::string take_output();

 private:
  struct Impl;
  std::unique_ptr<Impl> inside_;
};

}  // namespace net
