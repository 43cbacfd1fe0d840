// What a host has set, as the engine wants it.
#include "server/engine_settings.hpp"

#include "server/chance.hpp"
#include "server/web/token.hpp"

namespace server {

EngineSettings engine_settings(const Config& config) {
  const auto& limits = config.limits;
  return {
      .seed = config.seed.value_or(base::Seed{}),
      .fresh_seed = config.seed ? table::Seeds::Source{} : fresh_seed,
      .hold = config.hold,
      .grace = config.grace,
      .abandon = config.abandon,
      .come_back = config.resume_any_address ? table::ComeBack::any_address : table::ComeBack::same_address,
      .switches = config.switches,
      .clocks = config.clocks,
      // Behind a proxy that nobody trusts everybody seems to come from where that is.
      .inspector = !config.no_inspector && (config.web_origin.empty() || !config.trust_proxies.empty()),
      .link_secret = web::make_secret(),
      .second_screen = config.second_screen,
      .tells_deals = config.tell_deals,
      .requests_per_second = limits.requests_per_second,
      .bots_per_address = limits.bots_per_address,
      .address_requests_per_second = limits.address_requests_per_second,
      .address_tables_per_second = limits.address_tables_per_second,
      .account_requests_per_second = limits.account_requests_per_second,
      .account_tables_per_second = limits.account_tables_per_second,
      .acts_per_game = limits.acts_per_game,
      .idle = std::chrono::minutes(limits.idle_minutes),
      .chat_per_second = limits.chat_per_second,
      .chat_heard_per_second = limits.chat_heard_per_second};
}

}  // namespace server
