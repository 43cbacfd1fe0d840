// Lines on standard output.
#include "client/talk/screen.hpp"

#include <fmt/chrono.h>
#include <fmt/color.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "client/shown.hpp"

namespace client::talk {
namespace {

/// Messages that are shown before it must be quiet for a while; a game has fewer.
constexpr std::size_t kMostShown = 5000;

}  // namespace

Screen::Screen(Look look, LineEditor::Complete complete) : look_(look), editor_(std::move(complete)) {
  if (look_.terminal) terminal_ = std::make_unique<RawTerminal>();
}

void Screen::message(char arrow, std::string_view text) {
  if (arrow == '<' && ++shown_ > kMostShown) {
    ++hidden_;
    return;
  }
  std::string line = fmt::format("{} {}", arrow, shortened(text, look_.width));
  if (look_.times) {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    line = fmt::format("{:%H:%M:%S} {}", fmt::localtime(now), line);
  }
  const auto color = arrow == '<' ? fmt::terminal_color::green : fmt::terminal_color::cyan;
  if (look_.colored) line = fmt::format("{}", fmt::styled(line, fmt::fg(color)));
  if (!look_.terminal) return print(line);
  const auto same = fmt::format("{}{}", arrow, text);
  for (const auto& one : repeats_.add({.text = line, .same = same, .alike = same})) print(one);
  draw();
}

void Screen::tell(std::string_view text) {
  for (const auto& one : repeats_.end()) print(one);
  print(text);
  draw();
}

void Screen::pause() {
  tick();
  shown_ = 0;
  for (const auto& one : repeats_.pause()) print(one);
  draw();
}

void Screen::tick() {
  if (hidden_ > 0) tell(fmt::format("- {} messages more, too fast to be shown", hidden_));
  hidden_ = 0;
}

void Screen::print(std::string_view line) const {
  fmt::print("{}{}\n", look_.terminal ? "\r\x1b[K" : "", line);
  std::fflush(stdout);
}

void Screen::draw() const {
  if (!look_.terminal || !terminal_) return;
  fmt::print("{}", editor_.draw(RawTerminal::columns()));
  std::fflush(stdout);
}

void Screen::end() {
  tick();
  for (const auto& one : repeats_.end()) print(one);
  if (look_.terminal) fmt::print("\r\x1b[K");
  std::fflush(stdout);
  terminal_.reset();
}

}  // namespace client::talk
