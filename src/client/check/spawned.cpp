// Programs under test, started and ended.
#include "client/check/spawned.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <iterator>
#include <mutex>
#include <sstream>
#include <thread>
#include <vector>

#include "net/descriptor.hpp"
#include "protocols/escape.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has it in no header

namespace client::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLook{10};
constexpr std::chrono::milliseconds kGrace{500};  ///< for a program to end by itself
constexpr std::size_t kLastWords = 300;           ///< characters of what it said last

std::string with_port(std::string_view command, std::uint16_t port) {
  std::string text(command);
  for (auto at = text.find(kPortMark); at != std::string::npos; at = text.find(kPortMark))
    text.replace(at, kPortMark.size(), std::to_string(port));
  return text;
}

/// Keeps the end of what comes through a pipe, however much that is.
class Tail {
 public:
  explicit Tail(net::Descriptor pipe) : pipe_(std::move(pipe)), reader_([this] { read_all(); }) {}
  Tail(const Tail&) = delete;
  Tail& operator=(const Tail&) = delete;
  ~Tail() { ::eventfd_write(enough_.get(), 1); }

  std::string get() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  void read_all() {
    std::array<char, 4096> buffer{};
    for (;;) {
      std::array<pollfd, 2> both{pollfd{pipe_.get(), POLLIN, 0}, pollfd{enough_.get(), POLLIN, 0}};
      if (::poll(both.data(), both.size(), -1) < 0 || both[1].revents != 0) return;
      const auto count = ::read(pipe_.get(), buffer.data(), buffer.size());
      if (count <= 0) return;
      const std::lock_guard lock(mutex_);
      text_.append(buffer.data(), static_cast<std::size_t>(count));
      if (text_.size() > 2 * kLastWords) text_.erase(0, text_.size() - 2 * kLastWords);
    }
  }

  net::Descriptor pipe_;
  net::Descriptor enough_{::eventfd(0, EFD_CLOEXEC)};  ///< a program that hid may write for ever
  std::mutex mutex_;
  std::string text_;
  std::jthread reader_;
};

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

/// Whether somebody listens there. Nobody is called, so that no server sees a visitor who says nothing.
bool is_taken(std::uint16_t port) {
  constexpr std::size_t kLocal = 1;  // columns of a row
  constexpr std::size_t kState = 3;
  const auto end = fmt::format(":{:04X}", port);
  for (const auto* name : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream table(name);
    for (std::string line; std::getline(table, line);) {
      std::istringstream row(line);
      const std::vector<std::string> words{std::istream_iterator<std::string>(row), {}};
      if (words.size() > kState && words[kLocal].ends_with(end) && words[kState] == "0A") return true;
    }
  }
  return false;
}

}  // namespace

struct Spawned::Inside {
  pid_t pid = 0;
  std::unique_ptr<Tail> tail;
  bool running = true;
  int status = 0;
};

Spawned::Spawned(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

base::Result<std::unique_ptr<Spawned>> Spawned::start(std::string_view command, std::uint16_t port) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return base::fail(base::Code::system, "no pipe is left");
  net::Descriptor reading(ends[0]);
  const net::Descriptor writing(ends[1]);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, writing.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, writing.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh";
  std::string flag = "-c";
  auto text = with_port(command, port);
  const std::array<char*, 4> words{shell.data(), flag.data(), text.data(), nullptr};
  auto inside = std::make_unique<Inside>();
  const int problem = ::posix_spawn(&inside->pid, "/bin/sh", &files, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (problem != 0) return base::fail(base::Code::system, fmt::format("cannot start '{}'", text));
  inside->tail = std::make_unique<Tail>(std::move(reading));
  return std::unique_ptr<Spawned>(new Spawned(std::move(inside)));
}

bool Spawned::is_running() {
  if (inside_->running && ::waitpid(inside_->pid, &inside_->status, WNOHANG) == inside_->pid)
    inside_->running = false;
  return inside_->running;
}

Spawned::~Spawned() {
  const auto end = Clock::now() + kGrace;
  ::kill(-inside_->pid, SIGTERM);
  while (is_running() && Clock::now() < end) std::this_thread::sleep_for(kLook);
  ::kill(-inside_->pid, SIGKILL);
  if (inside_->running) ::waitpid(inside_->pid, &inside_->status, 0);
}

std::string Spawned::last_words() {
  ::kill(-inside_->pid, SIGKILL);  // what it has left behind would keep the pipe open
  const auto status = inside_->status;
  const auto how = WIFSIGNALED(status) ? fmt::format("was ended by signal {}", WTERMSIG(status))
                                       : fmt::format("ended with code {}", WEXITSTATUS(status));
  std::this_thread::sleep_for(kLook);
  auto words = inside_->tail->get();
  while (words.ends_with('\n')) words.pop_back();
  if (words.size() > kLastWords) words = "..." + words.substr(words.size() - kLastWords);
  return words.empty() ? how : fmt::format("{}: '{}'", how, protocols::escape(words));
}

std::uint16_t find_free_port() {
  const net::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  auto address = loopback(0);
  socklen_t size = sizeof address;
  auto* place = reinterpret_cast<sockaddr*>(&address);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
  if (::bind(socket.get(), place, size) != 0 || ::getsockname(socket.get(), place, &size) != 0) return 0;
  return ntohs(address.sin_port);
}

base::Result<std::unique_ptr<Spawned>> start_server(std::string_view command, std::uint16_t port,
                                                    std::chrono::milliseconds patience) {
  auto server = Spawned::start(command, port);
  if (!server) return server;
  const auto end = Clock::now() + patience;
  while (!is_taken(port)) {
    if (!(*server)->is_running())
      return base::fail(base::Code::system, fmt::format("the server of --spawn {}", (*server)->last_words()));
    if (Clock::now() > end)
      return base::fail(base::Code::system,
                        fmt::format("the server of --spawn does not listen on port {} within {} s", port,
                                    std::chrono::duration_cast<std::chrono::seconds>(patience).count()));
    std::this_thread::sleep_for(kLook);
  }
  return server;
}

}  // namespace client::check
