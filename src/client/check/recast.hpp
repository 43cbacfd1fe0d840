// Gives the parts of a transcript to other peers, for a server that lets others begin.
#pragma once

#include <vector>

#include "protocols/adapter.hpp"

namespace client::check {

using protocols::Cast;
using protocols::Script;

/// The script with the other cast. False, and the script as it was, if the parts cannot change hands: people
/// came with different flags, have no names, or act before all have heard that the game starts. The protocol
/// must have Checks.
bool recast(Script& script, const Cast& cast);

/// Adds what was learned of a script that was played with these casts: nothing stays of what comes later.
void learn(std::vector<Cast>& casts, Cast next);

}  // namespace client::check
