// Stays: asking elsewhere, and what is told from there.
#include "server/stays.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace server {
namespace {

/// Who waited in a lobby whose owner is lost is back within so long, or not at all.
constexpr base::Duration kSettling = std::chrono::seconds(5);

/// However it has come about.
bool is_same(const table::Gathered& one, const table::Gathered& other) {
  const auto shown = [](const table::Gathered& some) {
    return std::tie(some.lobby, some.present, some.bots, some.seats, some.playing, some.ready);
  };
  return shown(one) == shown(other);
}

}  // namespace

using base::PlayerId;
using base::Time;
using cluster::NodeId;
using cluster::ShardId;

/// In a lobby that stands a game may have ended that goes on for those who were not told so.
bool Stays::knows_past(PlayerId player) const {
  const auto found = stays_.find(player);
  if (found == stays_.end()) return false;
  const auto& stay = found->second;
  return stay.shadow || stay.reads || !stay.seek || !stay.seek->standing;
}

bool Stays::asks(PlayerId player) const {
  const auto found = stays_.find(player);
  return found != stays_.end() && found->second.asked;
}

const Stays::Stay* Stays::of_person(PlayerId player) const {
  if (const auto found = stays_.find(player); found != stays_.end()) return &found->second;
  const auto& people = host_.hall().people();
  if (stays_.empty() || people.find(player) == nullptr) return nullptr;
  for (const auto tab : people.connections_of(people.person_of(player))) {
    if (const auto found = stays_.find(tab); found != stays_.end()) return &found->second;
  }
  return nullptr;
}

std::optional<ShardId> Stays::shard_of(PlayerId player) const {
  const auto* stay = of_person(player);
  return stay != nullptr ? std::optional(stay->shard) : std::nullopt;
}

bool Stays::reads(PlayerId player) const {
  const auto* stay = of_person(player);
  return stay != nullptr && stay->reads;
}

std::optional<FarSight> Stays::sight_of(PlayerId player) const {
  const auto found = stays_.find(player);
  if (found == stays_.end() || !found->second.shadow) return std::nullopt;
  const auto& shadow = *found->second.shadow;
  return FarSight{&shadow.played(), shadow.eyes(), found->second.watches};
}

bool Stays::plays(PlayerId player) const {
  const auto found = stays_.find(player);
  if (found == stays_.end()) return false;
  const auto& stay = found->second;
  return stay.shadow && !stay.watches && !stay.shadow->is_over();
}

std::optional<ShardId> Stays::place_of(PlayerId player) const {
  const auto found = stays_.find(player);
  if (found == stays_.end()) return std::nullopt;
  const auto& stay = found->second;
  const bool has_place = stay.shadow || stay.reads ? !stay.watches : stay.gathered.has_value();
  return has_place ? std::optional(stay.shard) : std::nullopt;
}

bool Stays::sought(PlayerId player) const {
  const auto found = stays_.find(player);
  return found != stays_.end() && found->second.seek;
}

bool Stays::has_bound() const {
  return std::ranges::any_of(stays_, [this](const auto& one) {
    const auto& someone = host_.hall().people().at(one.first);
    return plays(one.first) && !someone.has_token() && someone.naming != table::Naming::chosen;
  });
}

Stays::Stay* Stays::find(NodeId from, cluster::StayId stay) {
  const auto player = players_.find(stay);
  if (player == players_.end()) return nullptr;
  auto& found = stays_.at(player->second);
  if (found.owner != from) return nullptr;
  if (const auto lost_at = std::exchange(found.lost_at, std::nullopt))
    watcher_.attached(std::chrono::duration<double>(std::chrono::steady_clock::now() - *lost_at).count());
  return &found;
}

std::size_t Stays::shadows() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(stays_, [](const auto& one) { return one.second.shadow.has_value(); }));
}

Stays::Stay& Stays::begin(PlayerId player, ShardId shard) {
  const cluster::StayId id{++next_};
  auto& stay = stays_.insert_or_assign(player, Stay{id, shard, shards_.owner(shard)}).first->second;
  players_.emplace(id, player);
  host_.hall().send_away(player);
  return stay;
}

cluster::Come Stays::come_of(PlayerId player, const Stay& stay) const {
  const auto& people = host_.hall().people();
  const auto& someone = people.at(player);
  const auto& self = people.self_of(player);
  return {stay.id,         stay.shard,   std::string(someone.protocol),
          someone.hears,   self.name,    self.naming,
          someone.address, someone.host, self.account,
          someone.lent};
}

void Stays::ask(PlayerId player, ShardId shard, const table::Request& request, Time arrived, Time now) {
  auto found = stays_.find(player);
  if (found != stays_.end() && found->second.shard != shard) {
    post_(found->second.owner, cluster::write(cluster::Gone{found->second.id, cluster::Gone::How::said}));
    leave(player);
    found = stays_.end();
  }
  const bool is_new = found == stays_.end();
  auto& stay = is_new ? begin(player, shard) : found->second;
  stay.asked = request;
  stay.arrived = arrived;
  if (stay.lost || stay.settles) return;
  if (is_new) post_(stay.owner, cluster::write(come_of(player, stay)));
  send_ask(stay, now);
}

/// Who is on their way to somewhere else is not called back.
void Stays::show_place(PlayerId tab, ShardId shard) {
  const bool shows_something = stays_.contains(tab) || host_.hall().people().at(tab).watched;
  if (shows_something || shard_of(tab).value_or(shard) != shard) return;
  auto& stay = begin(tab, shard);
  stay.shown = true;
  stay.entered = ++entered_;
  post_(stay.owner, cluster::write(cluster::Show{come_of(tab, stay)}));
}

void Stays::send_ask(const Stay& stay, Time now) {
  post_(stay.owner, cluster::write(cluster::Ask{stay.id, now - stay.arrived, *stay.asked}));
}

void Stays::keep(PlayerId player, Place place, Time now) {
  auto& stay = begin(player, place.shard);
  stay.owner = cluster::kNobody;
  stay.lost = true;
  stay.reads = !place.shadow && !place.gathered;
  stay.over = place.shadow && place.shadow->is_over();
  stay.shadow = std::move(place.shadow);
  stay.watches = place.watches;
  stay.times = std::move(place.times);
  stay.timed = now;
  stay.wish = place.wish;
  stay.seek = std::move(place.seek);
  stay.gathered = std::move(place.gathered);
  stay.entered = ++entered_;
  stay.asked = std::move(place.asked);
  stay.arrived = place.arrived;
}

void Stays::learn(PlayerId player, base::TableId table, Shadow shadow) {
  const auto found = stays_.find(player);
  if (found == stays_.end() || !found->second.reads || shadow.table() != table) return;
  found->second.reads = false;
  found->second.over = shadow.is_over();
  found->second.shadow = std::move(shadow);
}

void Stays::hand_over(PlayerId from, PlayerId to) {
  auto stay = stays_.extract(from);
  stay.key() = to;
  players_.insert_or_assign(stay.mapped().id, to);
  stays_.insert(std::move(stay));
  host_.hall().send_away(to);
}

/// A tab that asks to watch its own table is shown it with its own eyes. In a lobby it has heard all.
void Stays::look_again(PlayerId player) {
  auto& stay = stays_.at(player);
  if (!stay.shadow) return;
  stay.blind = true;
  if (!stay.lost) ask_for_sight(stay);
}

void Stays::ask_for_sight(Stay& stay) {
  ++stay.unheard;
  post_(stay.owner, cluster::write(cluster::Ask{stay.id, {}, table::Watch{stay.shadow->table()}}));
}

void Stays::end(PlayerId player, cluster::Gone::How how) {
  const auto found = stays_.find(player);
  if (found == stays_.end()) return;
  post_(found->second.owner, cluster::write(cluster::Gone{found->second.id, how}));
  players_.erase(found->second.id);
  stays_.erase(found);
}

bool Stays::read_clocks(PlayerId player, Time now) {
  const auto found = stays_.find(player);
  if (found == stays_.end() || !found->second.shadow) return false;
  const auto& stay = found->second;
  host_.tell(player, table::Accepted{});
  if (!stay.times) return true;
  auto times = *stay.times;
  if (times.running && times.running->value < times.left.size()) {
    auto& left = times.left[times.running->value];
    left = std::max(base::Duration{}, left - (now - stay.timed));
  }
  host_.tell(player, table::ClockReading{std::make_shared<const table::Times>(std::move(times))});
  return true;
}

/// The stay is over, whatever else comes of it.
void Stays::leave(PlayerId player) {
  players_.erase(stays_.at(player).id);
  stays_.erase(player);
}

/// Other tabs of the same person may still be away; and the person may have a place here by now.
void Stays::come_home(PlayerId player, const table::Named& named, Time now) {
  leave(player);
  if (listener_.turns_back(player)) return;
  if (!shard_of(player)) host_.hall().take_home(player, named);
  table::Effects effects;
  host_.hall().show_place(player, now, effects);
  host_.execute(effects);
}

void Stays::take(NodeId from, const cluster::Told& told, Time now) {
  auto* stay = find(from, told.stay);
  if (stay == nullptr) return;
  const auto player = players_.at(told.stay);
  const auto& notice = told.notice;
  if (std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice)) {
    const bool refused = std::holds_alternative<table::Refused>(notice);
    if (refused) stay->blind = false;
    if (stay->unheard > 0) {
      --stay->unheard;
      // Their game may have begun without their knowledge: they come again, and are led to their seat.
      if (refused && stay->settles) host_.let_go(player, now);
      return;
    }
    answered(player, *stay, notice, now);  // which may end the stay
    return host_.tell(player, notice);
  }
  if (const auto* gathered = std::get_if<table::Gathered>(&told.notice)) {
    if (!is_told(*stay, *gathered, now)) return;
  }
  if (const auto* wished = std::get_if<table::Wished>(&notice); wished != nullptr && !is_news(*stay, *wished))
    return;
  if (const auto* renamed = std::get_if<table::Renamed>(&notice); renamed != nullptr && stay->gathered)
    std::ranges::replace(stay->gathered->present, renamed->from, renamed->to);
  const auto* elsewhere = std::get_if<table::Elsewhere>(&notice);
  if (elsewhere != nullptr && elsewhere->what == table::Elsewhere::What::replaced) {
    table::Effects effects;  // for other tabs, which may look at something here
    host_.hall().give_way(player, now, effects);
    host_.execute(effects);
  }
  if (elsewhere != nullptr && elsewhere->what == table::Elsewhere::What::left) {
    stay->shadow.reset();
    stay->gathered.reset();
    stay->seek.reset();
    stay->blind = false;
    stay->shown = true;
    go_on(*stay, now);
  }
  if (stay->blind && table::is_about_seat(notice)) {
    stay->over = stay->over || std::holds_alternative<table::Over>(notice);
    return;
  }
  if (std::holds_alternative<table::Over>(told.notice)) return end_game(player, *stay, told.notice);
  if (const auto* reading = std::get_if<table::ClockReading>(&notice)) {
    stay->times = reading->times;
    stay->timed = now;
  }
  host_.tell(player, told.notice);
}

/// The shadow knows what the table says of the end; who tells of it again only what the game does.
void Stays::end_game(PlayerId player, Stay& stay, const table::Notice& over) {
  stay.over = true;
  const auto outcome = stay.shadow ? stay.shadow->played().outcome() : std::nullopt;
  host_.tell(player, outcome ? table::Over{*outcome} : over);
}

/// What follows from an answer for the place that the visitor has.
void Stays::answered(PlayerId player, Stay& stay, const table::Notice& answer, Time now) {
  const auto asked = std::exchange(stay.asked, std::nullopt);
  if (!asked) return;
  listener_.answered(player, *asked, answer);
  if (std::holds_alternative<table::Refused>(answer)) return;
  if (std::holds_alternative<table::Play>(*asked)) ++stay.owed;
  const auto* rematch = std::get_if<table::Rematch>(&*asked);
  if (rematch != nullptr) stay.wish = rematch->wish;
  if (std::holds_alternative<table::ReturnByToken>(*asked)) stay.shown = true;
  const bool is_ready = std::holds_alternative<table::Ready>(*asked) ||
                        (rematch != nullptr && rematch->wish == table::Wish::again);
  if (is_ready && stay.seek) stay.seek->ready = true;
  const auto* seek = std::get_if<table::Seek>(&*asked);
  const auto* name = std::get_if<table::Name>(&*asked);
  if (name != nullptr)
    rename(player, {name->name, name->chosen ? table::Naming::chosen : table::Naming::given});
  if (seek != nullptr && !seek->name.empty()) rename(player, {seek->name, table::Naming::chosen});
  if (seek != nullptr) {
    stay.seek = *seek;
    stay.entered = ++entered_;
    stay.seek->name.clear();
    stay.seek->bots.clear();
    stay.wishers.clear();
    stay.shadow.reset();
  }
  if (std::holds_alternative<table::Watch>(*asked)) host_.hall().stop_watching(player);
  if (seek != nullptr) {
    table::Effects effects;
    host_.hall().get_up(player, now, effects);
    host_.execute(effects);
  }
}

void Stays::rename(PlayerId player, const table::Named& named) {
  host_.hall().take_home(player, named);
  host_.hall().send_away(player);
}

/// Who has come into a lobby again hears nothing of it before all are there again who were, or it is known
/// that some do not come; and who is only shown it, nothing that they know.
bool Stays::is_told(Stay& stay, const table::Gathered& gathered, Time now) {
  if (stay.settles && now < *stay.settles) {
    const auto is_here = [&](const std::string& one) {
      return std::ranges::find(gathered.present, one) != gathered.present.end();
    };
    const auto& before = stay.gathered->present;
    if (!std::ranges::all_of(before, is_here)) return false;
    settle(stay, now);
    if (gathered.present.size() == before.size()) return false;
  }
  const bool is_known = stay.shown && stay.gathered && is_same(gathered, *stay.gathered);
  stay.gathered = gathered;
  return !is_known;
}

/// Who is ready again where a lobby was made anew was so before.
bool Stays::is_news(Stay& stay, const table::Wished& wished) {
  const auto known = std::ranges::find(stay.wishers, wished.who);
  if (wished.what == table::Wished::What::again) {
    if (known != stay.wishers.end()) return false;
    stay.wishers.push_back(wished.who);
  } else if (known != stay.wishers.end()) {
    stay.wishers.erase(known);
  }
  return true;
}

void Stays::take(NodeId from, const cluster::Sat& sat, Time now) {
  auto* stay = find(from, sat.stay);
  if (stay == nullptr) return;
  auto shadow = Shadow::open(kits_, sat.header, {}, sat.seat);
  const auto player = players_.at(sat.stay);
  if (!shadow) return host_.let_go(player, now);
  stay->shadow = *std::move(shadow);
  stay->shard = cluster::shard_of(sat.header.table);
  stay->times = sat.times;
  stay->timed = now;
  stay->watches = stay->over = stay->blind = false;
  go_on(*stay, now);
  stay->wishers.clear();
  if (stay->seek) {
    stay->seek->ready = false;
    ++stay->seek->begun;
  }
  stay->owed = 0;
  stay->wish.reset();
  host_.tell(player, stay->shadow->started({}, sat.times));
}

void Stays::take(NodeId from, const cluster::Acted& acted, Time now) {
  auto* stay = find(from, acted.stay);
  if (stay == nullptr || !stay->shadow) return;
  const auto player = players_.at(acted.stay);
  const bool is_new = acted.entry.seq >= stay->shadow->told();
  const auto seen = stay->shadow->act(acted.entry, host_.hall().people().at(player).views, acted.times);
  if (!seen) {
    watcher_.missed_act();
    return take_up(player, *stay, now);
  }
  const bool is_own = acted.entry.who == stay->shadow->eyes() && !acted.entry.text.starts_with('!');
  if (is_new && is_own && stay->owed > 0) --stay->owed;
  if (acted.times) {
    stay->times = acted.times;
    stay->timed = now;
  }
  if (stay->blind) return;
  for (const auto& happened : *seen) host_.tell(player, happened);
}

void Stays::take(NodeId from, const cluster::Returned& returned, Time now) {
  auto* stay = find(from, returned.stay);
  if (stay == nullptr) return;
  const auto player = players_.at(returned.stay);
  auto shadow = Shadow::open(kits_, returned.header, returned.entries, returned.eyes);
  auto past = table::history(kits_, returned.header, returned.entries, returned.eyes);
  if (!shadow || !past) return host_.let_go(player, now);
  stay->shadow = *std::move(shadow);
  stay->shard = cluster::shard_of(returned.header.table);
  stay->watches = returned.watches;
  stay->blind = false;
  stay->over = stay->shadow->is_over();
  stay->times = returned.times;
  stay->timed = now;
  stay->owed = 0;
  stay->wish.reset();
  go_on(*stay, now);
  host_.tell(player, table::Resumed{.seat = stay->shadow->started(returned.here, returned.times),
                                    .acts = returned.entries.size(),
                                    .past = *std::move(past),
                                    .watches = returned.watches,
                                    .screen = returned.screen,
                                    .shown = returned.shown,
                                    .said = returned.said});
}

void Stays::take(NodeId from, const cluster::Home& home, Time now) {
  auto* stay = find(from, home.stay);
  if (stay == nullptr) return;
  const auto player = players_.at(home.stay);
  const auto [asked, arrived] = std::pair(std::move(stay->asked), stay->arrived);
  come_home(player, {home.name, home.naming}, now);
  if (asked) listener_.came_home(player, *asked, arrived, now);
}

void Stays::take(NodeId from, const cluster::Unknown& unknown, Time /*now*/) {
  if (auto* stay = find(from, unknown.stay)) stay->lost = true;
}

void Stays::follow(const std::function<bool(ShardId, NodeId)>& is_lost, Time now) {
  std::vector<PlayerId> lost;
  for (const auto& [player, stay] : stays_) {
    if (!stay.reads && (stay.lost || is_lost(stay.shard, stay.owner))) lost.push_back(player);
  }
  // Who waited longer comes first into a lobby again.
  std::ranges::sort(lost, {}, [&](PlayerId player) { return std::pair(stays_.at(player).entered, player); });
  for (const auto player : lost) {
    // A tab that turns back has taken it over from its stand-in.
    if (const auto found = stays_.find(player); found != stays_.end()) take_up(player, found->second, now);
  }
}

void Stays::retry(Time now) {
  for (auto& [player, stay] : stays_) {
    if (stay.settles && *stay.settles <= now) settle(stay, now);
  }
  follow([](ShardId, NodeId) { return false; }, now);
}

/// Who has no place there and has asked for nothing is free. As a new stay, so that nothing that is still
/// under way from before is taken for an answer.
void Stays::take_up(PlayerId player, Stay& stay, Time now) {
  const bool gathers = stay.gathered && stay.seek;
  if (gathers && stay.seek->standing && stay.shadow && stay.over && stay.shadow->is_closed())
    stay.shadow.reset();  // all are in the lobby again
  if (!stay.shadow && !gathers && !stay.asked && !stay.shown) {
    const auto self = host_.hall().people().self_of(player);
    return come_home(player, {self.name, self.naming}, now);
  }
  const auto before = std::exchange(stay.id, cluster::StayId{++next_});
  players_.erase(before);
  players_.emplace(stay.id, player);
  stay.owner = shards_.owner(stay.shard);
  stay.lost = stay.owner == cluster::kNobody;
  if (!stay.lost_at) stay.lost_at = std::chrono::steady_clock::now();
  stay.unheard = 0;
  stay.settles.reset();
  if (stay.lost) return;
  if (stay.asked) watcher_.asks_again();
  if (stay.shadow) {
    const auto seat = stay.watches ? std::nullopt : stay.shadow->eyes();
    cluster::Attach attach{come_of(player, stay), before, stay.shadow->table(), seat};
    attach.eyes = stay.shadow->eyes();
    attach.told = stay.shadow->told();
    attach.owed = stay.owed;
    attach.over = stay.over;
    attach.wish = stay.wish;
    attach.asked = stay.asked;
    post_(stay.owner, cluster::write(attach));
    if (stay.blind) ask_for_sight(stay);
    return;
  }
  if (!gathers && !stay.asked) {
    if (stay.gathered) stay.settles = now + kSettling;
    return post_(stay.owner, cluster::write(cluster::Show{come_of(player, stay)}));
  }
  post_(stay.owner, cluster::write(come_of(player, stay)));
  if (gathers) {
    seek_again(player, stay, now);
  } else if (stay.asked) {
    send_ask(stay, now);
  }
}

/// The lobby is made anew by whoever comes first. Nobody is ready before all are back: no game begins without
/// them.
void Stays::seek_again(PlayerId /*player*/, Stay& stay, Time now) {
  auto seek = *stay.seek;
  if (seek.standing || !seek.lobby.empty()) seek.lobby = stay.gathered->lobby;
  seek.make = table::Make::if_none;
  seek.ready = false;
  stay.settles = now + kSettling;
  stay.unheard = 1;
  post_(stay.owner, cluster::write(cluster::Ask{stay.id, {}, seek}));
}

/// All are there again, or do not come: who was ready is so again, and what was asked is asked.
void Stays::settle(Stay& stay, Time now) {
  if (stay.seek && stay.seek->ready) {
    ++stay.unheard;
    post_(stay.owner, cluster::write(cluster::Ask{stay.id, {}, table::Ready{}}));
  }
  go_on(stay, now);
}

/// What was asked meanwhile is asked.
void Stays::go_on(Stay& stay, Time now) {
  if (std::exchange(stay.settles, std::nullopt) && stay.asked) send_ask(stay, now);
}

}  // namespace server
