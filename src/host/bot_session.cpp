// A bot at a table.
#include "host/bot_session.hpp"

#include <fmt/format.h>

namespace host {

std::optional<games::AnyMove> answer(const Question& question) {
  const auto candidates = games::moves(*question.view);
  if (candidates.empty()) return std::nullopt;
  base::Rng rng(question.seed);
  return question.bot->choose(*question.view, candidates, rng);
}

Engagement engagement(const table::Invitation& invitation) {
  table::Seek seek{.game = invitation.game, .options = invitation.options};
  seek.clock = invitation.clock.empty() ? "none" : invitation.clock;
  seek.lobby = invitation.lobby;
  seek.make = table::Make::never;
  seek.standing = invitation.standing;
  return {.seek = std::move(seek)};
}

BotSession::BotSession(const bots::Bot& bot, Engagement engagement, std::uint64_t seed, std::string whose)
    : bot_(bot),
      rng_(seed),
      whose_(std::move(whose)),
      afterwards_(engagement.afterwards),
      alone_(engagement.alone) {
  if (!engagement.seek) return;
  if (engagement.name.empty()) {
    ask_for_name();
  } else {
    naming_ = true;
    wants_.emplace_back(table::Name{std::move(engagement.name), false});
  }
  wants_.emplace_back(*std::move(engagement.seek));
}

void BotSession::ask_for_name() {
  auto name = fmt::format("{} bot", bot_.level);
  if (++tried_names_ > 1) name += fmt::format(" {}", tried_names_);
  wants_.emplace_front(table::Name{std::move(name), false});
  naming_ = true;
}

std::optional<protocols::Request> BotSession::next() {
  if (wants_.empty()) return std::nullopt;
  auto request = std::move(wants_.front());
  wants_.pop_front();
  replying_ = std::holds_alternative<table::Reply>(request);
  return request;
}

std::optional<Question> BotSession::take_question() {
  if (!std::exchange(asks_, false)) return std::nullopt;
  ++thinking_;
  return Question{&bot_, view_, rng_.next(), whose_};
}

/// Answers come in the order of the questions. One that comes when the game has gone on is refused by the
/// rules; one to an older position, after moves were taken back, is passed over.
void BotSession::decide(std::optional<games::AnyMove> move) {
  if (--thinking_ == 0 && move) wants_.emplace_back(table::Play{*std::move(move)});
}

void BotSession::tell(const protocols::Notice& notice) {
  std::visit([&](const auto& one) { on(one); }, notice);
}

/// Whether it is on turn turns out when it thinks about its moves.
void BotSession::on(const table::Started& started) {
  view_ = started.view;
  seat_ = started.seat;
  asks_ = true;
  over_ = false;
}

void BotSession::on(const table::Resumed& resumed) { on(resumed.seat); }

void BotSession::on(const table::Happened& happened) {
  if (!happened.last) return;
  view_ = happened.view;
  asks_ = happened.to_move == seat_;
}

/// Who does not want another game ends it for all.
void BotSession::on(const table::Over& /*over*/) {
  asks_ = false;
  over_ = true;
  wants_.emplace_back(table::Rematch{afterwards_});
}

/// Bots do not wait for each other.
void BotSession::on(const table::Gathered& gathered) {
  const bool only_bots = gathered.bots == static_cast<int>(gathered.present.size());
  const bool waits = alone_ == Engagement::Alone::waits;
  finished_ = finished_ || (!waits && only_bots && (over_ || !gathered.playing));
}

void BotSession::on(const table::Accepted& /*accepted*/) { naming_ = false; }

void BotSession::on(const table::Refused& refused) {
  const auto& [code, why] = refused.error;
  if (naming_ && code == base::Code::name_taken) return ask_for_name();
  if (code == base::Code::not_your_turn || code == base::Code::game_over || replying_) return;
  remark(code, why);
  finished_ = true;
}

/// Moves are always given back.
void BotSession::on(const table::Offered& offered) {
  if (offered.fate != table::Offered::Fate::made || offered.who == seat_) return;
  const bool takes =
      offered.what == table::Proposal::takeback || (bot_.takes_draw != nullptr && bot_.takes_draw(*view_));
  wants_.emplace_front(table::Reply{takes ? table::Consent::accept : table::Consent::decline});
}

void BotSession::on(const table::Agreed& agreed) { finished_ = agreed.wish == table::Wish::enough; }

}  // namespace host
