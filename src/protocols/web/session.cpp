// The server's half of the browser's protocol: requests in.
#include "protocols/web/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "base/json.hpp"
#include "base/text.hpp"
#include "protocols/web/overview.hpp"
#include "protocols/web/replay.hpp"
#include "table/lobbies.hpp"

namespace protocols::web {
namespace {

using base::Code;
namespace json = boost::json;

std::string text_of(const json::object& message, std::string_view name) {
  const auto* value = message.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

base::Secret secret_of(const json::object& message, std::string_view name) {
  const auto* value = message.if_contains(name);
  return value != nullptr && value->is_string() ? base::Secret(value->get_string()) : base::Secret();
}

bool is_about_accounts(std::string_view what) {
  return std::ranges::find(kAccountActs, what) != kAccountActs.end();
}

std::optional<std::int64_t> number_of(const json::object& message, std::string_view name) {
  const auto* value = message.if_contains(name);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  return value->get_int64();
}

bool flag_of(const json::object& message, std::string_view name, bool otherwise) {
  const auto* value = message.if_contains(name);
  return value != nullptr && value->is_bool() ? value->get_bool() : otherwise;
}

std::optional<std::vector<std::string>> texts_of(const json::object& message, std::string_view name) {
  std::vector<std::string> texts;
  const auto* value = message.if_contains(name);
  if (value == nullptr) return texts;
  if (!value->is_array()) return std::nullopt;
  for (const auto& one : value->get_array()) {
    if (!one.is_string()) return std::nullopt;
    texts.emplace_back(one.get_string());
  }
  return texts;
}

/// The color that the seeker wants; nothing if there is no such color.
std::optional<table::First> read_first(const json::object& message) {
  const auto color = text_of(message, "color");
  if (color.empty()) return table::First::as_they_came;
  if (color == "white") return table::First::seeker;
  if (color == "black") return table::First::other;
  return color == "random" ? std::optional(table::First::random) : std::nullopt;
}

std::string games_with_colors() {
  std::vector<std::string_view> list;
  std::ranges::copy_if(games::names(), std::back_inserter(list), games::has_colors);
  return fmt::format("{}", fmt::join(list, " and "));
}

/// Lobbies that keep their name and people while they play: those of some games, and those behind a link.
bool stands(const table::Seek& seek) {
  return games::has_standing_lobbies(seek.game) || table::is_secret(seek.lobby);
}

std::string write_answer(std::int64_t id, base::Value ok, base::Members more) {
  base::Members members{{"type", "answer"}, {"id", id}, {"ok", std::move(ok)}};
  std::ranges::move(more, std::back_inserter(members));
  return base::write_json(std::move(members)) + "\n";
}

}  // namespace

Session::Session(const SessionContext& context)
    : LineSession(kLongestMessage),
      kits_(context.kits),
      bots_(context.bots),
      clocks_(context.clocks),
      accounts_(context.accounts),
      account_(context.account) {}

std::optional<Request> Session::next() {
  if (!std::exchange(arrived_, true)) {
    asked_ = Asked{};
    return table::ReturnByToken{};
  }
  if (!own_.empty()) {
    query_ = std::move(own_.front());
    own_.erase(own_.begin());
    asked_ = Asked{};
    return std::nullopt;
  }
  while (!finished_ && !query_ && reads_on()) {
    switch (lines_.next(line_)) {
      case Lines::Found::nothing:
        return std::nullopt;
      case Lines::Found::too_long:
        complain("a message of more than 64 KiB");
        finished_ = true;
        return std::nullopt;
      case Lines::Found::line:
        if (auto request = read(line_)) return request;
    }
  }
  return std::nullopt;
}

std::optional<Request> Session::read(std::string_view line) {
  if (line.empty()) return std::nullopt;
  json::error_code problem;
  auto value = json::parse(line, problem);
  if (problem || !value.is_object()) {
    complain("a message is one JSON object");
    return std::nullopt;
  }
  auto& message = value.get_object();
  const auto id = number_of(message, "id");
  if (!id || *id < 1) {
    complain("a request has an id, a number from 1");
    return std::nullopt;
  }
  const auto known = std::ranges::find(answers_, *id, &Given::id);
  if (known != answers_.end()) {
    say(known->text ? *known->text : write_answer(*id, true, {}));
    return std::nullopt;
  }
  asked_ = Asked{id, text_of(message, "ask")};
  const bool secret = is_about_accounts(asked_->what);
  auto request = understand(asked_->what, message);
  if (secret) forget(message);
  return request;
}

std::optional<Request> Session::understand(std::string_view what, const Object& message) {
  if (what == "name") return table::Name{text_of(message, "name")};
  if (what == "hall") return read_hall(message);
  if (what == "connections") return read_connections(message);
  if (what == "inspect") return read_inspect(message);
  if (what == "transcript") return read_transcript(message);
  if (what == "screen") return read_screen(message);
  if (what == "seek") return read_seek(message);
  if (what == "ready") return table::Ready{};
  if (what == "leave") return read_leave(message);
  if (what == "move") return read_move(message);
  if (what == "offer") return read_offer(message);
  if (what == "reply") return read_reply(message);
  if (what == "resign") return table::Resign{};
  if (what == "say") return read_say(message);
  if (is_about_accounts(what)) return read_account(what, message);
  if (what == "rematch") {
    const auto wish = text_of(message, "wish");
    if (wish == "again") return table::Rematch{table::Wish::again};
    if (wish == "enough") return table::Rematch{table::Wish::enough};
    return refuse(Code::malformed, "a wish is again or enough");
  }
  if (what == "watch" && flag_of(message, "off", false)) return table::Leave{.only_watching = true};
  if (what == "watch" || what == "replay") {
    const auto table = number_of(message, "table");
    if (!table || *table < 1) return refuse(Code::malformed, "which table?");
    const base::TableId id{static_cast<std::uint64_t>(*table)};
    if (what == "watch") return table::Watch{id};
    const auto from =
        static_cast<std::size_t>(std::max<std::int64_t>(0, number_of(message, "from").value_or(0)));
    return ask_server(query::Replay{id, [from](const Replay& game) { return write_replay(game, from); }});
  }
  if (what == "try") {
    try_move(message);
  } else if (what == "since") {
    return ask_server(query::Clocks{});
  } else if (what == "ping") {
    answer();
  } else {
    refuse(Code::malformed, "there is no such request");
  }
  return std::nullopt;
}

std::optional<Request> Session::read_seek(const Object& message) {
  table::Seek seek{.game = text_of(message, "game"), .options = text_of(message, "options")};
  const auto first = read_first(message);
  if (!first) return refuse(Code::malformed, "a color is white, black or random");
  if (*first != table::First::as_they_came && !games::has_colors(seek.game))
    return refuse(Code::malformed, fmt::format("only {} has colors", games_with_colors()));
  seek.first = *first;
  seek.seats = static_cast<int>(std::clamp<std::int64_t>(number_of(message, "seats").value_or(0), 0, 100));
  seek.ready = flag_of(message, "ready", true);
  seek.lobby = text_of(message, "lobby");
  seek.clock = text_of(message, "clock");
  if (!base::is_printable(seek.lobby) || base::count_characters(seek.lobby) > kLongestLobbyName) {
    return refuse(Code::malformed,
                  fmt::format("the name of a lobby has at most {} characters", kLongestLobbyName));
  }
  seek.standing = stands(seek);
  const auto make = text_of(message, "make");
  seek.make = make == "always"  ? table::Make::always
              : make == "never" ? table::Make::never
                                : table::Make::if_none;
  auto levels = texts_of(message, "bots");
  if (!levels) return refuse(Code::malformed, "bots are a list of levels");
  const auto facts = games::facts_of(seek.game);
  if (facts && levels->size() >= static_cast<std::size_t>(facts->max_seats))
    return refuse(Code::bad_seats, "more bots than places");
  for (const auto& level : *levels) {
    const auto is_it = [&](const Level& one) { return one.game == seek.game && one.level == level; };
    if (std::ranges::none_of(bots_, is_it)) return refuse(Code::malformed, "there is no such bot");
  }
  seek.bots = *std::move(levels);
  return seek;
}

std::optional<Request> Session::read_say(const Object& message) {
  auto text = text_of(message, "text");
  if (base::count_characters(text) > kLongestSaying)
    return refuse(Code::malformed, fmt::format("at most {} characters are said at once", kLongestSaying));
  return table::Say{std::move(text)};
}

std::optional<Request> Session::read_hall(const Object& message) {
  sees_hall_ = flag_of(message, "on", true);
  hall_.reset();
  if (sees_hall_) return ask_server(query::Hall{write_hall});
  answer();
  return std::nullopt;
}

/// What was left already in another tab is not left again.
std::optional<Request> Session::read_leave(const Object& message) {
  const auto table = number_of(message, "table");
  if (!table || (place_ && static_cast<std::int64_t>(place_->seat.table.value) == *table))
    return table::Leave{};
  answer();
  return std::nullopt;
}

std::optional<Request> Session::read_offer(const Object& message) {
  const auto what = text_of(message, "what");
  if (what == "draw") return table::Offer{table::Proposal::draw};
  if (what == "takeback") return table::Offer{table::Proposal::takeback};
  return refuse(Code::malformed, "a draw or a takeback is offered");
}

std::optional<Request> Session::read_reply(const Object& message) {
  const auto* accept = message.if_contains("accept");
  if (accept == nullptr || !accept->is_bool()) return refuse(Code::malformed, "accept is true or false");
  return table::Reply{accept->get_bool() ? table::Consent::accept : table::Consent::decline};
}

std::optional<Request> Session::read_account(std::string_view what, const Object& message) {
  using query::Account;
  const auto name = text_of(message, "name");
  if (what == "register") return ask_server(Account{Account::Register{name, secret_of(message, "password")}});
  if (what == "sign_in") return ask_server(Account{Account::SignIn{name, secret_of(message, "password")}});
  if (what == "password")
    return ask_server(Account{Account::ChangePassword{secret_of(message, "old"), secret_of(message, "new")}});
  if (what == "close_account") return ask_server(Account{Account::Close{secret_of(message, "password")}});
  return ask_server(Account{Account::SignOut{}});
}

/// A message that held a password leaves no copy of it.
void Session::forget(Object& message) {
  for (auto& member : message) {
    if (member.value().is_string())
      ::explicit_bzero(member.value().get_string().data(), member.value().get_string().size());
  }
  base::wipe(line_);
  lines_.forget_taken();
}

/// What was made already is not made again (web.md, `move`).
std::optional<Request> Session::read_move(const Object& message) {
  const auto text = text_of(message, "move");
  const auto seq = number_of(message, "after");
  if (!place_ || place_->watches) return refuse(Code::not_at_table, "you sit at no table");
  if (!seq) return refuse(Code::malformed, "a move says which number it follows");
  if (*seq != static_cast<std::int64_t>(place_->scribe.seq())) {
    if (place_->last_move != fmt::format("{} {}", *seq, text)) {
      remark(Code::not_your_turn, "the game has gone on");
      return refuse("stale", "the game has gone on");
    }
    answer();
    return std::nullopt;
  }
  auto move = games::read(games::game_of(*place_->view), text);
  if (!move) return refuse(move.error().code, move.error().detail);
  place_->last_move = fmt::format("{} {}", *seq, text);
  return table::Play{*std::move(move)};
}

/// What a player cannot see beforehand.
void Session::try_move(const Object& message) {
  if (!place_ || place_->watches) {
    refuse(Code::not_at_table, "there is nothing to try");
    return;
  }
  auto brings = games::preview(*place_->view, text_of(message, "move"));
  if (!brings) {
    refuse(brings.error().code, brings.error().detail);
    return;
  }
  answer(*std::move(brings));
}

/// There is no request, but something else to ask.
std::optional<Request> Session::ask_server(Query query) {
  query_ = std::move(query);
  return std::nullopt;
}

std::optional<Request> Session::refuse(base::Reason code, std::string_view why) {
  remark(code, std::string(why));
  return refuse(base::name_of(code), why);
}

std::optional<Request> Session::refuse(std::string_view code, std::string_view why) {
  reply(false, {{"code", code}, {"text", why}});
  return std::nullopt;
}

void Session::answer(base::Members more) { reply(true, std::move(more)); }

/// Answers the request that waits, and remembers it for when it comes again; but not what is long and
/// changes nothing.
void Session::reply(base::Value ok, base::Members more) {
  const auto id = asked_->id.value_or(0);
  const bool is_passing = asked_->what == "replay" || asked_->what == "transcript" || asked_->what == "ping";
  const bool is_plain = ok == base::Value(true) && more.empty();
  auto text = write_answer(id, std::move(ok), std::move(more));
  say(text);
  asked_.reset();
  if (is_passing) return;
  if (answers_.size() == kRememberedAnswers) answers_.erase(answers_.begin());
  answers_.push_back({id, is_plain ? nullptr : std::make_unique<const std::string>(std::move(text))});
}

void Session::complain(std::string_view why) {
  remark(Code::malformed, std::string(why));
  send({{"type", "error"}, {"code", "malformed"}, {"text", why}});
}

/// The hall is looked at again and again; what has not changed is not told.
void Session::tick() {
  if (!own_.empty()) return;
  if (sees_hall_) own_.emplace_back(query::Hall{write_hall});
  if (sees_connections_) own_.emplace_back(query::Connections{});
}

}  // namespace protocols::web
