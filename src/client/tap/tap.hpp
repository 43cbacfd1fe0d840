// Sits between clients and a server of a protocol, and shows what goes both ways.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "client/tap/tally.hpp"
#include "net/address.hpp"

namespace client::tap {

struct Settings {
  const protocols::Protocol* protocol = nullptr;
  net::Address listen;
  net::Address server;
  Charset charset = Charset::utf8;
  const games::Kits* kits = nullptr;    ///< for hints; nullptr: there are none
  std::string record;                   ///< a file; "": none
  std::optional<std::uint64_t> seed{};  ///< of the server's chance, for the record
  int connections = 0;                  ///< ends after so many have ended; 0: only by a signal
};

/// Who is told what is seen. Peers have letters.
struct Audience {
  std::function<void(const net::Address& where)> listening;
  std::function<void(char peer, const Sight& sight)> see;
  /// A connection began or ended: a sentence.
  std::function<void(char peer, const std::string& what)> tell;
  /// Nothing came for a while.
  std::function<void(char peer)> pause;
};

struct Report {
  int connections = 0;
  Tally tally{};
};

/// Runs until a signal or as long as the settings say. An error says why it could not, or that the server
/// cannot be reached by the first who came.
base::Result<Report> run(const Settings& settings, const Audience& audience);

}  // namespace client::tap
