// What is asked about accounts, done.
#include "server/accounts.hpp"

#include <variant>

namespace server {
namespace {

using table::Account;
using table::AccountFault;

constexpr auto kLater = "accounts cannot be reached: try again later";
constexpr auto kWrong = "the name or the password is wrong";

/// One errand, on its way.
class Clerk {
 public:
  Clerk(const Errand& errand, store::Accounts& accounts, Strength strength)
      : errand_(errand), accounts_(accounts), strength_(strength) {
    verdict_.act = errand.request.act.index();
    verdict_.account = errand.account;
  }

  Verdict work() && {
    std::visit([&](const auto& act) { run(act); }, errand_.request.act);
    return std::move(verdict_);
  }

 private:
  void refuse(AccountFault fault, std::string text) { verdict_.refused.emplace(fault, std::move(text)); }

  /// Why is for the host alone.
  void fail(base::Error trouble) {
    refuse(AccountFault::storage, kLater);
    verdict_.trouble = std::move(trouble);
  }

  store::SignIn sign_in() const {
    return {errand_.token, verdict_.account, errand_.now + store::kSignInLasts, errand_.pass};
  }
  store::SignOut sign_out() const { return {errand_.token, errand_.pass}; }

  /// The account, if there is one and the password is its own.
  std::optional<store::Account> check(std::string_view name, const base::Secret& password, std::string why) {
    auto found = accounts_.find(name);
    if (!found) {
      fail(std::move(found).error());
      return std::nullopt;
    }
    // Whoever measures how long it takes must not learn which names there are.
    if (!*found) static_cast<void>(hash_password(password, strength_));
    verdict_.is_free = !*found;
    if (*found && verify_password((*found)->hash, password)) return *std::move(found);
    refuse(AccountFault::wrong_password, std::move(why));
    return std::nullopt;
  }

  void run(const Account::Register& act) {
    verdict_.account = act.name;
    auto hash = hash_password(act.password, strength_);
    if (!hash) return give_up(std::move(hash).error());
    if (auto made = accounts_.create({act.name, *std::move(hash), errand_.now}, sign_in()); !made) {
      if (made.error().code != base::Code::name_taken) return give_up(std::move(made).error());
      return refuse(AccountFault::name_taken, "that name belongs to an account");
    }
    verdict_.change = Verdict::Change::signed_in;
  }

  /// The account was not made.
  void give_up(base::Error trouble) {
    fail(std::move(trouble));
    verdict_.is_free = true;
  }

  void run(const Account::SignIn& act) {
    verdict_.account = act.name;
    const auto account = check(act.name, act.password, kWrong);
    if (!account) return;
    verdict_.account = account->name;
    const auto done = accounts_.sign_in(sign_in(), errand_.now);
    if (!done) return fail(done.error());
    verdict_.is_free = !*done;  // its host may have deleted it while the password was hashed
    if (!*done) return refuse(AccountFault::wrong_password, kWrong);
    verdict_.change = Verdict::Change::signed_in;
  }

  void run(const Account::SignOut& /*act*/) {
    if (auto done = accounts_.sign_out(sign_out()); !done) return fail(std::move(done).error());
    verdict_.change = Verdict::Change::signed_out;
  }

  void run(const Account::ChangePassword& act) {
    if (!check(errand_.account, act.old, "the old password is wrong")) return;
    const auto hash = hash_password(act.fresh, strength_);
    if (!hash) return fail(hash.error());
    if (auto done = accounts_.set_hash(errand_.account, *hash, errand_.token); !done)
      return fail(std::move(done).error());
  }

  void run(const Account::Close& act) {
    if (!check(errand_.account, act.password, "the password is wrong")) return;
    const auto done = accounts_.remove(errand_.account, sign_out());
    if (!done) return fail(done.error());
    verdict_.is_free = true;
    if (!*done) return run(Account::SignOut{});  // its host was faster
    verdict_.change = Verdict::Change::signed_out;
  }

  const Errand& errand_;
  store::Accounts& accounts_;
  Strength strength_;
  Verdict verdict_;
};

}  // namespace

Verdict not_run(const Errand& errand) {
  const auto* made = std::get_if<Account::Register>(&errand.request.act);
  return {.act = errand.request.act.index(),
          .account = made != nullptr ? made->name : errand.account,
          .refused = table::AccountAnswer::Refusal{AccountFault::storage, kLater},
          .trouble = base::Error{base::Code::system, "there is no memory for it"},
          .is_free = made != nullptr};
}

Verdict carry_out(const Errand& errand, store::Accounts& accounts, Strength strength) {
  return Clerk(errand, accounts, strength).work();
}

}  // namespace server
