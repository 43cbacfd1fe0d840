// What the engine tells browsers of wire connections and their seats.
#include <fmt/format.h>

#include "server/engine.hpp"

namespace server {
namespace {

/// The options of a transcript that plays as this server does, besides the seed.
std::string transcript_options(const EngineSettings& settings) {
  std::string options;
  if (const auto grace = std::chrono::floor<std::chrono::seconds>(settings.grace); grace.count() > 0)
    options += fmt::format(" grace={}", grace.count());
  for (const auto& one : settings.switches) options += fmt::format(" {}", one);
  return options;
}

}  // namespace

InspectorSettings inspector_settings(const EngineSettings& settings) {
  return {
      .on = settings.inspector, .secret = settings.link_secret, .transcript = transcript_options(settings)};
}

void Engine::tell_inspected(PlayerId player, const table::Inspect& request, Time now) {
  auto inspected = inspector_.handle(player, request, now);
  if (!inspected) {
    effects_.tell.emplace_back(player, table::Refused{std::move(inspected).error()});
    return;
  }
  effects_.tell.emplace_back(player, table::Accepted{});
  if (*inspected) tell_aside(player, **std::move(inspected));
}

void Engine::tell_aside(PlayerId player, table::Inspected inspected) {
  effects_.tell.emplace_back(player,
                             table::Aside{std::make_shared<const table::Inspected>(std::move(inspected))});
}

/// The hall asks no more whether somebody may look with the eyes of a seat.
void Engine::open_screen(PlayerId player, const table::Screen& request, Time now) {
  if (inspector_.links().opens(request)) return hall_.handle(player, request, now, effects_);
  effects_.tell.emplace_back(
      player, table::Refused{{base::Code::not_at_table, "this link opens no seat, or not any more"}});
}

void Engine::tell_news() {
  for (auto& [player, inspected] : inspector_.take_news()) tell_aside(player, std::move(inspected));
  execute();
}

/// A wire connection has a seat: its page is shown where the protocol has words for people.
void Engine::note_seat(Talk& talk, const table::Started& seat, bool resumed) {
  if (talk.track) inspector_.note_seat(*talk.track, seat, resumed);
  const bool wire = talk.protocol != nullptr && talk.protocol->carrier == protocols::Carrier::tcp;
  if (!wire || second_screen_.empty()) return;
  talk.session->show_link(
      fmt::format("{}{}{}", second_screen_, kSeatPath, inspector_.links().link_to(seat.table, seat.seat)));
}

}  // namespace server
