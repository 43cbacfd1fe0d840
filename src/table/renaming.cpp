// Renaming: names taken, handed over and given back.
#include "table/renaming.hpp"

#include <cassert>
#include <string>

namespace table {

Result<std::optional<Place>> Renaming::claim(PlayerId player, std::string_view name, Naming naming) const {
  auto place = parts_.people.claim(player, name, naming);
  if (place && *place && plays(parts_.people.at(player)))
    return fail(Code::name_taken, "a seat waits for somebody of that name");
  return place;
}

void Renaming::take(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects) {
  if (const auto other = parts_.people.names().find(name); other && *other != player)
    become_guest(*other, now, effects);
  const auto before = parts_.people.at(player).name;
  rename(player, name, naming, now, effects);
  give_back(before, now, effects);
}

void Renaming::become_guest(PlayerId player, Time now, Effects& effects) {
  rename(player, parts_.people.name_for(player), Naming::given, now, effects);
}

/// Takes a name that nobody has.
void Renaming::rename(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects) {
  auto& someone = parts_.people.at(player);
  const Renamed renamed{someone.name, std::string(name)};
  parts_.people.call(player, renamed.to, naming);
  assert(parts_.people.names().find(renamed.to) == player);
  if (plays(someone)) {
    auto& sitting = *someone.sitting;
    if (auto step = sitting.table.rename(someone.seat, renamed.to, now))
      recorder_.record(sitting, *std::move(step), effects);
  }
  for (const auto other : parts_.audience.company_of(player)) effects.tell.emplace_back(other, renamed);
}

bool Renaming::take_account_name(PlayerId player, Time now, Effects& effects) {
  const auto account = parts_.people.free_account_name(player);
  if (!account) return false;
  take(player, *account, Naming::chosen, now, effects);
  return true;
}

void Renaming::give_back(std::string_view name, Time now, Effects& effects) {
  if (const auto owner = parts_.people.names().owner_of(name)) take_account_name(*owner, now, effects);
}

}  // namespace table
