// Stand-ins: what they pass on, and when they go.
#include "server/stand_ins.hpp"

#include <ranges>
#include <utility>

namespace server {

using base::PlayerId;

/// Asks for nothing and says nothing.
class StandIns::Session final : public protocols::Session {
 public:
  Session(StandIns& all, PlayerId tab) : all_(all), tab_(tab) {}

  void receive(std::string_view /*bytes*/) override {}
  std::optional<protocols::Request> next() override { return std::nullopt; }
  void tell(const protocols::Notice& notice) override { all_.tell(tab_, notice, until_); }
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return 0; }
  bool finished() const override { return false; }

  PlayerId tab() const { return tab_; }
  /// The tab hears by itself what is written from then on.
  void relieve(std::uint64_t written) { until_ = written; }
  std::optional<std::uint64_t> until() const { return until_; }

 private:
  StandIns& all_;
  PlayerId tab_;
  std::optional<std::uint64_t> until_{};
};

PlayerId StandIns::open(PlayerId tab) {
  const auto& people = host_.hall().people();
  const auto& someone = people.at(tab);
  const auto& self = people.self_of(tab);
  auto session = std::make_unique<Session>(*this, tab);
  auto* own = session.get();
  const auto stand_in = host_.open(std::move(session), {.protocol = someone.protocol,
                                                        .hears = someone.hears,
                                                        .named = {self.name, self.naming},
                                                        .address = someone.address,
                                                        .browser = {someone.host, self.account}});
  by_tab_.emplace(tab, stand_in);
  tabs_.emplace(stand_in, own);
  return stand_in;
}

std::optional<PlayerId> StandIns::find(PlayerId tab) const {
  const auto found = by_tab_.find(tab);
  return found == by_tab_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<PlayerId> StandIns::all() const {
  const auto all = std::views::keys(tabs_);
  return {all.begin(), all.end()};
}

std::vector<PlayerId> StandIns::all_of(PlayerId tab) const {
  std::vector<PlayerId> all;
  for (const auto& [stand_in, session] : tabs_) {
    if (session->tab() == tab) all.push_back(stand_in);
  }
  return all;
}

/// What is said in the hall the tab hears where it watches.
void StandIns::tell(PlayerId tab, const table::Notice& notice, std::optional<std::uint64_t> until) {
  const bool is_answer =
      std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice);
  if (is_answer || std::holds_alternative<table::Said>(notice)) return;
  if (until) {
    if (host_.outbox().told() <= *until) host_.tell(tab, notice);
  } else if (const auto* started = std::get_if<table::Started>(&notice)) {
    listener_.begins(tab, *started);
  } else if (!table::is_about_seat(notice)) {
    host_.tell(tab, notice);
  }
}

void StandIns::relieve(PlayerId tab) {
  const auto found = by_tab_.extract(tab);
  if (found.empty()) return;
  tabs_.at(found.mapped())->relieve(host_.outbox().written());
  relieved_.push_back(found.mapped());
}

void StandIns::see_off(base::Time now) {
  for (const auto stand_in : std::exchange(relieved_, {})) {
    const auto found = tabs_.find(stand_in);
    if (found == tabs_.end()) continue;
    if (host_.outbox().told() < *found->second->until()) {
      relieved_.push_back(stand_in);
      continue;
    }
    host_.depart(stand_in, now);
  }
}

std::optional<PlayerId> StandIns::ended(PlayerId player) {
  by_tab_.erase(player);
  const auto found = tabs_.extract(player);
  if (found.empty()) return std::nullopt;
  const auto tab = by_tab_.find(found.mapped()->tab());
  if (tab == by_tab_.end() || tab->second != player) return std::nullopt;
  const auto gone = tab->first;
  by_tab_.erase(tab);
  return gone;
}

}  // namespace server
