// A node: joining, beating, taking over, and letters of other nodes.
#include "server/node.hpp"

#include <algorithm>
#include <ranges>

#include "base/text.hpp"

namespace server {
namespace {

/// More numbers of tables are asked for when so few are left. Half of them are for games that begin without a
/// request, since somebody has gone: nothing else is handled then.
constexpr std::size_t kFewNumbers = 4 * cluster::Directory::kTableBlock;
/// How often others are told what has changed in this part of the hall.
constexpr base::Duration kTellPart = std::chrono::seconds(1);

}  // namespace

using base::Time;
using cluster::NodeId;
using cluster::ShardId;
using cluster::Steady;

Node::Node(const games::Kits& kits, host::Host& host, NodeEngine& engine, const NodeSettings& settings)
    : kits_(kits),
      host_(host),
      engine_(engine),
      settings_(settings),
      watcher_(settings.watcher != nullptr ? *settings.watcher : nobody_),
      membership_(settings.self, settings.pace),
      shards_(settings.self),
      reads_(engine, shards_, *this, watcher_),
      guests_(host, [this](NodeId node, std::string line) { post(node, std::move(line)); }),
      stays_(
          kits, host, shards_, [this](NodeId node, std::string line) { post(node, std::move(line)); }, *this,
          watcher_),
      stand_ins_(host, *this),
      far_wires_(
          host, engine.inspector(), [this](NodeId node, std::string line) { post(node, std::move(line)); },
          [this] { return linked(); }),
      loans_(
          host, [this](NodeId node, std::string line) { post(node, std::move(line)); },
          [this] { return linked(); }, [this](base::PlayerId player) { return guests_.has(player); }) {
  host_.hall().tell_records();
}

void Node::begin(Steady steady, Time now) {
  steady_ = steady;
  now_ = now;
  join();
}

/// Raises the epoch: whatever was written before under the old one is durable or never will be.
void Node::join() {
  if (std::exchange(joining_, true)) return;
  settings_.directory->join([this, sent = steady_](auto joined_as) { joined(std::move(joined_as), sent); });
}

void Node::joined(base::Result<cluster::Joined> result, Steady sent) {
  joining_ = false;
  if (!result) return;  // tried again by the next turn
  joining_ = true;
  engine_.write_again([this, sent, joined_as = *std::move(result)](const base::Result<void>& opened) {
    joining_ = false;
    if (!opened) return;
    epoch_ = joined_as.epoch;
    shows_that_ = false;
    membership_.begin(joined_as.picture, sent, steady_);
    stays_.begin(epoch_);
    settings_.links->begin(epoch_);
    take_numbers();
    count_guests();
    claim_again();
    take_shards(joined_as.picture.owners);
  });
}

void Node::turn(Steady steady, Time now) {
  steady_ = steady;
  now_ = now;
  if (epoch_ == 0) return join();
  if (const auto due = membership_.next_beat(); due && (*due <= steady || looks_again_)) beat();
  for (auto& [node, other] : peers_) {
    other.channel->acknowledge();
    if (other.down_since && steady - *other.down_since >= settings_.pace.lease) {
      other.down_since.reset();
      guests_.orphan(node, steady);
      forget(node);
    }
  }
  guests_.let_go(steady, now);
  far_wires_.turn(now);
  loans_.turn(now);
  if (numbers_.size() < kFewNumbers) take_numbers();
  if (!guests_counted_) count_guests();
  if (std::exchange(claims_again_, false)) claim_again();
  release_held();
  if (draining_) drain();
  hand_over_settled();
  if (steady >= next_part_) tell_part();
  work(now);
}

/// As ready text: nobody needs views of tables that they do not play.
void Node::tell_part() {
  next_part_ = steady_ + kTellPart;
  auto part = cluster::write(cluster::Part{part_of(*host_.hall().overview(now_))});
  const bool is_new = part != part_;
  part_ = std::move(part);
  for (auto& [node, other] : peers_) {
    if (is_new) other.knows_part = false;
    if (other.channel->is_up() && !std::exchange(other.knows_part, true)) other.channel->send(part_);
  }
}

void Node::look() {
  if (epoch_ == 0) return;
  if (!membership_.next_beat()) {
    looks_again_ = true;  // what is under way may have been seen before
  } else {
    beat();
  }
}

void Node::beat() {
  looks_again_ = false;
  membership_.sent(steady_);
  settings_.directory->beat(engine_.load(), [this](base::Result<cluster::Picture> picture) {
    if (epoch_ == 0) return;
    if (picture) {
      membership_.came(*picture, steady_);
      given_.clear();
      knows_takers_ = draining_ && !looks_again_;
      take_picture(*picture);
    } else {
      membership_.failed(steady_);
      if (picture.error().code == base::Code::corrupt) fence(now_);
    }
  });
}

void Node::take_picture(const cluster::Picture& picture) {
  engine_.read_again();
  take_shards(picture.owners);
  stays_.retry(now_);
  bury(membership_.dead());
}

/// What it has told of itself, and asked, is of no use any more.
void Node::forget(NodeId node) {
  hall_parts_.forget(node);
  far_wires_.forget(node);
  loans_.forget(node, now_);
}

/// Whoever is first takes a dead node over for all; one without shards, too, since its names are free then.
void Node::bury(const std::vector<cluster::NodeFacts>& dead) {
  for (const auto& facts : dead) {
    guests_.orphan(facts.node, steady_);
    forget(facts.node);
    const auto heirs = cluster::heirs_of(facts.node, membership_.picture(), membership_.living());
    if (heirs.empty() && facts.state == cluster::NodeState::down) continue;
    settings_.directory->take_over(facts.node, facts.epoch, heirs, [this](base::Result<bool> first) {
      if (!first) return;
      if (*first) {
        watcher_.took_over();
        tell_moved();  // an heir that looked before would notice with its next beat only
      }
      look();  // what came of it
      engine_.look_for_finished();
    });
  }
}

/// Others look where shards are now.
void Node::tell_moved() { post_to_all(cluster::Moved{}); }

void Node::post_to_all(const cluster::Letter& letter) {
  for (const auto& [node, other] : peers_) post(node, cluster::write(letter));
}

void Node::take_shards(const std::vector<NodeId>& owners) {
  const auto moves = shards_.take(owners);
  reads_.lose(moves.lost);
  if (!moves.lost.empty())
    engine_.forsake([&](ShardId shard) { return std::ranges::binary_search(moves.lost, shard); },
                    NodeEngine::May::write, now_);
  if (!moves.gained.empty()) reads_.read(moves.gained);
  if (!moves.gained.empty() || !moves.passed.empty() || !moves.lost.empty()) {
    release_early();
  }
  stays_.follow([this](ShardId shard, NodeId owner) { return shards_.owner(shard) != owner; }, now_);
}

/// Nobody else writes in its shard any more: what was read is all that was ever told.
void Node::restore(table::Table table) { host_.restore(std::move(table), now_); }

void Node::arrived(const std::vector<ShardId>& shards) {
  shards_.arrived(shards);
  release_early();
  release_held();
}

void Node::fence(Time now) {
  if (epoch_ == 0) return;
  watcher_.fenced();
  epoch_ = 0;
  now_ = now;
  shards_.forsake();
  reads_.forget();
  engine_.forsake([](ShardId) { return true; }, NodeEngine::May::not_write, now);
  stays_.follow([this](ShardId, NodeId owner) { return owner == settings_.self; }, now);
  for (auto& [node, other] : peers_) other = {};
  peers_.clear();
  hall_parts_.forget_all();
  far_wires_.forget_all();
  loans_.forget_all(now);
  own_.clear();
  early_.clear();
  leaving_.clear();
  given_.clear();
  asked_.clear();
  numbers_.clear();
  numbers_asked_ = false;
  join();
}

void Node::take_numbers() {
  if (std::exchange(numbers_asked_, true)) return;
  settings_.directory->take_table_numbers([this, epoch = epoch_](base::Result<std::uint64_t> first) {
    if (epoch != epoch_) return;
    numbers_asked_ = false;
    if (!first) return;
    for (std::uint64_t at = 0; at < cluster::Directory::kTableBlock; ++at) numbers_.push_back(*first + at);
    if (numbers_.size() < kFewNumbers) take_numbers();
    release_held();
  });
}

/// So that no two guests of different nodes are called alike.
void Node::count_guests() {
  guests_counted_ = true;  // unless it fails: then the next turn asks again
  settings_.directory->take_guest_numbers([this](base::Result<std::uint64_t> first) {
    guests_counted_ = first.has_value();
    if (first) host_.hall().names().count_guests_from(*first);
  });
}

std::optional<base::TableId> Node::number(const table::Header& header) {
  const auto shard = numbers_.empty() ? std::nullopt : shard_for_table(header);
  if (!shard) return std::nullopt;
  const auto number = numbers_.front();
  numbers_.pop_front();
  const auto table = cluster::table_in(*shard, number);
  reads_.know(table);
  return table;
}

bool Node::may_work() const {
  return epoch_ != 0 && membership_.may_speak(steady_) && numbers_.size() >= kFewNumbers / 2;
}

Node::Peer& Node::peer(NodeId node) {
  auto& found = peers_[node];
  if (!found.channel) {
    found.channel = std::make_unique<cluster::Channel>(
        [this, node](std::string_view text) { settings_.links->send(node, text); });
  }
  return found;
}

/// Another run of a node knows nothing of who was there, nor has it the visitors that it had. Links of a run
/// of this node that is over are no more: those of the next are made anew, and both sides count from there.
void Node::up(NodeId node, cluster::Epoch epoch) {
  if (epoch_ == 0) return;
  auto& other = peer(node);
  other.down_since.reset();
  if (!other.channel->up(epoch)) return guests_.keep(node);
  other.knows_part = false;
  far_wires_.forget(node);
  guests_.orphan(node, steady_ + settings_.pace.lease);
  stays_.follow([node](ShardId, NodeId owner) { return owner == node; }, now_);
}

void Node::down(NodeId node) {
  if (epoch_ == 0) return;
  auto& other = peer(node);
  other.channel->down();
  if (!other.down_since) other.down_since = steady_;
}

void Node::line(NodeId node, std::string_view text) {
  if (epoch_ == 0) return;
  if (const auto said = peer(node).channel->receive(text)) receive(node, *said);
}

std::vector<NodeId> Node::linked() const {
  std::vector<NodeId> nodes;
  for (const auto& [node, other] : peers_) {
    if (other.channel->is_up()) nodes.push_back(node);
  }
  return nodes;
}

void Node::post(NodeId node, std::string line) {
  if (node == settings_.self) {
    own_.push_back(std::move(line));
  } else if (node != cluster::kNobody) {
    peer(node).channel->send(std::move(line));
  }
}

void Node::work(Time now) {
  now_ = now;
  do {
    guests_.see_home(now);
    stand_ins_.see_off(now);
    for (auto lines = std::exchange(own_, {}); !lines.empty(); lines.pop_front())
      receive(settings_.self, lines.front());
  } while (!own_.empty());
}

/// What a line holds is told together, before anybody is heard again.
void Node::receive(NodeId from, std::string_view line) {
  while (!line.empty()) {
    if (const auto letter = cluster::read(base::cut(line, cluster::kBetween))) take(from, *letter);
  }
}

void Node::take(NodeId from, const cluster::Letter& letter) {
  std::visit([&](const auto& one) { on(from, one); }, letter);
}

void Node::on(NodeId from, const cluster::Come& come) {
  if (!waits(from, come.stay, come.shard, come)) guests_.take(from, come);
}

/// Whether the letter is about a shard that is not here: it waits, or is for another.
bool Node::waits(NodeId from, cluster::StayId stay, ShardId shard, const cluster::Letter& letter) {
  if (shards_.is_here(shard)) return false;
  if (shards_.is_own(shard)) {
    early_.push_back({from, stay, letter});
  } else {
    post(from, cluster::write(cluster::Unknown{stay}));
  }
  return true;
}

/// Those that waited for shards.
void Node::release_early() {
  auto waited = std::exchange(early_, {});
  for (auto& one : waited) {
    if (one.until == Early::Until::read) early_.push_back(std::move(one));
  }
  for (const auto& one : waited) {
    if (one.until == Early::Until::here) take(one.from, one.letter);
  }
}

/// Who was let in to their table before all of its shard was here makes moves there, and nothing else.
void Node::on(NodeId from, const cluster::Ask& ask) {
  const auto came = [&](const Early& one) { return one.from == from && one.stay == ask.stay; };
  const auto shard = guests_.shard_of(from, ask.stay);
  const bool is_to_come = shard && shards_.is_own(*shard) && !shards_.is_here(*shard);
  const bool needs_all = !std::holds_alternative<table::Play>(ask.request);
  if (std::ranges::any_of(early_, came) || (is_to_come && needs_all)) {
    early_.push_back({from, ask.stay, ask});
  } else {
    guests_.take(from, ask, now_);
  }
}

void Node::on(NodeId from, const cluster::Gone& gone) {
  std::erase_if(early_, [&](const Early& one) { return one.from == from && one.stay == gone.stay; });
  guests_.take(from, gone, now_);
}

void Node::on(NodeId /*from*/, const cluster::HallSaid& said) {
  table::Effects effects;
  host_.hall().hear({said.from, said.text}, effects);
  host_.execute(effects);
}

void Node::on(NodeId from, const cluster::Part& part) {
  if (hall_parts_.take(from, part.part)) engine_.look_for_finished();
}

void Node::on(NodeId /*from*/, const cluster::Moved& /*moved*/) { look(); }

/// Who is asked for a shard that has moved may not know yet that it has it.
void Node::on(NodeId from, const cluster::Unknown& unknown) {
  stays_.take(from, unknown, now_);
  looks_again_ = true;
}

/// The table of a game that is over is in no hall any more; who wants another game there takes it up again.
/// Who has asked for nothing but a move needs no more of a shard than their table.
void Node::on(NodeId from, const cluster::Attach& attach) {
  std::erase_if(early_, [&](const Early& one) { return one.from == from && one.stay == attach.before; });
  const bool needs_all = attach.asked && !std::holds_alternative<table::Play>(*attach.asked);
  const auto stay = attach.who.stay;
  const auto shard = attach.who.shard;
  if ((needs_all || !shards_.is_own(shard)) && waits(from, stay, shard, attach)) return;
  const bool is_there = host_.hall().tables().find(attach.table) != nullptr;
  if (is_there || (!attach.seat && shards_.is_here(shard))) return let_in(from, attach);
  early_.push_back({from, stay, attach, Early::Until::read});
  reads_.want(attach.table);
}

void Node::let_in(NodeId from, const cluster::Attach& attach) {
  guests_.take(from, attach, now_);
  if (const auto* person = host_.hall().people().find_token(attach.who.address)) tell_place(*person);
}

bool Node::was_read(base::TableId id, std::optional<FoundTable> found) {
  const auto is_about = [&](const Early& one) {
    const auto* attach = std::get_if<cluster::Attach>(&one.letter);
    return one.until == Early::Until::read && attach != nullptr && attach->table == id;
  };
  bool restored = false;
  for (;;) {
    const auto first = std::ranges::find_if(early_, is_about);
    if (first == early_.end()) return restored;
    const auto [from, stay] = std::pair(first->from, first->stay);
    std::vector<Early> waited;
    std::erase_if(early_, [&](Early& one) {
      const bool is_one = one.from == from && one.stay == stay;
      if (is_one) waited.push_back(std::move(one));
      return is_one;
    });
    const auto attach = std::get<cluster::Attach>(waited.front().letter);
    if (!shards_.is_own(cluster::shard_of(id))) {
      post(from, cluster::write(cluster::Unknown{stay}));
      continue;
    }
    if (found && opens(*found, attach.seat)) {
      host_.restore(std::exchange(found, std::nullopt)->table, now_);
      restored = true;
    }
    let_in(from, attach);
    for (const auto& later : waited | std::views::drop(1)) take(from, later.letter);
  }
}

/// Whether somebody who was on that seat needs it in the hall, where it is not.
bool Node::opens(const FoundTable& found, std::optional<base::Seat> seat) const {
  const auto& table = found.table;
  const auto& header = table.header();
  if (host_.hall().tables().find(header.table) != nullptr) return false;
  if (!found.closed && !shards_.is_here(cluster::shard_of(header.table))) return true;
  return seat && table.outcome() && header.lobby.empty() && !table.has_left(*seat);
}

}  // namespace server
