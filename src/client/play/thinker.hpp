// Bots that think on a thread of their own, so that the screen stays alive.
#pragma once

#include <functional>

#include "bots/all.hpp"
#include "net/worker.hpp"

namespace client::play {

class Thinker {
 public:
  /// What was thought is told on the thread of the loop, which must outlive the thinker.
  Thinker(net::Loop& loop, std::uint64_t seed) : rng_(seed), worker_(loop) {}

  /// Chooses a move of those that the view allows; `done` is not called if there is none.
  void choose(const bots::Bot& bot, games::AnyView view, std::function<void(const games::AnyMove&)> done);

 private:
  base::Rng rng_;  ///< only for the worker's thread
  net::Worker worker_;
};

}  // namespace client::play
