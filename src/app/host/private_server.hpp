// A server of one's own for a benchmark: started on free ports with a fresh data directory, ended with its
// owner.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "net/address.hpp"

namespace app {

class PrivateServer {
 public:
  /// Starts this same binary as a server of one protocol and waits until it is ready.
  static base::Result<PrivateServer> start(const std::string& protocol);

  PrivateServer(PrivateServer&& other) noexcept;
  PrivateServer& operator=(PrivateServer&&) = delete;
  /// Ends the server and removes its data.
  ~PrivateServer();

  const net::Address& address() const { return address_; }
  pid_t pid() const { return pid_; }

 private:
  PrivateServer(pid_t pid, std::filesystem::path data) : pid_(pid), data_(std::move(data)) {}

  pid_t pid_;
  std::filesystem::path data_;
  net::Address address_;
};

}  // namespace app
