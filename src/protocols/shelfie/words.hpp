// The protocol's own words: texts for people, and which error stands for which refusal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/shelfie/state.hpp"
#include "protocols/shelfie/java/constants.hpp"

namespace protocols::shelfie {

/// The text of ErrorType::err_no_free_spots, the only one that travels (rulings, "Enums").
inline constexpr std::string_view kNoFreeSpots =
    "Failed in joining a random game lobby because all games are full!Creating a new Game Lobby for min num "
    "players...";
inline constexpr std::string_view kLoggedInAgain =
    "Login was successful! You will be reconnected to your previous game...";

std::string welcome_text(std::string_view lobby, int seats);
std::string disconnected_text(std::string_view who, std::string_view lobby);
std::string reconnected_text(std::string_view who, std::string_view lobby);

/// What a welcome says; none if the text is another.
struct Welcome {
  std::string lobby;
  int seats = 0;
};
std::optional<Welcome> read_welcome(std::string_view text);

/// What a refused move is answered with; the mapping is written down in docs/formats/shelfie-notation.md.
java::ErrorType error_of(games::shelfie::Refusal refusal);

/// What any other refusal is answered with: of a name, of a lobby, of what the server cannot do.
java::ErrorType error_of(base::Code code);

/// The client's side of both: what an error means.
base::Code code_of(java::ErrorType error);

}  // namespace protocols::shelfie
