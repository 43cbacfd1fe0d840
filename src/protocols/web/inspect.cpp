// The server's half of the browser's protocol: wire connections and the pages of their seats.
#include <algorithm>
#include <boost/json.hpp>

#include "base/text.hpp"
#include "protocols/web/session.hpp"

namespace protocols::web {
namespace {

using base::Code;
using table::Inspect;

std::string write_connection(const table::Connection& one) {
  return write_object({{"connection", write_number(static_cast<long long>(one.number))},
                       {"protocol", write_text(one.protocol)},
                       {"address", write_text(one.address)},
                       {"name", write_text(one.name)},
                       {"table", one.table ? write_number(static_cast<long long>(one.table->value)) : "null"},
                       {"seat", one.table ? write_number(one.seat.value) : "null"},
                       {"plays", write_bool(one.plays)},
                       {"since", write_number(base::millis(one.since))},
                       {"closed", one.closed ? write_number(base::millis(*one.closed)) : "null"},
                       {"messages", write_number(static_cast<long long>(one.messages))},
                       {"refused", write_number(static_cast<long long>(one.refused))},
                       {"link", one.link.empty() ? "null" : write_text(one.link)}});
}

std::string write_refusal(const table::WireLine& line) {
  if (line.code.empty()) return "null";
  return write_object({{"code", write_text(line.code)},
                       {"why", write_text(line.why)},
                       {"cite", write_text(line.cite)},
                       {"sentence", write_text(line.sentence)}});
}

std::string write_line(const table::WireLine& line) {
  return write_object({{"at", write_number(base::millis(line.at))},
                       {"from", line.from_client ? "\"client\"" : "\"server\""},
                       {"text", write_text(line.text)},
                       {"refused", write_refusal(line)}});
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
  if (sees_connections_) return Inspect{Inspect::List{}};
  answer();
  return std::nullopt;
}

std::optional<Request> Session::read_inspect(const Object& message) {
  if (is_true(message, "off", false)) return Inspect{Inspect::Stop{}};
  const auto number = connection_of(message);
  if (number == 0) return refuse(Code::malformed, "which connection?");
  return Inspect{Inspect::Follow{number}};
}

std::optional<Request> Session::read_transcript(const Object& message) {
  const auto number = connection_of(message);
  if (number == 0) return refuse(Code::malformed, "which connection?");
  return Inspect{Inspect::Write{number}};
}

/// "12-1-KEY"
std::optional<Request> Session::read_screen(const Object& message) {
  const auto* value = message.if_contains("link");
  const auto link = value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
  std::string_view rest = link;
  const auto table = base::to_number<std::uint64_t>(base::cut(rest, '-'));
  const auto seat = base::to_number<std::uint8_t>(base::cut(rest, '-'));
  if (!table || !seat || rest.empty()) return refuse(Code::malformed, "this is no link to a seat");
  return table::Screen{{*table}, {*seat}, std::string(rest)};
}

void Session::on(const table::Inspected& inspected) {
  if (const auto* list = std::get_if<std::vector<table::Connection>>(&inspected)) {
    send_connections(*list);
  } else if (const auto* overheard = std::get_if<table::Overheard>(&inspected)) {
    send_wire(*overheard);
  } else if (asked_ && asked_->id) {
    answer({{"transcript", write_text(std::get<table::Written>(inspected).text)}});
  }
}

/// Looked at again and again; what has not changed is not told.
void Session::send_connections(const std::vector<table::Connection>& list) {
  std::vector<std::string> connections;
  connections.reserve(list.size());
  for (const auto& one : list) connections.push_back(write_connection(one));
  auto text = write_object({{"type", "\"connections\""}, {"connections", write_list(connections)}});
  if (!sees_connections_ || text == connections_) return;
  connections_ = std::move(text);
  say(connections_ + "\n");
}

void Session::send_wire(const table::Overheard& overheard) {
  std::vector<std::string> lines;
  lines.reserve(overheard.lines.size());
  for (const auto& line : overheard.lines) lines.push_back(write_line(line));
  send({{"type", "\"wire\""},
        {"connection", write_number(static_cast<long long>(overheard.connection))},
        {"missed", write_number(static_cast<long long>(overheard.missed))},
        {"lines", write_list(lines)}});
}

}  // namespace protocols::web
