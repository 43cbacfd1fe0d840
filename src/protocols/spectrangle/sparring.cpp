// What a server of this protocol may do to practise against.
#include "protocols/sparring.hpp"

#include <array>

#include "protocols/spectrangle/tools.hpp"

namespace protocols::spectrangle {
namespace {

constexpr std::array kAllowed{
    Allowance{Liberty::hangs_up,
              {"spectrangle.rulings.md, 17",
               "`JOIN` with the same name: `LOBBY`, `START`, then every past turn as `TILE` and `UPDATE` in "
               "order, up "
               "to now."}},
    Allowance{Liberty::refuses, {"spectrangle.rulings.md, 6", "A refused command does not end the turn."}},
    Allowance{Liberty::leaver,
              {"spectrangle.rulings.md, 13",
               "no command can tell the others: the game ends with `SCORE` (all starters listed, the leaver "
               "with 0), "
               "then `LOBBY` to those who remain, whose list has changed."}},
    Allowance{Liberty::long_names, {"spectrangle.md, playerName", "Allowed characters: [A-Za-z0-9_-]"}},
    Allowance{
        Liberty::chat,
        {"spectrangle.rulings.md, Extensions",
         "`CHAT_MESSAGE player base64` to everybody in the lobby who enabled it, the sender included."}},
    Allowance{Liberty::crowd,
              {"spectrangle.md, LOBBY",
               "Note this command can be sent every time a client enters or leaves the lobby."}},
    Allowance{Liberty::unexpected,
              {"spectrangle.md, LOBBY",
               "Note this command can be sent every time a client enters or leaves the lobby."}},
};

/// Twice the same.
std::string embellish(std::string_view message) {
  std::string text(message);
  return message.starts_with("LOBBY") ? text.append("\n").append(message) : text;
}

std::string long_name(char digit) { return std::string(15, '-') + digit + std::string(16, '_'); }

}  // namespace

const Sparring kSparring{.allowed = kAllowed, .embellish = embellish, .long_name = long_name};

}  // namespace protocols::spectrangle
