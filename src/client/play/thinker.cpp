// Bots that think on a thread of their own.
#include "client/play/thinker.hpp"

#include <new>

namespace client::play {

void Thinker::choose(const bots::Bot& bot, games::AnyView view,
                     std::function<void(const games::AnyMove&)> done) {
  worker_.give(
      [this, &bot, view = std::move(view), done = std::move(done)]() -> net::Worker::Then {
        const auto moves = games::moves(view);
        if (moves.empty()) return [] {};
        return [done, move = bot.choose(view, moves, rng_)] { done(move); };
      },
      [] { throw std::bad_alloc(); });  // on the loop's thread, where it ends the program with a word
}

}  // namespace client::play
