// Drives many pairs of chess clients against a server.
#include "client/bench_chess.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "games/chess/rules.hpp"
#include "net/tcp.hpp"
#include "protocols/chess/words.hpp"

namespace client {
namespace {

using base::Result;
using Clock = std::chrono::steady_clock;
using games::chess::Rules;

constexpr int kDiallingAtOnce = 500;
constexpr auto kPatience = std::chrono::seconds(60);

/// The lines of a legal game of so many half moves that is not over by then.
std::vector<std::string> make_game(int moves, base::Rng& rng) {
  const auto options = *Rules::read_options(protocols::chess::kOptions);
  for (;;) {
    auto state = *Rules::start({}, options, 2, 0);
    std::vector<std::string> lines;
    while (static_cast<int>(lines.size()) < moves) {
      const auto seat = Rules::to_move(state);
      if (!seat) break;
      auto list = Rules::moves(Rules::view(state, seat));
      std::erase(list, games::chess::kClaim);
      const auto move = list[rng.below(list.size())];
      lines.push_back(protocols::chess::write_step(move));
      static_cast<void>(Rules::play(state, *seat, move));
    }
    if (Rules::to_move(state)) return lines;
  }
}

struct Pair {
  std::vector<std::string> game;
  std::size_t next = 0;           ///< the move that is on its way
  std::size_t arrived_bytes = 0;  ///< of it
  Clock::time_point sent;
  net::LinkId white = 0;  ///< who was dialled first, until both know their colors
  net::LinkId black = 0;
  int colored = 0;
};

/// CPU time of all these processes; negative if one of them is not to be seen.
double cpu_time_of_all(const std::vector<int>& pids) {
  double sum = 0;
  for (const int pid : pids) {
    const auto one = cpu_time_of(pid);
    if (one < 0) return -1;
    sum += one;
  }
  return pids.empty() ? -1 : sum;
}

class Driver final : public net::Conversations {
 public:
  explicit Driver(const BenchSettings& settings) : settings_(settings) {}

  Result<BenchReport> run();

  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void settle() override {}

 private:
  Result<void> connect_some();
  Result<void> connect_pair();
  void color(Pair& pair, net::LinkId link, std::string_view bytes);
  void begin();
  void send_next(Pair& pair);
  void fail(std::string why);

  const BenchSettings& settings_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this};
  net::Loop::Timer patience_{loop_};
  std::vector<Pair> pairs_;
  std::unordered_map<net::LinkId, std::size_t> pair_of_;
  int idle_dialled_ = 0;
  std::size_t pairs_dialled_ = 0;
  int dialling_ = 0;
  int running_ = 0;
  std::vector<double> latencies_;
  Clock::time_point start_;
  double cpu_start_ = -1;
  BenchReport report_;
  std::optional<base::Error> problem_;
};

Result<BenchReport> Driver::run() {
  base::Rng rng(settings_.seed);
  pairs_.resize(static_cast<std::size_t>(settings_.pairs));
  for (auto& pair : pairs_) pair.game = make_game(settings_.moves, rng);
  latencies_.reserve(pairs_.size() * static_cast<std::size_t>(settings_.moves));
  patience_.set(kPatience, [this] { fail("the server did not answer for a minute"); });
  if (auto connected = connect_some(); !connected) return std::unexpected(connected.error());
  loop_.run();
  if (problem_) return std::unexpected(*problem_);
  std::ranges::sort(latencies_);
  report_.p50 = latencies_[latencies_.size() / 2];
  report_.p99 = latencies_[latencies_.size() * 99 / 100];
  report_.longest = latencies_.back();
  return report_;
}

/// Idle ones first, a few hundred at a time so that none is lost in the server's backlog; they pair with each
/// other. Then the players.
Result<void> Driver::connect_some() {
  for (; idle_dialled_ < settings_.idle && dialling_ < kDiallingAtOnce; ++idle_dialled_, ++dialling_) {
    if (const auto link = tcp_.dial(settings_.servers.front(), -1); !link)
      return std::unexpected(link.error());
  }
  return dialling_ > 0 ? Result<void>() : connect_pair();
}

/// One pair after the other: nobody can meet anybody else, whichever way they come.
Result<void> Driver::connect_pair() {
  const auto which = pairs_dialled_++;
  auto& pair = pairs_[which];
  auto player = 2 * which;
  for (auto* seat : {&pair.white, &pair.black}) {
    const auto& server = settings_.servers[player++ % settings_.servers.size()];
    const auto link = tcp_.dial(server, static_cast<int>(which));
    if (!link) return std::unexpected(link.error());
    pair_of_[*link] = which;
    *seat = *link;
  }
  patience_.set(kPatience, [this] { fail("the server did not answer for a minute"); });
  return {};
}

void Driver::opened(net::LinkId /*link*/, int tag, const net::Address& /*peer*/) {
  if (tag >= 0 || --dialling_ > 0) return;
  if (const auto connected = connect_some(); !connected) fail(connected.error().detail);
}

void Driver::received(net::LinkId link, std::string_view bytes) {
  const auto found = pair_of_.find(link);
  if (found == pair_of_.end()) return;
  auto& pair = pairs_[found->second];
  if (pair.colored < 2) return color(pair, link, bytes);
  if (bytes.starts_with("ERROR")) return fail(fmt::format("the server refused a move: {}", bytes));
  pair.arrived_bytes += bytes.size();
  if (pair.arrived_bytes < pair.game[pair.next].size()) return;
  latencies_.push_back(std::chrono::duration<double>(Clock::now() - pair.sent).count());
  ++pair.next;
  if (pair.next < pair.game.size()) return send_next(pair);
  if (--running_ > 0) return;
  report_.moves = latencies_.size();
  report_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  if (cpu_start_ >= 0) report_.server_cpu = cpu_time_of_all(settings_.pids) - cpu_start_;
  loop_.stop();
}

void Driver::color(Pair& pair, net::LinkId link, std::string_view bytes) {
  const bool is_white = bytes == "COLOR WHITE\n";
  if (!is_white && bytes != "COLOR BLACK\n")
    return fail(fmt::format("the server said '{}' at the start", bytes));
  if (is_white == (link == pair.black)) std::swap(pair.white, pair.black);
  if (++pair.colored < 2) return;
  if (pairs_dialled_ == pairs_.size()) return begin();
  if (const auto connected = connect_pair(); !connected) fail(connected.error().detail);
}

void Driver::begin() {
  patience_.set(kPatience * 10, [this] { fail("the games were not over after ten minutes"); });
  cpu_start_ = cpu_time_of_all(settings_.pids);
  start_ = Clock::now();
  running_ = settings_.pairs;
  for (auto& pair : pairs_) send_next(pair);
}

void Driver::send_next(Pair& pair) {
  pair.arrived_bytes = 0;
  pair.sent = Clock::now();
  tcp_.send(pair.next % 2 == 0 ? pair.white : pair.black, pair.game[pair.next]);
}

void Driver::closed(net::LinkId /*link*/, std::string_view why) {
  fail(fmt::format("the server closed a connection{}{}", why.empty() ? "" : ": ", why));
}

void Driver::fail(std::string why) {
  problem_ = base::Error{base::Code::system, std::move(why)};
  loop_.stop();
}

}  // namespace

Result<BenchReport> bench_chess(const BenchSettings& settings) {
  net::raise_file_limit();
  return Driver(settings).run();
}

double cpu_time_of(int pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return -1;
  const auto fields = base::split(std::string_view(text).substr(end_of_name + 2), ' ');
  if (fields.size() < 13) return -1;
  const auto user = base::to_number<double>(fields[11]);
  const auto system = base::to_number<double>(fields[12]);
  if (!user || !system) return -1;
  return (*user + *system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace client
