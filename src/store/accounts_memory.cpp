// Accounts in memory.
#include "store/accounts_memory.hpp"

#include <algorithm>

#include "table/accounts.hpp"

namespace store {

using table::account_key;

Result<void> MemoryAccounts::create(const Account& account, const SignIn& first) {
  if (failure_) return std::unexpected(*failure_);
  if (!accounts_.emplace(account_key(account.name), account).second)
    return base::fail(base::Code::name_taken, "there is an account of that name");
  sign_ins_.insert_or_assign(first.token, first);
  put_pass(first.token, first.pass);
  return {};
}

/// Of two accounts that look alike the first is known; who is signed in to the other is not.
void MemoryAccounts::learn(const AccountBook& book) {
  accounts_.clear();
  sign_ins_.clear();
  passes_.clear();
  for (const auto& account : book.accounts) accounts_.emplace(account_key(account.name), account);
  for (const auto& sign_in : book.sign_ins) {
    const auto found = accounts_.find(account_key(sign_in.account));
    if (found != accounts_.end() && found->second.name == sign_in.account)
      sign_ins_.insert_or_assign(sign_in.token, sign_in);
  }
  for (const auto& [browser, pass] : book.passes) put_pass(browser, pass);
}

void MemoryAccounts::put_pass(const std::string& token, const std::string& pass) {
  if (!pass.empty()) passes_.insert_or_assign(token, pass);
}

Result<std::optional<Account>> MemoryAccounts::find(std::string_view name) {
  if (failure_) return std::unexpected(*failure_);
  const auto found = accounts_.find(account_key(name));
  return found == accounts_.end() ? std::nullopt : std::optional(found->second);
}

Result<bool> MemoryAccounts::set_hash(std::string_view name, std::string_view hash,
                                      std::string_view kept_token) {
  if (failure_) return std::unexpected(*failure_);
  const auto found = accounts_.find(account_key(name));
  if (found == accounts_.end()) return false;
  found->second.hash = hash;
  std::erase_if(sign_ins_, [&](const auto& one) {
    return one.first != kept_token && account_key(one.second.account) == found->first;
  });
  return true;
}

Result<bool> MemoryAccounts::remove(std::string_view name, const SignOut& by) {
  if (failure_) return std::unexpected(*failure_);
  const auto key = account_key(name);
  if (accounts_.erase(key) == 0) return false;
  std::erase_if(sign_ins_, [&](const auto& one) { return account_key(one.second.account) == key; });
  put_pass(by.token, by.pass);
  return true;
}

Result<bool> MemoryAccounts::sign_in(const SignIn& sign_in, Time now) {
  if (failure_) return std::unexpected(*failure_);
  if (!accounts_.contains(account_key(sign_in.account))) return false;
  std::erase_if(sign_ins_, [&](const auto& one) { return one.second.until <= now; });
  sign_ins_.insert_or_assign(sign_in.token, sign_in);
  put_pass(sign_in.token, sign_in.pass);
  return true;
}

Result<void> MemoryAccounts::sign_out(const SignOut& sign_out) {
  if (failure_) return std::unexpected(*failure_);
  sign_ins_.erase(sign_out.token);
  put_pass(sign_out.token, sign_out.pass);
  return {};
}

Result<std::optional<std::string>> MemoryAccounts::signed_in(std::string_view token, Time now) {
  if (failure_) return std::unexpected(*failure_);
  const auto found = sign_ins_.find(token);
  if (found == sign_ins_.end() || found->second.until <= now) return std::nullopt;
  return accounts_.at(account_key(found->second.account)).name;
}

Result<std::optional<std::string>> MemoryAccounts::pass_of(std::string_view token) {
  if (failure_) return std::unexpected(*failure_);
  const auto found = passes_.find(token);
  return found == passes_.end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<Accounts::Listed>> MemoryAccounts::all(Time now) {
  if (failure_) return std::unexpected(*failure_);
  std::vector<Listed> list;
  list.reserve(accounts_.size());
  for (const auto& [key, account] : accounts_) {
    const auto is_of_it = [&](const auto& one) {
      return one.second.until > now && account_key(one.second.account) == key;
    };
    list.push_back({account, static_cast<std::size_t>(std::ranges::count_if(sign_ins_, is_of_it))});
  }
  return list;
}

}  // namespace store
