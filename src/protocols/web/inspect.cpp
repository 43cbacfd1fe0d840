// The server's half of the browser's protocol: wire connections and the pages of their seats.
#include <algorithm>
#include <boost/json.hpp>

#include "base/json.hpp"
#include "base/text.hpp"
#include "protocols/web/session.hpp"

namespace protocols::web {
namespace {

using base::Code;

base::Value describe_text(const std::string& text) {
  return text.empty() ? base::Value() : base::Value(text);
}

base::Value describe_connection(const Connection& one) {
  return base::object({{"connection", one.number},
                       {"protocol", one.protocol},
                       {"address", one.address},
                       {"name", one.name},
                       {"table", one.table ? base::Value(one.table->value) : base::Value()},
                       {"seat", one.table ? base::Value(one.seat.value) : base::Value()},
                       {"plays", one.plays},
                       {"since", base::millis(one.since)},
                       {"closed", one.closed ? base::Value(base::millis(*one.closed)) : base::Value()},
                       {"messages", one.messages},
                       {"refused", one.refused},
                       {"link", describe_text(one.link)}});
}

base::Value describe_refusal(const WireLine& line) {
  if (line.code.empty()) return nullptr;
  return base::object(
      {{"code", line.code}, {"why", line.why}, {"cite", line.cite}, {"sentence", line.sentence}});
}

base::Value describe_line(const WireLine& line) {
  return base::object({{"at", base::millis(line.at)},
                       {"from", line.from_client ? "client" : "server"},
                       {"text", line.text},
                       {"refused", describe_refusal(line)}});
}

/// The number of a connection; 0 if there is none.
std::uint64_t connection_of(const boost::json::object& message) {
  const auto* value = message.if_contains("connection");
  if (value == nullptr || !value->is_int64() || value->get_int64() < 1) return 0;
  return static_cast<std::uint64_t>(value->get_int64());
}

bool is_true(const boost::json::object& message, std::string_view name, bool otherwise) {
  const auto* value = message.if_contains(name);
  return value != nullptr && value->is_bool() ? value->get_bool() : otherwise;
}

}  // namespace

std::optional<Request> Session::read_connections(const Object& message) {
  sees_connections_ = is_true(message, "on", true);
  connections_.clear();
  if (sees_connections_) return ask_server(query::Connections{});
  answer();
  return std::nullopt;
}

std::optional<Request> Session::read_inspect(const Object& message) {
  if (is_true(message, "off", false)) return ask_server(query::Unfollow{});
  const auto number = connection_of(message);
  if (number == 0) return refuse(Code::malformed, "which connection?");
  return ask_server(query::Follow{number});
}

std::optional<Request> Session::read_transcript(const Object& message) {
  const auto number = connection_of(message);
  if (number == 0) return refuse(Code::malformed, "which connection?");
  return ask_server(query::Transcript{number});
}

/// "12-1-KEY"
std::optional<Request> Session::read_screen(const Object& message) {
  const auto* value = message.if_contains("link");
  const auto link = value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
  std::string_view rest = link;
  const auto table = base::to_number<std::uint64_t>(base::cut(rest, '-'));
  const auto seat = base::to_number<std::uint8_t>(base::cut(rest, '-'));
  if (!table || !seat || rest.empty()) return refuse(Code::malformed, "this is no link to a seat");
  return ask_server(query::SeatPage{{*table}, {*seat}, std::string(rest)});
}

/// Looked at again and again; what has not changed is not told.
void Session::on(const std::vector<Connection>& list) {
  base::List connections;
  connections.reserve(list.size());
  for (const auto& one : list) connections.push_back(describe_connection(one));
  auto text =
      base::write_json(base::object({{"type", "connections"}, {"connections", std::move(connections)}}));
  if (!sees_connections_ || text == connections_) return;
  connections_ = std::move(text);
  say(connections_ + "\n");
}

void Session::on(const Overheard& overheard) {
  base::List lines;
  lines.reserve(overheard.lines.size());
  for (const auto& line : overheard.lines) lines.push_back(describe_line(line));
  send({{"type", "wire"},
        {"connection", overheard.connection},
        {"missed", overheard.missed},
        {"lines", std::move(lines)}});
}

void Session::on(const Transcript& transcript) {
  if (asked_ && asked_->id) answer({{"transcript", transcript.text}});
}

}  // namespace protocols::web
