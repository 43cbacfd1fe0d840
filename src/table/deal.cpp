// Commitments to deals.
#include "table/deal.hpp"

#include <fmt/format.h>

namespace table {

base::Key salt_of(const Header& header) { return header.seed.derive("salt"); }

base::Key commitment_to(const Header& header, const base::Key& salt) {
  auto text = fmt::format("parlor deal\ntable {}\ngame {}\noptions {}\nrevision {}\nclock {}\n",
                          header.table.value, header.game, header.options, header.revision, header.clock);
  for (const auto& chair : header.chairs)
    text += fmt::format("player {}/{}\n", escape_name(chair.name), escape_name(chair.protocol));
  text += fmt::format("seed {}\nsalt {}\n", base::write_seed(header.seed), base::write_key(salt));
  return base::hash_of(text);
}

}  // namespace table
