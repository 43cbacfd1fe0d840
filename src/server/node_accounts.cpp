// Accounts at several nodes: whoever owns one is in one browser at a time, and all nodes know of it.
#include <algorithm>

#include "server/node.hpp"
#include "table/accounts.hpp"

namespace server {

using base::PlayerId;
using cluster::NodeId;

void Node::tell_account(const std::string& name) {
  const bool there = host_.hall().names().is_account(table::account_key(name));
  post_to_all(cluster::AccountIs{name, there});
}

void Node::on(NodeId /*from*/, const cluster::AccountIs& account) {
  auto& names = host_.hall().names();
  if (account.there) return names.reserve(account.name);
  names.release(account.name);
}

bool Node::plays(PlayerId player) const {
  const auto& people = host_.hall().people();
  return std::ranges::any_of(people.connections_of(people.person_of(player)),
                             [&](PlayerId tab) { return stays_.plays(tab); });
}

void Node::tell_signed_in(const std::string& address, const std::string& account) {
  post_to_all(cluster::SignedIn{address, account});
}

/// The account's name is kept from others by the account. A seat that waits at another node is taken up.
void Node::signed_in(PlayerId player) {
  const auto& people = host_.hall().people();
  for (const auto tab : people.connections_of(people.person_of(player))) keep_name(tab, "");
  const auto& self = people.self_of(player);
  if (!self.is_idle() || stays_.shard_of(player)) return;
  settings_.directory->find_seat(
      self.address, table::account_key(self.account),
      [this, player, account = self.account](const base::Result<std::optional<base::TableId>>& found) {
        if (!found || !*found || !host_.has(player)) return;
        const auto& now = host_.hall().people().self_of(player);
        const auto shard = cluster::shard_of(**found);
        const bool is_far = !shards_.is_here(shard) && shards_.owner(shard) != cluster::kNobody;
        if (is_far && now.is_idle() && now.account == account) stays_.show_place(player, shard);
      });
}

void Node::on(NodeId from, const cluster::SignedIn& signed_in) {
  const auto& people = host_.hall().people();
  const auto* person = people.find_token(signed_in.address);
  if (person != nullptr && person->account != signed_in.account) renew(*person, signed_in.account);
  const auto owner = people.names().owner_of(signed_in.account);
  if (owner && people.at(*owner).address != signed_in.address) give_way(from, *owner, signed_in.address);
}

/// The browser has another cookie: its tabs come again with that. Visitors of other nodes keep their place.
void Node::renew(const table::Visitor& person, const std::string& account) {
  const auto tabs = person.tabs;
  const auto is_guest = [&](PlayerId tab) { return guests_.has(tab); };
  if (const auto guest = std::ranges::find_if(tabs, is_guest); guest != tabs.end()) {
    table::Effects effects;
    if (account.empty()) {
      host_.hall().sign_out(*guest, now_, effects);
    } else {
      host_.hall().sign_in(*guest, account, now_, effects);
    }
    host_.execute(effects);
  }
  for (const auto tab : tabs) {
    if (!is_guest(tab) && !stand_ins_.has(tab)) host_.let_go(tab, now_);
  }
}

/// Who owns the account has come with another browser, which takes over the place that they have here or at a
/// third node. Visitors of other nodes are seen to by their own.
void Node::give_way(NodeId to, PlayerId owner, const std::string& address) {
  const auto& person = host_.hall().people().at(owner);
  const auto is_guest = [&](PlayerId tab) { return guests_.has(tab); };
  const auto own = std::ranges::find_if_not(person.tabs, is_guest);
  if (own == person.tabs.end()) return;
  auto place = shard_of_place(person);
  for (const auto tab : person.tabs) place = place ? place : stays_.place_of(tab);
  if (place) return post(to, cluster::write(cluster::Placed{address, *place}));
  table::Effects effects;
  host_.hall().give_way(*own, now_, effects);
  host_.execute(effects);
}

}  // namespace server
