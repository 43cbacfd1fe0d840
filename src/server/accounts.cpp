// What is asked about accounts, done.
#include "server/accounts.hpp"

#include <variant>

namespace server {
namespace {

using protocols::AccountFault;
using protocols::query::Account;

constexpr auto kLater = "accounts cannot be reached: try again later";
constexpr auto kWrong = "the name or the password is wrong";

/// One job, on its way.
class AccountWorker {
 public:
  AccountWorker(const AccountJob& job, store::Accounts& accounts, Strength strength)
      : job_(job), accounts_(accounts), strength_(strength) {
    result_.act = job.request.act.index();
    result_.account = job.account;
  }

  AccountResult work() && {
    std::visit([&](const auto& act) { run(act); }, job_.request.act);
    return std::move(result_);
  }

 private:
  void refuse(AccountFault fault, std::string text) { result_.refused.emplace(fault, std::move(text)); }

  /// Why is for the host alone.
  void fail(base::Error trouble) {
    refuse(AccountFault::storage, kLater);
    result_.trouble = std::move(trouble);
  }

  store::SignIn sign_in() const {
    return {job_.token, result_.account, job_.now + store::kSignInLasts, job_.pass};
  }
  store::SignOut sign_out() const { return {job_.token, job_.pass}; }

  /// The account, if there is one and the password is its own.
  std::optional<store::Account> check(std::string_view name, const base::Secret& password, std::string why) {
    auto found = accounts_.find(name);
    if (!found) {
      fail(std::move(found).error());
      return std::nullopt;
    }
    // Whoever measures how long it takes must not learn which names there are.
    if (!*found) static_cast<void>(hash_password(password, strength_));
    result_.is_free = !*found;
    if (*found && verify_password((*found)->hash, password)) return *std::move(found);
    refuse(AccountFault::wrong_password, std::move(why));
    return std::nullopt;
  }

  void run(const Account::Register& act) {
    result_.account = act.name;
    auto hash = hash_password(act.password, strength_);
    if (!hash) return give_up(std::move(hash).error());
    if (auto made = accounts_.create({act.name, *std::move(hash), job_.now}, sign_in()); !made) {
      if (made.error().code != base::Code::name_taken) return give_up(std::move(made).error());
      return refuse(AccountFault::name_taken, "that name belongs to an account");
    }
    result_.change = AccountResult::Change::signed_in;
  }

  /// The account was not made.
  void give_up(base::Error trouble) {
    fail(std::move(trouble));
    result_.is_free = true;
  }

  void run(const Account::SignIn& act) {
    result_.account = act.name;
    const auto account = check(act.name, act.password, kWrong);
    if (!account) return;
    result_.account = account->name;
    const auto done = accounts_.sign_in(sign_in(), job_.now);
    if (!done) return fail(done.error());
    result_.is_free = !*done;  // its host may have deleted it while the password was hashed
    if (!*done) return refuse(AccountFault::wrong_password, kWrong);
    result_.change = AccountResult::Change::signed_in;
  }

  void run(const Account::SignOut& /*act*/) {
    if (auto done = accounts_.sign_out(sign_out()); !done) return fail(std::move(done).error());
    result_.change = AccountResult::Change::signed_out;
  }

  void run(const Account::ChangePassword& act) {
    if (!check(job_.account, act.old, "the old password is wrong")) return;
    const auto hash = hash_password(act.fresh, strength_);
    if (!hash) return fail(hash.error());
    if (auto done = accounts_.set_hash(job_.account, *hash, job_.token); !done)
      return fail(std::move(done).error());
  }

  void run(const Account::Close& act) {
    if (!check(job_.account, act.password, "the password is wrong")) return;
    const auto done = accounts_.remove(job_.account, sign_out());
    if (!done) return fail(done.error());
    result_.is_free = true;
    if (!*done) return run(Account::SignOut{});  // its host was faster
    result_.change = AccountResult::Change::signed_out;
  }

  const AccountJob& job_;
  store::Accounts& accounts_;
  Strength strength_;
  AccountResult result_;
};

}  // namespace

AccountResult not_run(const AccountJob& job) {
  const auto* made = std::get_if<Account::Register>(&job.request.act);
  return {.act = job.request.act.index(),
          .account = made != nullptr ? made->name : job.account,
          .refused = protocols::AccountAnswer::Refusal{AccountFault::storage, kLater},
          .trouble = base::Error{base::Code::system, "there is no memory for it"},
          .is_free = made != nullptr};
}

AccountResult carry_out(const AccountJob& job, store::Accounts& accounts, Strength strength) {
  return AccountWorker(job, accounts, strength).work();
}

}  // namespace server
