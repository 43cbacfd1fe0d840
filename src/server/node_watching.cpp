// Tabs that watch a table of another node than where their person has a place, or where they watched before.
#include <utility>

#include "server/node.hpp"

namespace server {

using base::PlayerId;
using cluster::ShardId;

namespace {

/// Whether it is about what the tab watches, so that it goes on doing so.
bool is_about_watching(const table::Request& request) {
  return std::holds_alternative<table::Watch>(request) || std::holds_alternative<table::Leave>(request) ||
         std::holds_alternative<table::Say>(request) || std::holds_alternative<table::Name>(request);
}

}  // namespace

/// Before a tab asks for something: whoever watches elsewhere turns back to ask for something else, or to
/// see something where their place is; whoever has a place and goes to watch elsewhere keeps it.
void Node::turn_to(PlayerId tab, const table::Request& request) {
  const auto* watch = std::get_if<table::Watch>(&request);
  const auto shard = watch != nullptr ? std::optional(cluster::shard_of(watch->table)) : std::nullopt;
  if (const auto stand_in = stand_ins_.find(tab)) {
    const auto far = stays_.place_of(*stand_in);
    const auto place = far ? far : shard_of_place(host_.hall().people().self_of(tab));
    if (place != shard && is_about_watching(request)) return;
    stays_.end(tab, cluster::Gone::How::said);
    return turn_back(tab, shard ? Back::to_watch : Back::to_place);
  }
  if (!shard || !host_.hall().people().at(tab).person || stays_.reads(tab)) return;
  if (const auto place = stays_.place_of(tab)) {
    if (place != shard) stays_.hand_over(tab, stand_ins_.open(tab));
  } else if (!stays_.has(tab) && !shards_.is_here(*shard)) {
    keep_here(tab);
  }
}

/// Whoever has a place here does so while the tab is away.
void Node::keep_here(PlayerId tab) {
  const auto& self = host_.hall().people().self_of(tab);
  if (self.is_idle() || !host_.hall().people().at(tab).welcomed) return;
  const auto stand_in = stand_ins_.open(tab);
  host_.hall().take_home(stand_in, {self.name, self.naming});
  if (const auto sought = sought_.find(tab); sought != sought_.end())
    sought_.insert_or_assign(stand_in, sought->second);
  if (const auto seen = seen_.find(tab); seen != seen_.end()) seen_.insert_or_assign(stand_in, seen->second);
}

/// There is nothing to watch where the tab went.
void Node::turn_away(PlayerId tab) {
  if (!stand_ins_.find(tab)) return;
  stays_.end(tab, cluster::Gone::How::said);
  turn_back(tab, Back::to_place);
}

/// The tab is nowhere else: it has its person's place again, and is told of it if it shows that.
void Node::turn_back(PlayerId tab, Back back) {
  const auto stand_in = stand_ins_.find(tab);
  if (!stand_in) return;
  stand_ins_.relieve(tab);
  if (stays_.has(*stand_in)) {
    stays_.hand_over(*stand_in, tab);
    if (back == Back::to_place) stays_.look_again(tab);
    return;
  }
  const auto& self = host_.hall().people().self_of(tab);
  host_.hall().take_home(tab, {self.name, self.naming});
  if (back != Back::to_place) return;
  table::Effects effects;
  host_.hall().show_place(tab, now_, effects);
  host_.execute(effects);
}

/// A tab that has asked for the game turns to it; others go on watching.
void Node::begins(PlayerId tab, const table::Started& started) {
  const auto stand_in = stand_ins_.find(tab);
  if (!stand_in || stays_.asks(tab)) return;
  const bool sought =
      stays_.has(*stand_in) ? stays_.sought(*stand_in) : host_.hall().people().self_of(tab).seeker == tab;
  if (!sought) return;
  stays_.end(tab, cluster::Gone::How::said);
  turn_back(tab, Back::to_game);
  host_.tell(tab, started);
}

/// With a tab goes its stand-in; a tab that has lost its stand-in comes again.
void Node::end_stand_in(PlayerId gone, host::End how) {
  const auto stand_ins = stand_ins_.all_of(gone);
  const auto tab = stand_ins_.ended(gone);
  for (const auto stand_in : stand_ins) {
    how == host::End::said ? host_.depart(stand_in, now_) : host_.closed(stand_in, now_);
  }
  if (tab) host_.let_go(*tab, now_);
}

bool Node::turns_back(PlayerId tab) {
  if (!stand_ins_.find(tab)) return false;
  turn_back(tab, Back::to_place);
  return true;
}

}  // namespace server
