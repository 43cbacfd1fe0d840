// Accounts in PostgreSQL for a server: who is signed in is known without asking.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "store/accounts_memory.hpp"
#include "store/postgres/accounts.hpp"

namespace store::postgres {

/// `signed_in` and `pass_of` answer at once from memory, which the loop counts on; all else asks the
/// database. What this process changes it knows before it says so; what others change it is told of by the
/// database, as soon as that can be reached. Any thread.
class RememberedAccounts final : public Accounts {
 public:
  static Result<std::unique_ptr<RememberedAccounts>> open(const std::string& url);
  ~RememberedAccounts() override;

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
  RememberedAccounts(std::string url, std::unique_ptr<PostgresAccounts> durable)
      : url_(std::move(url)), durable_(std::move(durable)) {}
  /// In the database first, then in memory.
  template <class Change>
  auto change_both(Change change) -> decltype(change(std::declval<Accounts&>()));
  Result<void> learn();
  void follow();
  bool hears_others(Connection& connection);

  std::string url_;
  std::mutex changing_;  ///< held while the database is asked
  std::unique_ptr<PostgresAccounts> durable_;
  std::mutex knowing_;  ///< held while the memory is, and never for long
  MemoryAccounts known_;
  std::atomic<bool> outdated_ = false;  ///< nobody knows what became of a change
  std::atomic<bool> ending_ = false;
  std::thread follower_;
};

}  // namespace store::postgres
