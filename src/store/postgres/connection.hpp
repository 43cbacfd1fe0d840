// PostgreSQL with owners: a connection that closes itself, and that waits for no answer for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

struct pg_conn;
struct pg_result;

namespace store::postgres {

using base::Result;

/// What a statement is given: texts, numbers as such, or nothing.
using Values = std::vector<std::optional<std::string>>;

/// A list for `unnest`, as PostgreSQL writes arrays.
class List {
 public:
  void add(std::int64_t value) { put(std::to_string(value)); }
  void add(std::string_view text);
  void add_nothing() { put("NULL"); }
  std::string text() const { return items_ + '}'; }

 private:
  void put(std::string_view item);

  std::string items_ = "{";
};

/// What a statement has given. Rows and columns count from 0.
class Rows {
 public:
  explicit Rows(pg_result* result) : result_(result) {}

  int size() const;
  std::string_view text(int row, int column) const;
  std::int64_t integer(int row, int column) const;
  bool is_null(int row, int column) const;
  /// How many rows were changed, by a statement that gives none.
  std::int64_t changed() const;

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

/// Says in one sentence what is wrong with the address of a database, if something is.
Result<void> check_url(const std::string& url);

/// Refuses a server whose number (as of PQserverVersion) is too low.
Result<void> check_server(int version);

/// A session, used by one thread at a time. Names without a schema are Parlor's own.
class Connection {
 public:
  using Patience = std::chrono::milliseconds;

  /// Connects; may take some seconds. No statement is waited for longer than `patience`: the connection is
  /// lost then, and what became of the statement is not known.
  static Result<Connection> open(const std::string& url, Patience patience);

  /// One statement. It is prepared when it is met for the first time.
  Result<Rows> run(const std::string& sql, const Values& values = {});
  /// Several statements without values, divided by semicolons.
  Result<void> execute(const std::string& sql);

  /// Whether nothing more can be asked on it: also, what the last statement did may be unknown.
  bool is_lost() const;
  /// Whether a transaction was begun on it and has neither ended nor failed.
  bool is_in_transaction() const;
  /// The five letters that PostgreSQL has for the last error; empty if it has not said one.
  const std::string& last_state() const { return state_; }
  /// Which of the server's processes answers.
  int server_process() const;
  /// The texts of NOTIFY that have come, after waiting for them so long at most. Who sent them is told.
  struct Heard {
    int server_process;
    std::string text;
  };
  Result<std::vector<Heard>> listen(Patience patience);

 private:
  Connection(pg_conn* connection, Patience patience) : connection_(connection), patience_(patience) {}
  Result<Rows> answer();
  Result<void> send_all(std::chrono::steady_clock::time_point until);
  Result<void> wait(short events, std::chrono::steady_clock::time_point until);
  std::unexpected<base::Error> problem(std::string_view text);

  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  std::unique_ptr<pg_conn, Finish> connection_;
  Patience patience_;
  std::map<std::string, std::string, std::less<>> prepared_;  ///< names by statement
  std::string state_;
};

/// Begins a transaction that locks what others may wait for. Should this process stand still in it, the
/// database ends it after a second, and with it the connection.
Result<void> begin_locking(Connection& connection);

/// Takes back, when it goes, a transaction that was begun and not ended.
class Unfinished {
 public:
  explicit Unfinished(Connection& connection) : connection_(connection) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished();
  /// Ends it.
  Result<void> commit();

 private:
  Connection& connection_;
  bool open_ = true;
};

}  // namespace store::postgres
