// Gatherings: coming in, being ready, leaving, and the table that is to begin.
#include "table/gatherings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace table {

Result<Kind> Gatherings::kind_of(const Seek& seek) const {
  auto options = games::complete_options(kits_, seek.game, seek.options);
  if (!options) return std::unexpected(std::move(options).error());
  if (auto right = check_kind(seek, *options); !right) return std::unexpected(std::move(right).error());
  const auto set = clocks_.find(seek.game);
  const auto wanted = seek.clock.empty() && set != clocks_.end() ? set->second : seek.clock;
  const auto clock = read_clock(wanted);
  if (!clock) return std::unexpected(clock.error());
  return Kind{seek.game, *std::move(options), write_clock(*clock)};
}

/// Tried out, so that a table that cannot be opened is refused while nothing has changed.
Result<void> Gatherings::check_kind(const Seek& seek, std::string_view options) const {
  const auto facts = *games::facts_of(seek.game);
  if (seek.seats != 0 && (seek.seats < facts.min_seats || seek.seats > facts.max_seats)) {
    return fail(Code::bad_seats,
                fmt::format("{} is for {} to {} players", facts.name, facts.min_seats, facts.max_seats));
  }
  const int seats = seek.seats != 0 ? seek.seats : limits_of(kits_, seek.game, options).fewest;
  if (auto table = games::start(kits_, seek.game, options, seats, 0); !table)
    return std::unexpected(std::move(table).error());
  return {};
}

std::optional<int> Gatherings::other_queue(PlayerId player, const Seek& seek, const Kind& kind) const {
  std::optional<int> other;
  lobbies_.each(seek.game, [&](const Lobby& lobby) {
    const bool differs = kind == Kind{lobby.game, lobby.options, lobby.clock} && lobby.seats() != 0 &&
                         lobby.seats() != seek.seats;
    const auto is_other = [&](const auto& one) { return one.player != player; };
    if (!other && differs && std::ranges::any_of(lobby.members, is_other)) other = lobby.seats();
  });
  return other;
}

Result<void> Gatherings::check(PlayerId player, const Seek& seek, const Kind& kind) {
  if (const auto lobby = lobbies_.choose(seek, kind, player); !lobby) return std::unexpected(lobby.error());
  return {};
}

Lobby& Gatherings::enter(PlayerId player, const Seek& seek, const Kind& kind, Effects& effects) {
  auto& someone = people_.at(player);
  assert(someone.lobby == nullptr);
  // Where there was room before there still is: only the seeker has got up.
  auto* lobby = lobbies_.choose(seek, kind, player).value_or(nullptr);
  if (lobby == nullptr) lobby = &lobbies_.make(seek, kind, limits_of(kits_, kind.game, kind.options));
  lobby->members.push_back({player, seek.ready, seek.seats, seek.first});
  lobby->begun = std::max(lobby->begun, seek.begun);
  lobby->played = seek.begun > 0;
  someone.lobby = lobby;
  if (lobby->chat && is_person(player)) lobby->chat->let_in(someone.address);
  tell(*lobby, Gathered::Change::came, someone.name, effects);
  return *lobby;
}

void Gatherings::rejoin(PlayerId player, Lobby& lobby, Effects& effects) {
  auto& someone = people_.at(player);
  assert(someone.lobby == nullptr);
  lobby.members.push_back({player, false, 0});
  someone.lobby = &lobby;
  tell(lobby, Gathered::Change::came, someone.name, effects);
}

Lobby* Gatherings::leave(PlayerId player, Effects& effects) {
  auto& someone = people_.at(player);
  auto& lobby = *std::exchange(someone.lobby, nullptr);
  std::erase_if(lobby.members, [&](const auto& one) { return one.player == player; });
  if (lobby.members.empty()) {
    if (!lobby.table) lobbies_.remove(lobby);
    return nullptr;
  }
  tell(lobby, Gathered::Change::left, someone.name, effects);
  return &lobby;
}

void Gatherings::replace(PlayerId player, PlayerId other) {
  auto* lobby = std::exchange(people_.at(player).lobby, nullptr);
  people_.at(other).lobby = lobby;
  if (lobby != nullptr) std::ranges::find(lobby->members, player, &Lobby::Member::player)->player = other;
}

Lobby& Gatherings::be_ready(PlayerId player, Effects& effects) {
  const auto& someone = people_.at(player);
  auto& lobby = *someone.lobby;
  std::ranges::find(lobby.members, player, &Lobby::Member::player)->ready = true;
  for (const auto tab : someone.tabs) {
    if (tab != someone.seeker && people_.at(tab).welcomed)
      effects.tell.emplace_back(tab, gathered_for(lobby, player, Gathered::Change::came, someone.name));
  }
  return lobby;
}

std::optional<Beginning> Gatherings::begin(Lobby& lobby, Seeds& seeds, Effects& effects) {
  if (are_bots(lobby)) {
    send_bots_away(lobby, effects);
    return std::nullopt;
  }
  if (!lobby.is_complete()) return std::nullopt;
  Beginning beginning{{lobby.game, lobby.options, lobby.clock}, lobby.standing ? lobby.name : "", {}};
  for (auto& member : lobby.members) {
    beginning.players.push_back(member.player);
    member.ready = false;
  }
  arrange(lobby, beginning.players, seeds);
  if (!lobby.standing) {
    for (const auto player : beginning.players) people_.at(player).lobby = nullptr;
    lobbies_.remove(lobby);
  }
  return beginning;
}

/// Puts those in a lobby, who stand in the order in which they came, on their seats: as the first of them who
/// cares wants it, and in a lobby that stands one further with each game. Who hears only the game plays by a
/// protocol that says itself who sits where (chess ruling 2 and 11).
void Gatherings::arrange(Lobby& lobby, std::vector<PlayerId>& players, Seeds& seeds) const {
  const auto before = lobby.begun++;
  if (!people_.all_hear_offers(players)) return;
  const auto cares = [](const auto& one) { return one.first != First::as_they_came; };
  const auto found = std::ranges::find_if(lobby.members, cares);
  if (players.size() == 2 && found != lobby.members.end()) {
    // Chance picks once: after that they take turns.
    if (found->first == First::random) found->first = seeds.below(2) == 0 ? First::seeker : First::other;
    const auto first = found->first == First::seeker ? 0U : 1U;
    if (players[first] != found->player) std::swap(players[0], players[1]);
  }
  std::ranges::rotate(players, players.begin() + before % std::ssize(players));
}

Lobby& Gatherings::obtain(const Header& header) {
  return lobbies_.obtain(header, limits_of(kits_, header.game, header.options));
}

Lobby* Gatherings::find(const Header& header) {
  if (header.lobby.empty()) return nullptr;
  return lobbies_.find({header.game, header.options, header.clock}, header.lobby);
}

Lobby* Gatherings::lobby_of(const Header& header) {
  auto* lobby = find(header);
  return lobby != nullptr && lobby->table == header.table ? lobby : nullptr;
}

std::shared_ptr<Chat> Gatherings::chat_of(const Header& header) {
  const auto* lobby = find(header);
  return lobby != nullptr ? lobby->chat : std::make_shared<Chat>();
}

void Gatherings::end(const Header& header, Effects& effects) {
  auto* lobby = lobby_of(header);
  if (lobby == nullptr) return;
  lobby->table.reset();
  lobby->played = true;
  if (lobby->members.empty()) {
    lobbies_.remove(*lobby);
  } else {
    send_bots_away(*lobby, effects);
  }
}

std::vector<PlayerId> Gatherings::disband(std::string_view game) {
  std::vector<const Lobby*> all;
  lobbies_.each(game, [&](const Lobby& lobby) { all.push_back(&lobby); });
  std::vector<PlayerId> members;
  for (const auto* lobby : all) {
    for (const auto& member : lobby->members) {
      people_.at(member.player).lobby = nullptr;
      members.push_back(member.player);
    }
    lobbies_.remove(*lobby);
  }
  return members;
}

Gathered Gatherings::gathered_in(const Lobby& lobby, Gathered::Change change, const std::string& who) const {
  Gathered gathered{change, who, lobby.name, {}, lobby.seats(), lobby.table.has_value()};
  gathered.game = lobby.game;
  gathered.options = lobby.options;
  gathered.clock = lobby.clock;
  for (const auto& member : lobby.members) {
    gathered.present.push_back(people_.at(member.player).name);
    if (people_.at(member.player).is_bot()) ++gathered.bots;
  }
  return gathered;
}

Gathered Gatherings::gathered_for(const Lobby& lobby, PlayerId player, Gathered::Change change,
                                  const std::string& who) const {
  auto gathered = gathered_in(lobby, change, who);
  const auto member = std::ranges::find(lobby.members, player, &Lobby::Member::player);
  gathered.ready = member != lobby.members.end() && member->ready;
  const auto& someone = people_.at(player);
  const bool comes = change == Gathered::Change::came && who == someone.name;
  if (lobby.chat && comes && is_person(player)) gathered.said = lobby.chat->heard_by(someone.address);
  return gathered;
}

void Gatherings::tell(const Lobby& lobby, Gathered::Change change, const std::string& who,
                      Effects& effects) const {
  for (const auto& member : lobby.members)
    effects.tell.emplace_back(member.player, gathered_for(lobby, member.player, change, who));
}

bool Gatherings::are_bots(const Lobby& lobby) const {
  return std::ranges::all_of(lobby.members, [&](const auto& one) { return people_.at(one.player).is_bot(); });
}

void Gatherings::send_bots_away(const Lobby& lobby, Effects& effects) const {
  if (!lobby.table && are_bots(lobby)) tell(lobby, Gathered::Change::left, "", effects);
}

Listed Gatherings::list(std::string_view game) const {
  Listed listed;
  lobbies_.each(game, [&](const Lobby& lobby) {
    if (!lobby.standing || is_secret(lobby.name)) return;
    auto& one = listed.lobbies.emplace_back(lobby.name, std::vector<std::string>{}, lobby.seats(),
                                            lobby.table.has_value());
    for (const auto& member : lobby.members) one.present.push_back(people_.at(member.player).name);
  });
  return listed;
}

std::vector<Overview::Lobby> Gatherings::open_lobbies(std::size_t most) const {
  std::vector<Overview::Lobby> all;
  for (const auto game : games::names()) {
    lobbies_.each(game, [&](const Lobby& lobby) {
      const bool waits = lobby.is_open() && !are_bots(lobby);
      if (!waits || is_secret(lobby.name) || all.size() == most) return;
      auto& one = all.emplace_back(lobby.game, lobby.options, lobby.name, lobby.seats());
      one.clock = lobby.clock;
      for (const auto& member : lobby.members) {
        const auto& someone = people_.at(member.player);
        one.present.push_back({someone.name, std::string(someone.protocol)});
      }
    });
  }
  return all;
}

}  // namespace table
