// What the tools know of this protocol.
#pragma once

#include <memory>

#include "protocols/adapter.hpp"
#include "protocols/checks.hpp"
#include "protocols/grammar.hpp"
#include "protocols/hints.hpp"
#include "protocols/sparring.hpp"

namespace protocols::chess {

extern const Grammar kGrammar;
extern const Hints kHints;
extern const Checks kChecks;
extern const Sparring kSparring;

/// The script with what another server deals (adapter.cpp). The kits must outlive it.
std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits);

}  // namespace protocols::chess
