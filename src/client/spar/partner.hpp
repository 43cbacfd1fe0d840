// Somebody to play against: hears notices and makes requests, as a bot of a server does.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "bots/all.hpp"
#include "client/spar/style.hpp"
#include "protocols/session.hpp"

namespace client::spar {

class Partner final : public protocols::Session {
 public:
  Partner(const protocols::Sparring& sparring, const bots::Bot& bot, std::string name, const Style& style,
          std::uint64_t seed);

  /// Comes into the lobby that is sought so.
  void follow(const table::Seek& seek);

  void receive(std::string_view /*bytes*/) override {}
  std::optional<table::Request> next() override;
  void tell(const table::Notice& notice) override;
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return 0; }
  /// Wants to be gone, in the middle of whatever it does.
  bool finished() const override { return leaves_; }

 private:
  void move();
  games::AnyMove choose(const std::vector<games::AnyMove>& candidates);
  void misbehave();

  const protocols::Sparring& sparring_;
  const bots::Bot& bot_;
  std::string name_;
  const Style& style_;
  base::Rng rng_;
  std::deque<table::Request> wants_;
  std::shared_ptr<const games::AnyView> view_;
  base::Seat seat_;
  bool standing_ = false;  ///< the lobby outlives the game
  int moves_ = 0;          ///< of its own in this game
  bool leaves_ = false;
};

/// A name for somebody of that number that the protocol allows; it must allow that manner.
std::string name_for(const protocols::Protocol& protocol, Manner manner, int number);

}  // namespace client::spar
