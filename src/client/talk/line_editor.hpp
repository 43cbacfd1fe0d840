// One line that is typed at a terminal: keys in, lines and what is to be drawn out. Without any I/O.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/talk/commands.hpp"

namespace client::talk {

/// What came of the keys.
struct Typed {
  enum class Kind : std::uint8_t {
    line,     ///< Enter
    end,      ///< Ctrl-D in an empty line, or Ctrl-C
    choices,  ///< Tab, and there are several ways to go on
    suspend,  ///< Ctrl-Z
  };
  Kind kind;
  std::string text = {};
  std::vector<std::string> choices = {};
};

/// Arrows, Home, End, Backspace, Delete, Ctrl-A, E, B, F, K, U, W, L; Up and Down for what was typed before;
/// Tab.
class LineEditor {
 public:
  using Complete = std::function<Completion(std::string_view line)>;
  explicit LineEditor(Complete complete) : complete_(std::move(complete)) {}

  /// Takes one byte from the terminal.
  std::optional<Typed> type(char byte);

  const std::string& text() const { return text_; }
  /// The line with its prompt, over whatever stands in the row of the cursor, in so many columns.
  std::string draw(std::size_t columns) const;

 private:
  void type_control(char byte, std::optional<Typed>& typed);
  void finish_escape();
  void insert(char byte);
  std::size_t before(std::size_t at) const;
  std::size_t behind(std::size_t at) const;
  void erase(std::size_t from, std::size_t to);
  void erase_word();
  void recall(int step);
  std::optional<Typed> enter();
  std::optional<Typed> tab();

  Complete complete_;
  std::string text_;
  std::size_t cursor_ = 0;            ///< in bytes, at the beginning of a character
  std::string escape_;                ///< of a sequence that is not whole; empty: none
  std::vector<std::string> history_;  ///< the newest last
  std::size_t place_ = 0;             ///< in the history; at its end: the line that is being typed
  std::string unsent_;                ///< that line, while another is shown
};

}  // namespace client::talk
