// What may be chosen before a game: the rule set, who begins, which words count.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace games::scrabble {

enum class RuleSet : std::uint8_t {
  twente,    ///< docs/protocols/scrabble-twente: with blanks, leftovers deducted
  clarkson,  ///< docs/protocols/scrabble-clarkson: two more letters for the blanks, no deduction
  common,    ///< for tables with players of both
};

enum class First : std::uint8_t { random, seat0 };

/// How many tiles may be exchanged at once.
enum class Exchange : std::uint8_t { any, one_or_all };

/// Who wins with equal scores.
enum class Tie : std::uint8_t { shared, earlier };

/// What a rule set lays down.
struct RuleBook {
  std::string_view name;
  int min_seats;
  int max_seats;
  int blanks;   ///< of the two tiles besides the 98 letters; the rest are letters drawn at random
  First first;  ///< who begins unless the options say otherwise
  Exchange exchange;
  Tie tie;
  bool leftovers;           ///< tiles left are deducted, and gained by who went out
  bool forfeits;            ///< a turn can be lost by a refused move
  bool leaver_loses_score;  ///< who leaves ends with 0
  int scoreless_rounds;     ///< rounds of passes and exchanges that end the game; 0: any number
  int own_passes;           ///< passes of one player on turns in a row that end the game; 0: any number
};

const RuleBook& book_of(RuleSet rules);

struct Options {
  RuleSet rules = RuleSet::twente;
  First first = First::random;
  std::optional<std::uint64_t> lexicon;  ///< the fingerprint of the words that must be used

  friend bool operator==(const Options&, const Options&) = default;
};

/// Words key=value: rules=twente|clarkson|common, first=random|seat0, lexicon=HEX. Refuses with
/// `bad_options`.
base::Result<Options> read_options(std::string_view text);
std::string write_options(const Options& options);

}  // namespace games::scrabble
