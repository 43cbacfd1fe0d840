// Plays one case against a server and says what came of it.
#pragma once

#include <string>
#include <vector>

#include "client/check/cases.hpp"
#include "client/check/pace.hpp"
#include "client/check/peers.hpp"
#include "games/any.hpp"

namespace client::check {

/// Not reached: what the case is about was never tried, since another one's fault came first.
enum class Result : std::uint8_t { passed, failed, skipped, not_reached };
inline constexpr std::size_t kResults = 4;

/// What went wrong, for who looks for its cause.
struct Fault {
  std::string reason{};   ///< the same for all that fails alike (causes.hpp)
  std::string right{};    ///< the message that would have been right
  std::string came{};     ///< the one that came; "": none did
  std::string shape{};    ///< of the right one
  std::size_t step = 0;   ///< so many had been played before
  std::string after{};    ///< of a client: the shape of what it said last
  std::size_t doubt = 0;  ///< so many things may have been meant; 0: nobody knows
};

/// What is no fault of a case, and should be otherwise all the same.
struct Aside {
  std::string_view kind;      ///< the end of its row's id
  std::string_view sentence;  ///< that it breaks
  std::string sent{};
  std::string came{};
  std::string right{};
};

/// What came of a case.
struct Finding {
  Result result = Result::passed;
  int line = 0;                    ///< of the transcript, where it went wrong
  std::string sent{};              ///< last, and by whom
  std::string came{};              ///< instead of what was right
  std::string right{};             ///< what would have been
  std::string hint{};              ///< what is wrong about it, where that is recognised
  std::string why{};               ///< it was skipped
  std::string since{};             ///< of not_reached: the case whose fault came first
  std::vector<std::string> log{};  ///< the last messages of the conversation, as a transcript writes them
  std::string position{};          ///< how the game stood, as the game shows it; "": nobody knows
  Fault fault{};
  std::vector<Aside> asides{};
  double seconds = 0;
};

struct ServerSettings {
  const protocols::Protocol* protocol = nullptr;  ///< that has Checks
  net::Address server;
  const games::Kits* kits = nullptr;
  Milliseconds patience{2000};  ///< with which an answer is waited for
  std::uint64_t seed = 0;       ///< of the endings of names
  Charset charset = Charset::utf8;
  std::string spawn{};  ///< the command that starts a server, "{port}" in it; "": one runs already
};

/// Plays it until a deal fits, for some time. So many extras come first, do what the first of the case does
/// until a game starts, and are not listened to.
Finding play_case(const ServerSettings& settings, const Case& one, Pace& pace, int extras = 0);

/// Code::system with a sentence if nobody is there who speaks the protocol.
base::Result<void> probe(const ServerSettings& settings, std::string_view encoding);

}  // namespace client::check
