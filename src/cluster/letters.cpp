// What crosses links, as lines: of what each letter, request and notice consists.
#include "cluster/letters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "cluster/words.hpp"
#include "games/refusals.hpp"

namespace cluster {
namespace words {

template <>
constexpr auto kLast<table::Hears> = table::Hears::offers;
template <>
constexpr auto kLast<table::Naming> = table::Naming::chosen;
template <>
constexpr auto kLast<table::Rooms> = table::Rooms::one;
template <>
constexpr auto kLast<table::Make> = table::Make::never;
template <>
constexpr auto kLast<table::First> = table::First::random;
template <>
constexpr auto kLast<table::Proposal> = table::Proposal::takeback;
template <>
constexpr auto kLast<table::Consent> = table::Consent::decline;
template <>
constexpr auto kLast<table::Wish> = table::Wish::enough;
template <>
constexpr auto kLast<table::Gathered::Change> = table::Gathered::Change::left;
template <>
constexpr auto kLast<table::Elsewhere::What> = table::Elsewhere::What::replaced;
template <>
constexpr auto kLast<table::Offered::Fate> = table::Offered::Fate::lapsed;
template <>
constexpr auto kLast<table::Wished::What> = table::Wished::What::gone;
template <>
constexpr auto kLast<base::Code> = base::kLastCode;
template <>
constexpr auto kLast<Gone::How> = Gone::How::broken;

template <>
constexpr auto kFields<table::Chair> =
    std::tuple{&table::Chair::name, &table::Chair::protocol, &table::Chair::address};
template <>
constexpr auto kFields<table::Header> =
    std::tuple{&table::Header::table,  &table::Header::game,     &table::Header::options,
               &table::Header::seed,   &table::Header::revision, &table::Header::opened,
               &table::Header::chairs, &table::Header::lobby,    &table::Header::clock};
template <>
constexpr auto kFields<table::Entry> =
    std::tuple{&table::Entry::table, &table::Entry::seq,     &table::Entry::at,      &table::Entry::who,
               &table::Entry::text,  &table::Entry::charged, &table::Entry::forgiven};
template <>
constexpr auto kFields<table::Times> = std::tuple{&table::Times::left, &table::Times::running};
template <>
constexpr auto kFields<table::Outcome> =
    std::tuple{&table::Outcome::winners, &table::Outcome::scores, &table::Outcome::reason};

template <>
constexpr auto kFields<table::Seek> =
    std::tuple{&table::Seek::game,  &table::Seek::options,  &table::Seek::seats, &table::Seek::rooms,
               &table::Seek::ready, &table::Seek::standing, &table::Seek::lobby, &table::Seek::make,
               &table::Seek::bots,  &table::Seek::name,     &table::Seek::clock, &table::Seek::first,
               &table::Seek::begun};
template <>
constexpr std::size_t kLater<table::Seek> = 1;
template <>
constexpr auto kFields<table::Rematch> = std::tuple{&table::Rematch::wish};
template <>
constexpr auto kFields<table::Name> = std::tuple{&table::Name::name, &table::Name::chosen};
template <>
constexpr auto kFields<table::Leave> = std::tuple{&table::Leave::forget_name, &table::Leave::only_watching};
template <>
constexpr auto kFields<table::Say> = std::tuple{&table::Say::text};
template <>
constexpr auto kFields<table::ListLobbies> = std::tuple{&table::ListLobbies::game};
template <>
constexpr auto kFields<table::Watch> = std::tuple{&table::Watch::table, &table::Watch::eyes};
template <>
constexpr auto kFields<table::Offer> = std::tuple{&table::Offer::what};
template <>
constexpr auto kFields<table::Reply> = std::tuple{&table::Reply::consent};

template <>
constexpr auto kFields<table::Said> = std::tuple{&table::Said::from, &table::Said::text};
template <>
constexpr auto kFields<table::Over> = std::tuple{&table::Over::outcome};
template <>
constexpr auto kFields<table::Agreed> = std::tuple{&table::Agreed::wish};
template <>
constexpr auto kFields<table::Gathered> = std::tuple{
    &table::Gathered::change,  &table::Gathered::who,     &table::Gathered::lobby, &table::Gathered::present,
    &table::Gathered::seats,   &table::Gathered::playing, &table::Gathered::bots,  &table::Gathered::game,
    &table::Gathered::options, &table::Gathered::clock,   &table::Gathered::ready, &table::Gathered::said};
template <>
constexpr auto kFields<table::Renamed> = std::tuple{&table::Renamed::from, &table::Renamed::to};
template <>
constexpr auto kFields<table::Listed::Lobby> =
    std::tuple{&table::Listed::Lobby::name, &table::Listed::Lobby::present, &table::Listed::Lobby::seats,
               &table::Listed::Lobby::playing};
template <>
constexpr auto kFields<table::Listed> = std::tuple{&table::Listed::lobbies};
template <>
constexpr auto kFields<table::Presence> = std::tuple{&table::Presence::seat, &table::Presence::here};
template <>
constexpr auto kFields<table::Offered> =
    std::tuple{&table::Offered::who, &table::Offered::what, &table::Offered::fate};
template <>
constexpr auto kFields<table::Wished> =
    std::tuple{&table::Wished::who, &table::Wished::what, &table::Wished::possible};
template <>
constexpr auto kFields<table::ClockReading> = std::tuple{&table::ClockReading::times};
template <>
constexpr auto kFields<table::Elsewhere> = std::tuple{&table::Elsewhere::what, &table::Elsewhere::account};

template <>
constexpr auto kFields<Come> =
    std::tuple{&Come::stay,   &Come::shard,   &Come::protocol, &Come::hears,   &Come::name,
               &Come::naming, &Come::address, &Come::host,     &Come::account, &Come::lent};
template <>
constexpr auto kFields<Show> = std::tuple{&Show::tab};
template <>
constexpr auto kFields<Gone> = std::tuple{&Gone::stay, &Gone::how};
template <>
constexpr auto kFields<Sat> = std::tuple{&Sat::stay, &Sat::header, &Sat::seat, &Sat::times};
template <>
constexpr auto kFields<Acted> = std::tuple{&Acted::stay, &Acted::entry, &Acted::times};
template <>
constexpr auto kFields<Returned> =
    std::tuple{&Returned::stay,    &Returned::header, &Returned::entries, &Returned::eyes, &Returned::here,
               &Returned::watches, &Returned::screen, &Returned::shown,   &Returned::said, &Returned::times};
template <>
constexpr auto kFields<Home> = std::tuple{&Home::stay, &Home::name, &Home::naming};
template <>
constexpr auto kFields<Unknown> = std::tuple{&Unknown::stay};
template <>
constexpr auto kFields<TabCame> = std::tuple{&TabCame::address};
template <>
constexpr auto kFields<Placed> = std::tuple{&Placed::address, &Placed::shard};
template <>
constexpr auto kFields<AccountIs> = std::tuple{&AccountIs::name, &AccountIs::there};
template <>
constexpr auto kFields<SignedIn> = std::tuple{&SignedIn::address, &SignedIn::account};
template <>
constexpr auto kFields<TabCalled> = std::tuple{&TabCalled::address, &TabCalled::name};
template <>
constexpr auto kFields<NameAsked> = std::tuple{&NameAsked::number, &NameAsked::name, &NameAsked::address};
template <>
constexpr auto kFields<NameLent> = std::tuple{&NameLent::number, &NameLent::name, &NameLent::lent};
template <>
constexpr auto kFields<NameBack> = std::tuple{&NameBack::name};
template <>
constexpr auto kFields<HallSaid> = std::tuple{&HallSaid::from, &HallSaid::text};

template <>
constexpr auto kFields<table::OverviewPart::Lobby> =
    std::tuple{&table::OverviewPart::Lobby::game, &table::OverviewPart::Lobby::text};
template <>
constexpr auto kFields<table::OverviewPart::Table> =
    std::tuple{&table::OverviewPart::Table::table, &table::OverviewPart::Table::opened,
               &table::OverviewPart::Table::text, &table::OverviewPart::Table::view};
template <>
constexpr auto kFields<table::OverviewPart> =
    std::tuple{&table::OverviewPart::lobbies, &table::OverviewPart::tables, &table::OverviewPart::running,
               &table::OverviewPart::closed};
template <>
constexpr auto kFields<Part> = std::tuple{&Part::part};
template <>
constexpr auto kFields<WiresAsked> =
    std::tuple{&WiresAsked::browser, &WiresAsked::number, &WiresAsked::question};
template <>
constexpr auto kFields<WiresTold> = std::tuple{&WiresTold::browser, &WiresTold::number, &WiresTold::answer};

}  // namespace words

namespace {

using words::Reader;
using words::Writer;

// In the order of the variants.
constexpr std::array<std::string_view, 13> kRequests = {"seek",  "play",  "rematch", "name",   "leave",
                                                        "say",   "ready", "list",    "return", "watch",
                                                        "offer", "reply", "resign"};
constexpr std::array<std::string_view, 17> kNotices = {
    "ok",      "no",     "started",  "happened", "over",   "agreed", "gathered",  "resumed", "said",
    "renamed", "listed", "presence", "offered",  "wished", "clock",  "elsewhere", "recorded"};
constexpr std::array<std::string_view, 24> kLetters = {
    "come",     "at",      "ask",        "gone",      "tell",      "sit",         "act",        "returned",
    "home",     "unknown", "hall-said",  "part",      "moved",     "wires-asked", "wires-told", "show",
    "tab-came", "placed",  "name-asked", "name-lent", "name-back", "tab-called",  "account-is", "signed-in"};
static_assert(kRequests.size() == std::variant_size_v<table::Request>);
static_assert(kNotices.size() == std::variant_size_v<table::Notice>);
static_assert(kLetters.size() == std::variant_size_v<Letter>);

/// What has no plain fields.
void put(Writer& line, const auto& one) {
  using One = std::decay_t<decltype(one)>;
  if constexpr (words::Structure<One>) line.put(one);
}

void put(Writer& line, const table::Play& play) {
  line.put(std::string(games::game_of(play.move)));
  line.put(games::write(play.move));
}

void put(Writer& line, const table::Refused& refused) {
  line.put(refused.error.code.kind);
  line.put(std::string(refused.error.code.own));
  line.put(refused.seats);
  line.put(refused.error.detail);
}

void put(Writer& line, const Attach& at);
void put(Writer& line, const Ask& ask);
void put(Writer& line, const Told& told);

template <class... One>
void put_variant(Writer& line, const std::variant<One...>& some, std::span<const std::string_view> kinds) {
  line.word(kinds[some.index()]);
  std::visit([&](const auto& one) { put(line, one); }, some);
}

void put(Writer& line, const Ask& ask) {
  line.put(ask.stay);
  line.put(ask.age);
  put_variant(line, ask.request, kRequests);
}

void put(Writer& line, const Attach& at) {
  line.put(at.who);
  line.put(at.before);
  line.put(at.table);
  line.put(at.seat);
  line.put(at.eyes);
  line.put(at.told);
  line.put(at.owed);
  line.put(at.over);
  line.put(at.wish);
  line.put(at.asked.has_value());
  if (at.asked) put_variant(line, *at.asked, kRequests);
}

void put(Writer& line, const Told& told) {
  line.put(told.stay);
  put_variant(line, told.notice, kNotices);
}

/// Whether the rest of the line is such a thing.
bool get(Reader& line, auto& one) {
  using One = std::decay_t<decltype(one)>;
  if constexpr (words::Structure<One>) return line.get(one);
  return true;
}

/// Only the front makes these, from what the owner says of them.
bool get(Reader& /*line*/, table::Started& /*one*/) { return false; }
bool get(Reader& /*line*/, table::Happened& /*one*/) { return false; }
bool get(Reader& /*line*/, table::Resumed& /*one*/) { return false; }
bool get(Reader& /*line*/, table::Recorded& /*one*/) { return false; }

bool get(Reader& line, table::Refused& refused) {
  auto kind = base::Code::malformed;
  std::string own;
  if (!line.get(kind) || !line.get(own) || !line.get(refused.seats) || !line.get(refused.error.detail))
    return false;
  const auto word = games::find_refusal(own);
  refused.error.code = word ? *word : base::Reason(kind);
  return own.empty() || word.has_value();
}

bool get(Reader& line, Attach& at);
bool get(Reader& line, Ask& ask);
bool get(Reader& line, Told& told);

template <std::size_t at = 0, class... One>
bool get_variant(Reader& line, std::variant<One...>& some, std::size_t index) {
  if constexpr (at < sizeof...(One)) {
    if (index != at) return get_variant<at + 1>(line, some, index);
    using What = std::variant_alternative_t<at, std::variant<One...>>;
    if constexpr (std::is_same_v<What, table::Play>) {
      std::string game;
      std::string text;
      if (!line.get(game) || !line.get(text)) return false;
      auto move = games::read(game, text);
      if (!move) return false;
      some = table::Play{*std::move(move)};
      return true;
    } else {
      return get(line, some.template emplace<at>());
    }
  }
  return false;
}

template <class... One>
bool get_variant(Reader& line, std::variant<One...>& some, std::span<const std::string_view> kinds) {
  const auto kind = line.word();
  const auto found = std::ranges::find(kinds, kind.value_or(""));
  return found != kinds.end() && get_variant<0>(line, some, static_cast<std::size_t>(found - kinds.begin()));
}

bool get(Reader& line, Ask& ask) {
  return line.get(ask.stay) && line.get(ask.age) && get_variant(line, ask.request, kRequests);
}

bool get(Reader& line, Attach& at) {
  bool has_asked = false;
  if (!line.get(at.who) || !line.get(at.before) || !line.get(at.table) || !line.get(at.seat) ||
      !line.get(at.eyes) || !line.get(at.told) || !line.get(at.owed) || !line.get(at.over) ||
      !line.get(at.wish) || !line.get(has_asked))
    return false;
  return !has_asked || get_variant(line, at.asked.emplace(), kRequests);
}

bool get(Reader& line, Told& told) { return line.get(told.stay) && get_variant(line, told.notice, kNotices); }

}  // namespace

std::string write(const Letter& letter) {
  Writer line;
  put_variant(line, letter, kLetters);
  return line.take();
}

Result<Letter> read(std::string_view line) {
  Reader words(line);
  Letter letter;
  if (!get_variant(words, letter, kLetters))
    return base::fail(base::Code::malformed, fmt::format("'{}' is no letter", line.substr(0, 80)));
  return letter;
}

}  // namespace cluster
