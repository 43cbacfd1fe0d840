// A host for one guest.
#include "client/spar/house.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "base/count.hpp"
#include "games/ends.hpp"

namespace client::spar {
namespace {

constexpr base::PlayerId kGuest{1};
/// Acts after which a game is in its middle.
constexpr int kMiddle = 5;
constexpr int kCrowd = 3;
/// Who is left alone in a game that knows players who are away need not wait long here.
constexpr base::Duration kAbandon = std::chrono::seconds(5);

bool is_refused(base::PlayerId player, const table::Effects& effects) {
  return std::ranges::any_of(effects.tell, [&](const auto& told) {
    return told.first == player && std::holds_alternative<table::Refused>(told.second);
  });
}

}  // namespace

House::House(const HouseSettings& settings, base::Time now)
    : settings_(settings),
      host_(*settings.kits, *this, {.hall = {.seed = settings.seed, .abandon = kAbandon}}) {
  host_.open(kGuest, {*settings.protocol, settings_.address, settings_.port}, now);
  host_.settle(now);
}

void House::receive(std::string_view bytes, base::Time now) {
  host_.receive(kGuest, bytes, now);
  host_.settle(now);
}

void House::tick(base::Time now) {
  host_.wake(now);
  host_.settle(now);
}

void House::send(base::PlayerId player, std::string_view bytes, base::Time /*now*/) {
  if (player == kGuest) output_ += bytes;
}

void House::close(base::PlayerId player) {
  if (player == kGuest) {
    finished_ = true;
  } else if (partners_.erase(player) > 0) {
    news_.emplace_back("the opponent leaves");
  }
}

void House::handle(table::Hall& hall, const host::Asked& asked, table::Effects& effects) {
  if (asked.player != kGuest) return host::Surroundings::handle(hall, asked, effects);
  if (refuse(asked.request, effects)) return;
  const auto* seek = std::get_if<table::Seek>(&asked.request);
  // Where who comes first begins, it is the guest by turns.
  const bool guest_first = !settings_.protocol->sparring->first_comes_first || settings_.seed % 2 == 0;
  if (seek != nullptr && !guest_first) bring_partners(*seek, asked.now, effects);
  host::Surroundings::handle(hall, asked, effects);
  if (seek != nullptr && guest_first && !is_refused(kGuest, effects))
    bring_partners(*seek, asked.now, effects);
}

/// Where nothing confirms a move, a guest may leave after its last one.
bool House::ends_game(const games::AnyMove& move) const {
  const auto& guest = host_.hall().people().at(kGuest);
  if (guest.sitting == nullptr) return false;
  auto state = guest.sitting->table.state();
  return games::play(state, guest.seat, move) && games::outcome(state);
}

/// Every second move of the guest's own making, but none that ends the game.
bool House::refuse(const table::Request& request, table::Effects& effects) {
  const auto* play = std::get_if<table::Play>(&request);
  if (!settings_.style->refuses || play == nullptr) return false;
  if (protocols::is_penalty(settings_.protocol->sparring, play->move) || ++moves_ % 2 == 1) return false;
  if (ends_game(play->move)) return false;
  ++refused_;
  news_.emplace_back("its move is refused, as every second one");
  effects.tell.emplace_back(kGuest,
                            table::Refused{protocols::excuse(settings_.protocol->sparring, play->move)});
  return true;
}

void House::told(base::PlayerId player, const table::Notice& notice) {
  if (player != kGuest) return;
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
    news_.push_back(fmt::format("the game is over after {}{}", base::count_of(acts_, "move"),
                                games::how_it_ended(over->outcome)));
  }
}

/// As many as the guest wants to play with, once each. They come in at once.
void House::bring_partners(const table::Seek& seek, base::Time now, table::Effects& effects) {
  if (phase_ == Phase::connected) phase_ = Phase::gathered;
  if (settings_.style->manner == Manner::crowd) pass_by(seek, now, effects);
  const auto wanted = static_cast<std::size_t>(seek.seats == 0 ? 1 : seek.seats - 1);
  while (partners_.size() < wanted) {
    const base::PlayerId player{next_player_++};
    const auto number = static_cast<int>(partners_.size());
    auto partner = std::make_unique<Partner>(*settings_.protocol->sparring, *settings_.bot,
                                             name_for(*settings_.protocol, settings_.style->manner, number),
                                             *settings_.style, settings_.seed + player.value);
    partners_.emplace(player, partner.get());
    host_.open(player, std::move(partner), settings_.protocol->name);
  }
  for (const auto& [player, partner] : partners_ | std::views::take(wanted)) {
    partner->follow(seek);
    while (const auto request = partner->next()) host_.hall().handle(player, *request, now, effects);
  }
}

/// Others who only look in.
void House::pass_by(const table::Seek& seek, base::Time now, table::Effects& effects) {
  auto& hall = host_.hall();
  std::vector<base::PlayerId> others;
  for (int number = 0; number < kCrowd; ++number) {
    const base::PlayerId player{next_player_++};
    hall.arrive(player, settings_.protocol->name, "127.0.0.1");
    hall.handle(player, table::Name{fmt::format("passer-by-{}", number + 1)}, now, effects);
    auto own = seek;
    own.name.clear();
    own.ready = false;
    hall.handle(player, own, now, effects);
    others.push_back(player);
  }
  for (const auto player : others) hall.depart(player, now, effects);
}

}  // namespace client::spar
