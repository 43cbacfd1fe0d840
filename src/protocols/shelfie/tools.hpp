// What the tools know of this protocol.
#pragma once

#include "protocols/checks.hpp"
#include "protocols/grammar.hpp"
#include "protocols/hints.hpp"
#include "protocols/sparring.hpp"

namespace protocols::shelfie {

extern const Grammar kGrammar;
extern const Hints kHints;
extern const Checks kChecks;
extern const Sparring kSparring;

}  // namespace protocols::shelfie
