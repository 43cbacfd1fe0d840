// Names that nobody may take.
#include "table/reserved.hpp"

#include <set>
#include <string>

#include "table/accounts.hpp"

namespace table {

bool is_reserved(std::string_view key) {
  static const auto keys = [] {
    std::set<std::string, std::less<>> all;
    for (const auto* word : {"admin", "administrator", "host", "moderator", "operator", "parlor", "parlour",
                             "root", "server", "staff", "support", "system"})
      all.insert(account_key(word));
    return all;
  }();
  return keys.contains(key);
}

bool is_bots(std::string_view key) {
  return key.ends_with("_bot") || key.find("_bot_") != std::string_view::npos;
}

}  // namespace table
