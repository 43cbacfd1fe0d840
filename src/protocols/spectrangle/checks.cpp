// How servers and clients are tested: with the transcripts, and the tiles that a server deals.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <map>

#include "base/text.hpp"
#include "games/spectrangle/notation.hpp"
#include "protocols/checks.hpp"
#include "protocols/spectrangle/tools.hpp"
#include "protocols/spectrangle/words.hpp"

namespace protocols::spectrangle {
namespace {

namespace rules = games::spectrangle;
using base::Seat;
using Kind = LineKind;

/// A game that some of the peers play. Seats are counted in the order of START.
struct Game {
  std::vector<std::string> players;
  rules::State state;
  std::vector<std::string> drawn{};    ///< every TILE line so far
  std::map<char, std::size_t> here{};  ///< peers who play it, and how many of the lines they have heard
  std::map<std::string, std::string, std::less<>> told{};  ///< UPDATE of the last move, by who made it
  int turns = 0;                                           ///< that were played
  bool told_scores = false;                                ///< to the first of them
  std::optional<rules::Tile> owed{};  ///< drawn by our rules, until it is heard what was really drawn
};

class Spectrangle final : public Adapter {
 public:
  Spectrangle(const Script& script, const games::Kits& kits) : Adapter(script), kits_(kits) {}

  std::expected<std::string, Fit> say(std::size_t at) override;
  Fit hear(std::size_t at, std::string_view heard) override;
  std::expected<std::vector<Step>, Fit> go_on(Sequel& sequel) override;
  void hang_up(char peer) override { leave(peer); }

 private:
  std::vector<Step> next_act(const Game& game, const rules::Move& move) const;
  std::vector<Step> tell_leaver(const Game& game, char leaver) const;
  char peer_of(const Game& game, Seat seat) const;
  std::optional<Seat> seat_of(char peer) const;
  void leave(char peer);
  std::vector<std::string> candidates(const Words& words, Seat seat, const rules::Position& position) const;
  bool next_cannot_place(std::size_t at) const;
  std::expected<std::string, Fit> say_move(std::size_t at, Game& game, Seat seat);
  void play(Game& game, Seat seat, const rules::Move& move);
  Fit hear_start(std::size_t at, std::string_view heard);
  Fit hear_tile(Game& game, char peer, std::string_view player, std::string_view heard);

  const games::Kits& kits_;
  std::map<char, std::string> names_;
  std::map<char, std::shared_ptr<Game>> games_;
};

/// A reason without the tiles, colours and places that it names.
std::string shape_of(std::string_view reason) {
  std::string shape;
  std::string word;
  const auto end_word = [&] {
    const bool letters = std::ranges::all_of(word.substr(0, 3), [](char sign) {
      return rules::kColourLetters.find(sign) != std::string_view::npos;
    });
    const bool number = std::ranges::all_of(word, [](char sign) { return sign >= '0' && sign <= '9'; });
    if (!word.empty()) shape += letters || number ? "#" : word;
    word.clear();
  };
  for (const char sign : reason) {
    if (std::isalnum(static_cast<unsigned char>(sign)) != 0) {
      word += sign;
      continue;
    }
    end_word();
    shape += sign;
  }
  end_word();
  return shape;
}

std::optional<Seat> Spectrangle::seat_of(char peer) const {
  const auto game = games_.find(peer);
  const auto name = names_.find(peer);
  if (game == games_.end() || name == names_.end() || game->second->state.position.over) return std::nullopt;
  const auto found = std::ranges::find(game->second->players, name->second);
  return Seat{static_cast<std::uint8_t>(found - game->second->players.begin())};
}

void Spectrangle::leave(char peer) {
  if (const auto seat = seat_of(peer)) rules::Rules::leave(games_[peer]->state, *seat);
}

std::expected<std::string, Fit> Spectrangle::say(std::size_t at) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto words = cut_words(text);
  const auto* answer = script().answer_to(at);
  const auto taken = answer == nullptr || !answer->text.starts_with("ERROR");
  if (words.command == "JOIN" && taken) names_[peer] = words.at(0);
  if (words.command == "EXIT" && words.arguments.empty()) leave(peer);
  const auto seat = seat_of(peer);
  const bool refused_otherwise = !taken && !answer->text.starts_with("ERROR 6");
  if (!words.command.starts_with("MOVE_") || !seat || refused_otherwise || answer == nullptr) return text;
  if (rules::Rules::to_move(games_[peer]->state) != seat) return text;
  return say_move(at, *games_[peer], *seat);
}

/// The line itself, then the same place or tile with whatever else there is.
std::vector<std::string> Spectrangle::candidates(const Words& words, Seat seat,
                                                 const rules::Position& position) const {
  std::vector<std::string> all;
  if (words.command == "MOVE_SKIP") return all;
  std::vector<rules::Tile> tiles(position.hands[seat.value].tiles().begin(),
                                 position.hands[seat.value].tiles().end());
  for (std::uint8_t other = 0; other < rules::kTiles; ++other) {
    if (!position.hands[seat.value].holds({other})) tiles.push_back({other});
  }
  const char turned = words.at(0).back();
  const auto named = [](rules::Tile tile, char rotation) {
    return fmt::format("{}{}", rules::letters_of(tile), rotation);
  };
  if (words.command == "MOVE_SWAP") {
    for (const auto tile : tiles) all.push_back("MOVE_SWAP " + named(tile, turned));
    return all;
  }
  for (int place = -1; place < rules::kTiles; ++place) {
    const auto where = place < 0 ? std::string(words.at(1)) : std::to_string(place);
    for (const auto tile : tiles) {
      for (const char rotation : {turned, '0', '1', '2'})
        all.push_back(fmt::format("MOVE_PLAY {} {}", named(tile, rotation), where));
    }
  }
  return all;
}

/// Whether the next move of the transcript is one for somebody who cannot place.
bool Spectrangle::next_cannot_place(std::size_t at) const {
  for (std::size_t next = at + 1; next < script().steps.size(); ++next) {
    const auto& line = script().steps[next];
    if (line.kind != LineKind::send || !line.text.starts_with("MOVE_")) continue;
    const auto* answer = script().answer_to(next);
    return !line.text.starts_with("MOVE_PLAY") && answer != nullptr && answer->text.starts_with("UPDATE");
  }
  return false;
}

/// Whether whoever is to move now has nothing to place.
bool is_stuck(const rules::Position& position) {
  return !rules::can_place(position.board, position.hands[position.turn.value].tiles());
}

std::expected<std::string, Fit> Spectrangle::say_move(std::size_t at, Game& game, Seat seat) {
  constexpr std::string_view kRefused = "ERROR 6 Invalid move: ";
  const auto& text = step(at).text;
  const auto words = cut_words(text);
  const auto& answer = script().answer_to(at)->text;
  const auto wanted = answer.starts_with(kRefused) ? shape_of(answer.substr(kRefused.size())) : std::string();
  const bool stuck = next_cannot_place(at);
  std::vector<std::string> all{text};
  if (read_move(words))
    std::ranges::move(candidates(words, seat, game.state.position), std::back_inserter(all));
  for (const auto& candidate : all) {
    const auto move = read_move(cut_words(candidate));
    if (!move) continue;
    auto copy = game.state;
    const auto played = rules::Rules::play(copy, seat, *move);
    if ((played ? std::string() : shape_of(played.error().detail)) != wanted) continue;
    if (played && stuck && !is_stuck(copy.position)) continue;
    if (played) {
      play(game, seat, *move);
      const auto& player = game.players[seat.value];
      const auto command = write_command(*move);
      game.told[player] =
          fmt::format("UPDATE {}{}", player, command.substr(std::min(command.size(), command.find(' '))));
    }
    return candidate;
  }
  return std::unexpected(deal_again(fmt::format("no tiles were dealt for '{}'", text)));
}

void Spectrangle::play(Game& game, Seat seat, const rules::Move& move) {
  const auto events = rules::Rules::play(game.state, seat, move);
  ++game.turns;
  game.owed.reset();
  for (const auto& event : *events) {
    if (const auto* placed = std::get_if<rules::Placed>(&event)) game.owed = placed->drawn;
    if (const auto* swapped = std::get_if<rules::Swapped>(&event)) game.owed = swapped->drawn;
  }
}

/// The line without one of its words.
std::string without_word(std::string_view line, std::string_view word) {
  std::string rest;
  for (const auto one : base::split(line, ' ')) {
    if (one != word) rest += fmt::format("{}{}", rest.empty() ? "" : " ", one);
  }
  return rest;
}

Fit Spectrangle::hear(std::size_t at, std::string_view heard) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto words = cut_words(text);
  if (words.command == "ERROR") {
    const auto expected = fmt::format("ERROR {}", words.at(0));
    const bool same = heard.starts_with(expected + " ");
    const bool unspecified =
        heard.starts_with("ERROR 0 ");  // "must be used when this function is not implemented"
    return same || unspecified ? right() : wrong(expected + " and some text");
  }
  if (words.command == "START") return hear_start(at, heard);
  // Lobbies list people as they came, whoever has their parts.
  if (words.command.ends_with("LOBBY") || words.command.ends_with("LOBBIES")) {
    const bool same = heard == text || (script().recast && std::ranges::is_permutation(heard, text));
    const auto name = script().names_before(at);
    const bool others =
        name.contains(peer) && heard == without_word(text, name.at(peer));  // "the other players"
    return same || others ? right() : wrong(text);
  }
  const auto found = games_.find(peer);
  if (found == games_.end()) return heard == text ? right() : wrong(text);
  auto& game = *found->second;
  if (words.command == "TILE") return hear_tile(game, peer, words.at(0), heard);
  auto expected = text;
  if (words.command == "UPDATE") {
    const auto told = game.told.find(words.at(0));
    if (told != game.told.end()) expected = told->second;
  }
  if (words.command == "SCORE") {
    const auto scores = rules::final_scores(game.state.position);
    expected = "SCORE";
    for (std::size_t seat = 0; seat < scores.size() && seat < game.players.size(); ++seat)
      expected += fmt::format(" {},{}", game.players[seat], scores[seat]);
    game.state.position.over = true;
    game.told_scores = true;
  }
  return heard == expected ? right() : wrong(expected);
}

Fit Spectrangle::hear_start(std::size_t at, std::string_view heard) {
  const auto peer = step(at).peer;
  const auto& expected = step(at).text;
  const auto words = base::split(heard, ' ');
  if (heard != expected) {
    const auto wanted = base::split(expected, ' ');
    if (words[0] != wanted[0] || !std::ranges::is_permutation(wanted, words)) return wrong(expected);
    return deal_again(
        fmt::format("the order never was '{}'", expected),
        make_cast(at, names_, {wanted.begin() + 1, wanted.end()}, {words.begin() + 1, words.end()}));
  }
  std::vector<std::string> players(words.begin() + 1, words.end());
  for (const auto& [other, game] : games_) {
    if (game->players != players || game->state.position.over || game->here.contains(peer)) continue;
    game->here[peer] = 0;
    games_[peer] = game;
    return right();
  }
  auto state = games::start(kits_, "spectrangle", "", static_cast<int>(players.size()), 1);
  if (!state) return wrong("a game for 2 to 4 players");
  auto game =
      std::make_shared<Game>(Game{.players = std::move(players), .state = games::get<rules::State>(*state)});
  auto& position = game->state.position;
  position.hands = {};
  position.bag = rules::kAllTiles;
  for (std::size_t seat = 0; seat < game->players.size(); ++seat)
    position.order[seat] = {static_cast<std::uint8_t>(seat)};
  position.turn = {0};
  game->here[peer] = 0;
  games_[peer] = std::move(game);
  return right();
}

/// The first who hears of a tile tells the model; the others must hear the same.
Fit Spectrangle::hear_tile(Game& game, char peer, std::string_view player, std::string_view heard) {
  auto& count = game.here[peer];
  if (count < game.drawn.size()) {
    const auto& expected = game.drawn[count++];
    return heard == expected ? right() : wrong(expected);
  }
  const auto words = cut_words(heard);
  const auto tile = rules::parse_tile(words.at(1));
  auto& position = game.state.position;
  const auto found = std::ranges::find(game.players, player);
  if (words.command != "TILE" || words.at(0) != player || !tile || tile->rotation != 0 ||
      found == game.players.end())
    return wrong(fmt::format("TILE {} and a tile of rotation 0, in the order of START", player));
  auto& hand = position.hands[static_cast<std::size_t>(found - game.players.begin())];
  if (game.owed) {
    hand.remove(*game.owed);
    position.bag |= rules::only(*game.owed);
    game.owed.reset();
  }
  if ((position.bag & rules::only(tile->tile)) == 0)
    return wrong(fmt::format("TILE {} and a tile that is still in the bag", player));
  position.bag &= ~rules::only(tile->tile);
  hand.add(tile->tile);
  if (game.drawn.size() >= game.players.size() * rules::kHandSize)
    position.over = rules::is_finished(position);
  game.drawn.emplace_back(heard);
  ++count;
  return right();
}

/// In how many ways anybody could still place.
std::size_t count_placings(const rules::Position& position) {
  std::size_t count = 0;
  for (std::uint8_t tile = 0; tile < rules::kTiles; ++tile) {
    const auto held = [&](const rules::Hand& hand) { return hand.holds({tile}); };
    if ((position.bag & rules::only(rules::Tile{tile})) == 0 && std::ranges::none_of(position.hands, held))
      continue;
    for (std::uint8_t rotation = 0; rotation < rules::rotations_of({tile}); ++rotation)
      count += static_cast<std::size_t>(
          std::popcount(rules::fitting_cells(position.board, rules::Turned{{tile}, rotation})));
  }
  return count;
}

/// The first move that there is; to have the game end with tiles in the bag, the one that leaves least room.
rules::Move choose(const rules::State& state, Course course) {
  const auto moves = rules::Rules::moves(rules::Rules::view(state, state.position.turn));
  if (course != Course::passes) return moves.front();
  return *std::ranges::min_element(moves, {}, [&](const rules::Move& move) {
    auto copy = state;
    static_cast<void>(rules::Rules::play(copy, state.position.turn, move));
    return count_placings(copy.position);
  });
}

char Spectrangle::peer_of(const Game& game, Seat seat) const {
  return std::ranges::find_if(
             game.here, [&](const auto& peer) { return names_.at(peer.first) == game.players[seat.value]; })
      ->first;
}

std::expected<std::vector<Step>, Fit> Spectrangle::go_on(Sequel& sequel) {
  constexpr int kRounds = 4;  // before somebody leaves
  const auto game = games_.empty() ? nullptr : games_.begin()->second;
  if (game == nullptr || game->told_scores) return {};
  const auto& position = game->state.position;
  if (position.over) {
    std::vector<Step> steps;
    for (const auto& [peer, count] : game->here) steps.push_back(make_step(Kind::expect, peer, "SCORE"));
    return steps;
  }
  if (sequel.course == Course::leaver && game->turns >= kRounds * position.players)
    return tell_leaver(*game, peer_of(*game, position.turn));
  return next_act(*game, choose(game->state, sequel.course));
}

std::vector<Step> Spectrangle::next_act(const Game& game, const rules::Move& move) const {
  const auto seat = game.state.position.turn;
  const auto& player = game.players[seat.value];
  const bool draws = !std::holds_alternative<rules::Skip>(move) && game.state.position.bag != 0;
  std::vector<Step> steps{make_step(Kind::send, peer_of(game, seat), write_command(move))};
  for (const auto& [peer, count] : game.here) {
    steps.push_back(make_step(Kind::expect, peer, fmt::format("UPDATE {}", player)));
    if (draws) steps.push_back(make_step(Kind::expect, peer, fmt::format("TILE {}", player)));
  }
  return steps;
}

std::vector<Step> Spectrangle::tell_leaver(const Game& game, char leaver) const {
  std::string rest;
  for (const auto& [peer, name] : names_) {
    if (peer != leaver && game.here.contains(peer)) rest += " " + name;
  }
  std::vector<Step> steps{make_step(Kind::send, leaver, "EXIT")};
  for (const auto& [peer, count] : game.here) {
    if (peer == leaver) continue;
    steps.push_back(make_step(Kind::expect, peer, "SCORE"));
    steps.push_back(make_step(Kind::expect, peer, "LOBBY" + rest));
  }
  return steps;
}

std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits) {
  return std::make_unique<Spectrangle>(script, kits);
}

constexpr std::array<std::string_view, 2> kWay{"JOIN", "READY"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = "JOIN $", .heard = "LOBBY ERROR"},
    .introduction = "JOIN ",
    .start = {.first = "START ", .last = "TILE ", .trait = "ENABLE_EXTENSION ", .several = true},
    .adapt = adapt,
    .sentences =
        {R"(spectrangle.md, JOIN: "The player indicates he wants to join a lobby."; READY: "The player indicates he is ready to start the game.")",
         R"(spectrangle.md, MOVE_PLAY: "The player places a tile on the board."; MOVE_SWAP, MOVE_SKIP: "only valid when it's the players turn and the player is not able to make a valid move")",
         R"(spectrangle.md, START: "Players take turns in the order listed.")",
         R"(spectrangle.rulings.md, 6: "A refused command does not end the turn.")",
         R"(spectrangle.rulings.md, 13: "the game ends with `SCORE` (all starters listed, the leaver with 0), then `LOBBY` to those who remain")",
         R"(spectrangle.rulings.md, 13: "the game ends with `SCORE` (all starters listed, the leaver with 0), then `LOBBY` to those who remain")",
         R"(spectrangle.md, SCORE: "This indicates that the game has finished.")"},
    .way = kWay,
};

}  // namespace protocols::spectrangle
