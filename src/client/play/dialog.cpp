// Asks a player before there is a game.
#include "client/play/dialog.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "base/text.hpp"

namespace client::play {
namespace {

volatile std::sig_atomic_t last_signal = 0;

extern "C" void note_signal(int signal) { last_signal = signal; }

/// While one of these lives, signals that would end the program only interrupt what waits.
class Signals {
 public:
  Signals() {
    last_signal = 0;
    struct sigaction noting{};
    noting.sa_handler = note_signal;
    sigset_t all;
    ::sigemptyset(&all);
    for (const int signal : kAll) ::sigaddset(&all, signal);
    ::sigprocmask(SIG_UNBLOCK, &all, &blocked_);  // a game's loop has them wait
    for (std::size_t at = 0; at < kAll.size(); ++at) ::sigaction(kAll[at], &noting, &before_[at]);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals() {
    ::sigprocmask(SIG_SETMASK, &blocked_, nullptr);
    for (std::size_t at = 0; at < kAll.size(); ++at) ::sigaction(kAll[at], &before_[at], nullptr);
  }

 private:
  static constexpr std::array kAll{SIGINT, SIGTERM, SIGHUP, SIGWINCH};
  std::array<struct sigaction, kAll.size()> before_{};
  sigset_t blocked_{};
};

enum class Came : std::uint8_t { input, resize, end };

/// Waits until there is something to read, or the window has another size, or it is all over.
Came wait() {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  while (::poll(&input, 1, -1) < 0 && errno == EINTR) {
    if (last_signal != SIGWINCH) return Came::end;
    last_signal = 0;
    return Came::resize;
  }
  // A terminal that is gone is always ready to be read, and gives nothing.
  return (input.revents & (POLLIN | POLLHUP | POLLERR)) == POLLIN ? Came::input : Came::end;
}

/// The next line of standard input and nothing behind it, which the game itself will read. None at its end.
std::optional<std::string> read_line() {
  std::string line;
  for (char byte = 0; ::read(STDIN_FILENO, &byte, 1) == 1; line += byte) {
    if (byte == '\n') return line;
  }
  if (line.empty()) return std::nullopt;
  return line;
}

}  // namespace

base::Result<std::unique_ptr<FullDialog>> FullDialog::open(Colours colours) {
  if (const auto checked = Terminal::check(); !checked) return std::unexpected(checked.error());
  return std::unique_ptr<FullDialog>(new FullDialog(colours));
}

Response FullDialog::ask(const Question& question, const std::string& note) {
  const Signals signals;
  if (!terminal_) {
    auto opened = Terminal::open(colours_);
    if (!opened) return {.kind = Response::Kind::nobody};
    terminal_ = *std::move(opened);
  }
  Menu menu(question, note);
  for (;;) {
    terminal_->paint(menu.draw(terminal_->rows(), terminal_->columns(), terminal_->look()));
    const auto came = wait();
    if (came == Came::resize) terminal_->resize();
    if (came == Came::end) return {.kind = Response::Kind::quit, .signal = last_signal};
    while (const auto key = terminal_->next_key()) {
      const auto step = key->kind == Key::Kind::click
                            ? menu.click(*key, terminal_->rows(), terminal_->columns(), terminal_->look())
                            : menu.press(*key);
      if (step == Menu::Step::answered) return {.chosen = menu.chosen(), .typed = menu.typed()};
      if (step == Menu::Step::back) return {.kind = Response::Kind::back};
      if (step == Menu::Step::quit) return {.kind = Response::Kind::quit};
    }
  }
}

Response PlainDialog::ask(const Question& question, const std::string& note) {
  if (!note.empty()) fmt::print("{}\n", note);
  const auto& answers = question.answers;
  if (!answers.empty()) fmt::print("{}\n", question.text);
  for (std::size_t at = 0; at < answers.size(); ++at) {
    const auto about = answers[at].about.empty() ? "" : ": " + answers[at].about;
    fmt::print("{}. {}{}\n", at + 1, answers[at].text, about);
  }
  for (;;) {
    if (answers.empty()) {
      fmt::print("{} [{}]: ", question.text, question.typed);
    } else {
      fmt::print("A number, 'back' or 'quit' [{}]: ", question.proposed + 1);
    }
    std::fflush(stdout);
    const auto line = read_line();
    if (!line) return {.kind = Response::Kind::nobody};
    const auto word = base::trim(*line);
    if (word == "quit") return {.kind = Response::Kind::quit};
    if (word == "back") return {.kind = Response::Kind::back};
    if (answers.empty()) return {.typed = word.empty() ? question.typed : std::string(word)};
    if (word.empty()) return {.chosen = question.proposed};
    if (const auto chosen = read_answer(answers, word)) return {.chosen = *chosen};
    fmt::print("'{}' is none of them: type a number from 1 to {}.\n", write_text(read_text(word)),
               answers.size());
  }
}

}  // namespace client::play
