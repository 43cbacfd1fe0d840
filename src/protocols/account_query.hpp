// What a browser asks about accounts, and what it is answered.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/secret.hpp"

namespace protocols {

namespace query {

struct Account {
  /// Make an account and be signed in to it.
  struct Register {
    std::string name;
    base::Secret password;
  };
  struct SignIn {
    std::string name;
    base::Secret password;
  };
  struct SignOut {};
  struct ChangePassword {
    base::Secret old;
    base::Secret fresh;
  };
  /// Have no account any more.
  struct Close {
    base::Secret password;
  };

  std::variant<Register, SignIn, SignOut, ChangePassword, Close> act;
};

}  // namespace query

/// The acts in the order of the variant, as they are called in metrics and in the browser's protocol.
inline constexpr std::array<std::string_view, 5> kAccountActs{"register", "sign_in", "sign_out", "password",
                                                              "close_account"};

/// Why something about accounts was refused.
enum class AccountFault : std::uint8_t {
  no_accounts,        ///< the host wants none
  already_signed_in,  ///< one account at a time
  not_signed_in,
  bad_name,
  name_taken,
  bad_password,    ///< too short, too long
  wrong_password,  ///< or no account of that name, which is not told apart
  too_often,       ///< too many attempts in a short time
  busy,            ///< too many people at once
  playing,         ///< not in the middle of a game
  storage,         ///< the account could not be read or kept
};

/// In the order of the enum.
inline constexpr std::array<std::string_view, 11> kAccountFaults{
    "no_accounts",    "already_signed_in", "not_signed_in", "bad_name", "name_taken", "bad_password",
    "wrong_password", "too_often",         "busy",          "playing",  "storage"};

inline std::string_view name_of(AccountFault fault) {
  return kAccountFaults[static_cast<std::size_t>(fault)];
}

/// The answer to a query::Account.
struct AccountAnswer {
  struct Refusal {
    AccountFault fault;
    std::string text;  ///< a sentence for people
  };
  std::optional<Refusal> refused{};
  std::string account{};  ///< to which one is signed in now; empty: to none
};

}  // namespace protocols
