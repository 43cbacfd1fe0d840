// One step of a simulation, and the list of them that a seed gives. Any part of a list can be played, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simulation {

enum class Deed : std::uint8_t {
  connect,          ///< a peer comes, or comes again
  ask,              ///< wants something of the server
  garble,           ///< says what nobody understands
  send,             ///< some bytes of what was said arrive
  send_all,         ///< all of them do
  read,             ///< takes what the server has sent
  hang_up,          ///< the connection breaks
  settle,           ///< the oldest append becomes durable
  settle_all,       ///< all appends do
  fail,             ///< the oldest append fails, and with it all that wait
  think,            ///< a bot of the server's knows its move
  run_account_job,  ///< what was asked about an account is done
  look_up,          ///< what somebody wants to know of the past is read, as it is durable then
  tell_past,        ///< what was read is told
  pass_time,        ///< a little, or a lot; the server wakes when it wants to
  freeze,           ///< time passes in which the program does not run
  compute,          ///< time passes in which the server does what somebody asked for
  restart,          ///< the process dies and comes again: what was not durable is gone
};
inline constexpr int kDeeds = static_cast<int>(Deed::restart) + 1;

struct Step {
  Deed deed;
  std::uint64_t chance;  ///< who, and what exactly
};

std::vector<Step> plan(std::uint64_t seed, std::size_t steps);

/// For people: "ask 17".
std::string describe(const Step& step);

}  // namespace simulation
