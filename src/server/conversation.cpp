// A conversation on one or several wire connections as a transcript.
#include "server/conversation.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "table/seeds.hpp"

namespace server {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static_assert(kLetters.size() == kMostMet);
/// Shorter pauses are left out: nothing happens by itself in them.
constexpr base::Duration kLongPause = std::chrono::seconds(30);

/// Something that happened on one of the connections.
struct Event {
  std::uint64_t order = 0;
  std::size_t place = 0;  ///< among those of one order
  Time at{};
  std::string line;
};

bool overlaps(const WireConnection& one, const WireConnection& other) {
  return (!one.closed || *one.closed >= other.since) && (!other.closed || *other.closed >= one.since);
}

/// Whether anything that was said names where the peer is.
bool names_address(const WireConnection& track, const std::vector<Message>& messages) {
  return std::ranges::any_of(messages, [&](const Message& one) {
    return one.speaker == Speaker::server && one.text.find(track.host) != std::string::npos;
  });
}

/// Transcripts have no words for where such a peer is.
bool is_unspeakable(const WireConnection& track) { return track.host.find(':') != std::string::npos; }

/// Transcripts pass over them.
bool is_ping(Speaker speaker, std::string_view text) {
  return speaker == Speaker::server && text.find(R"("type":"PING")") != std::string_view::npos;
}

void add_events(const WireConnection& track, const protocols::Protocol& usual, char letter,
                std::vector<Event>& events) {
  const auto add = [&](std::uint64_t order, Time at, std::string line) {
    events.push_back({order, events.size(), at, letter + std::move(line)});
  };
  auto reader = track.recording.reader();
  const auto messages = reader.read(track.recording);
  std::string coming = "+";
  if (track.protocol != &usual) coming += fmt::format(" {}", track.protocol->name);
  if (names_address(track, messages) && !is_unspeakable(track))
    coming += fmt::format(" from {}:{}", track.host, track.port);
  add(track.opened, track.since, std::move(coming));
  for (const auto& message : messages) {
    if (is_ping(message.speaker, message.text)) continue;
    const bool from_client = message.speaker == Speaker::client;
    const bool mute = from_client && message.text.empty();
    add(message.order, message.at,
        fmt::format("{}{}{}", from_client ? '>' : '<', mute ? "" : " ", message.text));
  }
  for (const auto speaker : {Speaker::client, Speaker::server}) {
    const auto rest = reader.rest(speaker);
    if (!rest.text.empty()) add(rest.order, rest.at, (speaker == Speaker::client ? "> " : "< ") + rest.text);
  }
  if (!track.closed) return;
  add(track.closed_order, *track.closed, track.ended == Ended::by_peer ? "!" : "<!");
}

/// All games that were played, by table.
std::vector<WireConnection::Sat> games_of(const Conversation& conversation) {
  std::vector<WireConnection::Sat> games;
  for (const auto& track : conversation.tracks) {
    for (const auto& sat : track->tables) games.push_back(sat);
  }
  std::ranges::sort(games, {}, [](const WireConnection::Sat& one) { return std::pair(one.table, one.seat); });
  return games;
}

/// SplitMix64 backwards.
std::uint64_t number_before(std::uint64_t drawn) {
  auto z = drawn;
  z ^= (z >> 31U) ^ (z >> 62U);
  z *= 0x319642b2d24d8ec3U;
  z ^= (z >> 27U) ^ (z >> 54U);
  z *= 0x96de1b173f119089U;
  z ^= (z >> 30U) ^ (z >> 60U);
  return z - 0x9e3779b97f4a7c15U;
}

/// Whether a seed must not be told, since chance still has something to decide.
bool is_withheld(const Conversation& conversation, const std::vector<WireConnection::Sat>& games) {
  return std::ranges::any_of(games, [&](const WireConnection::Sat& game) {
    return game.has_chance && conversation.running.contains(game.table);
  });
}

/// The seed of a server that deals as it was dealt here: its first table has the seed of the first game
/// (table/seeds.hpp).
base::Seed server_seed(const Conversation& conversation, const std::vector<WireConnection::Sat>& games) {
  if (games.empty() || !games.front().has_chance || is_withheld(conversation, games)) return 1;
  const auto& first = games.front().seed;
  return first.key() ? first : number_before(first.number());
}

/// Why a fresh server would not say the same again.
std::vector<std::string> obstacles(const Conversation& conversation,
                                   const std::vector<WireConnection::Sat>& games) {
  std::set<std::string> found;
  for (const auto& track : conversation.tracks) {
    if (!track->recording.is_whole()) found.emplace("the beginning of a conversation is no longer kept");
    if (is_unspeakable(*track) && names_address(*track, track->recording.reader().read(track->recording)))
      found.emplace("a peer was told its own address, which is one of IPv6");
  }
  if (conversation.tracks.size() >= kLetters.size()) found.emplace("there were more peers than letters");
  std::map<std::uint64_t, std::set<std::uint8_t>> seats;
  for (const auto& game : games) {
    seats[game.table.value].insert(game.seat.value);
    if (game.resumed) found.emplace("a player came back to a game that had begun before");
  }
  for (const auto& game : games) {
    if (seats[game.table.value].size() == game.protocols.size()) continue;
    std::set<std::string> others(game.protocols.begin(), game.protocols.end());
    found.insert(fmt::format("at table {} sat others, who cannot be shown (seats by: {})", game.table.value,
                             fmt::join(others, ", ")));
  }
  if (is_withheld(conversation, games)) {
    found.emplace("the seed is told when the game is over");
    return {found.begin(), found.end()};
  }
  table::Seeds seeds(server_seed(conversation, games));
  std::uint64_t last = 0;
  for (const auto& game : games) {
    if (std::exchange(last, game.table.value) == game.table.value) continue;
    if (const auto seed = seeds.next(); seed == game.seed || !game.has_chance) continue;
    found.emplace(game.seed.key() ? "chance was not the same at all tables"
                                  : "other tables were opened in between");
  }
  return {found.begin(), found.end()};
}

/// The encoding without which it makes no sense: what is no message in one need not be one in the other.
std::string encoding_of(const Conversation& conversation) {
  const auto& about = *conversation.tracks.front();
  if (about.protocol->encodings.empty()) return "";
  const auto says_json = [](const auto& track) { return track->first == '{'; };
  if (std::ranges::any_of(conversation.tracks, says_json)) return " encoding=json";
  for (const auto& track : conversation.tracks) {
    const auto messages = track->recording.reader().read(track->recording);
    const auto is_raw = [](const Message& one) {
      return one.speaker == Speaker::client && !one.text.starts_with('{');
    };
    if (std::ranges::any_of(messages, is_raw)) return " encoding=java";
  }
  return "";
}

std::string write_head(const Conversation& conversation, const std::vector<WireConnection::Sat>& games) {
  const auto& about = *conversation.tracks.front();
  std::string text =
      fmt::format("# from: a conversation by {} on {:%Y-%m-%d}, as it was heard\n", about.protocol->name,
                  fmt::gmtime(static_cast<std::time_t>(base::millis(about.since) / 1000)));
  for (const auto& obstacle : obstacles(conversation, games))
    text += fmt::format("# A fresh server will not say quite the same: {}.\n", obstacle);
  text += fmt::format("protocol: {}\noptions: seed={}{}{}\n", about.protocol->name,
                      base::write_seed(server_seed(conversation, games)), encoding_of(conversation),
                      conversation.options);
  return text;
}

}  // namespace

std::vector<std::shared_ptr<const WireConnection>> met_by(
    const std::shared_ptr<WireConnection>& track, std::span<const std::shared_ptr<WireConnection>> all) {
  std::vector<std::shared_ptr<const WireConnection>> met{track};
  for (std::size_t at = 0; at < met.size(); ++at) {
    for (const auto& one : all) {
      const bool same_game = one->protocol->game == track->protocol->game;
      if (!same_game || !overlaps(*met[at], *one) || std::ranges::find(met, one) != met.end()) continue;
      met.push_back(one);
      if (met.size() == kMostMet) return met;
    }
  }
  return met;
}

std::string write_transcript(const Conversation& conversation) {
  const auto games = games_of(conversation);
  auto text = write_head(conversation, games);
  std::vector<Event> events;
  auto by_age = conversation.tracks;
  std::ranges::sort(by_age, {}, [](const auto& track) { return track->opened; });
  const auto& usual = *conversation.tracks.front()->protocol;
  for (std::size_t at = 0; at < by_age.size(); ++at) add_events(*by_age[at], usual, kLetters[at], events);
  std::ranges::sort(events, {}, [](const Event& one) { return std::pair(one.order, one.place); });
  auto clock = events.front().at;
  for (const auto& event : events) {
    if (event.at - clock >= kLongPause) {
      const auto seconds = std::chrono::floor<std::chrono::seconds>(event.at - clock);
      text += fmt::format("@ +{}s\n", seconds.count());
      clock += seconds;
    }
    text += event.line + "\n";
  }
  return text;
}

}  // namespace server
