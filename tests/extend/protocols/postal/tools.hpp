// What the tools know of postal chess.
#pragma once

#include "protocols/checks.hpp"
#include "protocols/grammar.hpp"
#include "protocols/sparring.hpp"

namespace protocols::postal {

extern const Grammar kGrammar;
extern const Checks kChecks;
extern const Sparring kSparring;

}  // namespace protocols::postal
