// The terminal, by ncurses: paints grids, reads keys, and is put back as it was whatever happens.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "client/play/colours.hpp"
#include "client/play/desk.hpp"

struct screen;  ///< of ncurses

namespace client::play {

inline constexpr int kFewestRows = 24;
inline constexpr int kFewestColumns = 80;

class Terminal {
 public:
  /// An error if there is no terminal, or one that is too small or cannot do what is needed.
  static base::Result<void> check();
  /// Takes the terminal. There is one at a time.
  static base::Result<std::unique_ptr<Terminal>> open(Colours colours);

  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  const Look& look() const { return look_; }
  int rows() const;
  int columns() const;
  /// The size has changed.
  void resize();
  void paint(const Grid& grid);
  /// The next key that was pressed, if there is one. Never waits longer than an escape sequence takes.
  std::optional<Key> next_key();

 private:
  Terminal(::screen* screen, Look look) : screen_(screen), look_(look) {}

  ::screen* screen_;
  Look look_;
  std::deque<Key> clicks_;  ///< that came together and were not asked for yet
};

}  // namespace client::play
