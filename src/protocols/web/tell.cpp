// The server's half of the browser's protocol: notices out.
#include <fmt/format.h>

#include <algorithm>

#include "protocols/web/overview.hpp"
#include "protocols/web/session.hpp"
#include "table/lobbies.hpp"

namespace protocols::web {
namespace {

std::string write_texts(const std::vector<std::string>& texts) {
  std::vector<std::string> list;
  for (const auto& text : texts) list.push_back(write_text(text));
  return write_list(list);
}

/// {"remaining":[300000,298500],"running":1}, with what stands before.
std::string write_times(const table::Times& times, Members members = {}) {
  members.emplace_back("remaining", write_durations(times.left));
  members.emplace_back("running", write_seat(times.running));
  return write_object(members);
}

std::string clock_of(const table::Clocks* clocks, std::string_view game) {
  if (clocks == nullptr) return "";
  const auto found = clocks->find(game);
  return found == clocks->end() ? "" : found->second;
}

std::string write_game(const games::Kits& kits, std::string_view game, const std::vector<Level>& levels,
                       std::string_view clock) {
  const auto facts = *games::facts_of(game);
  std::vector<std::string> options;
  for (const auto& kind : games::kinds_of(game)) {
    const auto options_text = games::complete_options(kits, game, kind.options).value_or("");
    const auto [fewest, most] = table::limits_of(kits, game, options_text);
    options.push_back(write_object({{"options", write_text(options_text)},
                                    {"label", write_text(kind.label)},
                                    {"seats", write_numbers(std::array{fewest, most})}}));
  }
  std::vector<std::string> bots;
  for (const auto& level : levels) {
    if (level.game != game) continue;
    bots.push_back(write_object({{"level", write_text(level.level)}, {"about", write_text(level.about)}}));
  }
  return write_object({{"game", write_text(game)},
                       {"seats", write_numbers(std::array{facts.min_seats, facts.max_seats})},
                       {"options", write_list(options)},
                       {"bots", write_list(bots)},
                       {"clock", write_text(clock)}});
}

}  // namespace

void Session::tell(const Notice& notice) {
  if (finished_) return;
  std::visit([&](const auto& one) { on(one); }, notice);
}

void Session::send(const Members& message) { say(write_object(message) + "\n"); }

void Session::on(const table::Accepted& /*accepted*/) {
  if (!asked_) return;
  const auto& what = asked_->what;
  if (what == "leave" || (what == "watch" && place_ && place_->watches)) place_.reset();
  if (what == "replay" || what == "transcript") return;  // the answer comes with the text
  if (std::ranges::find(table::kAccountActs, what) != table::kAccountActs.end())
    return;  // ... or right behind
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
  send({{"type", "\"renamed\""}, {"from", write_text(renamed.from)}, {"to", write_text(renamed.to)}});
}

void Session::send_welcome(const std::string& name) {
  std::vector<std::string> list;
  for (const auto game : games::names())
    list.push_back(write_game(kits_, game, bots_, clock_of(clocks_, game)));
  send({{"type", "\"welcome\""},
        {"version", write_number(kVersion)},
        {"name", write_text(name)},
        {"accounts", write_bool(accounts_)},
        {"account", account_.empty() ? "null" : write_text(account_)},
        {"games", write_list(list)}});
}

void Session::on(const table::Gathered& gathered) {
  if (gathered.playing) return;
  send({{"type", "\"lobby\""},
        {"game", write_text(gathered.game)},
        {"options", write_text(gathered.options)},
        {"clock", write_text(gathered.clock)},
        {"lobby", write_text(gathered.lobby)},
        {"seats", write_number(gathered.seats)},
        {"present", write_texts(gathered.present)},
        {"change", gathered.change == table::Gathered::Change::came ? "\"came\"" : "\"left\""},
        {"who", write_text(gathered.who)},
        {"ready", write_bool(gathered.ready)}});
  send_talk(gathered.said);
}

void Session::sit_down(const table::Started& seat, bool watches, bool screen) {
  place_.emplace(Place{.seat = seat,
                       .watches = watches,
                       .screen = screen,
                       .view = seat.view,
                       .scribe = Scribe(games::index_of(*seat.view), seat.options)});
  place_->times = seat.times;
}

void Session::on(const table::Started& started) {
  sit_down(started, false, false);
  send_table(Why::begins);
}

void Session::on(const table::Resumed& resumed) {
  sit_down(resumed.seat, resumed.watches, resumed.screen);
  place_->shown = resumed.shown;
  for (const auto& happened : resumed.past) place_->scribe.note(happened);
  send_table(Why::back);
  send_talk(resumed.said);
}

void Session::send_talk(const std::vector<table::Said>& said) {
  if (said.empty()) return;
  std::vector<std::string> lines;
  lines.reserve(said.size());
  for (const auto& [from, text] : said)
    lines.push_back(write_object({{"from", write_text(from)}, {"text", write_text(text)}}));
  send({{"type", "\"talk\""}, {"lines", write_list(lines)}});
}

void Session::send_table(Why why) {
  auto& place = *place_;
  place.state = describe(*place.view, place.scribe.past(), place.outcome);
  const auto state = write_object(place.state);
  const auto clock =
      place.times ? write_times(*place.times, {{"rule", write_text(place.seat.clock)}}) : std::string("null");
  Members message{
      {"type", "\"table\""},
      {"table", write_number(static_cast<long long>(place.seat.table.value))},
      {"game", write_text(games::game_of(*place.view))},
      {"options", write_text(place.seat.options)},
      {"seq", write_number(static_cast<long long>(place.scribe.seq()))},
      {"hash", write_text(hash_of(state))},
      {"you", write_seat(place.watches && !place.screen ? std::nullopt : std::optional(place.seat.seat))},
      {"players", write_sitters(place.seat.sitters)},
      {"clock", clock},
      {"deal", write_text(place.seat.deal)},
      {"log", write_list(place.scribe.lines())},
      {"state", state}};
  if (place.screen) message.emplace_back("screen", "true");
  if (why == Why::begins) message.emplace_back("began", "true");
  if (why == Why::back && place.shown) message.emplace_back("shown", "true");
  send(message);
}

void Session::on(const table::Happened& happened) {
  if (!place_) return;
  place_->scribe.note(happened);
  if (!happened.last) return;
  place_->view = happened.view;
  place_->times = happened.times;
  send_update(place_->scribe.line());
}

void Session::send_update(const std::string& line) {
  auto& place = *place_;
  auto state = describe(*place.view, place.scribe.past(), place.outcome);
  const auto patch = changes(place.state, state);
  place.state = std::move(state);
  Members update{{"type", "\"update\""},
                 {"table", write_number(static_cast<long long>(place.seat.table.value))},
                 {"seq", write_number(static_cast<long long>(place.scribe.seq()))},
                 {"hash", write_text(hash_of(write_object(place.state)))},
                 {"log", line.empty() ? "[]" : write_list({line})},
                 {"patch", write_object(patch)}};
  if (place.times) update.emplace_back("clock", write_times(*place.times));
  send(update);
}

void Session::send_offer(const table::Offered& offered) {
  using enum table::Offered::Fate;
  if (!place_) return;
  const auto* const fate = offered.fate == made        ? "\"made\""
                           : offered.fate == declined  ? "\"declined\""
                           : offered.fate == withdrawn ? "\"withdrawn\""
                                                       : "\"lapsed\"";
  send({{"type", "\"offer\""},
        {"table", write_number(static_cast<long long>(place_->seat.table.value))},
        {"who", write_number(offered.who.value)},
        {"what", offered.what == table::Proposal::draw ? "\"draw\"" : "\"takeback\""},
        {"fate", fate}});
}

void Session::send_wish(const table::Wished& wished) {
  using enum table::Wished::What;
  if (!place_) return;
  const auto* const wish = wished.what == again    ? "\"again\""
                           : wished.what == enough ? "\"enough\""
                                                   : "\"gone\"";
  send({{"type", "\"wish\""},
        {"who", write_text(wished.who)},
        {"wish", wish},
        {"possible", write_bool(wished.possible)}});
}

void Session::send_clock(const std::shared_ptr<const table::Times>& times) {
  if (!place_) return;
  place_->times = times;
  const auto table = static_cast<long long>(place_->seat.table.value);
  say(write_times(*times, {{"type", "\"clock\""}, {"table", write_number(table)}}) + "\n");
}

void Session::on(const table::Presence& presence) {
  if (!place_) return;
  place_->seat.sitters[presence.seat.value].here = presence.here;
  send({{"type", "\"presence\""},
        {"table", write_number(static_cast<long long>(place_->seat.table.value))},
        {"seat", write_number(presence.seat.value)},
        {"here", write_bool(presence.here)}});
}

/// Most games say so in their last update; those that end otherwise are told again.
void Session::on(const table::Over& over) {
  if (!place_) return;
  place_->outcome = over.outcome;
  if (describe(*place_->view, place_->scribe.past(), place_->outcome) != place_->state)
    send_table(Why::asked);
}

void Session::on(const table::Agreed& agreed) {
  send({{"type", "\"agreed\""}, {"wish", agreed.wish == table::Wish::again ? "\"again\"" : "\"enough\""}});
}

void Session::on(const table::Said& said) {
  send({{"type", "\"said\""}, {"from", write_text(said.from)}, {"text", write_text(said.text)}});
}

void Session::on(const table::Aside& aside) {
  if (const auto* overview = std::get_if<std::shared_ptr<const table::Overview>>(&aside.what)) {
    send_hall(**overview);
  } else if (const auto* recalled = std::get_if<std::shared_ptr<const table::Recalled>>(&aside.what)) {
    send_replay(**recalled);
  } else if (const auto* offered = std::get_if<table::Offered>(&aside.what)) {
    send_offer(*offered);
  } else if (const auto* wished = std::get_if<table::Wished>(&aside.what)) {
    send_wish(*wished);
  } else if (const auto* times = std::get_if<std::shared_ptr<const table::Times>>(&aside.what)) {
    send_clock(*times);
  } else if (const auto* account = std::get_if<table::AccountAnswer>(&aside.what)) {
    send_account(*account);
  } else if (const auto* inspected = std::get_if<std::shared_ptr<const table::Inspected>>(&aside.what)) {
    on(**inspected);
  } else if (std::holds_alternative<table::Gone>(aside.what)) {
    place_.reset();
    send({{"type", "\"left\""}});
  } else if (const auto* other = std::get_if<table::Signed>(&aside.what)) {
    note_account(other->account);
  } else {
    send({{"type", "\"elsewhere\""}});
    finished_ = true;
  }
}

void Session::send_account(const table::AccountAnswer& told) {
  if (told.refused) {
    refuse(table::name_of(told.refused->fault), told.refused->text);
    return;
  }
  answer();
  note_account(told.account);
}

void Session::note_account(const std::string& account) {
  if (account == account_) return;
  account_ = account;
  send({{"type", "\"account\""}, {"account", account_.empty() ? "null" : write_text(account_)}});
}

/// What has not changed is not told; what has is written once for all who look.
void Session::send_hall(const table::Overview& overview) {
  if (!overview.written) overview.written = std::make_shared<const std::string>(write_hall(overview) + "\n");
  if (hall_ && (hall_ == overview.written || *hall_ == *overview.written)) return;
  hall_ = overview.written;
  say(*hall_);
}

void Session::send_replay(const table::Recalled& recalled) {
  if (asked_ && asked_->id) answer({{"replay", recalled.written}});
}

}  // namespace protocols::web
