// What was done in a game since its beginning.
#include "client/play/chronicle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "client/play/desk.hpp"

namespace client::play {
namespace {

constexpr int kNumberColumns = 4;

std::string padded(std::string text, int columns) {
  text = fit(text, columns - 1);
  return text + std::string(static_cast<std::size_t>(std::max(0, columns - width_of(text))), ' ');
}

}  // namespace

void Chronicle::begin(const table::Started& started) {
  *this = {};
  if (!started.view) return;
  game_ = games::game_of(*started.view);
  options_ = started.options;
  table_ = started.table;
  story_.emplace(game_, options_);
  steps_.push_back({.view = *started.view});
}

void Chronicle::note(const table::Happened& happened, const std::string& words) {
  if (steps_.empty()) return;
  const auto line = story_ ? story_->note(happened.event) : games::Line{.label = words};
  // Without a label it is more of what the act was already.
  if (!line.label.empty()) {
    auto label = story_ ? sheet_label(happened.event).value_or(line.label) : line.label;
    steps_.push_back({happened.who, std::move(label), line.text, line.points, line.takes_back});
  }
  if (happened.view) see(*happened.view);
}

void Chronicle::see(const games::AnyView& view) {
  if (steps_.size() > 1 && !steps_.back().view) {
    for (auto& step : steps_) {
      if (!step.view) step.view = view;
    }
  }
}

std::vector<const Chronicle::Step*> Chronicle::standing() const {
  std::vector<const Step*> acts;
  for (std::size_t at = 1; at < steps_.size(); ++at) {
    const auto& step = steps_[at];
    if (step.takes_back > 0) {
      acts.resize(acts.size() - std::min(acts.size(), static_cast<std::size_t>(step.takes_back)));
    } else {
      acts.push_back(&step);
    }
  }
  return acts;
}

std::vector<std::string> write_sheet(const Chronicle& chronicle, std::span<const std::string> names,
                                     int columns) {
  const auto seats = names.size();
  if (seats == 0) return {};
  const int width = (columns - kNumberColumns) / static_cast<int>(seats);
  std::string row = padded("", kNumberColumns);
  for (const auto& name : names) row += padded(name, width);
  std::vector<std::string> lines{row};
  std::vector<int> sums(seats);
  std::size_t next = seats;  // the seat whose place in the row is free, and all behind it
  int number = 0;
  for (const auto* act : chronicle.standing()) {
    const auto seat = std::min<std::size_t>(act->who.value, seats - 1);
    if (number == 0 || seat < next) {  // it has something in this row already
      lines.push_back(padded(fmt::format("{:>3}", ++number), kNumberColumns));
      next = 0;
    }
    for (; next < seat; ++next) lines.back() += padded("", width);
    auto cell = act->label;
    if (act->points) {
      sums[seat] += *act->points;
      const auto points = fmt::format(" +{} {}", *act->points, sums[seat]);
      cell = fit(cell, width - 1 - width_of(points));
      cell += points;
    }
    lines.back() += padded(cell, width);
    next = seat + 1;
  }
  for (auto& line : lines) {
    while (line.ends_with(' ')) line.pop_back();
  }
  return lines;
}

}  // namespace client::play
