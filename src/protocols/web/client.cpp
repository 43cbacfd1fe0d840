// The client's half of the browser's protocol: requests out, answers in.
#include "protocols/web/client.hpp"

#include <fmt/format.h>

#include "base/json.hpp"
#include "protocols/web/reading.hpp"

#include "games/refusals.hpp"

namespace protocols::web {
namespace {

using base::Code;

/// The code of that name. What comes too late is `stale` on the wire only.
base::Reason code_of(std::string_view name) {
  if (name == "stale") return Code::not_your_turn;
  if (const auto own = games::find_refusal(name)) return *own;
  for (int code = 0; code <= static_cast<int>(base::kLastCode); ++code) {
    if (base::name_of(static_cast<Code>(code)) == name) return static_cast<Code>(code);
  }
  return Code::system;
}

std::string_view word_of(table::Make make) {
  switch (make) {
    case table::Make::if_none:
      return "if_none";
    case table::Make::always:
      return "always";
    case table::Make::never:
      return "never";
  }
  std::unreachable();
}

std::string_view color_of(table::First first) {
  switch (first) {
    case table::First::as_they_came:
      return "";
    case table::First::seeker:
      return "white";
    case table::First::other:
      return "black";
    case table::First::random:
      return "random";
  }
  std::unreachable();
}

}  // namespace

void Client::send(Kind kind, std::string_view word, base::Members fields) {
  base::Members message{{"id", ++last_id_}, {"ask", word}};
  for (auto& field : fields) message.push_back(std::move(field));
  waiting_.emplace(last_id_, kind);
  say(base::write_json(std::move(message)) + "\n");
}

base::Result<void> Client::ask(const Request& request) {
  if (finished_) return base::fail(Code::not_at_table, "the connection is closed");
  if (const auto* wanted = std::get_if<table::Play>(&request)) return play(wanted->move);
  if (const auto* wanted = std::get_if<table::Seek>(&request)) {
    seek(*wanted);
  } else if (const auto* name = std::get_if<table::Name>(&request)) {
    send(Kind::asked, "name", {{"name", name->name}});
  } else if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    send(Kind::asked, "rematch", {{"wish", rematch->wish == table::Wish::again ? "again" : "enough"}});
  } else if (const auto* words = std::get_if<table::Say>(&request)) {
    send(Kind::asked, "say", {{"text", words->text}});
  } else if (const auto* watch = std::get_if<table::Watch>(&request)) {
    send(Kind::asked, "watch", {{"table", watch->table.value}});
  } else if (const auto* offer = std::get_if<table::Offer>(&request)) {
    send(Kind::asked, "offer", {{"what", offer->what == table::Proposal::draw ? "draw" : "takeback"}});
  } else if (const auto* reply = std::get_if<table::Reply>(&request)) {
    send(Kind::asked, "reply", {{"accept", reply->consent == table::Consent::accept}});
  } else if (std::holds_alternative<table::Resign>(request)) {
    send(Kind::asked, "resign", {});
  } else if (std::holds_alternative<table::Ready>(request)) {
    send(Kind::asked, "ready", {});
  } else if (std::holds_alternative<table::Leave>(request)) {
    send(Kind::leave, "leave", {});
  } else if (std::holds_alternative<table::ListLobbies>(request)) {
    return base::fail(Code::malformed, "this protocol shows lobbies in the hall only");
  }
  return {};  // to come back needs no words: the cookie says who it is
}

base::Result<void> Client::ask_query(const Query& query) {
  if (finished_) return base::fail(Code::not_at_table, "the connection is closed");
  if (const auto* wanted = std::get_if<query::Replay>(&query)) {
    replay_.reset();
    send(Kind::replay, "replay", {{"table", wanted->table.value}});
  } else if (const auto* account = std::get_if<query::Account>(&query)) {
    const auto* who = std::get_if<query::Account::SignIn>(&account->act);
    if (who == nullptr) return base::fail(Code::malformed, "only pages change accounts");
    send(Kind::asked, "sign_in", {{"name", who->name}, {"password", std::string(who->password.text())}});
  } else if (std::holds_alternative<query::Hall>(query)) {
    send(Kind::asked, "hall", {{"on", true}});
  } else {
    return LineClient::ask_query(query);
  }
  return {};
}

void Client::seek(const table::Seek& wanted) {
  if (!wanted.name.empty()) send(Kind::asked, "name", {{"name", wanted.name}});
  base::Members fields{{"game", wanted.game},   {"options", wanted.options},    {"seats", wanted.seats},
                       {"lobby", wanted.lobby}, {"make", word_of(wanted.make)}, {"ready", wanted.ready}};
  if (!wanted.bots.empty()) fields.push_back({"bots", base::list_of(wanted.bots)});
  if (!wanted.clock.empty()) fields.push_back({"clock", wanted.clock});
  if (const auto color = color_of(wanted.first); !color.empty()) fields.push_back({"color", color});
  send(Kind::asked, "seek", std::move(fields));
}

base::Result<void> Client::play(const games::AnyMove& move) {
  if (!place_ || !place_->told.viewer) return base::fail(Code::not_at_table, "there is no game");
  if (place_->asked) return base::fail(Code::not_your_turn, "the last move is not answered yet");
  if (games::game_of(move) != place_->told.game)
    return base::fail(Code::malformed, "that is a move of another game");
  place_->asked = move;
  send(Kind::move, "move", {{"move", games::write(move)}, {"after", place_->seq}});
  return {};
}

void Client::heal() {
  if (std::exchange(healing_, true)) return;
  send(Kind::heal, "since", {{"seq", place_ ? place_->seq : 0}});
}

std::optional<games::AnyView> Client::view() const {
  if (!place_) return std::nullopt;
  if (place_->asked) return games::while_asked(place_->view, *place_->told.viewer, *place_->asked);
  return place_->view;
}

void Client::read(std::string_view line) {
  if (line.empty()) return;
  const auto message = base::read_json(line);
  if (!message || !message->is_object()) return confused("the server sent what is no JSON object");
  try {
    read_message(*message);
  } catch (const Nonsense&) {
    confused(fmt::format("the server sent a message that makes no sense: {}", line.substr(0, 80)));
  }
}

void Client::read_message(const Value& message) {
  const auto type = read_text(member_of(message, "type"));
  if (type == "answer") return read_answer(message);
  if (type == "lobby") return read_lobby(message);
  if (type == "table") return read_table(message);
  if (type == "update") return read_update(message);
  if (type == "presence") return read_presence(message);
  if (type == "renamed") return read_renamed(message);
  if (type == "hall") return read_hall(message);
  if (type == "offer") return read_offer(message);
  if (type == "clock") return read_clock(message);
  if (type == "wish") return read_wish(message);
  if (type == "welcome") {
    notices_.emplace_back(table::Renamed{"", read_text(member_of(message, "name"))});
  } else if (type == "said") {
    notices_.emplace_back(
        table::Said{read_text(member_of(message, "from")), read_text(member_of(message, "text"))});
  } else if (type == "agreed") {
    const bool again = read_text(member_of(message, "wish")) == "again";
    notices_.emplace_back(table::Agreed{again ? table::Wish::again : table::Wish::enough});
  } else if (type == "error") {
    notices_.emplace_back(table::Refused{{Code::malformed, read_text(member_of(message, "text"))}});
  } else if (type == "elsewhere") {
    notices_.emplace_back(table::Elsewhere{table::Elsewhere::What::replaced});
    finished_ = true;
  }
}  // what is unknown does not matter

void Client::read_answer(const Value& message) {
  const auto found = waiting_.find(read_number<std::int64_t>(member_of(message, "id")));
  if (found == waiting_.end()) return;
  const auto kind = found->second;
  waiting_.erase(found);
  const bool taken = read_truth(member_of(message, "ok"));
  if (kind == Kind::heal) {
    if (!taken) confused("the server does not tell how things stand");
    return;
  }
  if (!taken) {
    if (kind == Kind::move && place_) place_->asked.reset();
    notices_.emplace_back(table::Refused{
        {code_of(read_text(member_of(message, "code"))), read_text(member_of(message, "text"))}});
    return;
  }
  if (kind == Kind::leave) place_.reset();
  if (kind == Kind::replay) return read_replay(member_of(message, "replay"));
  notices_.emplace_back(table::Accepted{});
}

}  // namespace protocols::web
