// Plays one case against a server and says what came of it.
#pragma once

#include <string>
#include <vector>

#include "client/check/cases.hpp"
#include "client/check/peers.hpp"
#include "games/any.hpp"

namespace client::check {

enum class Result : std::uint8_t { passed, failed, skipped };

/// What came of a case.
struct Finding {
  Result result = Result::passed;
  int line = 0;                    ///< of the transcript, where it went wrong
  std::string sent{};              ///< last, and by whom
  std::string came{};              ///< instead of what was right
  std::string right{};             ///< what would have been
  std::string why{};               ///< it was skipped
  std::vector<std::string> log{};  ///< the last messages of the conversation, as a transcript writes them
  double seconds = 0;
};

struct ServerSettings {
  const protocols::Protocol* protocol = nullptr;  ///< that has Checks
  net::Address server;
  const games::Kits* kits = nullptr;
  Milliseconds patience{2000};  ///< with which an answer is waited for
  std::uint64_t seed = 0;       ///< of the endings of names
  Charset charset = Charset::utf8;
};

/// How long is waited between acts of different peers whose order matters: some times as long as the slowest
/// answer of late.
class Pace {
 public:
  Milliseconds get() const;
  void note(Milliseconds answer);
  /// How long it is waited for that the server ends its side, too, when everybody has hung up.
  Milliseconds parting(Milliseconds patience) const;
  void note_no_parting() { parts_ = false; }

 private:
  Milliseconds slowest_{};
  bool parts_ = true;
};

/// Plays it until a deal fits, for some time.
Finding play_case(const ServerSettings& settings, const Case& one, Pace& pace);

/// Code::system with a sentence if nobody is there who speaks the protocol.
base::Result<void> probe(const ServerSettings& settings, std::string_view encoding);

}  // namespace client::check
