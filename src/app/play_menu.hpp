// The menu of parlor play: what is to be played, where and against whom.
#pragma once

#include "app/play_flags.hpp"
#include "client/play/dialog.hpp"

namespace app {

/// Asks until everything is known, and writes it into the flags; what is said last says why if it is not.
/// `note` is shown with the first question.
client::play::Response ask_for_everything(client::play::Dialog& dialog, PlayFlags& flags,
                                          const std::string& note);

}  // namespace app
