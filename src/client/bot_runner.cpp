// Plays games through the client half of a protocol.
#include "client/bot_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "base/count.hpp"
#include "client/transport.hpp"
#include "games/ends.hpp"
#include "games/faces.hpp"
#include "net/tcp.hpp"

namespace client {
namespace {

using base::Result;

/// docs/formats/web.md: more than 200 requests within 10 seconds are too many. The rest is for what is no
/// move.
constexpr std::size_t kMostSpoken = 180;
constexpr std::chrono::milliseconds kStretch = std::chrono::seconds(10);

/// So often all moves of a turn are tried.
constexpr int kMostRounds = 3;

class Runner final : net::Conversations {
 public:
  Runner(const BotSettings& settings, const std::function<void(const std::string&)>& report)
      : settings_(settings), report_(report), rng_(settings.seed) {}

  Result<BotReport> run() {
    if (auto dialled = dial(); !dialled) return std::unexpected(dialled.error());
    tick_.repeat(settings_.protocol->tick, [this] {
      client_->tick();
      settle();
    });
    loop_.run();
    if (problem_) return std::unexpected(*problem_);
    return tally_;
  }

 private:
  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void settle() override;

  Result<void> dial();
  void send();
  bool is_done() const;
  bool enough() const { return settings_.games > 0 && tally_.games >= settings_.games; }
  void hear(const table::Notice& notice);
  void hear_refusal(const base::Error& error);
  void move_if_on_turn();
  bool is_counted() const { return settings_.protocol->carrier == protocols::Carrier::websocket; }
  bool may_speak();
  void count(const table::Outcome& outcome);
  void stop(base::Error error);
  void expect_words();
  void lose_patience(std::chrono::milliseconds waited);
  void note_understood();
  bool is_strange(const base::Error& error) const;

  const BotSettings& settings_;
  const std::function<void(const std::string&)>& report_;
  base::Rng rng_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this};
  net::Loop::Timer tick_{loop_};
  net::Loop::Timer patience_{loop_};
  net::Loop::Timer silence_{loop_};                  ///< runs while the server owes a word
  std::deque<net::Loop::Clock::time_point> spoken_;  ///< when, where a server counts it
  std::unique_ptr<protocols::Client> client_;
  std::unique_ptr<Transport> transport_;
  net::LinkId link_ = 0;
  base::Seat seat_;
  int moves_ = 0;
  std::optional<games::Story> story_;    ///< of the game, which knows what a move is
  std::optional<games::AnyMove> asked_;  ///< the move that was asked for last
  /// What the server refused in a turn.
  struct Refusals {
    std::vector<games::AnyMove> moves{};
    int rounds = 0;  ///< how often all of them
  };
  Refusals refusals_;
  std::optional<Refusals> before_own_;  ///< own move, which may still be refused
  bool connected_ = false;
  bool gone_ = false;
  bool understood_ = false;  ///< the server has said something of the protocol over this connection
  std::string first_bytes_;  ///< that it sent
  /// Whether the server was told that this was the last game.
  enum class Wished : std::uint8_t { no, asked, answered };
  Wished wished_ = Wished::no;
  int played_here_ = 0;  ///< games over this connection
  BotReport tally_;
  std::optional<base::Error> problem_;
};

Result<void> Runner::dial() {
  client_ = settings_.make_client(*settings_.kits);
  transport_ = make_transport(*settings_.protocol, settings_.server, transport_ ? transport_->token() : "",
                              settings_.charset);
  connected_ = gone_ = understood_ = false;
  first_bytes_.clear();
  played_here_ = 0;
  const auto link = tcp_.dial(settings_.server, 0);
  if (!link) return std::unexpected(link.error());
  link_ = *link;
  silence_.set(settings_.patience.usual, [this] {
    stop({base::Code::system,
          fmt::format("cannot connect to {}: no answer for {} s", net::write_address(settings_.server),
                      in_seconds(settings_.patience.usual))});
  });
  return {};
}

/// Nothing at all from the server for so long ends it.
void Runner::expect_words() {
  silence_.cancel();
  silence_.set(settings_.patience.usual, [this] { lose_patience(settings_.patience.usual); });
}

/// In a protocol in which silence says nothing a server is waited for the longer, and for ever once it has
/// shown that it is one.
void Runner::lose_patience(std::chrono::milliseconds waited) {
  const auto& protocol = *settings_.protocol;
  const auto longest = settings_.patience.longest;
  if (may_be_waiting(protocol, understood_ ? "" : std::string_view(first_bytes_))) {
    if (understood_ || tally_.games > 0) return;
    if (waited < longest) return silence_.set(longest - waited, [this, longest] { lose_patience(longest); });
  }
  const auto& server = settings_.server;
  stop({base::Code::system, understood_            ? fmt::format("{} said nothing to a move for {} s",
                                                                 net::write_address(server), in_seconds(waited))
                            : first_bytes_.empty() ? why_silent(protocol, server, waited)
                                                   : why_a_stranger(protocol, server, first_bytes_, "")});
}

/// What means nothing to the client half is as good as silence.
void Runner::received(net::LinkId /*link*/, std::string_view bytes) {
  if (!understood_ && first_bytes_.size() < kFirstBytes)
    first_bytes_ += bytes.substr(0, kFirstBytes - first_bytes_.size());
  client_->receive(transport_->receive(bytes));
  while (const auto notice = client_->next()) hear(*notice);
  if (const auto answer = client_->take_output(); !answer.empty()) {
    transport_->say(answer);
    note_understood();
  }
}

/// The client half gives up at the first words that it hears.
bool Runner::is_strange(const base::Error& error) const {
  return !understood_ && !first_bytes_.empty() && error.code == base::Code::malformed && client_->finished();
}

void Runner::note_understood() {
  understood_ = true;
  silence_.cancel();
}

/// Says who it is and what it wants, as far as the protocol has words for it.
void Runner::opened(net::LinkId /*link*/, int /*tag*/, const net::Address& /*peer*/) {
  connected_ = true;
  expect_words();
  const table::Seek seek{settings_.game, "", settings_.seats};
  for (const table::Request& request : {table::Request(table::Name{settings_.name}), table::Request(seek)}) {
    if (const auto asked = client_->ask(request); !asked) return stop(asked.error());
  }
}

void Runner::closed(net::LinkId link, std::string_view why) {
  if (link != link_) return;
  silence_.cancel();
  gone_ = true;
  if (!connected_) {
    return stop({base::Code::system,
                 fmt::format("cannot connect to {}: {}", net::write_address(settings_.server), why)});
  }
  client_->hang_up();
}

void Runner::settle() {
  if (problem_) return;
  while (const auto notice = client_->next()) hear(*notice);
  move_if_on_turn();
  send();
  if (const auto problem = transport_->problem()) {
    return stop({base::Code::system, understood_ ? *problem
                                                 : why_a_stranger(*settings_.protocol, settings_.server,
                                                                  first_bytes_, *problem)});
  }
  if (!is_done()) return;
  transport_->end();
  send();
  tcp_.close(link_);
  if (enough()) return loop_.stop();
  if (played_here_ == 0) {
    return stop({base::Code::system,
                 understood_ ? "the server ended the connection before a game was over"
                             : why_a_stranger(*settings_.protocol, settings_.server, first_bytes_, "")});
  }
  if (auto dialled = dial(); !dialled) stop(dialled.error());
}

void Runner::send() {
  transport_->say(client_->take_output());
  if (const auto output = transport_->take_output(); !output.empty()) tcp_.send(link_, output);
}

/// A hall of many games stays open for whoever has played enough: one leaves it by oneself.
bool Runner::is_done() const {
  return client_->finished() || gone_ || (wished_ == Wished::answered && settings_.protocol->game.empty());
}

void Runner::hear(const table::Notice& notice) {
  const auto* refused = std::get_if<table::Refused>(&notice);
  if (refused != nullptr && is_strange(refused->error)) {
    const auto& [code, complaint] = refused->error;
    return stop({code, why_a_stranger(*settings_.protocol, settings_.server, first_bytes_, complaint)});
  }
  note_understood();
  if (const auto* started = std::get_if<table::Started>(&notice)) {
    seat_ = started->seat;
    moves_ = 0;
    story_.emplace(settings_.game, started->options);
  }
  if (const auto* happened = std::get_if<table::Happened>(&notice)) {
    const auto line = story_ ? story_->note(happened->event) : games::Line{};
    if (line.is_move && !line.label.empty()) ++moves_;
    auto before = std::exchange(refusals_, {});
    before_own_ = happened->who == seat_ ? std::optional(std::move(before)) : std::nullopt;
  }
  if (wished_ == Wished::asked && std::holds_alternative<table::Accepted>(notice)) wished_ = Wished::answered;
  if (refused != nullptr) hear_refusal(refused->error);
  if (const auto* over = std::get_if<table::Over>(&notice)) {
    count(over->outcome);
    // A server that went away cannot be answered; its client says so itself.
    static_cast<void>(client_->ask(table::Rematch{enough() ? table::Wish::enough : table::Wish::again}));
    if (enough()) wished_ = Wished::asked;
  }
}

/// A server with other words, another bag or rules of its own may refuse a move of ours: another is tried.
/// What came too late does not matter. A client half that is not told what is taken thinks that all is, until
/// then.
void Runner::hear_refusal(const base::Error& error) {
  if (error.code == base::Code::not_your_turn) return;
  const bool other_game = error.code.kind == base::Code::illegal_move;
  if (!other_game || !asked_) return stop(error);
  if (before_own_) {
    --moves_;
    refusals_ = *std::exchange(before_own_, std::nullopt);
  }
  refusals_.moves.push_back(*std::exchange(asked_, std::nullopt));
}

void Runner::move_if_on_turn() {
  const auto view = client_->view();
  if (!view || gone_ || !may_speak()) return;
  auto candidates = games::moves(*view);
  if (!candidates.empty() && refusals_.moves.size() >= candidates.size()) {
    if (++refusals_.rounds == kMostRounds)
      return stop({base::Code::illegal_move, "the server refuses every move that there is"});
    refusals_.moves.clear();  // whoever refused a move may take it now
  }
  for (const auto& move : refusals_.moves) std::erase(candidates, move);
  while (!candidates.empty()) {
    const auto move = settings_.bot->choose(*view, candidates, rng_);
    before_own_.reset();
    const auto asked = client_->ask(table::Play{move});
    if (asked) {
      asked_ = move;
      expect_words();
      if (is_counted()) spoken_.push_back(net::Loop::Clock::now());
      break;
    }
    std::erase(candidates, move);  // the protocol has no word for it
  }
  while (const auto notice = client_->next()) hear(*notice);
}

/// False if a server that counts would find another move too many now; it is made later.
bool Runner::may_speak() {
  if (!is_counted()) return true;
  const auto now = net::Loop::Clock::now();
  while (!spoken_.empty() && now - spoken_.front() > kStretch) spoken_.pop_front();
  if (spoken_.size() < kMostSpoken) return true;
  patience_.set(std::chrono::ceil<std::chrono::milliseconds>(spoken_.front() + kStretch - now),
                [this] { settle(); });
  return false;
}

void Runner::count(const table::Outcome& outcome) {
  ++tally_.games;
  ++played_here_;
  const bool won = std::ranges::find(outcome.winners, seat_) != outcome.winners.end();
  const bool shared = outcome.winners.size() != 1;
  ++(won && !shared ? tally_.won : shared ? tally_.drawn : tally_.lost);
  report_(fmt::format("game {}: {} after {}{}", tally_.games,
                      won && !shared ? "won"
                      : shared       ? "drawn"
                                     : "lost",
                      base::count_of(moves_, "move"), games::how_it_ended(outcome)));
}

/// The first problem is the one to tell: others only follow from it.
void Runner::stop(base::Error error) {
  if (!problem_) problem_ = std::move(error);
  loop_.stop();
}

}  // namespace

Result<BotReport> run_bot(const BotSettings& settings,
                          const std::function<void(const std::string&)>& report) {
  return Runner(settings, report).run();
}

}  // namespace client
