// One function of several, by what it is called with: for std::visit.
#pragma once

namespace client::play {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

}  // namespace client::play
