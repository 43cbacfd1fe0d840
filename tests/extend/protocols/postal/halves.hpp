// Both halves of a conversation about postal chess.
#pragma once

#include "protocols/session.hpp"

namespace protocols::postal {

std::unique_ptr<protocols::Session> make_session(const SessionContext& context);
std::unique_ptr<protocols::Client> make_client(const games::Kits& kits);

}  // namespace protocols::postal
