// What the tools know of this protocol.
#pragma once

#include "protocols/grammar.hpp"

namespace protocols::spectrangle {

extern const Grammar kGrammar;

}  // namespace protocols::spectrangle
