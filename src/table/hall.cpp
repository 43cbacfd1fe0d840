// The hall: who is here, their names, and what they ask for.
#include "table/hall.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace table {
namespace {

/// Whether it is said to one who has left in another tab.
bool is_gone(const Notice& notice) {
  const auto* aside = std::get_if<Aside>(&notice);
  return aside != nullptr && std::holds_alternative<Gone>(aside->what);
}

/// Who leaves is not told again what was said, unless the seat is kept.
void forget_talk(const Visitor& someone) {
  if (someone.sitting != nullptr && games::has_presence(someone.sitting->table.state())) return;
  if (someone.sitting != nullptr) someone.sitting->chat->let_out(someone.address);
  if (someone.lobby != nullptr && someone.lobby->chat) someone.lobby->chat->let_out(someone.address);
}

}  // namespace

Hall::Hall(const games::Kits& kits, const HallSettings& settings)
    : hold_(settings.hold),
      grace_(settings.grace),
      abandon_(settings.abandon),
      most_acts_(settings.most_acts),
      seeds_(settings.fresh_seed ? Seeds(settings.fresh_seed) : Seeds(settings.seed)),
      people_(settings.come_back),
      audience_(people_),
      tables_(kits, settings.first_table),
      gatherings_(kits, settings.clocks, people_) {}

void Hall::arrive(PlayerId player, std::string_view protocol, std::string_view address, Views views,
                  Hears hears, const Browser& browser) {
  people_.arrive(player, {.protocol = protocol,
                          .address = std::string(address),
                          .name = {},
                          .views = views,
                          .hears = hears,
                          .host = std::string(browser.host),
                          .account = std::string(browser.account)});
}

void Hall::handle(PlayerId player, const Request& request, Time now, Effects& effects,
                  std::optional<Time> arrived) {
  const auto before = effects.tell.size();
  const auto handled = answer(player, request, arrived.value_or(now), now, effects);
  if (!handled) effects.tell.emplace_back(player, Refused{handled.error()});
  for (std::size_t at = before; at < effects.tell.size(); ++at) {
    auto& [told, notice] = effects.tell[at];
    const bool is_answer =
        std::holds_alternative<Accepted>(notice) || std::holds_alternative<Refused>(notice);
    if (is_answer && is_person(told)) told = player;  // other tabs have not asked
  }
  audience_.spread(effects);
  std::erase_if(effects.tell, [&](const auto& one) { return one.first == player && is_gone(one.second); });
}

/// What is asked about a page is asked by the tab, all else by the person who looks at it.
Result<void> Hall::answer(PlayerId tab, const Request& request, Time arrived, Time now, Effects& effects) {
  const auto player = people_.person_of(tab);
  if (std::holds_alternative<Seek>(request) || std::holds_alternative<Ready>(request) ||
      std::holds_alternative<Rematch>(request))
    people_.at(player).seeker = tab;
  return std::visit(
      [&](const auto& one) -> Result<void> {
        using What = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<What, Seek>) return seek(player, one, now, effects);
        if constexpr (std::is_same_v<What, Play>) return play(player, one, arrived, now, effects);
        if constexpr (std::is_same_v<What, Rematch>) return rematch(player, one, now, effects);
        if constexpr (std::is_same_v<What, Name>) return name(player, one, now, effects);
        if constexpr (std::is_same_v<What, Leave>) return leave(tab, one, now, effects);
        if constexpr (std::is_same_v<What, Say>) return say(tab, one, effects);
        if constexpr (std::is_same_v<What, Ready>) return ready(player, now, effects);
        if constexpr (std::is_same_v<What, Look>) return look(tab, one, effects);
        if constexpr (std::is_same_v<What, Return>) return come_again(tab, now, effects);
        if constexpr (std::is_same_v<What, Watch>) return watch(tab, one, now, effects);
        if constexpr (std::is_same_v<What, Screen>) return screen(tab, one, now, effects);
        if constexpr (std::is_same_v<What, Survey>) return survey(tab, now, effects);
        if constexpr (std::is_same_v<What, Offer>) return offer(player, one, now, effects);
        if constexpr (std::is_same_v<What, Reply>) return reply(player, one, now, effects);
        if constexpr (std::is_same_v<What, Resign>) return resign(player, now, effects);
        if constexpr (std::is_same_v<What, Glance>) return glance(tab, now, effects);
        if constexpr (std::is_same_v<What, Recall>)
          return fail(Code::not_at_table, "there is no journal here");
        if constexpr (std::is_same_v<What, Account>)
          return fail(Code::bad_options, "there are no accounts here");
        if constexpr (std::is_same_v<What, Inspect>)
          return fail(Code::not_at_table, "there are no wires here");
      },
      request);
}

void Hall::depart(PlayerId player, Time now, Effects& effects) {
  if (const auto gone = close_tab(player)) go(*gone, now, effects);
  audience_.spread(effects);
}

void Hall::go(PlayerId player, Time now, Effects& effects) {
  get_up(player, now, effects);
  const auto name = people_.at(player).name;
  erase_visitor(player);
  give_back(name, now, effects);
}

void Hall::lose(PlayerId player, Time now, Effects& effects) {
  if (const auto gone = close_tab(player)) {
    const auto& someone = people_.at(*gone);
    const auto [sitting, seat] = std::pair(someone.sitting, someone.seat);
    const auto grace = grace_of(someone);
    if (grace == base::Duration{} || !plays(someone) || games::has_presence(sitting->table.state())) {
      go(*gone, now, effects);
    } else {
      sitting->players[seat.value].reset();
      if (someone.lobby != nullptr) leave_lobby(*gone, now, effects);
      const auto name = someone.name;
      erase_visitor(*gone);
      hold_seat(*sitting, seat, now + grace);
      give_back(name, now, effects);
      audience_.tell(*sitting, Presence{seat, false}, effects);
    }
  }
  audience_.spread(effects);
}

Result<void> Hall::name(PlayerId player, const Name& request, Time now, Effects& effects) {
  const auto naming = request.chosen ? Naming::chosen : Naming::given;
  const auto place = claim(player, request.name, naming);
  if (!place) return std::unexpected(place.error());
  effects.tell.emplace_back(player, Accepted{});
  take_name(player, request.name, naming, now, effects);
  if (*place) lead_back(player, **place, now, effects);
  return {};
}

/// Whether the player may have the name, and the seat that waits for them under it, if they can leave theirs.
Result<std::optional<Place>> Hall::claim(PlayerId player, std::string_view name, Naming naming) const {
  auto place = people_.claim(player, name, naming);
  if (place && *place && plays(people_.at(player)))
    return fail(Code::name_taken, "a seat waits for somebody of that name");
  return place;
}

/// Takes a name that the player may have. Who gives way to its owner becomes a guest.
void Hall::take_name(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects) {
  if (const auto other = people_.names().find(name); other && *other != player)
    rename(*other, people_.name_for(*other), Naming::given, now, effects);
  const auto before = people_.at(player).name;
  rename(player, name, naming, now, effects);
  give_back(before, now, effects);
}

/// Takes a name that nobody has.
void Hall::rename(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects) {
  auto& someone = people_.at(player);
  const Renamed renamed{someone.name, std::string(name)};
  people_.call(player, renamed.to, naming);
  if (plays(someone)) {
    auto& sitting = *someone.sitting;
    if (auto step = sitting.table.rename(someone.seat, renamed.to, now))
      record(sitting, *std::move(step), effects);
  }
  for (const auto other : audience_.company_of(player)) effects.tell.emplace_back(other, renamed);
}

Result<void> Hall::play(PlayerId player, const Play& request, Time arrived, Time now, Effects& effects) {
  const auto sitting = sitting_of(player);
  if (!sitting) return std::unexpected(sitting.error());
  auto when = (*sitting)->moment(arrived);
  when.at = now;
  auto step = (*sitting)->table.play(people_.at(player).seat, request.move, when);
  if (!step) return std::unexpected(std::move(step).error());
  tables_.count_move(request.move);
  effects.tell.emplace_back(player, Accepted{});
  record(**sitting, *std::move(step), effects);
  after_act(**sitting, now, effects);
  return {};
}

/// A tab that watches stops doing so, and shows again where its person is.
Result<void> Hall::leave(PlayerId tab, const Leave& request, Time now, Effects& effects) {
  const auto player = people_.person_of(tab);
  if (request.only_watching || (tab != player && people_.at(tab).watched)) {
    const bool watched = people_.at(tab).watched.has_value();
    effects.tell.emplace_back(tab, Accepted{});
    stop_watching(tab);
    if (watched && tab != player && people_.at(player).sitting != nullptr) show_place(tab, now, effects);
    return {};
  }
  const auto& someone = people_.at(player);
  if (someone.lobby == nullptr && someone.sitting == nullptr && !someone.watched)
    return fail(Code::not_at_table, "you neither wait nor play");
  effects.tell.emplace_back(tab, Accepted{});
  forget_talk(someone);
  if (someone.sitting != nullptr && games::has_presence(someone.sitting->table.state())) {
    auto& sitting = *someone.sitting;
    if (auto step = sitting.table.see(someone.seat, now)) record(sitting, *std::move(step), effects);
  }
  get_up(player, now, effects);
  if (request.forget_name) take_name(player, people_.names().new_name(), Naming::given, now, effects);
  return {};
}

/// Who looks on at a table in this tab speaks as somebody who is nowhere.
Result<void> Hall::say(PlayerId tab, const Say& request, Effects& effects) {
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
  for (const auto& [name, other] : people_.names().here()) {
    if (!Audience::is_apart(people_.at(other))) effects.tell.emplace_back(other, said);
  }
  return {};
}

Result<Sitting*> Hall::sitting_of(PlayerId player) {
  Sitting* sitting = people_.at(player).sitting;
  if (sitting == nullptr) return fail(Code::not_at_table, "you sit at no table");
  return sitting;
}

/// Sits at a table whose game goes on.
bool Hall::plays(const Visitor& someone) const {
  return someone.sitting != nullptr && !someone.sitting->table.outcome();
}

void Hall::erase_visitor(PlayerId player) {
  stop_watching(player);
  people_.erase(player);
}

}  // namespace table
