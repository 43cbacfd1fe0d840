// Where requests go: to the hall here, to another node, to the directory first, or they wait.
#include <algorithm>

#include "base/text.hpp"
#include "server/node.hpp"
#include "table/accounts.hpp"
#include "table/names.hpp"

namespace server {
namespace {

// In the order of ClaimAnswer.
static_assert(
    std::is_same_v<cluster::Claimed,
                   std::variant<cluster::Yours, cluster::Taken, cluster::OfAccount, cluster::SeatAt>>);

/// The game in whose lobbies it is about.
const std::string* game_in(const table::Request& request) {
  if (const auto* seek = std::get_if<table::Seek>(&request)) return &seek->game;
  if (const auto* list = std::get_if<table::ListLobbies>(&request)) return &list->game;
  return nullptr;
}

}  // namespace

using base::PlayerId;
using cluster::ShardId;

bool Node::take(PlayerId player, const table::Request& request, base::Time arrived, base::Time now) {
  now_ = now;
  if (!is_at_its_table(player)) {
    turn_to(player, request);
    if (ask_directory(player, request, arrived)) return true;
    if (const auto shard = shard_for(player, request); shard && go_far(player, *shard, request, arrived))
      return true;
  }
  if (!may_work()) {
    held_.push_back({player, request, arrived});
    return true;
  }
  note_asked({player, request, arrived});
  return false;
}

/// Remembers what the hall is about to handle, as far as it may have to be asked again elsewhere.
void Node::note_asked(const Held& held) {
  const auto* seek = std::get_if<table::Seek>(&held.request);
  if (seek != nullptr && seek->rooms == table::Rooms::one) single_.insert(seek->game);
  if (!is_at_its_table(held.player)) asked_.insert_or_assign(held.player, held);
}

void Node::told(PlayerId player, const table::Notice& notice) {
  if (const auto* started = std::get_if<table::Started>(&notice)) seen_[player] = started->table;
  if (const auto* resumed = std::get_if<table::Resumed>(&notice)) seen_[player] = resumed->seat.table;
  const auto* elsewhere = std::get_if<table::Elsewhere>(&notice);
  if (elsewhere != nullptr && elsewhere->what == table::Elsewhere::What::left) seen_.erase(player);
  const bool accepted = std::holds_alternative<table::Accepted>(notice);
  if (asked_.empty() || (!accepted && !std::holds_alternative<table::Refused>(notice))) return;
  const auto found = asked_.find(player);
  if (found == asked_.end()) return;
  if (auto* seek = std::get_if<table::Seek>(&found->second.request); seek != nullptr && accepted) {
    seek->name.clear();
    seek->bots.clear();
    sought_.insert_or_assign(player, std::move(*seek));
  }
  if (accepted && std::holds_alternative<table::Leave>(found->second.request)) seen_.erase(player);
  asked_.erase(found);
}

/// Guests were seen to by their front; bots are where their tables are.
bool Node::is_at_its_table(PlayerId player) const {
  return guests_.has(player) || host_.hall().people().at(player).is_bot();
}

/// The shard that a request is about, if that makes a difference.
std::optional<ShardId> Node::shard_for(PlayerId player, const table::Request& request) const {
  const auto away = stays_.shard_of(player);
  if (const auto* watch = std::get_if<table::Watch>(&request)) return cluster::shard_of(watch->table);
  const bool seeks = std::holds_alternative<table::Seek>(request);
  if (away && (!seeks || stays_.plays(player))) return away;  // who looks elsewhere does not go from there
  if (const auto* game = game_in(request); game != nullptr && games::facts_of(*game))
    return cluster::shard_of_game(*game);
  return away;
}

/// Whether it is asked at another node, or waits for a shard to come here. Who may be playing goes nowhere
/// before that is known. Who has a place here that they would lose by it is refused here.
bool Node::go_far(PlayerId player, ShardId shard, const table::Request& request, base::Time arrived) {
  const auto away = stays_.shard_of(player);
  const bool is_away = away.has_value();
  const auto& self = host_.hall().people().self_of(player);
  const bool stays_here =
      !stand_ins_.find(player) &&
      (table::plays(self) || (std::holds_alternative<table::Watch>(request) && !self.is_idle()));
  if (!is_away && (shards_.is_here(shard) || stays_here)) return false;
  const bool may_play = is_away && *away != shard && stays_.reads(player);
  if (may_play || (!is_away && (shards_.is_own(shard) || shards_.owner(shard) == cluster::kNobody))) {
    held_.push_back({player, request, arrived});
  } else {
    stays_.ask(player, shard, request, arrived, now_);
  }
  return true;
}

/// The name that a request asks for, and that could be somebody's.
std::optional<std::string> Node::name_in(PlayerId player, const table::Request& request) const {
  std::string name;
  if (const auto* one = std::get_if<table::Name>(&request)) name = one->name;
  if (const auto* seek = std::get_if<table::Seek>(&request)) name = seek->name;
  if (name.empty()) return std::nullopt;
  const bool is_own = name == host_.hall().people().name_of(player);
  return is_own || !table::check_name(name, table::kLongestName) ? std::nullopt : std::optional(name);
}

/// Whether it waits for the directory.
bool Node::ask_directory(PlayerId player, const table::Request& request, base::Time arrived) {
  if (const auto name = name_in(player, request)) {
    ask_for_name({player, request, arrived}, *name);
    return true;
  }
  const bool comes_back = std::holds_alternative<table::ReturnByToken>(request) && !stays_.shard_of(player) &&
                          host_.hall().people().self_of(player).is_idle();
  if (comes_back) ask_for_seat({player, request, arrived});
  return comes_back;
}

cluster::Claim Node::claim_of(PlayerId player, const std::string& name) const {
  const auto& self = host_.hall().people().self_of(player);
  const auto key = table::account_key(name);
  const auto account = loans_.has(player, name) ? key : table::account_key(self.account);
  return {name, key, player.value, self.address, self.host, account};
}

/// Under another epoch names have to be claimed anew. What somebody else has got meanwhile is theirs, too.
void Node::claim_again() {
  for (const auto& [player, names] : names_) {
    for (const auto& name : names)
      settings_.directory->claim(claim_of(player, name),
                                 [this](const base::Result<cluster::Claimed>& claimed) {
                                   claims_again_ = claims_again_ || !claimed;
                                 });
  }
}

void Node::ask_for_name(const Held& held, const std::string& name) {
  const auto claim = claim_of(held.player, name);
  settings_.directory->claim(claim, [this, held, name](const base::Result<cluster::Claimed>& claimed) {
    watcher_.claimed(claimed ? static_cast<ClaimAnswer>(claimed->index()) : ClaimAnswer::unknown);
    if (!host_.has(held.player)) return;
    if (!claimed) {
      held_.push_back(held);
    } else if (std::holds_alternative<cluster::Taken>(*claimed)) {
      ask_owner(held, name, {{base::Code::name_taken, "somebody has that name"}});
    } else if (std::holds_alternative<cluster::OfAccount>(*claimed)) {
      ask_owner(
          held, name,
          {{base::Code::name_taken, "that name belongs to an account: its owner signs in with a browser"}});
    } else if (const auto* seat = std::get_if<cluster::SeatAt>(&*claimed)) {
      resume(held, seat->table);
    } else {
      names_[held.player].push_back(name);
      resume(held, std::nullopt);
    }
  });
}

/// A client of a wire protocol may have the name of an account whose owner is signed in where they are; a
/// tab, what another tab of the same person is called at another node, which has the name in the directory.
void Node::ask_owner(const Held& held, const std::string& name, const table::Refused& refusal) {
  if (loans_.has(held.player, name)) {  // and somebody else has it all the same
    loans_.called(held.player, "", now_);
    return host_.tell(held.player, refusal);
  }
  loans_.ask(
      held.player, name,
      [this, held, name, refusal](NameLoans::Lent lent) {
        if (lent == NameLoans::Lent::no) return host_.tell(held.player, refusal);
        if (loans_.has(held.player, name)) return ask_for_name(held, name);
        resume(held, std::nullopt);
      },
      now_);
}

void Node::ask_for_seat(const Held& held) {
  const auto& self = host_.hall().people().self_of(held.player);
  settings_.directory->find_seat(self.address, table::account_key(self.account),
                                 [this, held](const base::Result<std::optional<base::TableId>>& found) {
                                   if (!host_.has(held.player)) return;
                                   if (!found) return held_.push_back(held);
                                   resume(held, *found);
                                 });
}

/// Goes on with a request once the directory has answered; a seat of that name is at that table.
void Node::resume(const Held& held, std::optional<base::TableId> seat) {
  const auto& [player, request, arrived] = held;
  auto shard = shard_for(player, request);
  if (seat && !stays_.plays(player)) shard = cluster::shard_of(*seat);
  if (!shard || !go_far(player, *shard, request, arrived)) go_on(held);
}

void Node::go_on(const Held& held) {
  if (!may_work()) return held_.push_back(held);
  note_asked(held);
  engine_.handle_here(held.player, held.request, held.arrived, now_);
}

void Node::release_held() {
  if (held_.empty() || epoch_ == 0) return;
  for (const auto& held : std::exchange(held_, {})) {
    if (!host_.has(held.player)) continue;
    if (is_at_its_table(held.player)) {
      go_on(held);
      continue;
    }
    turn_to(held.player, held.request);
    const auto name = name_in(held.player, held.request);
    const bool is_claimed = name && has_claimed(held.player, *name);
    if (!is_claimed && ask_directory(held.player, held.request, held.arrived)) continue;
    resume(held, std::nullopt);
  }
}

bool Node::has_claimed(PlayerId player, const std::string& name) const {
  const auto found = names_.find(player);
  return found != names_.end() && std::ranges::find(found->second, name) != found->second.end();
}

void Node::came_home(PlayerId player, const table::Request& unanswered, base::Time arrived, base::Time now) {
  now_ = now;
  held_.push_back({player, unanswered, arrived});
  release_held();
}

/// What was claimed for a request that was refused is given back, as is the name of before.
void Node::answered(PlayerId player, const table::Request& request, const table::Notice& answer) {
  const bool refused = std::holds_alternative<table::Refused>(answer);
  if (refused && std::holds_alternative<table::Watch>(request)) turn_away(player);
  const auto name = name_in(player, request);
  const auto* leave = std::get_if<table::Leave>(&request);
  const bool accepted = std::holds_alternative<table::Accepted>(answer);
  if (accepted && leave != nullptr && leave->forget_name) return keep_name(player, "");
  const auto& self = host_.hall().people().self_of(player);
  if (accepted && std::holds_alternative<table::ReturnByToken>(request) && !self.account.empty())
    tell_signed_in(self.address, self.account);
  if (!name) return;
  if (accepted) tell_name(player, *name);
  if (accepted) return keep_name(player, *name);
  keep_name(player, host_.hall().people().name_of(player));
}

void Node::handled(PlayerId player, const table::Request& request) {
  if (names_.contains(player)) keep_name(player, host_.hall().people().name_of(player));
  tell_others(player, request);
  tell_tabs(player, request);
}

/// The visitor has this name in the directory, and no other.
void Node::keep_name(PlayerId player, const std::string& name) {
  loans_.called(player, name, now_);
  const auto found = names_.find(player);
  if (found == names_.end()) return;
  std::vector<std::string> others;
  std::erase_if(found->second, [&](const std::string& one) {
    if (one != name) others.push_back(one);
    return one != name;
  });
  if (!others.empty()) settings_.directory->release(others);
  for (auto& other : others) post_to_all(cluster::NameBack{std::move(other)});
  if (found->second.empty()) names_.erase(found);
}

/// What is said in the hall is heard at all nodes.
void Node::tell_others(PlayerId player, const table::Request& request) {
  const auto* say = std::get_if<table::Say>(&request);
  if (say == nullptr || say->text.empty() || !base::is_printable(say->text)) return;
  const auto& people = host_.hall().people();
  const bool looks_on = people.person_of(player) != player && people.at(player).watched;
  if (table::Audience::is_apart(people.self_of(player)) && !looks_on) return;
  post_to_all(cluster::HallSaid{people.name_of(player), say->text});
}

void Node::ends(PlayerId player, host::End how) {
  seen_.erase(player);
  if (guests_.has(player)) return guests_.ended(player);
  end_stand_in(player, how);
  asked_.erase(player);
  sought_.erase(player);
  far_wires_.depart(player);
  stays_.end(player, how == host::End::said ? cluster::Gone::How::said : cluster::Gone::How::broken);
  keep_name(player, "");
  std::erase_if(held_, [&](const Held& one) { return one.player == player; });
}

}  // namespace server
