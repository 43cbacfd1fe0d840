// All that a keeper of accounts keeps, as a value: to be moved elsewhere, or remembered.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "store/accounts.hpp"

namespace store {

struct AccountBook {
  std::vector<Account> accounts;
  std::vector<SignIn> sign_ins;                             ///< each of one of the accounts; without passes
  std::vector<std::pair<std::string, std::string>> passes;  ///< of browsers, as hashes
};

}  // namespace store
