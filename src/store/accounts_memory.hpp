// Accounts that live as long as the process: for tests, and for those who remember what is kept elsewhere.
#pragma once

#include <map>

#include "store/account_book.hpp"
#include "store/accounts.hpp"

namespace store {

class MemoryAccounts final : public Accounts {
 public:
  Result<void> create(const Account& account, const SignIn& first) override;
  Result<std::optional<Account>> find(std::string_view name) override;
  Result<bool> set_hash(std::string_view name, std::string_view hash, std::string_view kept_token) override;
  Result<bool> remove(std::string_view name, const SignOut& by) override;
  Result<bool> sign_in(const SignIn& sign_in, Time now) override;
  Result<void> sign_out(const SignOut& sign_out) override;
  Result<std::optional<std::string>> signed_in(std::string_view token, Time now) override;
  Result<std::optional<std::string>> pass_of(std::string_view token) override;
  Result<std::vector<Listed>> all(Time now) override;

  /// Knows from now on what stands in the book, and nothing else.
  void learn(const AccountBook& book);

  /// Everything fails, as on a full disk, until told otherwise.
  void fail_with(std::optional<base::Error> error) { failure_ = std::move(error); }

 private:
  void put_pass(const std::string& token, const std::string& pass);

  std::map<std::string, Account, std::less<>> accounts_;    ///< by key
  std::map<std::string, SignIn, std::less<>> sign_ins_;     ///< by token; each of an account that there is
  std::map<std::string, std::string, std::less<>> passes_;  ///< by token, as hashes
  std::optional<base::Error> failure_;
};

}  // namespace store
