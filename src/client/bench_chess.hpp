// Drives many pairs of chess clients against a server and measures it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "net/address.hpp"

namespace client {

struct BenchSettings {
  std::vector<net::Address> servers;  ///< one, or nodes of one hall: players connect to them in turn
  int pairs = 10;
  int moves = 100;          ///< half moves of each pair
  int idle = 0;             ///< connections that are opened first and never speak
  std::vector<int> pids{};  ///< the servers' processes, for their CPU time; none if that is not known
  std::uint64_t seed = 1;
};

struct BenchReport {
  std::size_t moves = 0;
  double seconds = 0;
  double p50 = 0;  ///< seconds from a move sent to the opponent's having it
  double p99 = 0;
  double longest = 0;
  double server_cpu = -1;  ///< seconds, of all servers together; negative if not known
};

/// Plays random legal games that do not end, all pairs at once, each move sent as soon as the last arrived.
base::Result<BenchReport> bench_chess(const BenchSettings& settings);

/// The CPU time that a process has used, in seconds; negative if it is not to be seen.
double cpu_time_of(int pid);

}  // namespace client
