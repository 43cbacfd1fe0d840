// A table of one's own, against bots.
#include "client/play/local.hpp"

#include <fmt/format.h>

#include "table/hall.hpp"

namespace client::play {

LocalTable::LocalTable(LocalSettings settings) : settings_(std::move(settings)), rng_(settings_.seed) {
  own_ = {static_cast<std::uint8_t>(rng_.below(static_cast<std::uint64_t>(settings_.seats)))};
}

base::Result<void> LocalTable::ask(const table::Request& request) {
  if (std::holds_alternative<table::Seek>(request)) return open();
  if (const auto* play = std::get_if<table::Play>(&request)) {
    if (!table_) return base::fail(base::Code::not_at_table, "the game has not begun");
    return act(table_->play(own_, play->move, base::Time{}));
  }
  if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    finished_ = rematch->wish == table::Wish::enough;
    if (finished_) return {};
    own_ = {static_cast<std::uint8_t>((own_.value + 1) % settings_.seats)};
    return open();
  }
  if (std::holds_alternative<table::Leave>(request)) finished_ = true;
  return {};  // names are known, and there is nobody to talk to
}

base::Result<void> LocalTable::open() {
  const auto options = games::complete_options(*settings_.kits, settings_.game, "");
  if (!options) return std::unexpected(options.error());
  table::Header header{
      .table = {1}, .game = settings_.game, .options = *options, .seed = rng_.next(), .chairs = {}};
  header.revision = games::facts_of(settings_.game)->revision;
  for (int seat = 0; seat < settings_.seats; ++seat) {
    const bool own = seat == own_.value;
    header.chairs.push_back(
        {.name = own ? settings_.name : fmt::format("bot {}", seat + 1), .protocol = "local"});
  }
  auto opened = table::Table::open(*settings_.kits, std::move(header));
  if (!opened) return std::unexpected(opened.error());
  table_ = *std::move(opened);
  notices_.emplace_back(table::Started{{}, own_, table_->names(), std::make_shared<games::AnyView>(*view())});
  return {};
}

std::optional<games::AnyView> LocalTable::view() const {
  if (!table_) return std::nullopt;
  return games::view(table_->state(), own_);
}

std::optional<LocalTable::Turn> LocalTable::bots_turn() const {
  if (!table_ || finished_) return std::nullopt;
  const auto seat = table_->to_move();
  if (!seat || *seat == own_) return std::nullopt;
  return Turn{*seat, games::view(table_->state(), *seat)};
}

void LocalTable::bot_plays(base::Seat seat, const games::AnyMove& move) {
  if (table_) static_cast<void>(act(table_->play(seat, move, base::Time{})));
}

base::Result<void> LocalTable::act(base::Result<table::Step> step) {
  if (!step) return std::unexpected(step.error());
  for (auto& happened : table::seen_by(own_, step->entry, step->events, table_->to_move())) {
    notices_.emplace_back(std::move(happened));
  }
  if (auto outcome = table_->outcome()) notices_.emplace_back(table::Over{*std::move(outcome)});
  return {};
}

}  // namespace client::play
