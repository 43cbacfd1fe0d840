// Accounts in the embedded database, beside the journal (docs/formats/journal.md).
#pragma once

#include <filesystem>
#include <memory>

#include "store/accounts.hpp"
#include "store/database.hpp"

namespace store {

class SqliteAccounts final : public Accounts {
 public:
  /// Opens the accounts of a data directory that a server was started on, also beside a running one.
  static Result<std::unique_ptr<SqliteAccounts>> open(const std::filesystem::path& directory);

  Result<void> create(const Account& account, const SignIn& first) override;
  Result<std::optional<Account>> find(std::string_view name) override;
  Result<bool> set_hash(std::string_view name, std::string_view hash, std::string_view kept_token) override;
  Result<bool> remove(std::string_view name, const SignOut& by) override;
  Result<bool> sign_in(const SignIn& sign_in, Time now) override;
  Result<void> sign_out(const SignOut& sign_out) override;
  Result<std::optional<std::string>> signed_in(std::string_view token, Time now) override;
  Result<std::optional<std::string>> pass_of(std::string_view token) override;
  Result<std::vector<Listed>> all(Time now) override;

 private:
  explicit SqliteAccounts(Database database) : database_(std::move(database)) {}

  template <class Work>
  auto in_transaction(Work work) -> decltype(work());
  Result<void> put_sign_in(const SignIn& sign_in, const std::string& account);
  Result<void> put_pass(const std::string& token, const std::string& pass);
  Result<std::optional<std::string>> spelling_of(std::string_view name);

  Database database_;
};

}  // namespace store
