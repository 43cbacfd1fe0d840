// What is asked about accounts, as jobs that are run elsewhere than on the loop: they hash and write.
#pragma once

#include <optional>
#include <string>

#include "protocols/account_query.hpp"
#include "server/password.hpp"
#include "store/accounts.hpp"

namespace server {

/// A request that has passed all that can be said of it at once.
struct AccountJob {
  protocols::query::Account request;
  std::string token{};    ///< the hash of the browser's token
  std::string account{};  ///< to which the browser is signed in; empty: to none
  base::Time now;
  std::string pass{};  ///< as of store::SignIn, if somebody is signed in or out by it
};

/// What became of a job; it is durable.
struct AccountResult {
  enum class Change : std::uint8_t { none, signed_in, signed_out };

  std::size_t act = 0;  ///< as of protocols::kAccountActs
  std::string account;  ///< whom it was about, as its owner spells it
  Change change = Change::none;
  std::optional<protocols::AccountAnswer::Refusal> refused{};
  std::optional<base::Error> trouble{};  ///< for the host: why accounts could not be reached
  bool is_free = false;                  ///< there is no account of that name, whatever was known before
};

/// What is said of a job that could not be run for want of memory.
AccountResult not_run(const AccountJob& job);

/// Does what was asked for. An unknown name takes as long as a wrong password, and is answered the same.
AccountResult carry_out(const AccountJob& job, store::Accounts& accounts, Strength strength);

}  // namespace server
