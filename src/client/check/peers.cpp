// Connections that are driven step by step.
#include "client/check/peers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocols/escape.hpp"
#include "protocols/frame_fault.hpp"

namespace client::check {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostUntaken = std::size_t{1} << 20U;  ///< bytes of one who never stops
constexpr Milliseconds kBetweenCalls{50};                    ///< while nobody listens
constexpr int kLongestNoise = 40;                            ///< so many times the quiet is waited for

}  // namespace

Peers::Peers(net::Address server, const protocols::Protocol& protocol, std::string_view encoding,
             Charset charset)
    : server_(std::move(server)), protocol_(protocol), encoding_(encoding), charset_(charset) {}

/// Runs the loop until something is so, or time is up.
template <class Done>
bool Peers::wait(Milliseconds patience, Done done) {
  const auto end = Clock::now() + patience;
  while (!done()) {
    const auto left = std::chrono::ceil<Milliseconds>(end - Clock::now());
    if (left <= Milliseconds{0}) return false;
    timer_.set(left, [this] { loop_.stop(); });
    loop_.run();
    timer_.cancel();
  }
  return true;
}

base::Result<void> Peers::connect(char peer, Milliseconds patience) {
  const auto end = Clock::now() + patience;
  const auto connected = try_to_connect(peer, patience);
  while (!connected && Clock::now() + kBetweenCalls < end) {
    wait(kBetweenCalls, [] { return false; });
    people_.erase(peer);
    if (try_to_connect(peer, std::chrono::ceil<Milliseconds>(end - Clock::now()))) return {};
  }
  return connected;
}

base::Result<void> Peers::try_to_connect(char peer, Milliseconds patience) {
  const auto link = tcp_.dial(server_, 0);
  if (!link) return std::unexpected(link.error());
  auto& person = people_
                     .emplace(peer, Person{.link = *link,
                                           .recoder = Recoder(charset_),
                                           .sieve = Sieve(protocol_),
                                           .cutter = transcript::MessageCutter(protocol_),
                                           .raw = {},
                                           .speech = transcript::make_speech(protocol_, encoding_,
                                                                             transcript::Pings::passed_over)})
                     .first->second;
  wait(patience, [&] { return person.open || person.closed; });
  if (person.open) return {};
  return base::fail(base::Code::system, fmt::format("cannot connect to {}: {}", net::write_address(server_),
                                                    person.why.empty() ? "no answer" : person.why));
}

void Peers::send(char peer, std::string_view bytes) {
  auto& person = people_.at(peer);
  tcp_.send(person.link, person.recoder.to_wire(person.speech->say(bytes)));
}

/// Pings are no part of a conversation.
std::optional<std::string> Peers::next(Person& person) {
  while (auto message = person.cutter.next()) {
    person.spoken = true;
    person.untaken = 0;
    if (!is_known(protocol_, *message)) {
      person.strange = *std::move(message);
      continue;
    }
    person.strange.clear();
    if (protocol_.encodings.empty()) return message;
    if (!encoding_.empty()) message = protocols::unescape(*message).value_or(*message);
    if (message->find(R"("type":"PING")") == std::string::npos) return message;
  }
  return std::nullopt;
}

std::optional<std::string> Peers::hear(char peer, Milliseconds patience) {
  auto& person = people_.at(peer);
  std::optional<std::string> message;
  wait(patience, [&] { return (message = next(person)).has_value() || person.closed; });
  return message;
}

bool Peers::is_closed(char peer, Milliseconds patience) {
  auto& person = people_.at(peer);
  return wait(patience, [&] { return person.closed; });
}

bool Peers::is_cut_off(char peer) const {
  const auto person = people_.find(peer);
  return person != people_.end() && person->second.closed && !person->second.gone;
}

std::string Peers::unfinished(char peer) const {
  const auto& person = people_.at(peer);
  const auto rest = person.cutter.rest();
  return rest.empty() ? person.strange : rest;
}

std::string Peers::fault_of_last(char peer) const {
  return protocols::wrong_frame(protocol_, people_.at(peer).raw.whole()).value_or("");
}

bool Peers::ends_otherwise(char peer) const {
  const auto whole = people_.at(peer).raw.whole();
  return protocol_.line_end.size() > 1 && !whole.empty() && !whole.ends_with(protocol_.line_end);
}

std::string Peers::fault_of_rest(char peer) const {
  const auto& person = people_.at(peer);
  const auto rest = person.raw.unfinished();
  if (rest.empty()) return fault_of_last(peer);
  return protocols::wrong_frame(protocol_, rest).value_or("");
}

void Peers::hang_up(char peer) {
  auto& person = people_.at(peer);
  person.gone = true;
  tcp_.close(person.link);
}

bool Peers::part(Milliseconds patience) {
  for (const auto& [letter, person] : people_) {
    if (!person.gone) hang_up(letter);
  }
  return wait(patience, [&] { return tcp_.links() == 0; });
}

void Peers::listen(Milliseconds quiet) {
  int noises = 0;
  do {
    heard_ = false;
  } while (wait(quiet, [&] { return heard_; }) && ++noises < kLongestNoise);
}

std::optional<std::pair<char, std::string>> Peers::left_over() {
  for (auto& [letter, person] : people_) {
    if (person.gone) continue;
    if (auto message = next(person)) return std::pair(letter, *std::move(message));
  }
  return std::nullopt;
}

void Peers::opened(net::LinkId link, int /*tag*/, const net::Address& /*peer*/) {
  stirred_ = true;
  for (auto& [letter, person] : people_) person.open |= person.link == link;
}

void Peers::received(net::LinkId link, std::string_view bytes) {
  heard_ = stirred_ = true;
  for (auto& [letter, person] : people_) {
    if (person.link != link) continue;
    const auto text = person.recoder.from_wire(bytes);
    person.raw.hear(text, protocol_.line_end.back());
    person.untaken += bytes.size();
    if (person.untaken <= kMostUntaken) {
      person.cutter.hear(person.sieve.sift(text));
    } else {
      tcp_.drop(link);
      person.closed = true;
      person.why = "it never stops sending";
    }
  }
}

void Peers::closed(net::LinkId link, std::string_view why) {
  heard_ = stirred_ = true;
  for (auto& [letter, person] : people_) {
    if (person.link != link) continue;
    person.closed = true;
    person.why = why;
  }
}

}  // namespace client::check
