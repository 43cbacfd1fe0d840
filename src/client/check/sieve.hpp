// What a server may put around its messages without being wrong: as much as our client half takes.
#pragma once

#include <string>
#include <string_view>

#include "protocols/all.hpp"

namespace client::check {

/// Takes one direction of a connection and gives it with nothing but messages in it, each with the end of its
/// protocol: without NUL bytes between them, with one CR before LF or without it, with CR and LF around RS.
class Sieve {
 public:
  explicit Sieve(const protocols::Protocol& protocol);

  /// Whatever way it was split on the road.
  std::string sift(std::string_view bytes);

 private:
  void take(char byte, std::string& sifted);

  std::string_view end_;
  bool several_;        ///< encodings, of which the first byte tells
  bool bytes_ = false;  ///< it is not lines that are spoken
  bool begun_ = false;
  bool between_ = true;  ///< nothing of the next message has come
  std::string held_;     ///< CR and LF that may belong to the end
};

/// Whether our client half knows what this message of a server is; those that it does not it passes over.
bool is_known(const protocols::Protocol& protocol, std::string_view message);

}  // namespace client::check
