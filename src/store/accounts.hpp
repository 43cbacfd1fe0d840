// Accounts: names with passwords, which browsers are signed in to them, and what those must know to be
// themselves.
#pragma once

#include <boost/core/noncopyable.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/time.hpp"

namespace store {

using base::Result;
using base::Time;

/// How long a browser stays signed in.
inline constexpr base::Duration kSignInLasts = std::chrono::days(90);

struct Account {
  std::string name;  ///< as its owner spelled it
  std::string hash;  ///< of the password, with its salt and parameters
  Time made;
};

/// A browser that is signed in.
struct SignIn {
  std::string token;    ///< the hash of its token
  std::string account;  ///< the name
  Time until;
  std::string pass{};  ///< the hash of what the browser must know from now on; empty: of what it knows
};

/// A browser that is signed out.
struct SignOut {
  std::string token{};  ///< as of SignIn; empty: of none
  std::string pass{};
};

/// A keeper of accounts. Names are compared by table::account_key. Everything is durable when it returns. One
/// thread at a time; several keepers of the same accounts may be open, also in other processes.
class Accounts : boost::noncopyable {
 public:
  virtual ~Accounts() = default;

  /// Makes an account and signs its maker in. Code::name_taken if there is one of that name. Here as below,
  /// the browser has its new pass if and only if all the rest is done.
  virtual Result<void> create(const Account& account, const SignIn& first) = 0;
  virtual Result<std::optional<Account>> find(std::string_view name) = 0;
  /// Sets the hash of a password, and signs out everybody but the browser of that token (none: ""). Whether
  /// there is such an account.
  virtual Result<bool> set_hash(std::string_view name, std::string_view hash,
                                std::string_view kept_token) = 0;
  /// Forgets an account and who is signed in to it; `by` one of those, or nobody. Whether there was one: if
  /// not, nothing is done.
  virtual Result<bool> remove(std::string_view name, const SignOut& by) = 0;

  /// Replaces what the token was signed in to. Whether there is such an account: if not, nothing is done.
  virtual Result<bool> sign_in(const SignIn& sign_in, Time now) = 0;
  virtual Result<void> sign_out(const SignOut& sign_out) = 0;
  /// The name of the account to which the token is signed in. A sign-in that is not as it was written is
  /// none.
  virtual Result<std::optional<std::string>> signed_in(std::string_view token, Time now) = 0;

  /// The hash of the pass that a browser was given last. Nothing if none was: it has the one that it came
  /// with.
  /// "", which nobody's is, if it is not as it was written: were it nothing, cookies of before would be worth
  /// something again.
  virtual Result<std::optional<std::string>> pass_of(std::string_view token) = 0;

  struct Listed {
    Account account;
    std::size_t sign_ins = 0;  ///< browsers that are signed in
  };
  /// All accounts in the order of their keys.
  virtual Result<std::vector<Listed>> all(Time now) = 0;
};

}  // namespace store
