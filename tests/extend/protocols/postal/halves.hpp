// Both halves of a conversation about postal chess.
#pragma once

#include "protocols/session.hpp"

namespace protocols::postal {

std::unique_ptr<protocols::Session> serve(const Opening& opening);
std::unique_ptr<protocols::Client> play(const games::Kits& kits);

}  // namespace protocols::postal
