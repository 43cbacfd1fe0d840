// A visitor of another node at this one: what is said of tables and acts.
#include "server/guest_session.hpp"

#include <algorithm>
#include <ranges>
#include <span>

namespace server {
namespace {

/// Whether one of these acts is what somebody on that seat has asked for. So many of their own before it are
/// known to them.
bool is_done(const table::Request& request, base::Seat seat, std::uint32_t owed,
             std::span<const table::Entry> acts) {
  std::string text;
  if (const auto* play = std::get_if<table::Play>(&request)) text = games::write(play->move);
  if (const auto* name = std::get_if<table::Name>(&request))
    text = std::string(table::kName) + table::escape_name(name->name);
  if (std::holds_alternative<table::Resign>(request)) text = table::kResign;
  if (std::holds_alternative<table::Leave>(request)) text = table::kLeave;
  for (const auto& act : acts) {
    if (act.who != seat) continue;
    const bool is_move = !act.text.starts_with('!');
    if (is_move && owed > 0) {
      --owed;
    } else if (act.text == text) {
      return true;
    }
  }
  return false;
}

}  // namespace

void GuestSession::say(const cluster::Letter& letter) {
  Session::say(cluster::write(letter));
  Session::say({&cluster::kBetween, 1});
}

void GuestSession::ask(protocols::Request request) {
  has_asked_ = true;
  asked_.push_back(std::move(request));
}

std::optional<protocols::Request> GuestSession::next() {
  if (asked_.empty() || attach_) return std::nullopt;
  auto request = std::move(asked_.front());
  asked_.pop_front();
  asking_ = true;
  return request;
}

void GuestSession::attach(cluster::Attach attach) {
  stay_ = attach.who.stay;
  has_asked_ = true;
  asked_.clear();
  attach_ = std::move(attach);
  ++resumes_;
}

/// Who takes up a place is told what they have missed together; all before that is part of it.
void GuestSession::tell(const protocols::Notice& notice) {
  const bool is_answer =
      std::holds_alternative<table::Accepted>(notice) || std::holds_alternative<table::Refused>(notice);
  if (is_answer) asking_ = false;
  if (is_answer && std::exchange(is_unheard_, false)) return;
  if (attach_ && !std::holds_alternative<table::Resumed>(notice)) return;
  std::visit([&](const auto& one) { on(one); }, notice);
}

void GuestSession::on(const table::Recorded& recorded) {
  if (const auto* entry = std::get_if<table::Entry>(&*recorded.record)) {
    say(cluster::Acted{stay_, *entry, recorded.times});
  } else if (const auto* header = std::get_if<table::Header>(&*recorded.record)) {
    header_ = *header;
  }
}

void GuestSession::on(const table::Started& started) {
  say(cluster::Sat{stay_, header_, started.seat, started.times});
}

void GuestSession::on(const table::Resumed& resumed) {
  if (resumes_ > 0) --resumes_;
  if (resumes_ > 0) return;  // they have come anew since
  if (const auto attach = std::exchange(attach_, std::nullopt)) return take_up(*attach, resumed);
  cluster::Returned returned{stay_, std::move(past_.header), {}};
  past_.entries.resize(std::min<std::size_t>(past_.entries.size(), resumed.acts));
  returned.entries = std::move(past_.entries);
  if (!resumed.watches || resumed.screen) returned.eyes = resumed.seat.seat;
  for (const auto& sitter : resumed.seat.sitters) returned.here.push_back(sitter.here);
  returned.watches = resumed.watches;
  returned.screen = resumed.screen;
  returned.shown = resumed.shown;
  returned.said = resumed.said;
  returned.times = resumed.seat.times;
  say(std::move(returned));
}

/// The front knows how the table was; it is told what came since, as if nothing had been between.
void GuestSession::take_up(const cluster::Attach& attach, const table::Resumed& resumed) {
  const auto end = std::min<std::uint64_t>(past_.entries.size(), resumed.acts);
  const auto from = std::min(attach.told, end);
  const auto later = std::span(past_.entries).subspan(from, end - from);
  const bool is_said = attach.asked && std::holds_alternative<table::Say>(*attach.asked);
  const bool known = attach.asked && (is_said || is_done(*attach.asked, attach.seat.value_or(base::Seat{255}),
                                                         attach.owed, later));
  if (known) say(cluster::Told{stay_, table::Accepted{}});
  for (const auto& entry : later) say(cluster::Acted{stay_, entry});
  auto outcome = past_.closing ? std::optional(past_.closing->outcome) : std::nullopt;
  if (!outcome && resumed.seat.view) outcome = games::outcome(*resumed.seat.view);
  if (outcome && !attach.over) say(cluster::Told{stay_, table::Over{*outcome}});
  // What the hall is still seeing to is that very request, unless its answer is known.
  is_unheard_ = asking_ && (known || !attach.asked);
  if (attach.asked && !known && !asking_) asked_.push_back(*attach.asked);
}

}  // namespace server
