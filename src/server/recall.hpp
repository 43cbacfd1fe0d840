// Who may see a finished game again.
#pragma once

#include <string_view>

#include "games/any.hpp"
#include "store/accounts.hpp"
#include "store/journal.hpp"

namespace server {

/// Whether a browser at that address (table::kToken; "": anybody) may see a finished game again: a private
/// one only if it was played there, or by the account to which the browser is signed in. `accounts` may be
/// nullptr.
bool may_recall(const games::Kits& kits, const store::StoredTable& finished, std::string_view address,
                store::Accounts* accounts, base::Time now);

}  // namespace server
