// What every session's fuzz target does: talks to both halves and compares two ways of cutting the stream.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"
#include "protocols/all.hpp"
#include "server/engine.hpp"
#include "store/memory.hpp"

namespace fuzz {

/// What the games need, the built-in words for Scrabble among it.
inline const games::Kits& kits() {
  static const games::Kits kKits = [] {
    games::Kits made;
    made.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::default_lexicon();
    return made;
  }();
  return kKits;
}

/// An engine with a journal in memory that remembers what each peer was sent. Its bots make the first move
/// that there is.
class Stage final : public server::Peers, public server::Observer {
 public:
  explicit Stage(const protocols::Protocol& protocol) : engine_(kits_, journal_, *this, *this, {.seed = 1}) {
    const bool has_token = protocol.carrier == protocols::Carrier::websocket;
    for (const std::uint64_t peer : {1U, 2U}) {
      const auto token = std::string(table::kToken) + std::to_string(peer);
      engine_.open({peer}, protocol, now_, has_token ? token : "");
    }
    engine_.settle(now_);
  }

  void receive(std::uint64_t peer, std::string_view bytes) {
    engine_.receive({peer}, bytes);
    settle();
  }
  /// A second passes.
  void pass() {
    now_ += std::chrono::seconds(1);
    engine_.wake(now_);
    settle();
  }

  const std::map<base::PlayerId, std::string>& sent() const { return sent_; }

 private:
  void send(base::PlayerId player, std::string_view bytes) override { sent_[player] += bytes; }
  void close(base::PlayerId player) override { sent_[player] += "<closed>"; }
  void think(base::PlayerId bot, const server::Question& question) override {
    questions_.emplace_back(bot, question);
  }
  void set_reading(base::PlayerId /*player*/, bool /*wanted*/) override {}

  void settle() {
    engine_.settle(now_);
    while (!questions_.empty()) {
      const auto [bot, question] = questions_.front();
      questions_.pop_front();
      const auto moves = games::moves(*question.view);
      engine_.thought(bot, moves.empty() ? std::nullopt : std::optional(moves.front()));
      engine_.settle(now_);
    }
  }

  const games::Kits& kits_ = kits();
  base::Time now_{};
  std::deque<std::pair<base::PlayerId, server::Question>> questions_;
  std::map<base::PlayerId, std::string> sent_;
  store::MemoryJournal journal_{[this](const store::Settled& settled) {
    engine_.settled(settled, now_);
    engine_.settle(now_);
  }};
  server::Engine engine_;
};

/// The bytes that a text stands for. Where messages do not end with LF, '|' is the unit separator, '~' ends a
/// message, '^' is LF, and the LF of a line is only the input's own.
inline std::string spoken(const protocols::Protocol& protocol, std::string_view text) {
  if (protocol.line_end.ends_with('\n')) return std::string(text);
  std::string bytes;
  for (const char c : text) {
    if (c == '|') {
      bytes += protocol.unit;
    } else if (c == '~') {
      bytes += protocol.line_end;
    } else if (c != '\n') {
      bytes += c == '^' ? '\n' : c;
    }
  }
  return bytes;
}

/// Who says what. Nobody: a second passes.
struct Speech {
  std::uint64_t peer;
  std::string bytes;
};

/// Lines as in transcripts, which are the first corpus (tests/fuzz/corpus): "a> " and "b> " say who speaks,
/// "@" that time passes.
inline std::vector<Speech> read_script(const protocols::Protocol& protocol, std::string_view text) {
  std::vector<Speech> script;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    text.remove_prefix(line.size());
    if (line.starts_with('@')) {
      script.push_back({0, {}});
      continue;
    }
    const bool marked = line.starts_with("a> ") || line.starts_with("b> ");
    script.push_back({line.starts_with("b> ") ? 2U : 1U, spoken(protocol, marked ? line.substr(3) : line)});
  }
  return script;
}

inline void talk(Stage& stage, const std::vector<Speech>& script, bool byte_by_byte) {
  for (const auto& [peer, bytes] : script) {
    if (peer == 0) {
      stage.pass();
      continue;
    }
    if (!byte_by_byte) {
      stage.receive(peer, bytes);
      continue;
    }
    for (const char byte : bytes) stage.receive(peer, {&byte, 1});
  }
}

/// The server's half hears the same whatever way it is cut. What each peer was sent.
inline std::map<base::PlayerId, std::string> converse(const protocols::Protocol& protocol,
                                                      const std::vector<Speech>& script) {
  Stage whole(protocol);
  Stage pieces(protocol);
  talk(whole, script, false);
  talk(pieces, script, true);
  if (whole.sent() != pieces.sent()) std::abort();
  return whole.sent();
}

/// The client's half survives whatever it hears.
inline void listen(protocols::Client& client, std::string_view bytes) {
  client.receive(bytes);
  while (client.next() || client.take_answer()) {
  }
  client.hang_up();
}

}  // namespace fuzz
