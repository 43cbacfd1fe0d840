// How a client half speaks: encodings, charsets, flags of the command line.
#pragma once

#include <string>
#include <string_view>

#include "client/charset.hpp"
#include "protocols/all.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the name that the library has
class App;
}

namespace app {

/// For people: the protocols that have several encodings and what these are, with a mark behind the first.
std::string all_encodings(std::string_view mark);

struct SpeechFlags {
  std::string encoding;           ///< one of the protocol's; "": the usual one
  std::string charset = "utf-8";  ///< or "utf-16be"
  bool no_flags = false;          ///< no features are announced
};

void add_charset_flag(CLI::App& command, std::string& charset);
/// --encoding, --charset and --no-flags, for commands that play.
void add_speech_flags(CLI::App& command, SpeechFlags& flags);

/// The client half that speaks so. Code::malformed with a sentence if the protocol has none.
base::Result<decltype(protocols::Protocol::make_client)> find_speech(const protocols::Protocol& protocol,
                                                                     const SpeechFlags& flags);
/// Code::malformed with a sentence if nobody writes the protocol so.
base::Result<client::Charset> find_charset(const protocols::Protocol& protocol, std::string_view charset);

}  // namespace app
