// One page of a menu: a question with answers to choose from, or a line to be typed. Without any terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/play/desk.hpp"

namespace client::play {

struct Answer {
  std::string text;
  std::string about{};  ///< a few words more
};

struct Question {
  std::string text;
  std::vector<Answer> answers{};  ///< none: the answer is typed
  std::size_t proposed = 0;       ///< of the answers
  std::string typed{};            ///< what is proposed where it is typed
};

/// The letters by which answers are chosen: for each the first of its text that no other has, nor quitting.
std::vector<char> letters_of(const std::vector<Answer>& answers);

/// The answer that somebody means by its number from 1, its text or the beginning of it that no other has.
std::optional<std::size_t> read_answer(const std::vector<Answer>& answers, std::string_view word);

/// The page on a full screen.
class Menu {
 public:
  /// The note stands below it: why one is asked again.
  Menu(Question question, std::string note);

  enum class Step : std::uint8_t { stays, answered, back, quit };
  Step press(const Key& key);
  /// A click on a screen of that size.
  Step click(const Key& key, int rows, int columns, const Look& look);

  Grid draw(int rows, int columns, const Look& look) const;

  std::size_t chosen() const { return chosen_; }
  std::string typed() const;

 private:
  bool is_typed() const { return question_.answers.empty(); }
  Step press_letter(char32_t letter);
  Step press_typing(const Key& key);
  void draw_answers(Grid& grid, int row, const Look& look) const;

  Question question_;
  std::string note_;
  std::vector<char> letters_;
  std::size_t chosen_;
  std::u32string typed_;
};

}  // namespace client::play
