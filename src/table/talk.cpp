// Talk: at a table, in a lobby, in the hall.
#include "table/talk.hpp"

#include "base/text.hpp"
#include "table/lobbies.hpp"

namespace table {

Result<void> Talk::say(PlayerId tab, const Say& request, Effects& effects) const {
  const auto player = people_.person_of(tab);
  const auto& speaker = people_.at(player);
  if (request.text.empty() || !base::is_printable(request.text))
    return fail(Code::malformed, "what is said must be text");
  effects.tell.emplace_back(tab, Accepted{});
  const Said said{speaker.name, request.text};
  if (Audience::is_apart(speaker) && (tab == player || !people_.at(tab).watched)) {
    const auto& chat = speaker.sitting != nullptr ? speaker.sitting->chat : speaker.lobby->chat;
    chat->add(said);
    for (const auto other : audience_.company_of(player)) effects.tell.emplace_back(other, said);
    if (speaker.sitting != nullptr) {
      for (const auto other : speaker.sitting->watchers) effects.tell.emplace_back(other, said);
    }
    return {};
  }
  if (Audience::is_apart(speaker)) effects.tell.emplace_back(tab, said);
  tell_hall(said, effects);
  return {};
}

void Talk::tell_hall(const Said& said, Effects& effects) const {
  for (const auto& [name, other] : people_.names().here()) {
    const auto& someone = people_.at(other);
    if (!Audience::is_apart(someone) && !someone.away) effects.tell.emplace_back(other, said);
  }
}

}  // namespace table
