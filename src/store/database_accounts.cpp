// Changes of accounts, in steps.
#include "store/database_accounts.hpp"

namespace store {

/// Of the account of that name, by its owner's spelling. Whether there is one: if not, nothing is done.
Result<bool> DatabaseAccounts::change(std::string_view name,
                                      const std::function<Result<void>(const std::string&)>& steps) {
  bool known = false;
  auto done = in_transaction([&]() -> Result<void> {
    const auto found = spelling_of(name);
    if (!found) return std::unexpected(found.error());
    known = found->has_value();
    return known ? steps(**found) : Result<void>();
  });
  if (!done) return std::unexpected(std::move(done).error());
  return known;
}

Result<void> DatabaseAccounts::put_sign_in(const SignIn& sign_in, const std::string& account) {
  if (auto done = put_token(sign_in, account); !done) return done;
  return put_pass(sign_in.token, sign_in.pass);
}

Result<void> DatabaseAccounts::put_pass(const std::string& token, const std::string& pass) {
  return pass.empty() ? Result<void>() : put_known_pass(token, pass);
}

Result<void> DatabaseAccounts::create(const Account& account, const SignIn& first) {
  return in_transaction([&]() -> Result<void> {
    const auto taken = spelling_of(account.name);
    if (!taken) return std::unexpected(taken.error());
    if (*taken) return base::fail(base::Code::name_taken, "there is an account of that name");
    if (auto done = put_account(account); !done) return done;
    return put_sign_in(first, account.name);
  });
}

Result<bool> DatabaseAccounts::set_hash(std::string_view name, std::string_view hash,
                                        std::string_view kept_token) {
  return change(name, [&](const std::string& account) -> Result<void> {
    if (auto done = put_hash(account, hash); !done) return done;
    return forget_tokens(account, kept_token);
  });
}

Result<bool> DatabaseAccounts::remove(std::string_view name, const SignOut& by) {
  return change(name, [&](const std::string& account) -> Result<void> {
    if (auto done = forget_tokens(account, ""); !done) return done;
    if (auto done = forget_account(account); !done) return done;
    return put_pass(by.token, by.pass);
  });
}

Result<bool> DatabaseAccounts::sign_in(const SignIn& sign_in, Time now) {
  return change(sign_in.account, [&](const std::string& account) -> Result<void> {
    if (auto done = forget_old_tokens(now); !done) return done;
    return put_sign_in(sign_in, account);
  });
}

Result<void> DatabaseAccounts::sign_out(const SignOut& sign_out) {
  return in_transaction([&]() -> Result<void> {
    if (auto done = forget_token(sign_out.token); !done) return done;
    return put_pass(sign_out.token, sign_out.pass);
  });
}

Result<void> DatabaseAccounts::write_book(const AccountBook& book) {
  return in_transaction([&]() -> Result<void> {
    for (const auto& account : book.accounts) {
      if (auto done = put_account(account); !done) return done;
    }
    for (const auto& sign_in : book.sign_ins) {
      if (auto done = put_sign_in(sign_in, sign_in.account); !done) return done;
    }
    for (const auto& [browser, pass] : book.passes) {
      if (auto done = put_pass(browser, pass); !done) return done;
    }
    return {};
  });
}

}  // namespace store
