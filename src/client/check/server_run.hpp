// Plays all cases against a server, each from a state that is known to be good.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "client/check/report.hpp"

namespace client::check {

struct ServerHooks {
  std::function<void(const Case&)> begun;
};

/// What came of the cases, in their order, with the same cause told once; before them, where the server ends
/// or stops listening when people hang up, a row that says so. Code::system with a sentence if nobody is
/// there who speaks the protocol.
base::Result<std::vector<Row>> check_server(ServerSettings settings, const std::vector<Case>& cases,
                                            const ServerHooks& hooks);

}  // namespace client::check
