// Accounts in PostgreSQL.
#pragma once

#include <memory>

#include "store/accounts.hpp"
#include "store/database_accounts.hpp"
#include "store/postgres/connection.hpp"

namespace store::postgres {

/// Who listens to this channel is told of every change.
inline constexpr auto kAccountsChannel = "parlor_accounts";

class PostgresAccounts final : public DatabaseAccounts {
 public:
  /// Opens the accounts of a database that a server was started on, also beside a running one.
  static Result<std::unique_ptr<PostgresAccounts>> open(const std::string& url);

  Result<std::optional<Account>> find(std::string_view name) override;
  Result<std::optional<std::string>> signed_in(std::string_view token, Time now) override;
  Result<std::optional<std::string>> pass_of(std::string_view token) override;
  Result<std::vector<Listed>> all(Time now) override;

  Result<AccountBook> read_book() override;
  /// Which of the server's processes makes the changes.
  int server_process() const { return connection_.server_process(); }

 private:
  PostgresAccounts(std::string url, Connection connection)
      : url_(std::move(url)), connection_(std::move(connection)) {}

  Result<void> connect();
  Result<Rows> read(const std::string& sql, const Values& values);
  Result<void> change(const std::string& sql, const Values& values);
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

  std::string url_;
  Connection connection_;
};

}  // namespace store::postgres
