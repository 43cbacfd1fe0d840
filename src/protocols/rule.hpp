// What a refused message broke: a sentence of a protocol's document, or of its rulings.
#pragma once

#include <optional>
#include <string_view>

#include "base/error.hpp"

namespace protocols {

struct Rule {
  std::string_view cite;      ///< the file in docs/protocols/, and the place in it: "chess.rulings.md, 6"
  std::string_view sentence;  ///< as it stands there, but for the breaks of lines

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// Why something was refused, where that is known.
using Reason = std::optional<base::Reason>;

/// Whether the trouble is the server's own: then nobody has broken a rule.
constexpr bool is_our_own(Reason why) {
  using enum base::Code;
  return why &&
         (why->kind == other_kit || why->kind == storage || why->kind == corrupt || why->kind == system);
}

}  // namespace protocols
