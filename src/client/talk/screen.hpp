// What somebody who talks sees: lines that come in above the line that is being typed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "client/repeats.hpp"
#include "client/talk/line_editor.hpp"
#include "client/talk/raw_terminal.hpp"

namespace client::talk {

/// How lines are shown.
struct Look {
  bool terminal = false;  ///< lines are edited, and what is repeated is counted
  bool times = false;
  bool colored = false;
  std::size_t width = 0;  ///< longer messages are cut; 0: never
};

/// Writes to standard output. However much comes, so much is shown: what comes too fast to be read is
/// counted.
class Screen {
 public:
  Screen(Look look, LineEditor::Complete complete);

  /// A message, with '>' or '<' for who said it.
  void message(char arrow, std::string_view text);
  /// Something else, as it stands.
  void tell(std::string_view text);
  /// Nothing came for a while, or something was typed.
  void pause();
  /// A second has passed.
  void tick();

  LineEditor& editor() { return editor_; }
  /// The line that is typed, again.
  void draw() const;
  /// Nothing more is shown: the line that was being typed is left.
  void end();

 private:
  void print(std::string_view line) const;

  Look look_;
  LineEditor editor_;
  Repeats repeats_{"  ~ "};
  std::unique_ptr<RawTerminal> terminal_;
  std::size_t shown_ = 0;   ///< messages, since it was quiet
  std::size_t hidden_ = 0;  ///< that were only counted
};

}  // namespace client::talk
