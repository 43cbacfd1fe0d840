// Accounts in the embedded database, beside the journal (docs/formats/journal.md).
#pragma once

#include <filesystem>
#include <memory>

#include "store/accounts.hpp"
#include "store/database.hpp"
#include "store/database_accounts.hpp"

namespace store {

class SqliteAccounts final : public DatabaseAccounts {
 public:
  /// Opens the accounts of a data directory that a server was started on, also beside a running one.
  static Result<std::unique_ptr<SqliteAccounts>> open(const std::filesystem::path& directory);

  Result<std::optional<Account>> find(std::string_view name) override;
  Result<std::optional<std::string>> signed_in(std::string_view token, Time now) override;
  Result<std::optional<std::string>> pass_of(std::string_view token) override;
  Result<std::vector<Listed>> all(Time now) override;

  Result<AccountBook> read_book() override;

 private:
  explicit SqliteAccounts(Database database) : database_(std::move(database)) {}

  Result<void> in_transaction(const Work& work) override;
  Result<std::optional<std::string>> spelling_of(std::string_view name) override;
  Result<void> put_account(const Account& account) override;
  Result<void> put_hash(const std::string& account, std::string_view hash) override;
  Result<void> forget_account(const std::string& account) override;
  Result<void> put_token(const SignIn& sign_in, const std::string& account) override;
  Result<void> forget_token(const std::string& token) override;
  Result<void> forget_tokens(const std::string& account, std::string_view kept) override;
  Result<void> forget_old_tokens(Time now) override;
  Result<void> put_known_pass(const std::string& token, const std::string& pass) override;

  Database database_;
};

}  // namespace store
