// Somebody to play against.
#include "client/spar/partner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace client::spar {
namespace {

/// After so many moves of its own it does what its manner is.
constexpr int kSoon = 2;

constexpr std::array<std::string_view, 4> kChatter{
    "gut gemacht! ¿qué tal? Ελλάδα, 将棋, שלום",
    "😋👩‍👩‍👧‍👦🏳️‍🌈",
    "<b>not bold</b> & \"quoted\" \\ | ;",
    "a long one: la la la la la la la la la la la la la la la la la la la la la la la la la la la la la la "
    "la la la la "
    "la la la la la la la la la la la la la la la la la la la la la la la la la la la la la la la la la la "
    "la la la la",
};

}  // namespace

Partner::Partner(const protocols::Sparring& sparring, const bots::Bot& bot, std::string name,
                 const Style& style, std::uint64_t seed)
    : sparring_(sparring), bot_(bot), name_(std::move(name)), style_(style), rng_(seed) {
  wants_.emplace_back(table::Name{name_});
}

void Partner::follow(const table::Seek& seek) {
  auto own = seek;
  own.name.clear();
  own.ready = true;
  own.make = table::Make::if_none;
  wants_.emplace_back(std::move(own));
}

std::optional<table::Request> Partner::next() {
  if (wants_.empty()) return std::nullopt;
  auto request = std::move(wants_.front());
  wants_.pop_front();
  return request;
}

void Partner::tell(const table::Notice& notice) {
  if (const auto* started = std::get_if<table::Started>(&notice)) {
    view_ = started->view;
    seat_ = started->seat;
    standing_ = !started->lobby.empty();
    moves_ = 0;
    move();
  } else if (const auto* happened = std::get_if<table::Happened>(&notice)) {
    if (!happened->last) return;
    view_ = happened->view;
    if (happened->to_move == seat_) move();
  } else if (std::holds_alternative<table::Over>(notice)) {
    if (games::has_presence(*view_)) {
      wants_.emplace_back(table::Leave{});
    } else if (standing_) {
      wants_.emplace_back(table::Ready{});
    } else {
      wants_.emplace_back(table::Rematch{table::Wish::again});
    }
  }
}

void Partner::move() {
  auto candidates = games::moves(*view_);
  if (sparring_.can_say != nullptr)
    std::erase_if(candidates, [&](const games::AnyMove& one) { return !sparring_.can_say(one); });
  if (candidates.empty()) return;
  if (moves_ >= kSoon && style_.manner == Manner::leaves) {
    leaves_ = true;
    return;
  }
  misbehave();
  ++moves_;
  wants_.emplace_back(table::Play{choose(candidates)});
}

games::AnyMove Partner::choose(const std::vector<games::AnyMove>& candidates) {
  if (style_.embellishes && sparring_.is_rare != nullptr) {
    const auto rare = std::ranges::find_if(
        candidates, [&](const games::AnyMove& one) { return sparring_.is_rare(*view_, one); });
    if (rare != candidates.end()) return *rare;
  }
  return bot_.choose(*view_, candidates, rng_);
}

void Partner::misbehave() {
  if (style_.manner == Manner::chats)
    wants_.emplace_back(
        table::Say{std::string(kChatter[static_cast<std::size_t>(moves_) % kChatter.size()])});
  if (style_.manner == Manner::renames && moves_ == kSoon)
    wants_.emplace_back(table::Name{fmt::format("{}-alias", name_)});
}

std::string name_for(const protocols::Protocol& protocol, Manner manner, int number) {
  if (manner == Manner::long_name) return protocol.sparring->long_name(static_cast<char>('0' + number % 10));
  return number == 0 ? "sparring" : fmt::format("sparring-{}", number + 1);
}

}  // namespace client::spar
