// What is counted of a server that is one of several.
#include "server/node_metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <set>
#include <vector>

namespace server {
namespace {

const prometheus::Histogram::BucketBoundaries kSeconds{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1,
                                                       0.2,   0.5,   1,     2,    5,    10};

template <class Family>
auto& of_node(Family& family, const std::string& label, cluster::NodeId node) {
  return family.Add({{label, std::to_string(node.value)}});
}

}  // namespace

struct NodeMetrics::Impl {
  prometheus::Registry registry;

  prometheus::Family<prometheus::Gauge>& gauge(const std::string& name, const std::string& help) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
  }
  prometheus::Family<prometheus::Counter>& counter(const std::string& name, const std::string& help) {
    return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
  }
  prometheus::Family<prometheus::Histogram>& histogram(const std::string& name, const std::string& help) {
    return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
  }

  prometheus::Gauge& epoch = gauge("parlor_epoch", "under which it may write; 0: it has not joined").Add({});
  prometheus::Gauge& shards = gauge("parlor_shards", "parts of all tables that it owns, of 1024").Add({});
  prometheus::Counter& takeovers = counter("parlor_takeovers_total", "dead nodes that it took over").Add({});
  prometheus::Counter& tables =
      counter("parlor_taken_tables_total", "tables that came to it from others, or at its start").Add({});
  prometheus::Histogram& reading =
      histogram("parlor_takeover_seconds", "how long it took to read such tables").Add({}, kSeconds);
  prometheus::Counter& fences =
      counter("parlor_fenced_total", "how often others had taken it over while it ran").Add({});
  prometheus::Counter& doubts =
      counter("parlor_appends_in_doubt_total", "appends of which nobody knew at first what became of them")
          .Add({});
  prometheus::Family<prometheus::Gauge>& link_up =
      gauge("parlor_link_up", "1 while there is a link to that node");
  prometheus::Family<prometheus::Gauge>& link_round_trip =
      gauge("parlor_link_rtt_seconds", "how long that node takes to answer");
  prometheus::Family<prometheus::Gauge>& link_waiting =
      gauge("parlor_link_waiting_bytes", "what that node has not read yet");
  prometheus::Family<prometheus::Gauge>& guests =
      gauge("parlor_guests", "visitors of that node who gather, sit or watch here");
  prometheus::Gauge& shadows =
      gauge("parlor_shadows", "visitors of this node who see a table of another").Add({});
  prometheus::Counter& gaps =
      counter("parlor_shadow_gaps_total", "acts that did not follow what was known of their table").Add({});
  prometheus::Histogram& attaching =
      histogram("parlor_attach_seconds", "how long after a place was lost its next owner spoke")
          .Add({}, kSeconds);
  prometheus::Counter& again =
      counter("parlor_asked_again_total", "requests that were asked again at the next owner").Add({});
  std::vector<prometheus::Histogram*> directory;  ///< by DirectoryAct
  std::vector<prometheus::Counter*> claims;       ///< by ClaimAnswer
  std::set<cluster::NodeId> linked;               ///< of which links are told
  std::set<cluster::NodeId> fronts;               ///< of guests that were ever here

  Impl() {
    auto& asked = histogram("parlor_directory_seconds", "how long the directory took to answer");
    for (const auto act : kDirectoryActs)
      directory.push_back(&asked.Add({{"what", std::string(act)}}, kSeconds));
    auto& claimed = counter("parlor_claims_total", "names that were asked for, by the answer");
    for (const auto answer : kClaimAnswers) claims.push_back(&claimed.Add({{"answer", std::string(answer)}}));
  }
};

NodeMetrics::NodeMetrics() : inside_(std::make_unique<Impl>()) {}

NodeMetrics::~NodeMetrics() = default;

void NodeMetrics::took_over() { inside_->takeovers.Increment(); }

void NodeMetrics::took_tables(std::size_t tables, double seconds) {
  inside_->tables.Increment(static_cast<double>(tables));
  inside_->reading.Observe(seconds);
}

void NodeMetrics::fenced() { inside_->fences.Increment(); }

void NodeMetrics::missed_act() { inside_->gaps.Increment(); }

void NodeMetrics::asks_again() { inside_->again.Increment(); }

void NodeMetrics::attached(double seconds) { inside_->attaching.Observe(seconds); }

void NodeMetrics::asked_directory(DirectoryAct act, double seconds) {
  inside_->directory[static_cast<std::size_t>(act)]->Observe(seconds);
}

void NodeMetrics::claimed(ClaimAnswer answer) {
  inside_->claims[static_cast<std::size_t>(answer)]->Increment();
}

std::string NodeMetrics::page(const NodeStanding& standing, std::uint64_t appends_in_doubt) {
  auto& all = *inside_;
  all.epoch.Set(static_cast<double>(standing.epoch));
  all.shards.Set(static_cast<double>(standing.shards));
  all.shadows.Set(static_cast<double>(standing.shadows));
  all.doubts.Increment(static_cast<double>(appends_in_doubt) - all.doubts.Value());
  for (const auto& [node, count] : standing.guests) all.fronts.insert(node);
  for (const auto node : all.fronts) {
    const auto found = standing.guests.find(node);
    of_node(all.guests, "front", node)
        .Set(found == standing.guests.end() ? 0 : static_cast<double>(found->second));
  }
  std::erase_if(all.linked, [&](cluster::NodeId node) {
    if (standing.links.contains(node)) return false;  // else it has stopped in order: nobody misses a link
    for (auto* family : {&all.link_up, &all.link_round_trip, &all.link_waiting})
      family->Remove(&of_node(*family, "peer", node));
    return true;
  });
  for (const auto& [node, link] : standing.links) {
    all.linked.insert(node);
    of_node(all.link_up, "peer", node).Set(link.up ? 1 : 0);
    of_node(all.link_round_trip, "peer", node).Set(link.round_trip);
    of_node(all.link_waiting, "peer", node).Set(static_cast<double>(link.waiting));
  }
  return prometheus::TextSerializer().Serialize(all.registry.Collect());
}

}  // namespace server
