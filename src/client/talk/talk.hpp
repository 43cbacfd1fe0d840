// Somebody who talks to a server of a protocol, line by line.
#pragma once

#include <chrono>
#include <string>

#include "base/error.hpp"
#include "client/charset.hpp"
#include "client/talk/screen.hpp"
#include "net/address.hpp"

namespace client::talk {

struct Settings {
  const protocols::Protocol* protocol = nullptr;
  const protocols::Encoding* encoding = nullptr;  ///< nullptr where there is no choice
  net::Address server;
  Charset charset = Charset::utf8;
  Look look;
  std::chrono::milliseconds wait{1000};  ///< for answers, once the input has ended
};

/// How it ended.
enum class Ending : std::uint8_t {
  said,         ///< all that was to be said
  hung_up,      ///< the server, before that
  no_messages,  ///< the server sends something else
  unsayable,    ///< a line that is no message, of input that is no terminal
};

struct Report {
  Ending ending = Ending::said;
  std::string detail = {};  ///< a sentence, where all was not said
};

/// Runs until the input or the connection ends, or by a signal. An error says why the server cannot be
/// reached.
base::Result<Report> run(const Settings& settings);

}  // namespace client::talk
