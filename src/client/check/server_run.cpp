// All cases against one server.
#include "client/check/server_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <thread>

#include "client/check/causes.hpp"
#include "client/check/script.hpp"
#include "client/check/shape.hpp"
#include "client/check/spawned.hpp"
#include "protocols/checks.hpp"

namespace client::check {
namespace {

using Kind = protocols::LineKind;
using transcript::Level;

constexpr Milliseconds kRecovery{300};       ///< in which a server may tidy up behind those who have left
constexpr Milliseconds kLeastStart{10'000};  ///< in which a server that is started must listen
constexpr int kEnoughTimes = 2;  ///< that the same beginning fails, after which it is not played again
constexpr int kMostReturns = 3;  ///< of a broken server that are waited for
constexpr int kMostExtras = 2;   ///< people who take the places of those whom a server still counts

Script script_of(const Case& one) { return make_script(*transcript::read(one.text), one.encoding, ""); }

/// A step, as far as it must be the same for others to fail there, too.
std::string mark_of(const Script& script, const Step& step) {
  const auto text = step.kind == Kind::send ? step.text : shape_of(*script.protocol, step.text);
  return fmt::format("{}{} {}\n", step.peer, static_cast<int>(step.kind), text);
}

/// The shortest way into a game that all cases can be compared with.
std::optional<Case> find_happy_flow(const protocols::Protocol& protocol, std::string_view encoding) {
  std::optional<Case> best;
  std::size_t least = 0;
  for (auto& one : server_cases(protocol, encoding)) {
    const auto source = transcript::read(one.text);
    const auto script = script_of(one);
    const bool starts = std::ranges::any_of(script.steps, [&](const Step& step) {
      return step.kind == Kind::expect && protocols::has_sign(step.text, protocol.checks->start.first);
    });
    const bool stays = std::ranges::all_of(script.steps, [](const Step& step) {
      return step.kind == Kind::send || step.kind == Kind::expect || step.kind == Kind::connect;
    });
    const bool several = std::ranges::any_of(
        script.steps, [&](const Step& step) { return step.peer != script.steps.front().peer; });
    const bool fits = starts && stays && several && one.level == Level::must &&
                      source->course == transcript::Course::as_written && source->switches.empty();
    if (!fits || (best && script.steps.size() >= least)) continue;
    least = script.steps.size();
    best = std::move(one);
  }
  return best;
}

class ServerCheck {
 public:
  ServerCheck(ServerSettings settings, const ServerHooks& hooks)
      : settings_(std::move(settings)), hooks_(hooks) {}

  base::Result<std::vector<Row>> run(const std::vector<Case>& cases);

 private:
  enum class Flow : std::uint8_t { unknown, held, never_held };

  base::Result<void> start();
  Row play(const Case& one);
  Finding judge(const Case& one, Finding finding);
  bool is_in_order();
  bool is_back();
  std::size_t shared_steps(const Case& one) const;
  const std::string* find_known(const Case& one) const;
  void remember(const Case& one, const Finding& finding);
  void blame(std::string after, const Finding& finding);
  std::string goes_on_id() const { return fmt::format("{}/goes-on", settings_.protocol->name); }

  ServerSettings settings_;
  const ServerHooks& hooks_;
  Pace pace_;
  std::unique_ptr<Spawned> server_;
  std::optional<Case> happy_;
  Flow flow_ = Flow::unknown;
  std::string last_ = "the first visitors";  ///< who were there before
  std::string broken_since_;                 ///< the row that tells why nothing works any more
  int returns_ = 0;                          ///< that were waited for
  std::optional<Row> goes_on_;
  std::map<std::string, std::pair<int, std::string>>
      failed_;  ///< beginnings: how often, and who failed first
};

base::Result<std::vector<Row>> ServerCheck::run(const std::vector<Case>& cases) {
  if (auto started = start(); !started) return std::unexpected(started.error());
  if (auto there = probe(settings_, cases.front().encoding); !there) return std::unexpected(there.error());
  happy_ = find_happy_flow(*settings_.protocol, cases.front().encoding);
  std::vector<const Case*> order;
  order.reserve(cases.size());
  for (const auto& one : cases) order.push_back(&one);
  const auto happy =
      std::ranges::find_if(order, [&](const Case* one) { return happy_ && one->id == happy_->id; });
  if (happy != order.end()) std::rotate(order.begin(), happy, happy + 1);
  std::map<const Case*, Row> played;
  for (const auto* one : order) {
    hooks_.begun(*one);
    played.emplace(one, play(*one));
    last_ = one->id;
  }
  std::vector<Row> rows;
  if (goes_on_) rows.push_back(*goes_on_);
  for (const auto& one : cases) rows.push_back(std::move(played.at(&one)));
  gather(*settings_.protocol, rows);
  return rows;
}

/// A fresh server, where the command is known that starts one.
base::Result<void> ServerCheck::start() {
  if (settings_.spawn.empty()) return {};
  server_.reset();
  const auto port = find_free_port();
  auto server = start_server(settings_.spawn, port, std::max(settings_.patience, kLeastStart));
  if (!server) return std::unexpected(server.error());
  server_ = *std::move(server);
  settings_.server = {.host = "127.0.0.1", .port = port};
  return {};
}

Row ServerCheck::play(const Case& one) {
  const auto not_reached = [&](std::string since) {
    return Row{one, {.result = Result::not_reached, .since = std::move(since)}};
  };
  if (const auto* known = find_known(one)) return not_reached(*known);
  if (!broken_since_.empty() && !is_back()) return not_reached(broken_since_);
  if (auto started = start(); !started) {
    blame(last_, {.came = started.error().detail, .right = "a server that listens"});
    return not_reached(goes_on_id());
  }
  auto finding = play_case(settings_, one, pace_);
  if (server_ && finding.result != Result::failed && !server_->is_running())
    blame(one.id,
          {.came = fmt::format("the server {}", server_->last_words()), .right = "a server that goes on"});
  if (finding.result == Result::failed) {
    finding = judge(one, std::move(finding));
    remember(one, finding);
  }
  if (happy_ && one.id == happy_->id && flow_ == Flow::unknown)
    flow_ = finding.result == Result::passed ? Flow::held : Flow::never_held;
  return {one, std::move(finding)};
}

/// Whether a failure is the case's own, or the server was not what it had been.
Finding ServerCheck::judge(const Case& one, Finding finding) {
  if (server_) {
    if (!server_->is_running() && finding.hint.empty())
      finding.hint = fmt::format("the server {}", server_->last_words());
    return finding;
  }
  const bool nobody = finding.fault.reason.ends_with("<- nobody");
  const bool early = nobody || (flow_ == Flow::held && finding.fault.step < shared_steps(one));
  if (early && !nobody) {
    std::this_thread::sleep_for(kRecovery);
    auto again = play_case(settings_, one, pace_);
    if (again.result != Result::failed) return again;
    finding = std::move(again);
  }
  if (nobody || (flow_ == Flow::held && !is_in_order())) {
    broken_since_ = early ? goes_on_id() : one.id;
    if (!early) return finding;
    blame(last_, finding);
    return {.result = Result::not_reached, .since = goes_on_id()};
  }
  if (!early) return finding;
  auto again = play_case(settings_, one, pace_);  // the way is free now
  if (again.result != Result::failed) blame(last_, finding);
  return again;
}

/// Whether the way into a game still works; with more people, if some are still waited for who have gone.
bool ServerCheck::is_in_order() {
  for (int extras = 0; extras <= kMostExtras; ++extras) {
    if (play_case(settings_, *happy_, pace_, extras).result == Result::passed) return true;
    std::this_thread::sleep_for(kRecovery);
  }
  return false;
}

bool ServerCheck::is_back() {
  if (server_) return true;
  if (returns_ == kMostReturns) return false;
  ++returns_;
  if (flow_ == Flow::held ? !is_in_order() : !probe(settings_, happy_ ? happy_->encoding : "")) return false;
  broken_since_.clear();
  return true;
}

std::size_t ServerCheck::shared_steps(const Case& one) const {
  const auto happy = script_of(*happy_);
  const auto other = script_of(one);
  const auto [mine, theirs] =
      std::ranges::mismatch(happy.steps, other.steps, [&](const Step& a, const Step& b) {
        return a.kind == b.kind && a.peer == b.peer &&
               shape_of(*happy.protocol, a.text) == shape_of(*happy.protocol, b.text);
      });
  return static_cast<std::size_t>(mine - happy.steps.begin());
}

const std::string* ServerCheck::find_known(const Case& one) const {
  const auto script = script_of(one);
  std::string beginning(one.encoding);
  for (const auto& step : script.steps) {
    beginning += mark_of(script, step);
    const auto found = failed_.find(beginning);
    if (found != failed_.end() && found->second.first >= kEnoughTimes) return &found->second.second;
  }
  return nullptr;
}

void ServerCheck::remember(const Case& one, const Finding& finding) {
  if (finding.result != Result::failed) return;
  const auto script = script_of(one);
  std::string beginning(one.encoding);
  for (std::size_t at = 0; at <= finding.fault.step && at < script.steps.size(); ++at)
    beginning += mark_of(script, script.steps[at]);
  auto& [times, who] = failed_[beginning];
  if (times++ == 0) who = one.id;
}

/// The server is not there any more, or not as it was, though nobody did anything but hang up.
void ServerCheck::blame(std::string after, const Finding& finding) {
  if (goes_on_) return;
  goes_on_ = Row{{.id = goes_on_id(),
                  .sentence = "every document: a server goes on for others when somebody hangs up",
                  .level = Level::must},
                 finding};
  auto& told = goes_on_->finding;
  told.result = Result::failed;
  told.sent = fmt::format("everybody hangs up after {}{}", after,
                          finding.sent.empty() ? "" : ", others come: " + finding.sent);
  told.fault.reason = goes_on_id();
}

}  // namespace

base::Result<std::vector<Row>> check_server(ServerSettings settings, const std::vector<Case>& cases,
                                            const ServerHooks& hooks) {
  return ServerCheck(std::move(settings), hooks).run(cases);
}

}  // namespace client::check
