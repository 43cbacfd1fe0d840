// A peer that wants something by chance.
#include "simulation/peer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/virtual_server.hpp"

namespace simulation {
namespace {

constexpr std::array<std::string_view, 4> kGames{"chess", "scrabble", "spectrangle", "shelfie"};
constexpr std::array<std::string_view, 4> kClocks{"", "", "60+1", "move=20"};
constexpr std::array<std::string_view, 3> kAccounts{"anna", "bert", "peer0"};
constexpr std::uint64_t kTables = 8;  // of those that are watched and replayed
constexpr std::uint64_t kFirstAccountId = 1'000'000;

/// The weakest bot that can be invited: moves are chosen by chance anyway.
std::string level_of(std::string_view game) {
  const auto found = std::ranges::find(bots::all(), game, &bots::Bot::game);
  return std::string(found->level);
}

}  // namespace

Peer::Peer(const protocols::Protocol& protocol, std::size_t number)
    : protocol_(protocol),
      address_(is_browser() ? fmt::format("token:{}", number) : fmt::format("127.0.0.{}", 1 + number % 2)),
      name_(fmt::format("peer{}", number)) {}

void Peer::connect(base::PlayerId id, base::Rng& rng) {
  id_ = id;
  const auto& encodings = protocol_.encodings;
  client_ = encodings.empty() ? protocol_.make_client(harness::kits())
                              : encodings[rng.below(encodings.size())].make_client(harness::kits());
  if (is_browser()) say(table::ReturnByToken{});
  if (!is_browser() || rng.below(3) == 0) say(table::Name{name_});
  if (!is_browser() || rng.below(2) == 0) seek(rng);
}

void Peer::disconnect() {
  client_.reset();
  unsent_.clear();
  unread_.clear();
  moves_.clear();
  sent_ = 0;
}

void Peer::say(const table::Request& request) {
  static_cast<void>(client_->ask(request));  // not every grammar has words for everything
  unsent_ += client_->take_output();
}

void Peer::ask_server(const protocols::Query& query) {
  static_cast<void>(client_->ask_query(query));
  unsent_ += client_->take_output();
}

void Peer::ask(base::Rng& rng) {
  if (rng.below(5) != 0 && play(rng)) return;
  if (is_browser() && rng.below(12) == 0) return ask_account(rng);
  ask_anything(rng);
}

/// Makes a move, if there is one to make.
bool Peer::play(base::Rng& rng) {
  const auto view = client_->view();
  if (!view) return false;
  const auto moves = games::moves(*view);
  if (moves.empty()) return false;
  const auto& move = moves[rng.below(moves.size())];
  const auto before = unsent_.size();
  say(table::Play{move});
  const bool was_said = unsent_.size() > before;  // a client half that was turned away says nothing more
  if (was_said) moves_.push_back({sent_ + unsent_.size(), games::write(move)});
  return true;
}

void Peer::seek(base::Rng& rng) {
  table::Seek seek{.game = protocol_.game.empty() ? std::string(kGames[rng.below(kGames.size())])
                                                  : std::string(protocol_.game),
                   .seats = 2};
  if (is_browser()) {
    seek.clock = kClocks[rng.below(kClocks.size())];
    if (rng.below(3) == 0) seek.bots = {level_of(seek.game)};
    if (rng.below(6) == 0) seek.lobby = "-secret";
  }
  say(seek);
}

void Peer::ask_anything(base::Rng& rng) {
  const base::TableId table{1 + rng.below(kTables)};
  switch (rng.below(16)) {
    case 0:
    case 1:
    case 2:
      return seek(rng);
    case 3:
      return say(table::Ready{});
    case 4:
      return say(table::Leave{});
    case 5:
      return say(table::Say{"good luck"});
    case 6:
      return say(table::Rematch{rng.below(4) == 0 ? table::Wish::enough : table::Wish::again});
    case 7:
      return say(table::Offer{rng.below(2) == 0 ? table::Proposal::draw : table::Proposal::takeback});
    case 8:
      return say(table::Reply{rng.below(2) == 0 ? table::Consent::accept : table::Consent::decline});
    case 9:
      return say(table::Watch{table});
    case 10:
      return ask_server(protocols::query::Replay{table});
    case 11:
      return say(
          table::Name{rng.below(2) == 0 ? name_ : std::string(kAccounts[rng.below(kAccounts.size())])});
    case 12:
      return say(table::ListLobbies{std::string(protocol_.game)});
    case 13:
      return ask_server(protocols::query::Clocks{});
    default:
      return ask_server(protocols::query::Hall{});
  }
}

/// In the browser's words: the client half has none for accounts.
void Peer::ask_account(base::Rng& rng) {
  const auto name = kAccounts[rng.below(kAccounts.size())];
  const auto id = kFirstAccountId + static_cast<std::uint64_t>(++accounts_asked_);
  switch (rng.below(4)) {
    case 0:
      unsent_ +=
          fmt::format(R"({{"id":{},"ask":"register","name":"{}","password":"correct horse"}})", id, name);
      break;
    case 1:
      unsent_ += fmt::format(R"({{"id":{},"ask":"sign_out"}})", id);
      break;
    default:
      unsent_ +=
          fmt::format(R"({{"id":{},"ask":"sign_in","name":"{}","password":"correct horse"}})", id, name);
  }
  unsent_ += '\n';
}

void Peer::garble(base::Rng& rng) {
  for (auto left = rng.below(60); left > 0; --left) unsent_ += static_cast<char>(rng.below(256));
  unsent_ += protocol_.line_end;
}

std::string Peer::take_output(std::size_t most) {
  auto bytes = unsent_.substr(0, most);
  unsent_.erase(0, bytes.size());
  sent_ += bytes.size();
  return bytes;
}

std::vector<std::string> Peer::take_moves() {
  std::vector<std::string> gone;
  for (; !moves_.empty() && moves_.front().end <= sent_; moves_.pop_front())
    gone.push_back(std::move(moves_.front().text));
  return gone;
}

void Peer::read() {
  client_->receive(std::exchange(unread_, {}));
  while (client_->next() || client_->take_answer()) {
  }
  unsent_ += client_->take_output();
}

}  // namespace simulation
