// What the engine answers to queries, besides finished games and accounts.
#include <type_traits>

#include "server/engine.hpp"
#include "server/node.hpp"

namespace server {
namespace {

namespace query = protocols::query;

/// Some cost as much as so many requests: a whole game, to be read, replayed and written; what has happened
/// at a table, or a connection.
constexpr std::size_t kCostOfReplay = 1000;
constexpr std::size_t kCostOfLook = 100;

template <class Asked>
constexpr std::size_t cost_of(const Asked& /*query*/) {
  constexpr bool kIsPlain = std::is_same_v<Asked, query::Hall> || std::is_same_v<Asked, query::Clocks> ||
                            std::is_same_v<Asked, query::Account>;
  if constexpr (std::is_same_v<Asked, query::Replay>) return kCostOfReplay;
  return kIsPlain ? 1 : kCostOfLook;
}

}  // namespace

bool Engine::answer_query(PlayerId player, protocols::Query& query, Time now) {
  if (const Peer* peer = peers_.find(player.value)) observer_.requested(*peer->protocol, player);
  std::visit([&](auto& one) { look_into(player, one, now); }, query);
  if (Peer* peer = peers_.find(player.value)) {
    note_account(player, *peer, now);
    peer->spent += std::visit([](const auto& one) { return cost_of(one); }, query);
  }
  return true;
}

/// It is written once for all who look at the same time.
void Engine::look_into(PlayerId player, const query::Hall& query, Time now) {
  table::Effects effects;
  auto overview = host_.hall().look_around(player, now, effects);
  if (node_ != nullptr) overview = node_->hall_parts().whole(overview);
  if (query.write != nullptr && hall_.overview != overview)
    hall_ = {overview, std::make_shared<const std::string>(query.write(*overview))};
  host_.answer(player, query.write == nullptr ? protocols::HallAnswer{overview} : hall_, std::move(effects));
}

void Engine::look_into(PlayerId player, const query::Clocks& /*query*/, Time now) {
  if (node_ != nullptr && node_->read_clocks(player, now)) return;
  table::Effects effects;
  host_.hall().read_clocks(player, now, effects);
  host_.execute(effects);
}

void Engine::look_into(PlayerId player, const query::SeatPage& query, Time now) {
  if (!inspector_.links().opens(query.table, query.seat, query.key))
    return host_.refuse(player, {base::Code::not_at_table, "this link opens no seat, or not any more"});
  const table::Request watch = table::Watch{query.table, query.seat};
  if (node_ != nullptr && node_->take(player, watch, now, now)) return;
  table::Effects effects;
  host_.hall().handle(player, watch, now, effects);
  host_.execute(effects);
}

void Engine::look_into(PlayerId player, const query::Connections& /*query*/, Time now) {
  if (node_ != nullptr) return node_->far_wires().list(player, now);
  host_.answer(player, inspector_.list(player, now));
}

void Engine::look_into(PlayerId player, const query::Follow& query, Time now) {
  if (node_ != nullptr && node_->far_wires().follow(player, query.connection, now)) return;
  answer_or_refuse(player, inspector_.follow(player, query.connection, now));
}

void Engine::look_into(PlayerId player, const query::Unfollow& /*query*/, Time /*now*/) {
  if (node_ != nullptr) node_->far_wires().stop_following(player);
  inspector_.stop_following(player);
  table::Effects effects;
  effects.tell.emplace_back(player, table::Accepted{});
  host_.execute(effects);
}

void Engine::look_into(PlayerId player, const query::Transcript& query, Time now) {
  if (node_ != nullptr && node_->far_wires().transcript(player, query.connection, now)) return;
  answer_or_refuse(player, inspector_.transcript(player, query.connection, now));
}

template <class Found>
void Engine::answer_or_refuse(PlayerId player, Result<Found> found) {
  if (!found) return host_.refuse(player, std::move(found).error());
  host_.answer(player, *std::move(found));
}

}  // namespace server
