// What the tools know of this protocol.
#pragma once

#include "protocols/checks.hpp"
#include "protocols/grammar.hpp"
#include "protocols/sparring.hpp"

namespace protocols::shelfie {

extern const Grammar kGrammar;
extern const Checks kChecks;
extern const Sparring kSparring;

/// The script with what another server deals. The kits must outlive it.
std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits);

}  // namespace protocols::shelfie
