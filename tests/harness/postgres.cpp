// A PostgreSQL of the test's own.
#include "harness/postgres.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "store/postgres/connection.hpp"

namespace harness {
namespace {

/// tests/harness/postgres.py as a program: it ends when its standard input does, which is when we end.
class Server {
 public:
  Server() {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipes");
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      ::execlp("python3", "python3", PARLOR_SOURCE_DIR "/tests/harness/postgres.py", nullptr);
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    lives_ = to[1];
    for (char c = 0; ::read(from[0], &c, 1) == 1 && c != '\n';) url_ += c;
    ::close(from[0]);
    if (url_.empty()) throw std::runtime_error("PostgreSQL was not started");
  }
  ~Server() {
    ::close(lives_);
    ::waitpid(process_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string make_database() {
    auto connection = store::postgres::Connection::open(url_, std::chrono::minutes(1));
    if (!connection) throw std::runtime_error(connection.error().detail);
    const auto name = fmt::format("test{}", ++made_);
    if (auto made = connection->execute(fmt::format("CREATE DATABASE {} TEMPLATE template0", name)); !made)
      throw std::runtime_error(made.error().detail);
    auto url = url_;
    return url.replace(url.find("/postgres?"), 9, "/" + name);
  }

 private:
  pid_t process_ = -1;
  int lives_ = -1;
  std::string url_;
  int made_ = 0;
};

}  // namespace

std::string make_database() {
  static Server server;
  return server.make_database();
}

store::postgres::Connection connect_to(const std::string& url) {
  auto opened = store::postgres::Connection::open(url, kPatience);
  if (!opened) throw std::runtime_error(opened.error().detail);
  return *std::move(opened);
}

std::string text_of(store::postgres::Connection& connection, const std::string& sql) {
  const auto rows = connection.run(sql);
  if (!rows) throw std::runtime_error(rows.error().detail);
  return rows->size() > 0 ? std::string(rows->text(0, 0)) : "";
}

}  // namespace harness
