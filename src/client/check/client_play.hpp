// Plays the server for clients that connect, one case a connection.
#pragma once

#include <functional>
#include <vector>

#include "client/check/client_cases.hpp"
#include "client/check/report.hpp"
#include "net/address.hpp"

namespace client::check {

struct ClientSettings {
  const protocols::Protocol* protocol = nullptr;
  net::Address listen;
  const games::Kits* kits = nullptr;
  Milliseconds patience{30'000};  ///< with which a client, and then its next act, is waited for
  std::uint64_t seed = 0;
  std::string spawn{};  ///< the command that starts a client, "{port}" in it; "": they come by themselves
};

struct ClientHooks {
  std::function<void(const net::Address&)> listening;  ///< where clients may connect now
  std::function<void(const Case&)> begun;              ///< a client has come for it
  std::function<void(const Row&)> done;
};

/// Plays all cases, each with the next client that connects. Code::system with a sentence if nobody ever
/// does, or if the address cannot be listened on.
base::Result<void> check_client(const ClientSettings& settings, const std::vector<ClientCase>& cases,
                                const ClientHooks& hooks);

}  // namespace client::check
