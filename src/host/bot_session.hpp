// A bot at a table: it hears notices and makes requests as a session does, without any bytes.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "bots/all.hpp"
#include "protocols/session.hpp"

namespace host {

/// What a bot is asked to think about.
struct Question {
  const bots::Bot* bot = nullptr;
  std::shared_ptr<const games::AnyView> view;
  std::uint64_t seed = 0;
  std::string whose{};  ///< the company of whoever has invited it: bots of all of them think in turns
};

/// The move that the bot would make; none if there is none to make.
std::optional<games::AnyMove> answer(const Question& question);

/// How a bot comes to a table, and how long it stays.
struct Engagement {
  std::string name{};                 ///< empty, or somebody has it: that of its level, with a number
  std::optional<table::Seek> seek{};  ///< the lobby it comes into; none: whoever brings it seats it
  table::Wish afterwards = table::Wish::again;  ///< whether it wants another game when one is over
  /// Whether it goes when only bots are left in its lobby, or waits with them for somebody.
  enum class Alone : std::uint8_t { goes, waits } alone = Alone::goes;
};

/// As somebody in the lobby wants it.
Engagement engagement(const table::Invitation& invitation);

class BotSession final : public protocols::Session {
 public:
  /// `whose` is the company of whoever wants it.
  BotSession(const bots::Bot& bot, Engagement engagement, std::uint64_t seed, std::string whose);

  void receive(std::string_view /*bytes*/) override {}
  std::optional<protocols::Request> next() override;
  void tell(const protocols::Notice& notice) override;
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return 0; }
  bool finished() const override { return finished_; }

  /// Asks to be called by its level: "greedy bot", "greedy bot 2" and so on, until nobody is.
  void ask_for_name();
  /// What is to be thought about now, given out once.
  std::optional<Question> take_question();
  /// The answer to the last question.
  void decide(std::optional<games::AnyMove> move);
  /// There is none, and never will be: it leaves, so that nobody waits for it.
  void give_up() { finished_ = true; }

 private:
  void on(const table::Started& started);
  void on(const table::Resumed& resumed);
  void on(const table::Happened& happened);
  void on(const table::Over& over);
  void on(const table::Gathered& gathered);
  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Agreed& agreed);
  void on(const table::Offered& offered);
  template <class Other>
  void on(const Other& /*other*/) {}

  const bots::Bot& bot_;
  base::Rng rng_;
  std::string whose_;
  table::Wish afterwards_;
  Engagement::Alone alone_;
  std::deque<protocols::Request> wants_;
  int tried_names_ = 0;  ///< names that it has asked for, each with the next number
  bool naming_ = false;  ///< the answer to come is about a name
  std::shared_ptr<const games::AnyView> view_;
  base::Seat seat_;
  bool asks_ = false;      ///< on turn, and nobody thinks about it yet
  bool over_ = false;      ///< the game is, and no other has begun
  int thinking_ = 0;       ///< questions that are not answered yet
  bool replying_ = false;  ///< the answer to come is about an offer
  bool finished_ = false;
};

}  // namespace host
