// The terminal, by ncurses.
#include "client/play/terminal.hpp"

#include <fmt/format.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>
#undef columns  // macros of term.h that would be words of ours
#undef tab

namespace client::play {
namespace {

/// Milliseconds in which the rest of an escape sequence must come.
constexpr int kEscapeDelay = 25;

/// What a crash needs to put the terminal back: plain memory, for the handler of a signal.
struct Rescue {
  termios before{};
  std::array<char, 256> bytes{};
  std::size_t size = 0;
  bool armed = false;
};
Rescue rescue;

constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

void put_back() {
  if (!std::exchange(rescue.armed, false)) return;
  static_cast<void>(::write(STDOUT_FILENO, rescue.bytes.data(), rescue.size));
  ::tcsetattr(STDIN_FILENO, TCSANOW, &rescue.before);
}

extern "C" void crash(int signal) {
  put_back();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void arm_rescue() {
  std::string bytes = "\033[?1006l\033[?1002l\033[?1000l";
  for (const char* name : {"sgr0", "op", "rmkx", "cnorm", "rmcup"}) {
    const char* text = ::tigetstr(name);
    if (text != nullptr && reinterpret_cast<std::intptr_t>(text) != -1) bytes += text;
  }
  rescue.size = std::min(bytes.size(), rescue.bytes.size());
  std::memcpy(rescue.bytes.data(), bytes.data(), rescue.size);
  rescue.armed = true;
  for (const int signal : kCrashes) std::signal(signal, crash);
}

void disarm_rescue() {
  rescue.armed = false;
  for (const int signal : kCrashes) std::signal(signal, SIG_DFL);
}

/// One of the eight colours that every terminal with colours has, for one of the 256.
short nearest_of_eight(Colour colour) {
  if (colour < 0) return -1;
  if (colour < 16) return static_cast<short>(colour % 8);
  if (colour >= 232) return colour >= 246 ? COLOR_WHITE : COLOR_BLACK;
  const int number = colour - 16;
  const int most = std::max({number / 36, number / 6 % 6, number % 6});
  const auto bright = [&](int part, int bit) { return part * 2 > most ? bit : 0; };
  if (most < 2) return COLOR_BLACK;
  return static_cast<short>(bright(number / 36, COLOR_RED) | bright(number / 6 % 6, COLOR_GREEN) |
                            bright(number % 6, COLOR_BLUE));
}

int pair_of(const Style& style) {
  if (style.ink == kDefault && style.paper == kDefault) return 0;
  if (COLORS >= 256) return ::alloc_pair(style.ink, style.paper);
  auto ink = nearest_of_eight(style.ink);
  const auto paper = nearest_of_eight(style.paper);
  if (ink == paper && paper >= 0) ink = paper == COLOR_BLACK ? COLOR_WHITE : COLOR_BLACK;
  return ::alloc_pair(ink, paper);
}

attr_t attributes_of(const Style& style) {
  return (style.bold ? A_BOLD : A_NORMAL) | (style.reverse ? A_REVERSE : A_NORMAL) |
         (style.underline ? A_UNDERLINE : A_NORMAL);
}

/// All clicks of which ncurses has told at once, in their order: it gives the last one first.
std::deque<Key> clicks() {
  constexpr mmask_t kLeft = BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED;
  std::deque<Key> found;
  for (MEVENT event{}; ::getmouse(&event) == OK;) {
    if ((event.bstate & kLeft) != 0)
      found.push_front({.kind = Key::Kind::click, .row = event.y, .column = event.x});
  }
  return found;
}

std::optional<Key::Kind> from_function_key(wint_t code) {
  switch (code) {
    case KEY_UP:
      return Key::Kind::up;
    case KEY_DOWN:
      return Key::Kind::down;
    case KEY_LEFT:
      return Key::Kind::left;
    case KEY_RIGHT:
      return Key::Kind::right;
    case KEY_ENTER:
      return Key::Kind::enter;
    case KEY_BACKSPACE:
    case KEY_DC:
      return Key::Kind::backspace;
    case KEY_PPAGE:
      return Key::Kind::page_up;
    case KEY_NPAGE:
      return Key::Kind::page_down;
    case KEY_F(1):
      return Key::Kind::help;
    case KEY_F(2):
      return Key::Kind::chat;
    case KEY_F(3):
      return Key::Kind::sheet;
    case KEY_F(4):
      return Key::Kind::save;
    case KEY_F(5):
      return Key::Kind::back;
    case KEY_F(6):
      return Key::Kind::forward;
    case KEY_F(10):
      return Key::Kind::quit;
    default:
      return std::nullopt;
  }
}

Key from_character(wint_t code) {
  switch (code) {
    case L'\r':
    case L'\n':
      return {.kind = Key::Kind::enter};
    case L'\t':
      return {.kind = Key::Kind::tab};
    case 27:
      return {.kind = Key::Kind::escape};
    case 8:
    case 127:
      return {.kind = Key::Kind::backspace};
    default:
      return {.kind = Key::Kind::character, .character = static_cast<char32_t>(code)};
  }
}

/// Whoever sets NO_COLOR to anything but nothing wants none, unless they say otherwise.
bool wants_colour(Colours colours) {
  if (colours != Colours::automatic) return colours == Colours::always;
  const char* word = std::getenv("NO_COLOR");
  return word == nullptr || *word == '\0';
}

}  // namespace

base::Result<void> Terminal::check() {
  winsize size{};
  if (::isatty(STDIN_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
    return base::fail(base::Code::system, "this is no terminal: --plain needs none");
  }
  if (size.ws_row > 0 && (size.ws_row < kFewestRows || size.ws_col < kFewestColumns)) {
    return base::fail(
        base::Code::system,
        fmt::format("the terminal is too small: {}x{}, and {}x{} are needed (--plain needs less)",
                    size.ws_col, size.ws_row, kFewestColumns, kFewestRows));
  }
  const char* kind = std::getenv("TERM");
  int problem = 0;
  const bool known = kind != nullptr && ::setupterm(kind, STDOUT_FILENO, &problem) == OK;
  const bool usable = known && ::tigetstr("cup") != nullptr;
  if (known) ::del_curterm(::set_curterm(nullptr));
  if (!usable) {
    return base::fail(
        base::Code::system,
        fmt::format("TERM is '{}', which names no terminal that can be drawn on: --plain needs none",
                    kind == nullptr ? "" : kind));
  }
  return {};
}

base::Result<std::unique_ptr<Terminal>> Terminal::open(Colours colours) {
  if (const auto checked = check(); !checked) return std::unexpected(checked.error());
  std::setlocale(LC_ALL, "");
  const bool unicode = std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
  ::tcgetattr(STDIN_FILENO, &rescue.before);
  auto* screen = ::newterm(nullptr, stdout, stdin);
  if (screen == nullptr) return base::fail(base::Code::system, "the terminal cannot be used");
  ::set_escdelay(kEscapeDelay);
  ::cbreak();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, TRUE);
  ::nodelay(stdscr, TRUE);
  ::curs_set(0);
  const bool colour = wants_colour(colours) && ::has_colors() && ::start_color() == OK && COLORS >= 8;
  if (colour) ::use_default_colors();
  ::mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, nullptr);
  ::mouseinterval(0);
  arm_rescue();
  return std::unique_ptr<Terminal>(new Terminal(screen, {.unicode = unicode, .colour = colour}));
}

Terminal::~Terminal() {
  ::endwin();
  ::delscreen(screen_);
  disarm_rescue();
}

int Terminal::rows() const { return LINES; }
int Terminal::columns() const { return COLS; }

void Terminal::resize() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return;
  if (size.ws_row == 0 || size.ws_col == 0) return;
  ::resizeterm(size.ws_row, size.ws_col);
  ::clearok(stdscr, TRUE);
}

void Terminal::paint(const Grid& grid) {
  for (int row = 0; row < std::min(grid.rows(), LINES); ++row) {
    for (int column = 0; column < std::min(grid.columns(), COLS); ++column) {
      const auto& place = grid.at(row, column);
      if (place.glyph == 0) continue;  // the second half of the one before
      const std::array<wchar_t, 2> text{
          static_cast<wchar_t>(look_.unicode || place.glyph < 128 ? place.glyph : U'?'), 0};
      const int pair = look_.colour ? pair_of(place.style) : 0;
      cchar_t cell{};
      ::setcchar(&cell, text.data(), attributes_of(place.style), 0, &pair);
      ::mvadd_wch(row, column, &cell);
    }
  }
  ::refresh();
}

std::optional<Key> Terminal::next_key() {
  for (;;) {
    if (!clicks_.empty()) {
      const auto click = clicks_.front();
      clicks_.pop_front();
      return click;
    }
    wint_t code = 0;
    const int got = ::get_wch(&code);
    if (got == ERR) return std::nullopt;
    if (got == OK) return from_character(code);
    if (code == KEY_MOUSE) {
      clicks_ = clicks();
    } else if (const auto kind = from_function_key(code)) {
      return Key{.kind = *kind};
    }
  }
}

}  // namespace client::play
