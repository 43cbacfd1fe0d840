// PostgreSQL with owners.
#include "store/postgres/connection.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/text.hpp"

namespace store::postgres {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

constexpr int kOldest = 130000;

/// The fence is right in this isolation only, and "committed" must mean durable, whatever the host has set.
constexpr auto kSession =
    "SET default_transaction_isolation = 'read committed'; SET search_path = parlor; "
    "SET client_min_messages = error; "
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = "
    "'off'";

/// What PostgreSQL says, on one line and without its end.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == '\n' || c == '\t' || c == ' ';
    if (blank && (line.empty() || line.back() == ' ')) continue;
    line += blank ? ' ' : c;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;

Result<Options> parse(const std::string& url) {
  char* message = nullptr;
  Options options(PQconninfoParse(url.c_str(), &message));
  const std::string why = message != nullptr ? one_line(message) : "no memory";
  PQfreemem(message);
  if (!options) return fail(Code::bad_options, fmt::format("the address of the database: {}", why));
  return options;
}

bool is_set(const Options& options, std::string_view name) {
  for (const auto* one = options.get(); one->keyword != nullptr; ++one) {
    if (one->keyword == name) return one->val != nullptr;
  }
  return false;
}

}  // namespace

void List::put(std::string_view item) {
  if (items_.size() > 1) items_ += ',';
  items_ += item;
}

void List::add(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  put(quoted + '"');
}

void Rows::Clear::operator()(pg_result* result) const { PQclear(result); }
int Rows::size() const { return PQntuples(result_.get()); }
std::string_view Rows::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}
std::int64_t Rows::integer(int row, int column) const {
  return base::to_number<std::int64_t>(text(row, column)).value_or(0);
}
bool Rows::is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }
std::int64_t Rows::changed() const {
  return base::to_number<std::int64_t>(PQcmdTuples(result_.get())).value_or(0);
}

Result<void> check_url(const std::string& url) {
  if (!url.starts_with("postgres://") && !url.starts_with("postgresql://")) {
    return fail(Code::bad_options,
                fmt::format("'{}' is no address of a database: postgres://USER@HOST/DATABASE is meant",
                            url.substr(0, url.find(':'))));
  }
  if (auto parsed = parse(url); !parsed) return std::unexpected(std::move(parsed).error());
  return {};
}

Result<void> check_server(int version) {
  if (version >= kOldest) return {};
  return fail(Code::storage, fmt::format("PostgreSQL {} is too old: {} or later is needed", version / 10000,
                                         kOldest / 10000));
}

void Connection::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }

Result<Connection> Connection::open(const std::string& url, Patience patience) {
  if (auto right = check_url(url); !right) return std::unexpected(std::move(right).error());
  const auto options = parse(url);
  if (!options) return std::unexpected(options.error());
  std::vector<const char*> keys{"dbname", "client_encoding", "fallback_application_name"};
  std::vector<const char*> values{url.c_str(), "UTF8", "parlor"};
  if (!is_set(*options, "connect_timeout")) {
    keys.push_back("connect_timeout");
    values.push_back("5");
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  Connection made(PQconnectdbParams(keys.data(), values.data(), 1), patience);
  if (made.is_lost())
    return fail(Code::storage,
                fmt::format("PostgreSQL: {}", one_line(PQerrorMessage(made.connection_.get()))));
  if (auto right = check_server(PQserverVersion(made.connection_.get())); !right)
    return std::unexpected(std::move(right).error());
  PQsetnonblocking(made.connection_.get(), 1);
  if (auto set = made.execute(kSession); !set) return std::unexpected(std::move(set).error());
  return made;
}

bool Connection::is_lost() const { return !connection_ || PQstatus(connection_.get()) != CONNECTION_OK; }

bool Connection::is_in_transaction() const {
  return connection_ && PQtransactionStatus(connection_.get()) == PQTRANS_INTRANS;
}

int Connection::server_process() const { return PQbackendPID(connection_.get()); }

std::unexpected<base::Error> Connection::problem(std::string_view text) {
  return fail(Code::storage, fmt::format("PostgreSQL: {}", one_line(text)));
}

Result<void> Connection::wait(short events, Clock::time_point until) {
  pollfd socket{PQsocket(connection_.get()), events, 0};
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    const int ready = left > 0 ? ::poll(&socket, 1, static_cast<int>(left)) : 0;
    if (ready > 0) return {};
    if (ready < 0 && errno == EINTR) continue;
    connection_.reset();
    return problem(ready == 0 ? fmt::format("no answer for {} ms", patience_.count()) : std::strerror(errno));
  }
}

Result<void> Connection::send_all(Clock::time_point until) {
  for (;;) {
    const int left = PQflush(connection_.get());
    if (left == 0) return {};
    if (left < 0) return problem(PQerrorMessage(connection_.get()));
    if (auto ready = wait(POLLIN | POLLOUT, until); !ready) return ready;
    if (PQconsumeInput(connection_.get()) == 0) return problem(PQerrorMessage(connection_.get()));
  }
}

/// The answer to what was sent; of several statements that of the last, or of the first that failed.
Result<Rows> Connection::answer() {
  const auto until = Clock::now() + patience_;
  if (auto sent = send_all(until); !sent) return std::unexpected(std::move(sent).error());
  std::optional<Result<Rows>> found;
  for (;;) {
    while (PQisBusy(connection_.get()) != 0) {
      if (auto ready = wait(POLLIN, until); !ready) return std::unexpected(std::move(ready).error());
      if (PQconsumeInput(connection_.get()) == 0) return problem(PQerrorMessage(connection_.get()));
    }
    PGresult* result = PQgetResult(connection_.get());
    if (result == nullptr) break;
    Rows rows(result);
    const auto status = PQresultStatus(result);
    if (found && !*found) continue;
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
      found = std::move(rows);
      continue;
    }
    const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    state_ = state != nullptr ? state : "";
    found = problem(PQresultErrorMessage(result));
  }
  if (!found) return problem(PQerrorMessage(connection_.get()));
  return *std::move(found);
}

Result<Rows> Connection::run(const std::string& sql, const Values& values) {
  if (is_lost()) return problem("the connection is lost");
  state_.clear();
  auto known = prepared_.find(sql);
  if (known == prepared_.end()) {
    auto name = fmt::format("s{}", prepared_.size());
    if (PQsendPrepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr) == 0)
      return problem(PQerrorMessage(connection_.get()));
    if (auto prepared = answer(); !prepared) return prepared;
    known = prepared_.emplace(sql, std::move(name)).first;
  }
  std::vector<const char*> texts;
  texts.reserve(values.size());
  for (const auto& value : values) texts.push_back(value ? value->c_str() : nullptr);
  if (PQsendQueryPrepared(connection_.get(), known->second.c_str(), static_cast<int>(texts.size()),
                          texts.data(), nullptr, nullptr, 0) == 0)
    return problem(PQerrorMessage(connection_.get()));
  return answer();
}

Result<void> Connection::execute(const std::string& sql) {
  if (is_lost()) return problem("the connection is lost");
  state_.clear();
  if (PQsendQuery(connection_.get(), sql.c_str()) == 0) return problem(PQerrorMessage(connection_.get()));
  if (auto done = answer(); !done) return std::unexpected(std::move(done).error());
  return {};
}

Result<std::vector<Connection::Heard>> Connection::listen(Patience patience) {
  if (is_lost()) return problem("the connection is lost");
  pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
  static_cast<void>(::poll(&socket, 1, static_cast<int>(patience.count())));
  if (PQconsumeInput(connection_.get()) == 0) return problem(PQerrorMessage(connection_.get()));
  std::vector<Heard> heard;
  while (PGnotify* notify = PQnotifies(connection_.get())) {
    heard.push_back({notify->be_pid, notify->extra});
    PQfreemem(notify);
  }
  return heard;
}

Result<void> begin_locking(Connection& connection) {
  return connection.execute("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'");
}

Unfinished::~Unfinished() {
  if (open_ && !connection_.is_lost()) static_cast<void>(connection_.execute("ROLLBACK"));
}

Result<void> Unfinished::commit() {
  open_ = false;
  return connection_.execute("COMMIT");
}

}  // namespace store::postgres
