// A host for one stranger and some bots.
#include "client/check/host.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "client/framed.hpp"
#include "protocols/grammar.hpp"
#include "protocols/hints.hpp"
#include "protocols/sparring.hpp"

namespace client::check {
namespace {

constexpr base::PlayerId kStranger{1};

bool is_accepted(const table::Effects& effects) {
  return std::ranges::any_of(effects.tell, [&](const auto& told) {
    return told.first == kStranger && std::holds_alternative<table::Accepted>(told.second);
  });
}

}  // namespace

Host::Host(const protocols::Protocol& protocol, const games::Kits& kits, const bots::Bot& opponent,
           std::uint64_t seed)
    : protocol_(protocol), opponent_(opponent), host_(kits, *this, {.hall = {.seed = seed}, .bots = seed}) {
  host_.open(kStranger, {protocol, "127.0.0.1", 1}, now_);
  settle();
}

/// Every moment is later than the one before.
void Host::settle() {
  now_ += std::chrono::milliseconds(1);
  host_.settle(now_);
}

void Host::receive(std::string_view bytes) {
  if (table() != nullptr) before_message_ = table()->state();
  host_.receive(kStranger, bytes, now_);
  settle();
}

void Host::hang_up() {
  host_.closed(kStranger, now_);
  settle();
}

void Host::tick() {
  host_.tick(kStranger);
  settle();
}

void Host::send(base::PlayerId /*player*/, std::string_view bytes, base::Time /*now*/) { output_ += bytes; }

void Host::close(base::PlayerId player) { finished_ = finished_ || player == kStranger; }

void Host::think(base::PlayerId bot, const host::Question& question) {
  questions_.emplace_back(bot, question);
}

bool Host::may_ask(base::PlayerId player, base::Time /*now*/) { return player == kStranger || !bots_wait_; }

void Host::handle(table::Hall& hall, const host::Asked& asked, table::Effects& effects) {
  if (asked.player == kStranger && refuse(asked.request, effects)) return;
  host::Surroundings::handle(hall, asked, effects);
  if (asked.player != kStranger) return;
  if (const auto* seek = std::get_if<table::Seek>(&asked.request)) bring_bots(*seek);
  const auto* play = std::get_if<table::Play>(&asked.request);
  const bool lost = play != nullptr && protocols::is_penalty(protocol_.sparring, play->move);
  if (play != nullptr && !lost && is_accepted(effects)) ++watch_.moves;
  if (play != nullptr) forgive_words(*play, effects);
}

/// Whose words are others than ours does nothing wrong, unless it goes on and on.
void Host::forgive_words(const table::Play& play, const table::Effects& effects) {
  constexpr int kEnough = 20;
  if (protocol_.sparring == nullptr || protocol_.sparring->excuse == nullptr) return;
  const auto excuse = protocols::excuse(protocol_.sparring, play.move).code;
  if (excuse.own.empty()) return;  // only a reason of its own tells words from other mistakes
  const bool unknown = std::ranges::any_of(effects.tell, [&](const auto& told) {
    const auto* refused = std::get_if<table::Refused>(&told.second);
    return told.first == kStranger && refused != nullptr && refused->error.code == excuse;
  });
  if (unknown) forgives_ = ++watch_.unknown_words < kEnough;
}

const table::Table* Host::table() const {
  return table_ ? host_.hall().tables().find_table(*table_) : nullptr;
}

const games::AnyState* Host::state() const {
  if (before_message_) return &*before_message_;
  return table() == nullptr ? nullptr : &table()->state();
}

std::optional<games::AnyView> Host::view() const {
  if (state() == nullptr) return std::nullopt;
  return games::view(*state(), watch_.seat);
}

/// As the rules would take a move of the stranger now.
base::Result<void> Host::try_out(const games::AnyMove& move) const {
  if (state() == nullptr || !watch_.seat) return base::fail(base::Code::not_at_table);
  auto copy = *state();
  if (auto played = games::play(copy, *watch_.seat, move); !played) return std::unexpected(played.error());
  return {};
}

std::vector<Meant> Host::meant(std::string_view message, std::string_view before) const {
  const auto* grammar = protocol_.grammar;
  if (grammar == nullptr || grammar->hints == nullptr) return {};
  return find_meant(protocol_, message, before, [&](const games::AnyMove& move) {
    const auto tried = try_out(move);
    return tried || tried.error().code == grammar->hints->half;
  });
}

bool Host::is_half(std::string_view message) const {
  const auto* grammar = protocol_.grammar;
  if (grammar == nullptr || grammar->hints == nullptr || grammar->hints->other_half.empty()) return false;
  const auto asked = grammar->hints->requests(without_strays(message), "");
  return std::ranges::any_of(asked, [&](const table::Request& request) {
    const auto* play = std::get_if<table::Play>(&request);
    const auto tried = play == nullptr ? base::Result<void>() : try_out(play->move);
    return !tried && tried.error().code == grammar->hints->half;
  });
}

std::string Host::position() const {
  const auto seen = view();
  if (!seen) return "";
  const auto shown = games::describe(*seen);
  if (const auto line = shown["fen"].text()) return std::string(*line);
  std::string rows;
  for (const auto& row : shown["board"].list()) {
    if (const auto text = row.text()) rows += fmt::format("{}{}", rows.empty() ? "" : "\n", *text);
  }
  return rows;
}

std::string Host::right_move() const {
  if (!watch_.seat || state() == nullptr || games::to_move(*state()) != watch_.seat) return "";
  const auto moves = games::moves(*view());
  return moves.empty() ? "" : games::write(moves.front());
}

/// The move that is to be refused, whatever it is.
bool Host::refuse(const table::Request& request, table::Effects& effects) {
  const auto* play = std::get_if<table::Play>(&request);
  if (play == nullptr) return false;
  if (watch_.to_move != watch_.seat) watch_.asked_out_of_turn = true;
  if (!std::exchange(refuses_, false)) return false;
  ++watch_.refused_by_plot;
  forgives_ = true;
  effects.tell.emplace_back(kStranger, table::Refused{protocols::excuse(protocol_.sparring, play->move)});
  return true;
}

void Host::took_turn(base::PlayerId /*player*/, const host::Turn& turn, base::Time /*now*/) {
  std::ranges::copy(turn.remarks, std::back_inserter(watch_.remarks));
}

void Host::told(base::PlayerId player, const table::Notice& notice) {
  if (player != kStranger) return;
  auto remarks = host_.session(kStranger)->take_remarks();
  if (!std::exchange(forgives_, false)) std::ranges::move(remarks, std::back_inserter(watch_.remarks));
  if (const auto* started = std::get_if<table::Started>(&notice)) {
    watch_.seated = true;
    table_ = started->table;
    watch_.over = false;
    watch_.seat = started->seat;
    watch_.to_move = host_.hall().tables().find_table(started->table)->to_move();
  }
  if (const auto* happened = std::get_if<table::Happened>(&notice)) watch_.to_move = happened->to_move;
  if (std::holds_alternative<table::Over>(notice)) {
    watch_.over = true;
    watch_.to_move.reset();
    bots_wait_ = true;
  }
}

/// As many as the stranger wants to play with, in the same lobby.
void Host::bring_bots(const table::Seek& seek) {
  const auto wanted = static_cast<std::size_t>(seek.seats == 0 ? 1 : seek.seats - 1);
  while (bots_.size() < wanted) {
    auto same = seek;
    same.ready = true;
    same.name.clear();
    same.bots.clear();
    same.make = table::Make::if_none;
    host::Engagement engagement{.name = fmt::format("parlor{}", bots_.size() + 2), .seek = std::move(same)};
    engagement.afterwards = table::Wish::enough;
    engagement.alone = host::Engagement::Alone::waits;
    bots_.push_back(host_.seat_bot(opponent_, std::move(engagement)));
  }
}

bool Host::move_bot() {
  if (std::exchange(bots_wait_, false)) host_.touch_all();
  settle();
  while (!questions_.empty()) {
    const auto [bot, question] = std::move(questions_.front());
    questions_.pop_front();
    const auto move = host::answer(question);
    host_.thought(bot, move);
    settle();
    if (move) return true;
  }
  return false;
}

void Host::send_bots_away() {
  for (const auto bot : bots_) host_.depart(bot, now_);
  questions_.clear();
  settle();
}

}  // namespace client::check
