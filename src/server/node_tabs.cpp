// Tabs of one person at several nodes: they show the same place, and are called alike.
#include <algorithm>

#include "server/node.hpp"

namespace server {

using base::PlayerId;
using cluster::NodeId;

/// All tabs of a person, at whatever node, show what one of them has come into, and are called alike; a tab
/// that comes asks what another shows.
void Node::tell_tabs(PlayerId player, const table::Request& request) {
  const bool comes_back = std::holds_alternative<table::ReturnByToken>(request);
  const auto* name = std::get_if<table::Name>(&request);
  if (!comes_back && name == nullptr && !std::holds_alternative<table::Seek>(request)) return;
  const auto& self = host_.hall().people().self_of(player);
  if (!self.has_token()) return;
  tell_place(self);
  if (guests_.has(player)) return;
  if (comes_back && self.is_idle()) {
    post_to_all(cluster::TabCame{self.address});
    if (!self.account.empty()) tell_signed_in(self.address, self.account);
  }
  if (name != nullptr && self.name == name->name) tell_name(player, self.name);
}

void Node::tell_place(const table::Visitor& person) {
  if (const auto shard = shard_of_place(person)) post_to_all(cluster::Placed{person.address, *shard});
}

void Node::tell_name(PlayerId player, const std::string& name) {
  const auto& self = host_.hall().people().self_of(player);
  if (self.has_token()) post_to_all(cluster::TabCalled{self.address, name});
}

void Node::on(NodeId from, const cluster::Show& show) {
  if (!waits(from, show.tab.stay, show.tab.shard, show)) guests_.take(from, show, now_);
}

void Node::on(NodeId from, const cluster::TabCame& came) {
  const auto* person = host_.hall().people().find_token(came.address);
  const auto shard = person != nullptr ? shard_of_place(*person) : std::nullopt;
  if (shard) post(from, cluster::write(cluster::Placed{came.address, *shard}));
}

/// Who has a place here as well, or is about to have one, stays there. Guests are seen to by their own nodes.
void Node::on(NodeId /*from*/, const cluster::Placed& placed) {
  const auto* person = host_.hall().people().find_token(placed.address);
  if (person == nullptr || !person->is_idle()) return;
  const auto asks = [&](base::PlayerId tab) { return asked_.contains(tab); };
  if (std::ranges::any_of(person->tabs, asks)) return;
  for (const auto tab : person->tabs) {
    if (!guests_.has(tab)) stays_.show_place(tab, placed.shard);
  }
}

void Node::on(NodeId /*from*/, const cluster::TabCalled& called) {
  const auto* person = host_.hall().people().find_token(called.address);
  if (person == nullptr || person->name == called.name || person->tabs.empty()) return;
  table::Effects effects;
  host_.hall().share_name(host_.hall().people().person_of(person->tabs.front()), called.name, now_, effects);
  host_.execute(effects);
  for (const auto tab : person->tabs) keep_name(tab, person->name);
}

void Node::on(NodeId /*from*/, const cluster::NameBack& back) {
  loans_.take(back, now_);
  take_over_name(back.name);
}

/// A name has gone from the directory. Who is called so here, too, in another tab, has it there from now on;
/// that of an account is kept from others by the account.
void Node::take_over_name(const std::string& name) {
  const auto called = host_.hall().people().names().find(name);
  if (!called || !host_.hall().people().at(*called).account.empty()) return;
  for (const auto tab : host_.hall().people().connections_of(*called)) {
    if (guests_.has(tab)) continue;
    settings_.directory->claim(claim_of(tab, name),
                               [this, tab, name](const base::Result<cluster::Claimed>& claimed) {
                                 const bool got = claimed && std::holds_alternative<cluster::Yours>(*claimed);
                                 if (got && host_.has(tab)) names_[tab].push_back(name);
                               });
    return;
  }
}

}  // namespace server
