// A bot that the server itself seats: it hears notices and makes requests as a session does, without any
// bytes.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "bots/all.hpp"
#include "protocols/session.hpp"

namespace server {

/// What a bot is asked to think about.
struct Question {
  const bots::Bot* bot = nullptr;
  std::shared_ptr<const games::AnyView> view;
  std::uint64_t seed = 0;
  std::string whose{};  ///< from which address it was invited: bots of all addresses think in turns
};

/// The move that the bot would make; none if there is none to make.
std::optional<games::AnyMove> answer(const Question& question);

class BotTalk final : public protocols::Session {
 public:
  /// Comes into the lobby of an invitation; or, with a name, back to a seat that waits.
  /// `whose` is the address of whoever wants it.
  BotTalk(const bots::Bot& bot, const table::Invitation& invitation, std::uint64_t seed, std::string whose);
  BotTalk(const bots::Bot& bot, std::string name, std::uint64_t seed, std::string whose);

  const std::string& whose() const { return whose_; }

  void receive(std::string_view /*bytes*/) override {}
  std::optional<protocols::Request> next() override;
  void tell(const protocols::Notice& notice) override;
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return 0; }
  bool finished() const override { return finished_; }

  /// What is to be thought about now, given out once.
  std::optional<Question> take_question();
  /// The answer to the last question.
  void decide(std::optional<games::AnyMove> move);
  /// There is none, and never will be: it leaves, so that nobody waits for it.
  void give_up() { finished_ = true; }

 private:
  void ask_for_name();
  void on(const table::Started& started);
  void on(const table::Resumed& resumed);
  void on(const table::Happened& happened);
  void on(const table::Over& over);
  void on(const table::Gathered& gathered);
  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Agreed& agreed);
  void on(const table::Aside& aside);
  template <class Other>
  void on(const Other& /*other*/) {}

  const bots::Bot& bot_;
  base::Rng rng_;
  std::string whose_;
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

}  // namespace server
