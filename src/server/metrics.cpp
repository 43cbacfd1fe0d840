// What the server counts; what happens is logged on the way.
#include "server/metrics.hpp"

#include <fmt/format.h>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>
#include <sys/resource.h>

#include <array>
#include <map>
#include <span>
#include <vector>

#include "games/refusals.hpp"
#include "server/event_log.hpp"
#include "server/log.hpp"

namespace server {
namespace {

using prometheus::Counter;
using prometheus::Gauge;
using prometheus::Histogram;

/// What is counted for each protocol.
struct ProtocolCounters {
  Gauge* connections;
  Counter* messages;
  std::map<std::string_view, Counter*> refused;  ///< by the word for why

  void count_refusal(const base::Reason& why) const {
    const auto found = refused.find(base::name_of(why));
    (found != refused.end() ? found->second : refused.at(base::name_of(why.kind)))->Increment();
  }
};

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// Counters of one name that differ by a label.
std::vector<Counter*> add_counters(prometheus::Registry& registry, const std::string& name,
                                   const std::string& help, const std::string& label,
                                   std::span<const std::string_view> values) {
  auto& family = prometheus::BuildCounter().Name(name).Help(help).Register(registry);
  std::vector<Counter*> counters;
  for (const auto value : values) counters.push_back(&family.Add({{label, std::string(value)}}));
  return counters;
}

constexpr std::array<std::string_view, 5> kStatusClasses{"1xx", "2xx", "3xx", "4xx", "5xx"};

}  // namespace

struct Metrics::Impl {
  void count_protocols();
  void count_games();
  void count_work();
  void count_accounts();
  void count_web();

  /// A gauge or a counter without labels.
  auto* add_one(auto builder, const std::string& name, const std::string& help) {
    return &builder.Name(name).Help(help).Register(registry).Add({});
  }

  ProtocolCounters& of(const protocols::Protocol& protocol) {
    return protocols[static_cast<std::size_t>(&protocol - protocols::all().data())];
  }

  prometheus::Registry registry;
  std::vector<ProtocolCounters> protocols;  ///< in the order of the list
  std::map<std::string_view, Gauge*> tables;
  std::map<std::string_view, Counter*> moves;
  Histogram* commit = nullptr;
  Counter* records = nullptr;
  Counter* failures = nullptr;
  Gauge* stalled = nullptr;
  Gauge* lag = nullptr;
  Gauge* beat_age = nullptr;
  Counter* cpu = nullptr;
  /// By act; for each first what was granted, then what was refused, by reason.
  std::vector<std::vector<Counter*>> accounts;
  std::vector<Counter*> web_answers;   ///< by the status' first digit, from 1
  std::vector<Counter*> web_refusals;  ///< by reason
  std::vector<Counter*> limited;       ///< by limit
  EventLog events;
};

void Metrics::Impl::count_protocols() {
  auto& connections =
      prometheus::BuildGauge().Name("parlor_connections").Help("open connections").Register(registry);
  auto& messages = prometheus::BuildCounter()
                       .Name("parlor_messages_total")
                       .Help("requests taken from peers")
                       .Register(registry);
  auto& refused = prometheus::BuildCounter()
                      .Name("parlor_refused_total")
                      .Help("requests refused, by reason")
                      .Register(registry);
  for (const auto& protocol : protocols::all()) {
    const std::string name(protocol.name);
    ProtocolCounters counters{
        &connections.Add({{"protocol", name}}), &messages.Add({{"protocol", name}}), {}};
    auto reasons = games::refusals_of(protocol.game);
    for (int code = 0; code <= static_cast<int>(base::kLastCode); ++code)
      reasons.emplace_back(static_cast<base::Code>(code));
    for (const auto& reason : reasons) {
      const auto word = base::name_of(reason);
      counters.refused.emplace(word, &refused.Add({{"protocol", name}, {"code", std::string(word)}}));
    }
    protocols.push_back(std::move(counters));
  }
}

void Metrics::Impl::count_games() {
  auto& all_tables =
      prometheus::BuildGauge().Name("parlor_tables").Help("tables in the hall").Register(registry);
  auto& all_moves =
      prometheus::BuildCounter().Name("parlor_moves_total").Help("moves accepted").Register(registry);
  for (const auto game : games::names()) {
    tables.emplace(game, &all_tables.Add({{"game", std::string(game)}}));
    moves.emplace(game, &all_moves.Add({{"game", std::string(game)}}));
  }
}

void Metrics::Impl::count_work() {
  commit = &prometheus::BuildHistogram()
                .Name("parlor_journal_commit_seconds")
                .Help("time of a synced group commit")
                .Register(registry)
                .Add({}, Histogram::BucketBoundaries{0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05,
                                                     0.1, 0.5, 1});
  records = add_one(prometheus::BuildCounter(), "parlor_journal_records_total", "records made durable");
  failures =
      add_one(prometheus::BuildCounter(), "parlor_journal_failures_total", "group commits that failed");
  stalled = add_one(prometheus::BuildGauge(), "parlor_journal_stalled",
                    "1 while nothing can be kept and everybody waits");
  lag = add_one(prometheus::BuildGauge(), "parlor_loop_lag_seconds", "how late the loop's timer ran");
  cpu = add_one(prometheus::BuildCounter(), "process_cpu_seconds_total", "CPU time used");
}

void Metrics::Impl::count_accounts() {
  auto& requests = prometheus::BuildCounter()
                       .Name("parlor_account_requests_total")
                       .Help("requests about accounts, by what became of them")
                       .Register(registry);
  for (const auto act : protocols::kAccountActs) {
    auto& counters = accounts.emplace_back();
    const auto add = [&](std::string_view result) {
      counters.push_back(&requests.Add({{"act", std::string(act)}, {"result", std::string(result)}}));
    };
    add("ok");
    for (const auto fault : protocols::kAccountFaults) add(fault);
  }
}

void Metrics::Impl::count_web() {
  web_answers = add_counters(registry, "parlor_web_requests_total", "requests answered on the web listener",
                             "status", kStatusClasses);
  web_refusals = add_counters(registry, "parlor_web_refused_total",
                              "what the web listener did not take, by reason", "reason", web::kRefusals);
  limited = add_counters(registry, "parlor_limited_total", "how often somebody came up against a limit",
                         "limit", kReached);
}

/// In the order in which they are printed.
Metrics::Metrics() : inside_(std::make_unique<Impl>()) {
  inside_->count_protocols();
  inside_->count_games();
  inside_->count_work();
  inside_->count_accounts();
  inside_->count_web();
}

Metrics::~Metrics() = default;

void Metrics::connected(const protocols::Protocol& protocol, PlayerId player, std::string_view host) {
  inside_->of(protocol).connections->Increment();
  inside_->events.connected(protocol, player, host);
}

void Metrics::disconnected(const protocols::Protocol& protocol, PlayerId player) {
  inside_->of(protocol).connections->Decrement();
  inside_->events.disconnected(protocol, player);
}

void Metrics::slowed(const protocols::Protocol& protocol, PlayerId player) {
  inside_->limited[static_cast<std::size_t>(Reached::requests)]->Increment();
  inside_->events.slowed(protocol, player);
}

void Metrics::limited(Reached limit, const std::string& whose, Time now) {
  inside_->limited[static_cast<std::size_t>(limit)]->Increment();
  inside_->events.limited(limit, whose, now);
}

void Metrics::begun(const store::Header& header) { inside_->events.begun(header); }

void Metrics::ended(const store::Closing& closing) { inside_->events.ended(closing); }

void Metrics::requested(const protocols::Protocol& protocol, PlayerId /*player*/) {
  inside_->of(protocol).messages->Increment();
}

void Metrics::remarked(const protocols::Protocol& protocol, PlayerId player,
                       const protocols::Remark& remark) {
  if (remark.refused) inside_->of(protocol).count_refusal(*remark.refused);
  inside_->events.refused(protocol, player, remark);
}

void Metrics::committed(const store::Settled& settled) {
  if (settled.result) {
    inside_->commit->Observe(settled.seconds);
    inside_->records->Increment(static_cast<double>(settled.records));
    return;
  }
  inside_->failures->Increment();
  log(Level::error, "the journal could not be written", {{"why", settled.result.error().detail}});
}

void Metrics::damaged(TableId table, const base::Error& error) {
  log(Level::error, "a table was damaged", {{"table", std::to_string(table.value)}, {"why", error.detail}});
}

void Metrics::stalled(const base::Error& error) {
  inside_->stalled->Set(1);
  log(Level::error, "nothing can be kept: everybody waits until the journal can be written again",
      {{"why", error.detail}});
}

void Metrics::went_on() {
  inside_->stalled->Set(0);
  log(Level::info, "the journal can be written again");
}

void Metrics::set_aside(TableId table, const base::Error& error) {
  log(Level::warn, "a table waits untouched for another start",
      {{"table", std::to_string(table.value)}, {"why", error.detail}});
}

void Metrics::asked_account(std::size_t act, const protocols::AccountAnswer& answer) {
  const auto result = answer.refused ? 1 + static_cast<std::size_t>(answer.refused->fault) : 0;
  inside_->accounts[act][result]->Increment();
  inside_->events.asked_account(protocols::kAccountActs[act], answer);
}

void Metrics::accounts_failed(const base::Error& error) {
  log(Level::error, "accounts could not be read or written", {{"why", error.detail}});
}

void Metrics::answered(unsigned status) { inside_->web_answers[status / 100 - 1]->Increment(); }

void Metrics::refused(web::Refusal reason) {
  inside_->web_refusals[static_cast<std::size_t>(reason)]->Increment();
}

void Metrics::lagged(double seconds) { inside_->lag->Set(seconds); }

/// A server without a database has no such thing.
void Metrics::beat_aged(double seconds) {
  if (inside_->beat_age == nullptr) {
    inside_->beat_age = inside_->add_one(prometheus::BuildGauge(), "parlor_beat_age_seconds",
                                         "how long ago the database was last told that this server lives");
  }
  inside_->beat_age->Set(seconds);
}

std::string Metrics::page(const table::Hall& hall) {
  for (const auto& [game, gauge] : inside_->tables)
    gauge->Set(static_cast<double>(hall.tables().count(game)));
  for (const auto& [game, counter] : inside_->moves) {
    counter->Increment(static_cast<double>(hall.tables().count_moves(game)) - counter->Value());
  }
  inside_->cpu->Increment(cpu_seconds() - inside_->cpu->Value());
  return prometheus::TextSerializer().Serialize(inside_->registry.Collect());
}

}  // namespace server
