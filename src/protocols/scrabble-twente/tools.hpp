// What the tools know of this protocol.
#pragma once

#include "protocols/grammar.hpp"

namespace protocols::scrabble_twente {

extern const Grammar kGrammar;

}  // namespace protocols::scrabble_twente
