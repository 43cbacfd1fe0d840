// How a server's words leave it: as they are, or changed in ways that its document allows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/spar/style.hpp"

namespace client::spar {

/// Without I/O: what the server's half says in, pieces out, each to be written by itself.
class Rewording {
 public:
  /// Both outlive it.
  Rewording(const protocols::Protocol& protocol, const Style& style) : protocol_(&protocol), style_(&style) {}

  std::vector<std::string> say(std::string_view bytes);

 private:
  std::string dress(std::string_view message);
  std::string embellish(std::string_view message) const;

  const protocols::Protocol* protocol_;
  const Style* style_;
  std::string unfinished_;
  bool begun_ = false;
  bool objects_ = false;  ///< what is said has no lines
  int messages_ = 0;
};

}  // namespace client::spar
