// Who comes, by their cookies.
#include "server/web/browsers.hpp"

#include <algorithm>

namespace server::web {
namespace {

/// Of those that are fetched within moments, or never.
constexpr std::size_t kMostPromises = 256;

}  // namespace

std::expected<std::string, Unknown> Browsers::find(std::string_view cookies) const {
  auto token = tokens_.read_cookie(cookies);
  if (!token) return std::unexpected(Unknown::stranger);
  const auto pass = pass_of_(token->browser);
  if (!pass) return std::unexpected(Unknown::unreadable);
  if (*pass && **pass != fingerprint(token->pass)) return std::unexpected(Unknown::stranger);
  return std::move(token->browser);
}

std::string Browsers::promise(Token token) {
  promises_.push_back({make_secret(), std::move(token)});
  if (promises_.size() > kMostPromises) promises_.pop_front();
  return promises_.back().word;
}

std::optional<std::string> Browsers::keep_promise(std::string_view word, std::string_view cookies) {
  const auto found = std::ranges::find(promises_, word, &Promise::word);
  const auto old = tokens_.read_cookie(cookies);
  if (found == promises_.end() || !old || old->browser != found->token.browser) return std::nullopt;
  auto cookie = tokens_.write_cookie(found->token);
  promises_.erase(found);
  return cookie;
}

}  // namespace server::web
