// The words of the chess protocol, both ways: docs/protocols/chess.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "games/chess/rules.hpp"

namespace protocols::chess {

/// The error ordinals as printed in the document.
enum class Ordinal : int {
  invalid_message = 1,
  invalid_nbr_arguments = 2,
  invalid_move = 3,
  invalid_promotion = 4,
  invalid_replay = 5,
  invalid_color = 6,
};

/// A line cut at its single spaces. The parts look into the line.
struct Words {
  static constexpr std::size_t kMost = 4;  ///< no message has more arguments

  std::string_view verb;
  std::array<std::string_view, kMost> arguments;  ///< the first `count` of them
  std::size_t count = 0;                          ///< may be more than there is room for
};

Words cut_words(std::string_view line);

/// <fromX> <fromY> <toX> <toY>, each 0 to 7: X is the file, Y the rank (ruling 1).
std::optional<games::chess::Move> read_move(const Words& words);

/// A promotion as it is said: what the pawn becomes, and where.
struct PromotionWords {
  games::chess::Promotion piece;
  games::chess::Square to;
};

/// <ordinalPieceType> <toX> <toY>: 1 rook, 2 knight, 3 bishop, 4 queen.
std::optional<PromotionWords> read_promotion(const Words& words);

/// "Yes" or "No", spelt exactly so.
std::optional<bool> read_answer(std::string_view argument);

/// The MOVE line of a step, and the PROMOTION line behind it if it is one.
std::string write_step(const games::chess::Move& move);

/// Tables of this protocol: dead positions end a game only as ruling 10 lists them.
inline constexpr std::string_view kOptions = "dead=wire";

}  // namespace protocols::chess
