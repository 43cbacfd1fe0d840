// What the protocols have besides moves.
#include "client/play/facets.hpp"

#include <algorithm>
#include <array>

namespace client::play {
namespace {

constexpr std::array kFacets{
    Facets{.protocol = "chess", .names = false},
    Facets{.protocol = "spectrangle", .chat = true, .ready = true, .lobbies = true},
    Facets{.protocol = "scrabble-twente", .chat = true},
    Facets{.protocol = "web", .chat = true, .hall = true, .offers = true, .clocks = true},
    Facets{.protocol = kHere, .offers = true, .clocks = true},
};

}  // namespace

Facets facets_of(std::string_view protocol) {
  const auto found = std::ranges::find(kFacets, protocol, &Facets::protocol);
  return found == kFacets.end() ? Facets{.protocol = protocol} : *found;
}

}  // namespace client::play
