// A program of somebody else that is started for one case, and ended with all that it has started.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace client::check {

/// Where a command says on which port its program listens, or calls.
inline constexpr std::string_view kPortMark = "{port}";

/// Runs a command of the shell in a process group of its own.
class Spawned {
 public:
  /// The marks in the command become the port. Code::system if it cannot be started.
  static base::Result<std::unique_ptr<Spawned>> start(std::string_view command, std::uint16_t port);
  Spawned(const Spawned&) = delete;
  Spawned& operator=(const Spawned&) = delete;
  /// Ends the whole group and waits until it is gone.
  ~Spawned();

  bool is_running();
  /// How it ended, and what it said last, in one sentence; only when it does not run any more.
  std::string last_words();

 private:
  struct Inside;
  explicit Spawned(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

/// A port on which nobody listens now; 0 if there is none.
std::uint16_t find_free_port();

/// A server that listens on that port. Code::system with a sentence if it ends before it does, or does not do
/// so in time.
base::Result<std::unique_ptr<Spawned>> start_server(std::string_view command, std::uint16_t port,
                                                    std::chrono::milliseconds patience);

}  // namespace client::check
