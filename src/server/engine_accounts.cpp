// The engine's accounts: what is refused at once, what is run elsewhere, and what follows from it.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "server/engine.hpp"
#include "server/node.hpp"
#include "table/accounts.hpp"

namespace server {
namespace {

using protocols::AccountAnswer;
using protocols::AccountFault;
using protocols::query::Account;

/// How many jobs may be under way at once, and how many of one network address, so that none fills the
/// queue for all; each takes about a tenth of a second.
constexpr std::size_t kMostErrands = 64;
constexpr std::size_t kMostErrandsByHost = 32;

bool has_good_passwords(const Account& request) {
  if (const auto* made = std::get_if<Account::Register>(&request.act))
    return is_password(made->password.text());
  if (const auto* changed = std::get_if<Account::ChangePassword>(&request.act))
    return is_password(changed->fresh.text());
  return true;
}

/// Whether it is asked by somebody who must be signed in.
bool is_for_members(const Account& request) {
  return !std::holds_alternative<Account::Register>(request.act) &&
         !std::holds_alternative<Account::SignIn>(request.act);
}

/// The key of the account whose password is tried; empty: of none.
std::string tried_account(const Account& request, std::string_view signed_in_to) {
  if (std::holds_alternative<Account::Register>(request.act)) return {};
  const auto* sign_in = std::get_if<Account::SignIn>(&request.act);
  return table::account_key(sign_in != nullptr ? std::string_view(sign_in->name) : signed_in_to);
}

std::string token_of(std::string_view address) {
  return std::string(address.substr(std::min(table::kToken.size(), address.size())));
}

}  // namespace

/// To which account a browser is signed in; empty: to none.
std::string Engine::account_at(std::string_view address, Time now) {
  if (accounts_ == nullptr || !address.starts_with(table::kToken)) return {};
  const auto found = accounts_->signed_in(token_of(address), now);
  if (!found) observer_.accounts_failed(found.error());
  return found ? found->value_or("") : "";
}

Result<void> Engine::reserve_names(Time now) {
  if (accounts_ == nullptr) return {};
  const auto all = accounts_->all(now);
  if (!all) return std::unexpected(all.error());
  for (const auto& one : *all) host_.hall().names().reserve(one.account.name);
  return {};
}

void Engine::look_into(PlayerId player, Account& request, Time now) {
  const auto& guest = host_.hall().people().self_of(player);
  if (auto refusal = refuse_account(player, request, now)) {
    return answer_account(player, request.act.index(),
                          AccountAnswer{std::move(refusal), std::string(guest.account)});
  }
  // Nobody may take the name while its account is being made.
  if (const auto* made = std::get_if<Account::Register>(&request.act)) {
    host_.hall().names().reserve(made->name);
    being_made_.insert(table::account_key(made->name));
  }
  errands_.emplace(player, Errand{address_of(player), guest.address});
  wire_.run_account_job(player,
                        {std::move(request), token_of(guest.address), std::string(guest.account), now});
}

/// All that can be said without looking anything up.
std::optional<AccountAnswer::Refusal> Engine::refuse_account(PlayerId player, const Account& request,
                                                             Time now) {
  using Refusal = AccountAnswer::Refusal;
  const auto& guest = host_.hall().people().self_of(player);
  if (accounts_ == nullptr) return Refusal{AccountFault::no_accounts, "this server keeps no accounts"};
  if (is_for_members(request) && guest.account.empty())
    return Refusal{AccountFault::not_signed_in, "you are not signed in"};
  if (!is_for_members(request) && !guest.account.empty())
    return Refusal{AccountFault::already_signed_in, fmt::format("you are signed in as {}", guest.account)};
  const bool may_play = std::holds_alternative<Account::Register>(request.act) ||
                        std::holds_alternative<Account::ChangePassword>(request.act);
  const bool plays = table::plays(guest) || (node_ != nullptr && node_->plays(player));
  if (plays && !may_play)
    return Refusal{AccountFault::playing, "you are playing: finish or leave your game first"};
  if (!has_good_passwords(request))
    return Refusal{AccountFault::bad_password, "a password has 8 to 256 characters"};
  const auto host = address_of(player);
  const auto of_host = std::ranges::count(std::views::values(errands_), host, &Errand::host);
  if (errands_.size() >= kMostErrands || std::cmp_greater_equal(of_host, kMostErrandsByHost))
    return Refusal{AccountFault::busy, "too many people sign in just now: try again in a few seconds"};
  // Whether a name is taken is an answer, too.
  if (!std::holds_alternative<Account::SignOut>(request.act) &&
      !attempts_.step({guest.address, host, tried_account(request, guest.account)}, now))
    return Refusal{AccountFault::too_often, "too many attempts: try again in a minute"};
  if (const auto* made = std::get_if<Account::Register>(&request.act)) {
    if (const auto free = host_.hall().people().check_account(player, made->name); !free) {
      const bool taken = free.error().code == base::Code::name_taken;
      return Refusal{taken ? AccountFault::name_taken : AccountFault::bad_name, free.error().detail};
    }
  }
  return std::nullopt;
}

/// Nobody else may have the name of an account. One that is being made has been asked for since the result
/// looked, and keeps its name.
void Engine::release_name(const AccountResult& result) {
  const auto key = table::account_key(result.account);
  if (protocols::kAccountActs[result.act] == "register") being_made_.erase(key);
  if (result.is_free && !being_made_.contains(key)) host_.hall().names().release(result.account);
}

void Engine::finish_account_job(PlayerId player, const AccountResult& result, Time now) {
  forgive_stall(now);
  const auto errand = errands_.extract(player);
  if (result.trouble) observer_.accounts_failed(*result.trouble);
  const auto& names = host_.hall().names();
  const auto key = table::account_key(result.account);
  const bool was_account = names.is_account(key);
  release_name(result);
  const bool signs_in = result.change == AccountResult::Change::signed_in;
  if (signs_in) host_.hall().names().reserve(result.account);
  if (node_ != nullptr && (signs_in || names.is_account(key) != was_account))
    node_->tell_account(result.account);
  const bool is_here = host_.has(player);
  std::string account(is_here ? host_.hall().people().self_of(player).account : "");
  if (signs_in) account = result.account;
  if (result.change == AccountResult::Change::signed_out) account.clear();
  table::Effects then;
  if (signs_in) {
    host_.hall().sign_in(player, result.account, now, then);
    if (node_ != nullptr && is_here) node_->signed_in(player);
  }
  if (result.change == AccountResult::Change::signed_out) host_.hall().sign_out(player, now, then);
  if (node_ != nullptr && result.change != AccountResult::Change::none && !errand.empty())
    node_->tell_signed_in(errand.mapped().browser, account);
  answer_account(player, result.act, {result.refused, std::move(account)}, std::move(then));
}

void Engine::answer_account(PlayerId player, std::size_t act, AccountAnswer answer, table::Effects then) {
  observer_.asked_account(act, answer);
  host_.answer(player, std::move(answer), std::move(then));
}

}  // namespace server
