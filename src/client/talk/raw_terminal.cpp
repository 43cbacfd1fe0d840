// termios.
#include "client/talk/raw_terminal.hpp"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace client::talk {
namespace {

termios before{};  // where the handler of a signal finds it
constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

void put_back() { ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before); }

void take() {
  termios raw = before;
  raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON | INLCR);
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

void crash(int signal) {
  put_back();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

RawTerminal::RawTerminal() {
  ::tcgetattr(STDIN_FILENO, &before);
  for (const int signal : kCrashes) std::signal(signal, crash);
  take();
}

RawTerminal::~RawTerminal() {
  put_back();
  for (const int signal : kCrashes) std::signal(signal, SIG_DFL);
}

std::size_t RawTerminal::columns() {
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

void RawTerminal::suspend() {
  put_back();
  std::raise(SIGTSTP);
  take();
}

}  // namespace client::talk
