// A server to practise against: it keeps to the document and is hard to live with.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "client/spar/house.hpp"
#include "client/spar/referee.hpp"
#include "net/address.hpp"

namespace client::spar {

struct Settings {
  const protocols::Protocol* protocol = nullptr;
  const games::Kits* kits = nullptr;
  const bots::Bot* bot = nullptr;
  std::vector<const Style*> styles;  ///< of one guest after the other
  net::Address listen;
  std::uint64_t seed = 0;
  int connections = 0;                         ///< ends after so many have ended; 0: only by a signal
  std::chrono::milliseconds patience{10'000};  ///< until it is told that a guest says nothing
};

struct Audience {
  std::function<void(const net::Address& where)> listening;
  /// What happens to the guest of that number, from 1: a sentence.
  std::function<void(int guest, const std::string& what)> tell;
};

/// Runs until a signal or as long as the settings say. An error says why it could not.
base::Result<Scores> run(const Settings& settings, const Audience& audience);

}  // namespace client::spar
