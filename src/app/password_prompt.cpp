// Asks for a password.
#include "app/password_prompt.hpp"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace app {
namespace {

/// What is typed does not show while one of these lives.
class Hidden {
 public:
  Hidden() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
    is_terminal_ = true;
    auto silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    silent.c_lflag |= ECHONL;
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
  }
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;
  ~Hidden() {
    if (is_terminal_) ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }

  bool is_terminal() const { return is_terminal_; }

 private:
  termios before_{};
  bool is_terminal_ = false;
};

}  // namespace

base::Result<base::Secret> ask_password(std::string_view account) {
  const Hidden hidden;
  if (hidden.is_terminal()) {
    fmt::print(stderr, "Password of {}: ", account);
    std::fflush(stderr);
  }
  std::string line;
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n') line += byte;
  base::Secret password(line);
  base::wipe(line);
  if (password.text().empty()) return base::fail(base::Code::malformed, "no password was given");
  return password;
}

}  // namespace app
