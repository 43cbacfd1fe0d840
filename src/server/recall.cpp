// Who may see a finished game again.
#include "server/recall.hpp"

#include <algorithm>

#include "table/hall.hpp"

namespace server {
namespace {

/// Whether a seat has had the name from a time on at which it was an account's already. Whoever sat there was
/// its owner: nobody else can take such a name.
bool sat_as(const games::Kits& kits, const store::StoredTable& stored, const store::Account& account) {
  auto table = table::Table::open(kits, stored.header);
  if (!table) return false;
  auto names = table->names();
  std::vector<base::Time> since(names.size(), stored.header.opened);
  for (const auto& entry : stored.entries) {
    if (!table->advance(entry)) return false;
    for (std::size_t seat = 0; seat < names.size(); ++seat) {
      if (names[seat] != table->names()[seat]) since[seat] = entry.at;
    }
    names = table->names();
  }
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    if (names[seat] == account.name && since[seat] >= account.made) return true;
  }
  return false;
}

/// The account to which the browser is signed in.
std::optional<store::Account> account_of(std::string_view browser, store::Accounts& accounts,
                                         base::Time now) {
  const auto name = accounts.signed_in(browser, now).value_or(std::nullopt);
  return name ? accounts.find(*name).value_or(std::nullopt) : std::nullopt;
}

}  // namespace

bool may_recall(const games::Kits& kits, const store::StoredTable& finished, std::string_view address,
                store::Accounts* accounts, base::Time now) {
  const auto& header = finished.header;
  if (!table::is_secret(header.lobby)) return true;
  if (!address.starts_with(table::kToken)) return false;
  if (std::ranges::find(header.chairs, address, &table::Chair::address) != header.chairs.end()) return true;
  if (accounts == nullptr) return false;
  const auto account = account_of(address.substr(table::kToken.size()), *accounts, now);
  return account && sat_as(kits, finished, *account);
}

}  // namespace server
