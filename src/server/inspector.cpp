// The inspector: what is kept of wire connections, and who may see it.
#include "server/inspector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "server/conversation.hpp"

namespace server {
namespace {

using base::Code;
using base::fail;
using base::Result;

}  // namespace

std::string place_of_host(std::string_view host) {
  constexpr std::string_view kMapped = "::ffff:";
  if (host.starts_with(kMapped)) host.remove_prefix(kMapped.size());
  if (host == "::1" || host.starts_with("127.")) return "loopback";
  return std::string(host);
}

std::shared_ptr<WireConnection> Inspector::open(PlayerId player, const protocols::Protocol& protocol,
                                                std::string_view host, std::uint16_t port, Time now) {
  if (!settings_.on) return nullptr;
  sweep(now);
  auto& tracks = tracks_[place_of_host(host)];
  if (tracks.size() >= kMostKept && !forget_oldest(tracks)) return nullptr;
  return tracks.emplace_back(
      std::make_shared<WireConnection>(WireConnection{.number = ++last_number_,
                                                      .player = player,
                                                      .protocol = &protocol,
                                                      .host = std::string(host),
                                                      .port = port,
                                                      .since = now,
                                                      .opened = next_order(),
                                                      .recording = Recording(protocol)}));
}

void Inspector::note(WireConnection& track, Speaker speaker, std::string_view bytes, Time now) {
  const auto before = track.recording.size();
  if (track.first == 0 && speaker == Speaker::client && !bytes.empty()) track.first = bytes.front();
  track.recording.note(now, next_order(), speaker, bytes);
  track.recording.keep_within(held_ > kAllRecordings ? kShortRecording : kTapeLength);
  held_ += track.recording.size() - before;
  if (track.followers == 0 || std::exchange(track.fresh, true)) return;
  for (const auto& [browser, following] : following_) {
    if (following.track.get() != &track) continue;
    fresh_.push_back(following.track);
    return;
  }
}

void Inspector::note_refusal(WireConnection& track, const protocols::Remark& remark, Time now) {
  if (!remark.refused) return;
  ++track.refused;
  const auto before = track.recording.size();
  track.recording.note_refusal(now, next_order(), *remark.refused, remark.detail);
  held_ += track.recording.size() - before;
}

void Inspector::note_seat(WireConnection& track, const table::Started& seat, bool resumed) {
  WireConnection::Sat sat{.table = seat.table, .seat = seat.seat, .resumed = resumed};
  const auto far = beyond_ ? beyond_(track.player) : std::nullopt;
  const auto* table = far ? far->table : hall_.tables().find_table(seat.table);
  if (table != nullptr) {
    sat.seed = table->header().seed;
    sat.has_chance = games::facts_of(table->header().game)->has_chance;
    for (const auto& chair : table->header().chairs) sat.protocols.push_back(chair.protocol);
  }
  track.tables.push_back(std::move(sat));
}

void Inspector::note_over(WireConnection& track) {
  if (!track.tables.empty()) track.tables.back().over = true;
}

void Inspector::close(WireConnection& track, Ended ended, Time now) {
  track.name = hall_.people().name_of(track.player);
  track.closed = now;
  track.closed_order = next_order();
  track.ended = ended;
  if (const auto found = tracks_.find(place_of_host(track.host)); found != tracks_.end())
    forget_old(found->second, now);
}

void Inspector::forget_old(Tracks& tracks, Time now) {
  const auto is_old = [&](const std::shared_ptr<WireConnection>& one) {
    return one->closed && now - *one->closed >= kRemembered;
  };
  const auto forget = [&](const auto& track) {
    held_ -= track->recording.size();
    return true;
  };
  std::erase_if(tracks, [&](const auto& one) { return is_old(one) && forget(one); });
  auto closed = std::ranges::count_if(tracks, [](const auto& one) { return one->closed.has_value(); });
  std::erase_if(tracks, [&](const auto& one) {
    if (!one->closed || closed <= static_cast<std::ptrdiff_t>(kMostListed)) return false;
    --closed;
    return forget(one);
  });
}

/// Of those that are closed; false if none is.
bool Inspector::forget_oldest(Tracks& tracks) {
  const auto oldest = std::ranges::find_if(tracks, [](const auto& one) { return one->closed.has_value(); });
  if (oldest == tracks.end()) return false;
  held_ -= (*oldest)->recording.size();
  tracks.erase(oldest);
  return true;
}

/// Also of those who never come again.
void Inspector::sweep(Time now) {
  if (now - swept_ < kSweep) return;
  swept_ = now;
  for (auto& [place, tracks] : tracks_) forget_old(tracks, now);
  std::erase_if(tracks_, [](const auto& one) { return one.second.empty(); });
}

void Inspector::arrive(PlayerId browser, std::string_view host) {
  if (settings_.on && !host.empty()) browsers_.emplace(browser, place_of_host(host));
}

void Inspector::depart(PlayerId browser) {
  stop_following(browser);
  browsers_.erase(browser);
  far_sights_.erase(browser);
}

void Inspector::arrive_from_afar(PlayerId number, FarBrowser browser) {
  if (!settings_.on) return;
  browsers_.insert_or_assign(number, std::move(browser.place));
  far_sights_.insert_or_assign(number, std::move(browser.sights));
}

Inspector::FarBrowser Inspector::as_far(PlayerId browser) const {
  const auto place = browsers_.find(browser);
  return {place == browsers_.end() ? "" : place->second, sights_of(browser)};
}

void Inspector::stop_following(PlayerId browser) {
  const auto found = following_.find(browser);
  if (found == following_.end()) return;
  --found->second.track->followers;
  following_.erase(found);
}

/// Where the player of a connection sits, or has sat last.
std::optional<table::Place> Inspector::place_of(const WireConnection& track) const {
  if (!track.closed) {
    if (auto place = hall_.places().place_of(track.player)) return place;
  }
  if (track.tables.empty()) return std::nullopt;
  return table::Place{track.tables.back().table, track.tables.back().seat};
}

/// A game at another node goes on, as far as anybody here knows, until its player was told otherwise.
bool Inspector::is_running(const WireConnection::Sat& sat) const {
  const auto* found = hall_.tables().find_table(sat.table);
  if (found != nullptr) return !found->outcome();
  return beyond_ && !sat.over;
}

/// What somebody sees in all tabs, here and at other nodes.
std::vector<table::Sight> Inspector::sights_of(PlayerId browser) const {
  if (const auto far = far_sights_.find(browser); far != far_sights_.end()) return far->second;
  auto sights = hall_.places().sights_of(browser);
  const auto& people = hall_.people();
  if (!beyond_ || people.find(browser) == nullptr) return sights;
  for (const auto tab : people.connections_of(people.person_of(browser))) {
    if (const auto far = beyond_(tab))
      sights.push_back({far->table->header().table, far->eyes, far->watches});
  }
  return sights;
}

/// While a game runs, what only a seat may know is for nobody but who looks with its eyes: one address may be
/// that of many people, and a person may have many browsers.
bool Inspector::is_secret_from(PlayerId browser, const WireConnection& track) const {
  if (track.protocol->conceal == nullptr) return false;
  const auto sights = sights_of(browser);
  return std::ranges::any_of(track.tables, [&](const WireConnection::Sat& sat) {
    return is_running(sat) && !table::has_eyes_of(sights, {sat.table, sat.seat});
  });
}

protocols::Connection Inspector::describe(PlayerId browser, WireConnection& track) const {
  if (!track.counter) track.counter = track.recording.reader();
  track.messages += track.counter->read(track.recording).size();
  protocols::Connection one{.number = track.number,
                            .protocol = std::string(track.protocol->name),
                            .address = fmt::format("{}:{}", track.host, track.port),
                            .name = track.closed ? track.name : hall_.people().name_of(track.player),
                            .since = track.since,
                            .closed = track.closed,
                            .messages = track.messages,
                            .refused = track.refused};
  const auto place = place_of(track);
  if (!place) return one;
  one.table = place->table;
  one.seat = place->seat;
  const bool sits = hall_.places().place_of(track.player) || (beyond_ && beyond_(track.player));
  one.plays = !track.closed && sits && !track.tables.empty() && is_running(track.tables.back());
  if (one.plays && !table::is_other(sights_of(browser), *place) && !is_secret_from(browser, track))
    one.link = links_.link_to(place->table, one.seat);
  return one;
}

Result<std::shared_ptr<WireConnection>> Inspector::find(PlayerId browser, std::uint64_t number, Time now) {
  const auto place = browsers_.find(browser);
  const auto tracks = place == browsers_.end() ? tracks_.end() : tracks_.find(place->second);
  if (tracks != tracks_.end()) {
    forget_old(tracks->second, now);
    const auto found = std::ranges::find(tracks->second, number, &WireConnection::number);
    if (found != tracks->second.end()) return *found;
  }
  return fail(Code::not_at_table, "no such connection comes from your address");
}

std::vector<protocols::Connection> Inspector::list(PlayerId browser, Time now) {
  std::vector<protocols::Connection> list;
  const auto place = browsers_.find(browser);
  const auto tracks = place == browsers_.end() ? tracks_.end() : tracks_.find(place->second);
  if (tracks == tracks_.end()) return list;
  forget_old(tracks->second, now);
  const auto most = std::min(tracks->second.size(), kMostListed);
  for (auto track = tracks->second.rbegin(); list.size() < most; ++track)
    list.push_back(describe(browser, **track));
  return list;
}

Result<protocols::Transcript> Inspector::transcript(PlayerId browser, std::uint64_t number, Time now) {
  const auto track = find(browser, number, now);
  if (!track) return std::unexpected(track.error());
  return write(browser, *track);
}

Result<protocols::Overheard> Inspector::follow(PlayerId browser, std::uint64_t number, Time now) {
  const auto track = find(browser, number, now);
  if (!track) return std::unexpected(track.error());
  stop_following(browser);
  ++(*track)->followers;
  auto& following =
      following_.emplace(browser, Following{*track, (*track)->recording.reader()}).first->second;
  return overhear(browser, following);
}

protocols::Overheard Inspector::overhear(PlayerId browser, Following& following) const {
  const auto& track = *following.track;
  const auto messages = following.reader.read(track.recording);
  const auto skipped = messages.size() - std::min(messages.size(), kMostTold);
  const bool secret = is_secret_from(browser, track);
  protocols::Overheard overheard{.connection = track.number, .lines = {}, .missed = skipped};
  overheard.lines.reserve(messages.size() - skipped);
  for (std::size_t at = skipped; at < messages.size(); ++at)
    overheard.lines.push_back(line_of(track, messages[at], secret));
  return overheard;
}

/// Why something was refused may name what is secret; a link opens it.
protocols::WireLine Inspector::line_of(const WireConnection& track, const Message& message,
                                       bool secret) const {
  protocols::WireLine line{
      .at = message.at,
      .from_client = message.speaker == Speaker::client,
      .text = secret ? track.protocol->conceal(message.text, message.speaker) : message.text};
  if (secret && line.text.find(kSeatPath) != std::string::npos) line.text = protocols::kHidden;
  if (message.refuses) line.code = message.code ? base::name_of(*message.code) : "refused";
  if (!secret) line.why = message.why;
  if (message.rule) {
    line.cite = message.rule->cite;
    line.sentence = message.rule->sentence;
  }
  return line;
}

std::vector<std::pair<PlayerId, protocols::Overheard>> Inspector::take_news() {
  for (const auto& track : std::exchange(fresh_, {})) track->fresh = false;
  std::vector<std::pair<PlayerId, protocols::Overheard>> news;
  for (auto& [browser, following] : following_) {
    auto overheard = overhear(browser, following);
    if (!overheard.lines.empty()) news.emplace_back(browser, std::move(overheard));
  }
  return news;
}

Result<protocols::Transcript> Inspector::write(PlayerId browser,
                                               const std::shared_ptr<WireConnection>& track) const {
  Conversation conversation{.options = settings_.transcript};
  conversation.tracks = met_by(track, tracks_.at(place_of_host(track->host)));
  for (const auto& one : conversation.tracks) {
    if (is_secret_from(browser, *one))
      return fail(Code::game_running, "what only a seat may know is written down when its game is over");
    for (const auto& sat : one->tables) {
      if (is_running(sat)) conversation.running.insert(sat.table);
    }
  }
  return protocols::Transcript{write_transcript(conversation)};
}

}  // namespace server
