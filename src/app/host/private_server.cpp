// A server of one's own for a benchmark.
#include "app/host/private_server.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <vector>

#include "base/text.hpp"
#include "protocols/all.hpp"

namespace app {
namespace {

/// The first line that arrives on a pipe; empty if it ends before.
std::string read_line(int file) {
  std::string line;
  char c = 0;
  while (::read(file, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

base::Result<pid_t> spawn(std::vector<std::string> arguments, int output) {
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t pid = 0;
  const int problem = ::posix_spawn(&pid, "/proc/self/exe", &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return base::fail(base::Code::system, "the server could not be started");
  return pid;
}

}  // namespace

base::Result<PrivateServer> PrivateServer::start(const std::string& protocol) {
  auto folder = (std::filesystem::temp_directory_path() / "parlor-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr)
    return base::fail(base::Code::system, "there is no room for temporary files");
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
    return base::fail(base::Code::system, "the server could not be started");
  std::vector<std::string> arguments{"parlor",  "serve", "--data",      folder,
                                     "--admin", "off",   "--log-level", "warn"};
  for (const auto& other : protocols::all()) {
    arguments.insert(arguments.end(), {"--listen", std::string(other.name) +
                                                       (other.name == protocol ? "=127.0.0.1:0" : "=off")});
  }
  const auto pid = spawn(std::move(arguments), pipe[1]);
  ::close(pipe[1]);
  if (!pid) {
    ::close(pipe[0]);
    return std::unexpected(pid.error());
  }
  PrivateServer server(*pid, folder);
  const auto line = read_line(pipe[0]);
  ::close(pipe[0]);
  for (auto word : base::split(line, ' ')) {
    if (base::cut(word, '=') != protocol) continue;
    if (auto address = net::read_address(word)) server.address_ = *address;
  }
  if (server.address_.port == 0) return base::fail(base::Code::system, "the server did not become ready");
  return server;
}

PrivateServer::PrivateServer(PrivateServer&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)),
      data_(std::move(other.data_)),
      address_(std::move(other.address_)) {}

PrivateServer::~PrivateServer() {
  if (pid_ == 0) return;
  ::kill(pid_, SIGTERM);
  ::waitpid(pid_, nullptr, 0);
  std::error_code ignored;
  std::filesystem::remove_all(data_, ignored);
}

}  // namespace app
