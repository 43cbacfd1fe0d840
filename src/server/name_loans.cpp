// Names of accounts: asked for, lent and given back.
#include "server/name_loans.hpp"

#include <algorithm>
#include <utility>

#include "cluster/links.hpp"
#include "table/accounts.hpp"

namespace server {
namespace {

bool is_token(std::string_view address) { return address.starts_with(table::kToken); }

}  // namespace

using base::PlayerId;
using base::Time;
using cluster::NodeId;

void NameLoans::ask(PlayerId player, const std::string& name, Then then, Time now) {
  const auto number = ++last_number_;
  const auto nodes = others_();
  const auto address = host_.hall().people().at(player).address;
  const auto until = now + cluster::kWaitForOthers;
  waiting_.emplace(number,
                   Waiting{player, name, address, std::move(then), until, {nodes.begin(), nodes.end()}});
  if (lend(name, address, now)) return finish(number, Lent::yes, now);
  if (nodes.empty()) return finish(number, Lent::no, now);
  for (const auto node : nodes) post_(node, cluster::write(cluster::NameAsked{number, name, address}));
}

bool NameLoans::has(PlayerId player, const std::string& name) const {
  const auto found = borrowed_.find(player);
  return found != borrowed_.end() && found->second == name;
}

void NameLoans::called(PlayerId player, const std::string& name, Time now) {
  const auto found = borrowed_.find(player);
  if (found == borrowed_.end() || found->second == name) return;
  const cluster::NameBack back{found->second};
  borrowed_.erase(found);
  if (host_.hall().people().find(player) != nullptr) host_.hall().borrow_name(player, "");
  take(back, now);
  for (const auto node : others_()) post_(node, cluster::write(back));
}

void NameLoans::take(NodeId from, const cluster::NameAsked& asked, Time now) {
  const bool lent = lend(asked.name, asked.address, now);
  if (lent && !is_token(asked.address)) lent_.insert_or_assign(asked.name, from);
  post_(from, cluster::write(cluster::NameLent{asked.number, asked.name, lent}));
}

void NameLoans::take(NodeId from, const cluster::NameLent& lent, Time now) {
  const auto found = waiting_.find(lent.number);
  if (found == waiting_.end()) {
    if (lent.lent) post_(from, cluster::write(cluster::NameBack{lent.name}));
    return;
  }
  found->second.nodes.erase(from);
  if (lent.lent || found->second.nodes.empty()) finish(lent.number, lent.lent ? Lent::yes : Lent::no, now);
}

void NameLoans::take(const cluster::NameBack& back, Time now) {
  lent_.erase(back.name);
  table::Effects effects;
  host_.hall().take_name_back(back.name, now, effects);
  host_.execute(effects);
}

bool NameLoans::lend(const std::string& name, const std::string& address, Time now) {
  const auto& people = host_.hall().people();
  if (is_token(address)) {
    const auto* person = people.find_token(address);
    return person != nullptr && person->name == name;
  }
  const auto owner = people.lender_of(name, address);
  if (!owner || lent_.contains(name) || std::ranges::all_of(people.at(*owner).tabs, is_guest_)) return false;
  table::Effects effects;
  host_.hall().lend_name(*owner, name, now, effects);
  host_.execute(effects);
  return true;
}

/// Who has gone meanwhile gives it back at once.
void NameLoans::finish(std::uint64_t number, Lent lent, Time now) {
  const auto found = waiting_.extract(number);
  const auto& [player, name, address, then, until, nodes] = found.mapped();
  if (lent == Lent::yes && !is_token(address)) borrowed_.insert_or_assign(player, name);
  if (!host_.has(player)) return called(player, "", now);
  if (has(player, name)) host_.hall().borrow_name(player, table::account_key(name));
  then(lent);
}

void NameLoans::forget(NodeId node, Time now) {
  std::vector<std::uint64_t> answered;
  for (auto& [number, one] : waiting_) {
    if (one.nodes.erase(node) > 0 && one.nodes.empty()) answered.push_back(number);
  }
  for (const auto number : answered) finish(number, Lent::no, now);
  std::vector<std::string> back;
  for (const auto& [name, borrower] : lent_) {
    if (borrower == node) back.push_back(name);
  }
  for (auto& name : back) take({std::move(name)}, now);
}

void NameLoans::forget_all(Time now) {
  while (!waiting_.empty()) finish(waiting_.begin()->first, Lent::no, now);
}

void NameLoans::turn(Time now) {
  std::vector<std::uint64_t> late;
  for (const auto& [number, one] : waiting_) {
    if (one.until <= now) late.push_back(number);
  }
  for (const auto number : late) finish(number, Lent::no, now);
}

}  // namespace server
