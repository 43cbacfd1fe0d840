// The two ways to face a player.
#include "client/play/face.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <utility>

#include "base/text.hpp"

namespace client::play {

void FullFace::show(Console& console) {
  console.take_news();  // it is on the screen
  auto grid = console.draw(terminal_->rows(), terminal_->columns(), terminal_->look());
  if (shown_ == grid) return;
  terminal_->paint(grid);
  shown_ = std::move(grid);
}

void FullFace::resize() {
  terminal_->resize();
  shown_.reset();
}

bool FullFace::read(Console& console) {
  while (const auto key = terminal_->next_key()) {
    if (key->kind == Key::Kind::click) {
      console.click(*key, terminal_->rows(), terminal_->columns(), terminal_->look());
    } else {
      console.press(*key);
    }
  }
  return true;
}

namespace {

constexpr Look kPlain{.unicode = false, .colour = false};

void print(std::string_view line) { fmt::print("{}\n", write_text(read_text(line))); }

}  // namespace

void PlainFace::show(Console& console) {
  for (const auto& line : console.take_news()) print(line);
  if (console.on_turn() && console.scene().view != shown_) {
    shown_ = console.scene().view;
    if (!std::exchange(begun_, true))
      print("'board' prints the board, 'help' lists what you can say and ask.");
    if (boards_) fmt::print("\n{}", console.picture(kPlain));
    if (const auto times = console.times(); !times.empty()) print(times);
    print(console.call());
  }
  std::fflush(stdout);
}

void PlainFace::obey(Console& console, std::string_view line) {
  line = base::trim(line);
  if (line.starts_with(':')) line.remove_prefix(1);  // as on a full screen
  if (line == "board" || line == "board on" || line == "board off") {
    if (line != "board off") fmt::print("{}", console.picture(kPlain));
    if (line != "board") boards_ = line == "board on";
    print(console.call());
  } else if (line == "help") {
    for (const auto& text : console.commands()) print(text);
  } else {
    console.enter(line);
  }
}

bool PlainFace::read(Console& console) {
  std::array<char, 4096> bytes{};
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count <= 0) return false;
  waiting_.append(bytes.data(), static_cast<std::size_t>(count));
  std::string_view rest = waiting_;
  while (rest.find('\n') != std::string_view::npos) {
    obey(console, base::cut(rest, '\n'));
    show(console);  // answers come in the order of the lines
  }
  waiting_ = std::string(rest);
  constexpr std::size_t kMostLine = 64UL * 1024;
  if (waiting_.size() > kMostLine) waiting_.clear();
  return true;
}

}  // namespace client::play
