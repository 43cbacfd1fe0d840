// What all databases of accounts have in common: what a change consists of.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "store/account_book.hpp"

namespace store {

/// Changes are made here, of steps that each database does in its own words.
class DatabaseAccounts : public Accounts {
 public:
  Result<void> create(const Account& account, const SignIn& first) final;
  Result<bool> set_hash(std::string_view name, std::string_view hash, std::string_view kept_token) final;
  Result<bool> remove(std::string_view name, const SignOut& by) final;
  Result<bool> sign_in(const SignIn& sign_in, Time now) final;
  Result<void> sign_out(const SignOut& sign_out) final;

  /// Everything, but what is not as it was written.
  virtual Result<AccountBook> read_book() = 0;
  /// Adds all of it, or nothing.
  Result<void> write_book(const AccountBook& book);

 protected:
  using Work = std::function<Result<void>()>;
  /// All of it, or nothing.
  virtual Result<void> in_transaction(const Work& work) = 0;

  // Inside a transaction.

  /// As its owner spelled it. Who spells a name exactly means that one, though others may look alike: which
  /// do differs from one Unicode to the next.
  virtual Result<std::optional<std::string>> spelling_of(std::string_view name) = 0;
  virtual Result<void> put_account(const Account& account) = 0;
  virtual Result<void> put_hash(const std::string& account, std::string_view hash) = 0;
  virtual Result<void> forget_account(const std::string& account) = 0;
  /// Of the account of that name; `sign_in` may spell it otherwise, and its pass is put apart.
  virtual Result<void> put_token(const SignIn& sign_in, const std::string& account) = 0;
  virtual Result<void> forget_token(const std::string& token) = 0;
  /// All of an account but one; "" is nobody's.
  virtual Result<void> forget_tokens(const std::string& account, std::string_view kept) = 0;
  virtual Result<void> forget_old_tokens(Time now) = 0;
  virtual Result<void> put_known_pass(const std::string& token, const std::string& pass) = 0;

 private:
  Result<bool> change(std::string_view name, const std::function<Result<void>(const std::string&)>& steps);
  Result<void> put_sign_in(const SignIn& sign_in, const std::string& account);
  Result<void> put_pass(const std::string& token, const std::string& pass);
};

}  // namespace store
