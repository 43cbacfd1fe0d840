// Wire connections of all nodes: who asks whom, and who is waited for.
#include "server/far_wires.hpp"

#include <algorithm>
#include <optional>

#include "cluster/links.hpp"

namespace server {
namespace {

using cluster::NodeId;
using Asks = WireQuestion::About;

/// Browsers of other nodes are numbered from here on: nobody who is connected here is.
constexpr std::uint64_t kFirstLooker = std::uint64_t{1} << 63U;
/// The number of a connection of another node has that node's before it; those of this node have none.
constexpr unsigned kBitsOfNumber = 32;

std::uint64_t far_number(NodeId node, std::uint64_t number) {
  return (std::uint64_t{node.value} << kBitsOfNumber) | number;
}
NodeId node_of(std::uint64_t number) { return {static_cast<std::uint32_t>(number >> kBitsOfNumber)}; }
std::uint64_t number_there(std::uint64_t number) {
  return number & ((std::uint64_t{1} << kBitsOfNumber) - 1);
}

base::Error no_answer() { return {base::Code::not_at_table, "the node of this connection does not answer"}; }

template <class Found>
WireAnswer answer_with(base::Result<Found> found, std::optional<Found> WireAnswer::* where) {
  WireAnswer answer;
  if (found) {
    answer.*where = *std::move(found);
  } else {
    answer.refusal = {static_cast<std::uint8_t>(found.error().code.kind), found.error().detail};
  }
  return answer;
}

/// What no node says counts as any refusal.
base::Error error_of(const WireRefusal& refusal) {
  if (refusal.code > static_cast<std::uint8_t>(base::kLastCode)) return no_answer();
  return {static_cast<base::Code>(refusal.code), refusal.why};
}

}  // namespace

void FarWires::list(PlayerId browser, Time now) {
  auto connections = inspector_.list(browser, now);
  const auto nodes = others_();
  if (nodes.empty()) return host_.answer(browser, std::move(connections));
  const auto number = ++last_number_;
  waiting_.emplace(number, Waiting{browser,
                                   now + cluster::kWaitForOthers,
                                   {nodes.begin(), nodes.end()},
                                   std::move(connections),
                                   true});
  for (const auto node : nodes) ask(node, browser, number, {.about = Asks::list});
}

bool FarWires::follow(PlayerId browser, std::uint64_t connection, Time now) {
  stop_following(browser);
  if (!ask_about(browser, connection, Asks::follow, now)) return false;
  inspector_.stop_following(browser);
  if (is_linked(node_of(connection))) following_.insert_or_assign(browser, node_of(connection));
  return true;
}

bool FarWires::transcript(PlayerId browser, std::uint64_t connection, Time now) {
  return ask_about(browser, connection, Asks::transcript, now);
}

bool FarWires::ask_about(PlayerId browser, std::uint64_t connection, Asks about, Time now) {
  const auto node = node_of(connection);
  if (node == cluster::kNobody) return false;
  if (!is_linked(node)) {
    host_.refuse(browser, no_answer());
    return true;
  }
  const auto number = ++last_number_;
  waiting_.emplace(number, Waiting{browser, now + cluster::kWaitForOthers, {node}});
  ask(node, browser, number, {.about = about, .connection = number_there(connection)});
  return true;
}

bool FarWires::is_linked(NodeId node) const {
  const auto nodes = others_();
  return std::ranges::find(nodes, node) != nodes.end();
}

void FarWires::ask(NodeId node, PlayerId browser, std::uint64_t number, WireQuestion question) {
  question.browser = inspector_.as_far(browser);
  post_(node, cluster::write(cluster::WiresAsked{browser, number, write(question)}));
}

void FarWires::stop_following(PlayerId browser) {
  const auto found = following_.find(browser);
  if (found == following_.end()) return;
  ask(found->second, browser, 0, {.about = Asks::unfollow});
  following_.erase(found);
}

void FarWires::depart(PlayerId browser) {
  stop_following(browser);
  std::erase_if(waiting_, [&](const auto& one) { return one.second.browser == browser; });
}

/// Who follows nothing is not kept.
void FarWires::take(NodeId from, const cluster::WiresAsked& asked, Time now) {
  const auto question = read_question(asked.question);
  if (!question) return;
  const Far far{from, asked.browser};
  const auto [looker, is_new] = lookers_.try_emplace(far, PlayerId{kFirstLooker + last_looker_});
  if (is_new) ++last_looker_;
  inspector_.arrive_from_afar(looker->second, question->browser);
  const auto said = answer(looker->second, *question, now);
  const bool follows = question->about == Asks::follow && said.overheard;
  if (question->about == Asks::unfollow || (is_new && !follows)) let_go(far);
  if (question->about != Asks::unfollow)
    post_(from, cluster::write(cluster::WiresTold{asked.browser, asked.number, write(said)}));
}

WireAnswer FarWires::answer(PlayerId looker, const WireQuestion& question, Time now) {
  switch (question.about) {
    case Asks::list:
      return {.connections = inspector_.list(looker, now)};
    case Asks::follow:
      return answer_with(inspector_.follow(looker, question.connection, now), &WireAnswer::overheard);
    case Asks::transcript:
      return answer_with(inspector_.transcript(looker, question.connection, now), &WireAnswer::transcript);
    case Asks::unfollow:
      break;
  }
  return {};
}

void FarWires::let_go(const Far& far) {
  const auto found = lookers_.find(far);
  if (found == lookers_.end()) return;
  inspector_.depart(found->second);
  lookers_.erase(found);
}

bool FarWires::tell(PlayerId browser, const protocols::Overheard& overheard) {
  if (browser.value < kFirstLooker) return false;
  for (const auto& [far, looker] : lookers_) {
    if (looker == browser)
      post_(far.first,
            cluster::write(cluster::WiresTold{far.second, 0, write(WireAnswer{.overheard = overheard})}));
  }
  return true;
}

void FarWires::take(NodeId from, const cluster::WiresTold& told) {
  auto answer = read_answer(told.answer);
  if (!answer) return;
  for (auto& one : answer->connections) one.number = far_number(from, one.number);
  if (answer->overheard) answer->overheard->connection = far_number(from, answer->overheard->connection);
  if (told.number == 0) {
    const auto follows = following_.find(told.browser);
    if (follows != following_.end() && follows->second == from && answer->overheard)
      host_.tell_more(told.browser, *std::move(answer->overheard));
    return;
  }
  const auto found = waiting_.find(told.number);
  if (found == waiting_.end() || found->second.nodes.erase(from) == 0) return;
  auto& waiting = found->second;
  if (waiting.lists) {
    std::ranges::move(answer->connections, std::back_inserter(waiting.connections));
    if (waiting.nodes.empty()) finish(told.number);
    return;
  }
  waiting_.erase(found);
  pass_on(told.browser, *std::move(answer));
}

void FarWires::pass_on(PlayerId browser, WireAnswer answer) {
  if (answer.overheard) return host_.answer(browser, *std::move(answer.overheard));
  if (answer.transcript) return host_.answer(browser, *std::move(answer.transcript));
  host_.refuse(browser, answer.refusal ? error_of(*answer.refusal) : no_answer());
}

/// With what has come. The newest are listed first, and no more of them than of one node alone.
void FarWires::finish(std::uint64_t number) {
  auto waiting = std::move(waiting_.extract(number).mapped());
  if (!waiting.lists) return host_.refuse(waiting.browser, no_answer());
  auto& all = waiting.connections;
  std::ranges::stable_sort(all, std::greater{}, &protocols::Connection::since);
  if (all.size() > kMostListed) all.erase(all.begin() + kMostListed, all.end());
  host_.answer(waiting.browser, std::move(all));
}

void FarWires::forget(NodeId node) {
  std::vector<Far> gone;
  for (const auto& [far, looker] : lookers_) {
    if (far.first == node) gone.push_back(far);
  }
  for (const auto& far : gone) let_go(far);
  std::erase_if(following_, [&](const auto& one) { return one.second == node; });
  std::vector<std::uint64_t> done;
  for (auto& [number, waiting] : waiting_) {
    if (waiting.nodes.erase(node) > 0 && waiting.nodes.empty()) done.push_back(number);
  }
  for (const auto number : done) finish(number);
}

void FarWires::forget_all() {
  while (!lookers_.empty()) let_go(lookers_.begin()->first);
  following_.clear();
  while (!waiting_.empty()) finish(waiting_.begin()->first);
}

void FarWires::turn(Time now) {
  std::vector<std::uint64_t> late;
  for (const auto& [number, waiting] : waiting_) {
    if (waiting.until <= now) late.push_back(number);
  }
  for (const auto number : late) finish(number);
}

}  // namespace server
