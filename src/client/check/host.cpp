// A hall for one stranger and some bots.
#include "client/check/host.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocols/sparring.hpp"

namespace client::check {
namespace {

base::Time next_moment(base::Time now) { return now + std::chrono::milliseconds(1); }

}  // namespace

Host::Host(const protocols::Protocol& protocol, const games::Kits& kits, std::uint64_t seed)
    : protocol_(protocol), kits_(kits), hall_(kits, {.seed = seed}), rng_(seed) {
  session_ = protocol.serve({.kits = kits_, .switches = switches_, .address = "127.0.0.1", .port = 1});
  hall_.arrive(stranger_, protocol.name, "127.0.0.1", protocol.views ? table::Views::yes : table::Views::no);
  work();
}

void Host::receive(std::string_view bytes) {
  session_->receive(bytes);
  work();
}

void Host::hang_up() {
  if (std::exchange(gone_, true)) return;
  table::Effects effects;
  hall_.lose(stranger_, now_, effects);
  deliver(std::move(effects));
}

void Host::tick() {
  session_->tick();
  work();
}

/// Answers what the stranger asks for, one request after the other.
void Host::work() {
  while (!gone_) {
    now_ = next_moment(now_);
    const auto request = session_->next();
    std::ranges::move(session_->take_remarks(), std::back_inserter(watch_.remarks));
    if (!request && session_->has_more()) continue;
    if (!request) return;
    const auto* play = std::get_if<table::Play>(&*request);
    if (play != nullptr && watch_.to_move != watch_.seat) watch_.asked_out_of_turn = true;
    if (play != nullptr && std::exchange(refuses_, false)) {
      ++watch_.refused_by_plot;
      const auto known = watch_.remarks.size();
      tell_stranger(table::Refused{.error = protocols::excuse(protocol_.sparring, play->move)});
      watch_.remarks.resize(known);  // not the stranger's fault
      continue;
    }
    ask(stranger_, *request);
    if (const auto* seek = std::get_if<table::Seek>(&*request)) bring_companions(*seek);
  }
}

void Host::ask(base::PlayerId player, const table::Request& request) {
  table::Effects effects;
  hall_.handle(player, request, now_, effects);
  const bool taken = std::ranges::any_of(effects.tell, [&](const auto& told) {
    return told.first == player && std::holds_alternative<table::Accepted>(told.second);
  });
  const auto* play = std::get_if<table::Play>(&request);
  const bool lost = play != nullptr && protocols::is_penalty(protocol_.sparring, play->move);
  if (player == stranger_ && taken && play != nullptr && !lost) ++watch_.moves;
  deliver(std::move(effects));
}

void Host::deliver(table::Effects effects) {
  for (const auto& [player, notice] : effects.tell) {
    if (player == stranger_) {
      tell_stranger(notice);
    } else if (const auto found = companions_.find(player); found != companions_.end()) {
      tell(found->second, notice);
    }
  }
}

void Host::tell_stranger(const table::Notice& notice) {
  if (gone_) return;
  if (const auto* started = std::get_if<table::Started>(&notice)) {
    watch_.seated = true;
    watch_.over = false;
    watch_.seat = started->seat;
  }
  if (const auto* happened = std::get_if<table::Happened>(&notice)) watch_.to_move = happened->to_move;
  if (std::holds_alternative<table::Over>(notice)) {
    watch_.over = true;
    watch_.to_move.reset();
  }
  session_->tell(notice);
  std::ranges::move(session_->take_remarks(), std::back_inserter(watch_.remarks));
}

void Host::tell(Companion& companion, const table::Notice& notice) {
  if (const auto* started = std::get_if<table::Started>(&notice)) {
    companion.playing = true;
    companion.seat = started->seat;
    companion.view = started->view;
    companion.to_move = games::to_move(games::imagine(*started->view, rng_));
    watch_.to_move = companion.to_move;
  }
  if (const auto* happened = std::get_if<table::Happened>(&notice)) {
    if (happened->view != nullptr) companion.view = happened->view;
    companion.to_move = happened->to_move;
  }
  if (std::holds_alternative<table::Over>(notice)) {
    companion.playing = false;
    companion.had_enough = false;
  }
}

/// As many as the stranger wants to play with, in the same lobby.
void Host::bring_companions(const table::Seek& seek) {
  const auto wanted = static_cast<std::size_t>(seek.seats == 0 ? 1 : seek.seats - 1);
  while (companions_.size() < wanted) {
    const base::PlayerId player{next_player_++};
    companions_[player] = {.player = player};
    hall_.arrive(player, table::kBotProtocol, "random", table::Views::yes);
    ask(player, table::Name{.name = fmt::format("parlor{}", player.value), .chosen = false});
    auto same = seek;
    same.ready = true;
    same.name.clear();
    same.bots.clear();
    same.make = table::Make::if_none;
    ask(player, same);
  }
}

bool Host::move_bot() {
  for (auto& [player, companion] : companions_) {
    if (!std::exchange(companion.had_enough, true)) ask(player, table::Rematch{table::Wish::enough});
    if (!companion.playing || companion.to_move != companion.seat || companion.view == nullptr) continue;
    const auto moves = games::moves(*companion.view);
    if (moves.empty()) continue;
    const auto* bot = bots::find(protocol_.game, "random");
    now_ = next_moment(now_);
    ask(player, table::Play{bot->choose(*companion.view, moves, rng_)});
    work();
    return true;
  }
  return false;
}

void Host::send_bots_away() {
  for (const auto& [player, companion] : companions_) {
    table::Effects effects;
    hall_.depart(player, now_, effects);
    deliver(std::move(effects));
  }
  companions_.clear();
  work();
}

}  // namespace client::check
