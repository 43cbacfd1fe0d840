// What there is besides moves.
#include "client/play/facets.hpp"

namespace client::play {

Facets facets_of(std::string_view protocol) {
  if (protocol == kHere) return {{.clocks = true}, true};
  const auto* found = protocols::find(protocol);
  return found == nullptr ? Facets{} : Facets{found->facets, found->offers};
}

}  // namespace client::play
