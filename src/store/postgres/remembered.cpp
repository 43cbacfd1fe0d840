// Accounts in PostgreSQL for a server.
#include "store/postgres/remembered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace store::postgres {
namespace {

constexpr auto kToLearn = std::chrono::seconds(5);
constexpr auto kListen = std::chrono::milliseconds(200);

}  // namespace

Result<std::unique_ptr<RememberedAccounts>> RememberedAccounts::open(const std::string& url) {
  auto durable = PostgresAccounts::open(url);
  if (!durable) return std::unexpected(std::move(durable).error());
  std::unique_ptr<RememberedAccounts> made(new RememberedAccounts(url, *std::move(durable)));
  if (auto learned = made->learn(); !learned) return std::unexpected(std::move(learned).error());
  made->follower_ = std::thread([raw = made.get()] { raw->follow(); });
  return made;
}

RememberedAccounts::~RememberedAccounts() {
  ending_ = true;
  if (follower_.joinable()) follower_.join();
}

/// No change can come between what is read and what is known then.
Result<void> RememberedAccounts::learn() {
  const std::lock_guard guard(changing_);
  outdated_ = false;
  const auto book = durable_->read_book();
  if (!book) {
    outdated_ = true;
    return std::unexpected(book.error());
  }
  const std::lock_guard also(knowing_);
  known_.learn(*book);
  return {};
}

/// Whether another process has changed something.
bool RememberedAccounts::hears_others(Connection& connection) {
  const auto heard = connection.listen(kListen);
  if (!heard || heard->empty()) return false;
  const std::lock_guard guard(changing_);
  return std::ranges::any_of(
      *heard, [&](const auto& one) { return one.server_process != durable_->server_process(); });
}

/// After every new connection all is read anew: nobody knows what was missed.
void RememberedAccounts::follow() {
  std::optional<Connection> connection;
  while (!ending_) {
    if (!connection || connection->is_lost()) {
      connection.reset();
      outdated_ = true;
      if (auto opened = Connection::open(url_, kToLearn);
          opened && opened->execute(fmt::format("LISTEN {}", kAccountsChannel)))
        connection = *std::move(opened);
    }
    if (!connection) {
      std::this_thread::sleep_for(kListen);
    } else if (outdated_ || hears_others(*connection)) {
      if (!learn()) std::this_thread::sleep_for(kListen);
    }
  }
}

template <class Change>
auto RememberedAccounts::change_both(Change change) -> decltype(change(std::declval<Accounts&>())) {
  const std::lock_guard guard(changing_);
  auto done = change(*durable_);
  if (!done && done.error().code == base::Code::storage) outdated_ = true;
  if (!done) return done;
  const std::lock_guard also(knowing_);
  static_cast<void>(change(known_));
  return done;
}

Result<void> RememberedAccounts::create(const Account& account, const SignIn& first) {
  return change_both([&](Accounts& accounts) { return accounts.create(account, first); });
}

Result<bool> RememberedAccounts::set_hash(std::string_view name, std::string_view hash,
                                          std::string_view kept_token) {
  return change_both([&](Accounts& accounts) { return accounts.set_hash(name, hash, kept_token); });
}

Result<bool> RememberedAccounts::remove(std::string_view name, const SignOut& by) {
  return change_both([&](Accounts& accounts) { return accounts.remove(name, by); });
}

Result<bool> RememberedAccounts::sign_in(const SignIn& sign_in, Time now) {
  return change_both([&](Accounts& accounts) { return accounts.sign_in(sign_in, now); });
}

Result<void> RememberedAccounts::sign_out(const SignOut& sign_out) {
  return change_both([&](Accounts& accounts) { return accounts.sign_out(sign_out); });
}

Result<std::optional<Account>> RememberedAccounts::find(std::string_view name) {
  const std::lock_guard guard(changing_);
  return durable_->find(name);
}

Result<std::vector<Accounts::Listed>> RememberedAccounts::all(Time now) {
  const std::lock_guard guard(changing_);
  return durable_->all(now);
}

Result<std::optional<std::string>> RememberedAccounts::signed_in(std::string_view token, Time now) {
  const std::lock_guard guard(knowing_);
  return known_.signed_in(token, now);
}

Result<std::optional<std::string>> RememberedAccounts::pass_of(std::string_view token) {
  const std::lock_guard guard(knowing_);
  return known_.pass_of(token);
}

}  // namespace store::postgres
