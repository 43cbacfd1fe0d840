// What happens as lines of the log.
#include "server/event_log.hpp"

#include <fmt/format.h>

#include "server/log.hpp"

namespace server {
namespace {

constexpr base::Duration kQuiet = std::chrono::minutes(1);
/// Whose limits are remembered; beyond, everybody's are forgotten.
constexpr std::size_t kMostLimited = 1000;

std::string number(base::PlayerId player) { return std::to_string(player.value); }

/// "anna/chess bert/web"
std::string players_of(const table::Header& header) {
  std::string text;
  for (const auto& chair : header.chairs)
    text += fmt::format("{}{}/{}", text.empty() ? "" : " ", table::escape_name(chair.name), chair.protocol);
  return text;
}

}  // namespace

void EventLog::connected(const protocols::Protocol& protocol, base::PlayerId player,
                         std::string_view address) {
  if (!logs(Level::debug)) return;
  log(Level::debug, "connected",
      {{"protocol", std::string(protocol.name)}, {"player", number(player)}, {"from", std::string(address)}});
}

void EventLog::disconnected(const protocols::Protocol& protocol, base::PlayerId player) {
  const auto found = counts_.extract(player);
  const auto counts = found ? found.mapped() : Counts{};
  const bool many = counts.refused > 1 || counts.slowed > 1;
  const auto level = many ? Level::info : Level::debug;
  if (!logs(level)) return;
  log(level, "disconnected",
      {{"protocol", std::string(protocol.name)},
       {"player", number(player)},
       {"refused", std::to_string(counts.refused)},
       {"slowed", std::to_string(counts.slowed)}});
}

void EventLog::refused(const protocols::Protocol& protocol, base::PlayerId player,
                       const protocols::Remark& remark) {
  const bool first = remark.refused && ++counts_[player].refused == 1;
  const auto level = first ? Level::info : Level::debug;
  if (!logs(level)) return;
  log(level, remark.refused ? "refused" : "noted",
      {{"protocol", std::string(protocol.name)},
       {"player", number(player)},
       {"code", remark.refused ? std::string(base::name_of(*remark.refused)) : "-"},
       {"why", remark.detail}});
}

void EventLog::slowed(const protocols::Protocol& protocol, base::PlayerId player) {
  const auto level = ++counts_[player].slowed == 1 ? Level::info : Level::debug;
  if (!logs(level)) return;
  log(level, "slowed", {{"protocol", std::string(protocol.name)}, {"player", number(player)}});
}

void EventLog::limited(Reached limit, const std::string& whose, base::Time now) {
  if (limited_.size() >= kMostLimited) limited_.clear();
  const auto name = kReached[static_cast<std::size_t>(limit)];
  auto& one = limited_[fmt::format("{} {}", name, whose)];
  ++one.since;
  if (one.told != base::Time{} && now - one.told < kQuiet) return;
  log(Level::warn, "limit reached",
      {{"limit", std::string(name)}, {"by", whose}, {"times", std::to_string(one.since)}});
  one = {now, 0};
}

void EventLog::begun(const table::Header& header) {
  if (!logs(Level::info)) return;
  log(Level::info, "game begun",
      {{"table", std::to_string(header.table.value)},
       {"game", header.game},
       {"players", players_of(header)}});
}

void EventLog::ended(const table::Closing& closing) {
  if (!logs(Level::info)) return;
  log(Level::info, "game ended",
      {{"table", std::to_string(closing.table.value)}, {"result", table::write_outcome(closing.outcome)}});
}

void EventLog::asked_account(std::string_view act, const protocols::AccountAnswer& answer) {
  if (!logs(Level::info)) return;
  log(Level::info, answer.refused ? "account refused" : "account",
      {{"act", std::string(act)},
       {"account", answer.account.empty() ? "-" : answer.account},
       {"code", answer.refused ? std::string(protocols::name_of(answer.refused->fault)) : "-"}});
}

}  // namespace server
