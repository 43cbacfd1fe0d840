// Lobbies: who fits where.
#include "table/lobbies.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace table {
namespace {

/// Whether nobody chose that name: it is a number.
bool is_number(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

/// The lobby without that player, for asking what would be if they had left it.
Lobby without(const Lobby& lobby, PlayerId player) {
  auto rest = lobby;
  std::erase_if(rest.members, [&](const Lobby::Member& one) { return one.player == player; });
  return rest;
}

/// Whether the seeker would find the lobby gone after leaving it.
bool vanishes(const Lobby& rest) { return rest.members.empty() && !rest.table; }

}  // namespace

Limits limits_of(const games::Kits& kits, std::string_view game, std::string_view options) {
  const auto facts = *games::facts_of(game);
  const auto fits = [&](int seats) { return games::start(kits, game, options, seats, 0).has_value(); };
  Limits limits{facts.min_seats, facts.max_seats};
  while (limits.fewest < facts.max_seats && !fits(limits.fewest)) ++limits.fewest;
  while (limits.most > limits.fewest && !fits(limits.most)) --limits.most;
  return limits;
}

int Lobby::seats() const {
  if (standing || members.empty()) return made_for;
  return std::ranges::max(members, {}, &Member::seats).seats;
}

bool Lobby::has_room(int wanted) const {
  if (table) return false;
  const int own = seats();
  if (own != 0 && wanted != 0 && own != wanted) return false;
  const int most = own != 0 ? own : wanted != 0 ? wanted : limits.most;
  return static_cast<int>(members.size()) < most;
}

bool Lobby::is_complete() const {
  const auto present = static_cast<int>(members.size());
  const bool enough = seats() != 0 ? present == seats() : present >= limits.fewest;
  return !table && enough && std::ranges::all_of(members, &Member::ready);
}

bool Lobby::is_open() const {
  return has_room(0) && (!played || std::ranges::any_of(members, &Member::ready));
}

Result<Lobby*> Lobbies::choose(const Seek& seek, const Kind& kind, PlayerId seeker) {
  const auto group = lobbies_.find(kind);
  const bool named = !seek.lobby.empty();
  if (group != lobbies_.end() && seek.make != Make::always) {
    for (auto& [name, lobby] : group->second) {
      if (named ? name != seek.lobby : !is_number(name)) continue;
      const auto rest = without(lobby, seeker);
      if (vanishes(rest)) continue;
      if (lobby.standing == seek.standing && rest.has_room(seek.seats)) return &lobby;
      if (named && lobby.table) return fail(Code::lobby_full, "a game is being played there");
      if (named) return fail(Code::lobby_full, "no place is free there");
    }
  }
  if (seek.make == Make::never) {
    return fail(Code::no_lobby, named ? "there is no lobby of that name" : "no lobby has a free place");
  }
  return nullptr;
}

Lobby& Lobbies::make(const Seek& seek, const Kind& kind, Limits limits) {
  auto& group = lobbies_[kind];
  auto name = seek.lobby;
  for (int number = 1; name.empty(); ++number) {
    if (!group.contains(std::to_string(number))) name = std::to_string(number);
  }
  Lobby lobby{kind.game, kind.options, name, limits, seek.standing, seek.seats, {}, {}, kind.clock};
  if (lobby.standing) lobby.chat = std::make_shared<Chat>();
  return group.emplace(std::move(name), std::move(lobby)).first->second;
}

Lobby& Lobbies::obtain(const Header& header, Limits limits) {
  auto& group = lobbies_[{header.game, header.options, header.clock}];
  Lobby lobby{header.game, header.options, header.lobby, limits, true, 0, {}, {}, header.clock, 1};
  lobby.chat = std::make_shared<Chat>();
  return group.try_emplace(header.lobby, std::move(lobby)).first->second;
}

void Lobbies::remove(const Lobby& lobby) {
  const auto group = lobbies_.find({lobby.game, lobby.options, lobby.clock});
  group->second.erase(std::string(lobby.name));
  if (group->second.empty()) lobbies_.erase(group);
}

Lobby* Lobbies::find(const Kind& kind, std::string_view name) {
  const auto group = lobbies_.find(kind);
  if (group == lobbies_.end()) return nullptr;
  const auto found = group->second.find(std::string(name));
  return found == group->second.end() ? nullptr : &found->second;
}

void Lobbies::each(std::string_view game, const std::function<void(const Lobby&)>& visit) const {
  for (const auto& [kind, group] : lobbies_) {
    if (kind.game != game) continue;
    for (const auto& [name, lobby] : group) visit(lobby);
  }
}

}  // namespace table
