// Moving all that is kept between a data directory and PostgreSQL.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any.hpp"
#include "store/keep.hpp"

namespace store {

struct Moved {
  std::size_t tables = 0;
  std::size_t entries = 0;
  std::size_t accounts = 0;
  std::vector<std::string> unchecked;  ///< tables that need another kit to be replayed, a sentence each
};

/// Called now and then: what was done, to how many tables so far.
using Progress = std::function<void(std::string_view what, std::size_t tables)>;

/// Copies games, accounts and the secret of cookies; nothing may be there, and no server may run on either.
/// One of both is a directory and the other a database. Everything is compared and every table replayed on
/// both sides before it counts: where it fails, there is nothing that a server would start on.
Result<Moved> move_data(const Place& from, const Place& to, const games::Kits& kits,
                        const Progress& progress);

}  // namespace store
