// Asks a player before there is a game: on a full screen, or line by line.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "client/play/colours.hpp"
#include "client/play/menu.hpp"
#include "client/play/terminal.hpp"

namespace client::play {

/// What somebody answers.
struct Response {
  enum class Kind : std::uint8_t {
    answer,
    back,  ///< to the question before
    quit,
    nobody,  ///< is there any more
  };

  Kind kind = Kind::answer;
  std::size_t chosen = 0;
  std::string typed{};
  int signal = 0;  ///< that ended it, if one did
};

class Dialog {
 public:
  virtual ~Dialog() = default;
  /// A wrong answer is asked for again; `note` says why one is asked.
  virtual Response ask(const Question& question, const std::string& note) = 0;
  /// The screen is free for something else until the next question.
  virtual void pause() {}
  /// Whether one can stay in it after a game.
  virtual bool stays() const = 0;
};

class FullDialog final : public Dialog {
 public:
  /// An error if there is no terminal that can be drawn on.
  static base::Result<std::unique_ptr<FullDialog>> open(Colours colours);

  Response ask(const Question& question, const std::string& note) override;
  void pause() override { terminal_.reset(); }
  bool stays() const override { return true; }

 private:
  explicit FullDialog(Colours colours) : colours_(colours) {}

  Colours colours_;
  std::unique_ptr<Terminal> terminal_;
};

/// A numbered list; an answer is a number, a word of the list, "back" or "quit".
class PlainDialog final : public Dialog {
 public:
  Response ask(const Question& question, const std::string& note) override;
  bool stays() const override { return false; }
};

}  // namespace client::play
