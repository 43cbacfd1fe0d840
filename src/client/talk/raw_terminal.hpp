// The terminal, key by key, and put back as it was whatever happens.
#pragma once

#include <cstddef>

namespace client::talk {

/// Standard input, which must be a terminal. There is one at a time.
class RawTerminal {
 public:
  RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  ~RawTerminal();

  /// How wide it is.
  static std::size_t columns();
  /// Stops the program as Ctrl-Z does elsewhere, with the terminal as it was; returns when it goes on.
  static void suspend();
};

}  // namespace client::talk
