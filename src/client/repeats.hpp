// Lines that come again and again, told once: what loops for ever fills no screen.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace client {

/// A line for the screen, and what it is like.
struct ShownLine {
  std::string text;   ///< as it is shown, without its end
  std::string same;   ///< lines with the same are the same, whenever they came
  std::string alike;  ///< lines with the same are alike
  bool wrong = false;
};

/// Everything but digits of the first word: what messages that differ only in what they speak of share.
std::string first_word(std::string_view text);

/// Lines in, lines out. What comes for the third time in a row (one line or a few by turns) is only counted;
/// so is, from the fifth time on, what is alike and has something wrong in it.
class Repeats {
 public:
  /// With what a line begins that says how often something came.
  explicit Repeats(std::string head) : head_(std::move(head)) {}

  /// What is to be shown now.
  std::vector<std::string> add(ShownLine line);
  /// Nothing came for a while.
  std::vector<std::string> pause();
  /// Nothing more comes.
  std::vector<std::string> end();

 private:
  enum class Likeness : std::uint8_t { same, alike };

  void find_loop();
  bool recurs(std::size_t period, std::size_t times, Likeness likeness) const;
  void leave_loop(std::vector<std::string>& shown);
  std::string note() const;

  std::string head_;
  std::deque<ShownLine> past_;    ///< that were shown
  std::vector<ShownLine> cycle_;  ///< what is repeated; empty: nothing is
  Likeness likeness_ = Likeness::same;
  std::size_t place_ = 0;          ///< in the cycle, of what should come next
  std::size_t count_ = 0;          ///< of whole cycles
  std::size_t told_ = 0;           ///< when this was told last
  std::vector<std::string> held_;  ///< of the cycle that is not whole
};

}  // namespace client
