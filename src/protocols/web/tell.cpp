// The server's half of the browser's protocol: notices out.
#include <fmt/format.h>

#include <algorithm>

#include "base/json.hpp"
#include "games/face.hpp"
#include "protocols/web/overview.hpp"
#include "protocols/web/session.hpp"
#include "table/lobbies.hpp"

namespace protocols::web {
namespace {

/// {"remaining":[300000,298500],"running":1}, behind what stands before.
base::Members describe_times(const table::Times& times, base::Members members = {}) {
  members.push_back({"remaining", describe_durations(times.left)});
  members.push_back({"running", games::describe_seat(times.running)});
  return members;
}

std::string clock_of(const table::Clocks* clocks, std::string_view game) {
  if (clocks == nullptr) return "";
  const auto found = clocks->find(game);
  return found == clocks->end() ? "" : found->second;
}

base::Value describe_game(const games::Kits& kits, std::string_view game, std::span<const Level> levels,
                          std::string_view clock) {
  const auto facts = *games::facts_of(game);
  base::List options;
  for (const auto& kind : games::kinds_of(game)) {
    const auto options_text = games::complete_options(kits, game, kind.options).value_or("");
    const auto [fewest, most] = table::limits_of(kits, game, options_text);
    options.push_back(base::object(
        {{"options", options_text}, {"label", kind.label}, {"seats", base::list({fewest, most})}}));
  }
  base::List bots;
  for (const auto& level : levels) {
    if (level.game != game) continue;
    bots.push_back(base::object({{"level", level.level}, {"about", level.about}}));
  }
  return base::object({{"game", game},
                       {"seats", base::list({facts.min_seats, facts.max_seats})},
                       {"options", std::move(options)},
                       {"bots", std::move(bots)},
                       {"clock", clock}});
}

}  // namespace

void Session::tell(const Notice& notice) {
  if (finished_) return;
  std::visit([&](const auto& one) { on(one); }, notice);
}

void Session::tell_answer(const Answer& answer) {
  if (finished_) return;
  std::visit([&](const auto& one) { on(one); }, answer);
}

void Session::send(base::Members message) { say(base::write_json(std::move(message)) + "\n"); }

void Session::on(const table::Accepted& /*accepted*/) {
  if (!asked_) return;
  const auto& what = asked_->what;
  if (what == "leave" || (what == "watch" && place_ && place_->watches)) place_.reset();
  if (what == "replay" || what == "transcript") return;                     // the answer comes with the text
  if (std::ranges::find(kAccountActs, what) != kAccountActs.end()) return;  // ... or right behind
  if (!asked_->id) return asked_.reset();
  const bool again = what == "since" && place_;
  answer();
  if (again) send_table(Why::asked);
}

void Session::on(const table::Refused& refused) {
  if (!asked_) return;
  if (asked_->id) {
    refuse(refused.error.code, refused.error.detail);
    return;
  }
  asked_.reset();
  if (welcomed_) return;
  complain(refused.error.detail);
  finished_ = true;
}

void Session::on(const table::Renamed& renamed) {
  if (!std::exchange(welcomed_, true)) return send_welcome(renamed.to);
  if (place_) {
    for (auto& sitter : place_->seat.sitters) {
      if (sitter.name == renamed.from) sitter.name = renamed.to;
    }
  }
  send({{"type", "renamed"}, {"from", renamed.from}, {"to", renamed.to}});
}

void Session::send_welcome(const std::string& name) {
  base::List list;
  for (const auto game : games::names())
    list.push_back(describe_game(kits_, game, bots_, clock_of(clocks_, game)));
  send({{"type", "welcome"},
        {"version", kVersion},
        {"name", name},
        {"accounts", accounts_},
        {"account", account_.empty() ? base::Value() : account_},
        {"games", std::move(list)}});
}

void Session::on(const table::Gathered& gathered) {
  if (gathered.playing) return;
  send({{"type", "lobby"},
        {"game", gathered.game},
        {"options", gathered.options},
        {"clock", gathered.clock},
        {"lobby", gathered.lobby},
        {"seats", gathered.seats},
        {"present", base::list_of(gathered.present)},
        {"change", gathered.change == table::Gathered::Change::came ? "came" : "left"},
        {"who", gathered.who},
        {"ready", gathered.ready}});
  send_talk(gathered.said);
}

void Session::sit_down(const table::Started& seat) {
  place_.emplace(
      Place{.seat = seat, .view = seat.view, .scribe = Scribe(games::game_of(*seat.view), seat.options)});
  place_->times = seat.times;
}

void Session::on(const table::Started& started) {
  sit_down(started);
  send_table(Why::begins);
}

void Session::on(const table::Resumed& resumed) {
  sit_down(resumed.seat);
  place_->watches = resumed.watches;
  place_->screen = resumed.screen;
  place_->shown = resumed.shown;
  for (const auto& happened : resumed.past) place_->scribe.note(happened);
  send_table(Why::back);
  send_talk(resumed.said);
}

void Session::send_talk(const std::vector<table::Said>& said) {
  if (said.empty()) return;
  base::List lines;
  lines.reserve(said.size());
  for (const auto& [from, text] : said) lines.push_back(base::object({{"from", from}, {"text", text}}));
  send({{"type", "talk"}, {"lines", std::move(lines)}});
}

void Session::send_table(Why why) {
  auto& place = *place_;
  place.state = describe(*place.view, place.scribe.shown(), place.outcome);
  const bool own = !place.watches || place.screen;
  base::Members message{{"type", "table"},
                        {"table", place.seat.table.value},
                        {"game", games::game_of(*place.view)},
                        {"options", place.seat.options},
                        {"seq", place.scribe.seq()},
                        {"hash", hash_of(base::write_json(place.state))},
                        {"you", own ? base::Value(place.seat.seat.value) : base::Value()},
                        {"players", describe_sitters(place.seat.sitters)},
                        {"clock", nullptr},
                        {"deal", place.seat.deal},
                        {"log", place.scribe.lines()},
                        {"state", place.state}};
  if (place.times) base::set(message, "clock", describe_times(*place.times, {{"rule", place.seat.clock}}));
  if (place.screen) message.push_back({"screen", true});
  if (why == Why::begins) message.push_back({"began", true});
  if (why == Why::back && place.shown) message.push_back({"shown", true});
  send(std::move(message));
}

void Session::on(const table::Happened& happened) {
  if (!place_) return;
  place_->scribe.note(happened);
  if (!happened.last) return;
  place_->view = happened.view;
  place_->times = happened.times;
  send_update(place_->scribe.line());
}

void Session::send_update(const base::Value& line) {
  auto& place = *place_;
  auto state = describe(*place.view, place.scribe.shown(), place.outcome);
  auto patch = changes(place.state, state);
  place.state = std::move(state);
  base::Members update{{"type", "update"},
                       {"table", place.seat.table.value},
                       {"seq", place.scribe.seq()},
                       {"hash", hash_of(base::write_json(place.state))},
                       {"log", line.is_null() ? base::list({}) : base::list({line})},
                       {"patch", std::move(patch)}};
  if (place.times) update.push_back({"clock", describe_times(*place.times)});
  send(std::move(update));
}

void Session::on(const table::Offered& offered) {
  using enum table::Offered::Fate;
  if (!place_) return;
  const auto* const fate = offered.fate == made        ? "made"
                           : offered.fate == declined  ? "declined"
                           : offered.fate == withdrawn ? "withdrawn"
                                                       : "lapsed";
  send({{"type", "offer"},
        {"table", place_->seat.table.value},
        {"who", offered.who.value},
        {"what", offered.what == table::Proposal::draw ? "draw" : "takeback"},
        {"fate", fate}});
}

void Session::on(const table::Wished& wished) {
  using enum table::Wished::What;
  if (!place_) return;
  const auto* const wish = wished.what == again ? "again" : wished.what == enough ? "enough" : "gone";
  send({{"type", "wish"}, {"who", wished.who}, {"wish", wish}, {"possible", wished.possible}});
}

void Session::on(const table::ClockReading& reading) {
  if (!place_) return;
  place_->times = reading.times;
  send(describe_times(*reading.times, {{"type", "clock"}, {"table", place_->seat.table.value}}));
}

void Session::on(const table::Presence& presence) {
  if (!place_) return;
  place_->seat.sitters[presence.seat.value].here = presence.here;
  send({{"type", "presence"},
        {"table", place_->seat.table.value},
        {"seat", presence.seat.value},
        {"here", presence.here}});
}

/// Most games say so in their last update; those that end otherwise are told again.
void Session::on(const table::Over& over) {
  if (!place_) return;
  place_->outcome = over.outcome;
  if (describe(*place_->view, place_->scribe.shown(), place_->outcome) != place_->state)
    send_table(Why::asked);
}

void Session::on(const table::Agreed& agreed) {
  send({{"type", "agreed"}, {"wish", agreed.wish == table::Wish::again ? "again" : "enough"}});
}

void Session::on(const table::Said& said) {
  send({{"type", "said"}, {"from", said.from}, {"text", said.text}});
}

void Session::on(const table::Elsewhere& elsewhere) {
  switch (elsewhere.what) {
    case table::Elsewhere::What::left:
      place_.reset();
      return send({{"type", "left"}});
    case table::Elsewhere::What::signed_in:
      return note_account(elsewhere.account);
    case table::Elsewhere::What::replaced:
      send({{"type", "elsewhere"}});
      finished_ = true;
  }
}

void Session::on(const AccountAnswer& told) {
  if (told.refused) {
    refuse(name_of(told.refused->fault), told.refused->text);
    return;
  }
  answer();
  note_account(told.account);
}

void Session::note_account(const std::string& account) {
  if (account == account_) return;
  account_ = account;
  send({{"type", "account"}, {"account", account_.empty() ? base::Value() : account_}});
}

/// What has not changed is not told.
void Session::on(const HallAnswer& hall) {
  if (hall_ && (hall_ == hall.written || *hall_ == *hall.written)) return;
  hall_ = hall.written;
  say(*hall_);
  say("\n");
}

/// It was written where it was read, since it is long.
void Session::on(const std::shared_ptr<const Replay>& replay) {
  if (!asked_ || !asked_->id) return;
  const auto head = base::write_json(base::object({{"type", "answer"}, {"id", *asked_->id}, {"ok", true}}));
  say(fmt::format("{},\"replay\":{}}}\n", std::string_view(head).substr(0, head.size() - 1),
                  replay->written));
  asked_.reset();
}

}  // namespace protocols::web
