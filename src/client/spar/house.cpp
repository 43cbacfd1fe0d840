// A whole server for one guest.
#include "client/spar/house.hpp"

#include <fmt/format.h>

#include "games/ends.hpp"

namespace client::spar {
namespace {

constexpr base::PlayerId kGuest{1};
/// Acts after which a game is in its middle.
constexpr int kMiddle = 5;
constexpr int kCrowd = 3;
/// Who is left alone in a game that knows players who are away need not wait long here.
constexpr base::Duration kAbandon = std::chrono::seconds(5);

}  // namespace

House::House(const HouseSettings& settings, base::Time now)
    : settings_(settings),
      hall_(*settings.kits, {.seed = settings.seed, .abandon = kAbandon}),
      session_(settings.protocol->serve({*settings.kits, switches_, settings.address, settings.port})) {
  hall_.arrive(kGuest, settings.protocol->name, settings.address,
               settings.protocol->views ? table::Views::yes : table::Views::no);
  settle(now);
}

void House::receive(std::string_view bytes, base::Time now) {
  session_->receive(bytes);
  settle(now);
}

void House::tick(base::Time now) {
  session_->tick();
  if (const auto due = hall_.timekeeper().next_wake(); due && *due <= now) {
    table::Effects effects;
    hall_.wake(now, effects);
    deliver(effects);
  }
  settle(now);
}

void House::settle(base::Time now) {
  bool busy = true;
  while (busy && !session_->finished()) {
    const bool guest = ask_guest(now);
    const bool partners = ask_partners(now);
    busy = guest || partners;
  }
}

bool House::ask_guest(base::Time now) {
  const auto request = session_->next();
  if (!request) return session_->has_more();
  if (refuse(*request)) return true;
  if (const auto* seek = std::get_if<table::Seek>(&*request)) {
    sought_ = *seek;
    // Where who comes first begins, it is the guest by turns.
    if (settings_.protocol->sparring->first_comes_first && settings_.seed % 2 == 1)
      bring_partners(*seek, now);
  }
  handle(kGuest, *request, now);
  if (const auto seek = std::exchange(sought_, std::nullopt)) bring_partners(*seek, now);
  return true;
}

bool House::ask_partners(base::Time now) {
  bool busy = false;
  std::vector<base::PlayerId> gone;
  for (auto& [player, partner] : partners_) {
    while (const auto request = partner.next()) {
      busy = true;
      handle(player, *request, now);
    }
    if (partner.leaves()) gone.push_back(player);
  }
  for (const auto player : gone) dismiss(player, now);
  return busy || !gone.empty();
}

/// Every second move of the guest's own making.
bool House::refuse(const table::Request& request) {
  const auto* play = std::get_if<table::Play>(&request);
  if (!settings_.style->refuses || play == nullptr) return false;
  if (protocols::is_penalty(settings_.protocol->sparring, play->move) || ++moves_ % 2 == 1) return false;
  news_.push_back(fmt::format("refuses {}", games::write(play->move)));
  session_->tell(table::Refused{protocols::excuse(settings_.protocol->sparring, play->move)});
  return true;
}

void House::handle(base::PlayerId player, const table::Request& request, base::Time now) {
  table::Effects effects;
  hall_.handle(player, request, now, effects);
  deliver(effects);
}

void House::deliver(table::Effects& effects) {
  for (const auto& [player, notice] : effects.tell) {
    if (player == kGuest) {
      observe(notice);
      session_->tell(notice);
    } else if (const auto found = partners_.find(player); found != partners_.end()) {
      found->second.hear(notice);
    }
  }
}

void House::observe(const table::Notice& notice) {
  if (std::holds_alternative<table::Refused>(notice)) sought_.reset();
  if (std::holds_alternative<table::Gathered>(notice) && phase_ == Phase::connected) phase_ = Phase::gathered;
  if (const auto* started = std::get_if<table::Started>(&notice)) {
    phase_ = Phase::started;
    acts_ = 0;
    news_.push_back(fmt::format("a game begins: {}", fmt::join(started->players, ", ")));
  }
  if (const auto* happened = std::get_if<table::Happened>(&notice); happened != nullptr && happened->last) {
    if (++acts_ >= kMiddle && phase_ == Phase::started) phase_ = Phase::played;
  }
  if (const auto* over = std::get_if<table::Over>(&notice)) {
    phase_ = Phase::over;
    news_.push_back(
        fmt::format("the game is over after {} acts{}", acts_, games::how_it_ended(over->outcome)));
  }
}

/// As many as the guest wants to play with, once each.
void House::bring_partners(const table::Seek& seek, base::Time now) {
  if (sought_) sought_.reset();
  if (phase_ == Phase::connected) phase_ = Phase::gathered;
  if (settings_.style->manner == Manner::crowd) pass_by(seek, now);
  const auto wanted = static_cast<std::size_t>(seek.seats == 0 ? 1 : seek.seats - 1);
  while (partners_.size() < wanted) {
    const base::PlayerId player{next_player_++};
    hall_.arrive(player, settings_.protocol->name, "127.0.0.1", table::Views::yes);
    const auto number = static_cast<int>(partners_.size());
    partners_.try_emplace(player, *settings_.protocol->sparring, *settings_.bot,
                          name_for(*settings_.protocol, settings_.style->manner, number), *settings_.style,
                          settings_.seed + player.value);
  }
  std::size_t count = 0;
  for (auto& [player, partner] : partners_) {
    if (count++ < wanted) partner.follow(seek);
  }
  ask_partners(now);
}

/// Others who only look in.
void House::pass_by(const table::Seek& seek, base::Time now) {
  std::vector<base::PlayerId> others;
  for (int number = 0; number < kCrowd; ++number) {
    const base::PlayerId player{next_player_++};
    hall_.arrive(player, settings_.protocol->name, "127.0.0.1");
    handle(player, table::Name{fmt::format("passer-by-{}", number + 1)}, now);
    auto own = seek;
    own.name.clear();
    own.ready = false;
    handle(player, own, now);
    others.push_back(player);
  }
  for (const auto player : others) {
    table::Effects effects;
    hall_.depart(player, now, effects);
    deliver(effects);
  }
}

void House::dismiss(base::PlayerId partner, base::Time now) {
  news_.emplace_back("the opponent leaves");
  partners_.erase(partner);
  table::Effects effects;
  hall_.depart(partner, now, effects);
  deliver(effects);
}

}  // namespace client::spar
