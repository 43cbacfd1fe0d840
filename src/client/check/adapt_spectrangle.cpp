// Transcripts of spectrangle with the tiles that a server deals.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/text.hpp"
#include "client/check/adapter.hpp"
#include "games/spectrangle/notation.hpp"
#include "protocols/spectrangle/words.hpp"

namespace client::check {
namespace {

namespace wire = protocols::spectrangle;
namespace rules = games::spectrangle;
using base::Seat;

/// A game that some of the peers play. Seats are counted in the order of START.
struct Game {
  std::vector<std::string> players;
  rules::State state;
  std::vector<std::string> drawn{};    ///< every TILE line so far
  std::map<char, std::size_t> here{};  ///< peers who play it, and how many of the lines they have heard
  std::map<std::string, std::string, std::less<>> told{};  ///< UPDATE of the last move, by who made it
  std::optional<rules::Tile> owed{};  ///< drawn by our rules, until it is heard what was really drawn
};

class Spectrangle final : public Adapter {
 public:
  Spectrangle(const Script& script, const games::Kits& kits) : Adapter(script), kits_(kits) {}

  std::expected<std::string, Fit> say(std::size_t at) override;
  Fit hear(std::size_t at, std::string_view heard) override;
  void hang_up(char peer) override { leave(peer); }

 private:
  std::optional<Seat> seat_of(char peer) const;
  void leave(char peer);
  std::vector<std::string> candidates(const wire::Words& words, Seat seat,
                                      const rules::Position& position) const;
  bool next_cannot_place(std::size_t at) const;
  std::expected<std::string, Fit> say_move(std::size_t at, Game& game, Seat seat);
  void play(Game& game, Seat seat, const rules::Move& move);
  Fit hear_start(char peer, std::string_view expected, std::string_view heard);
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
  const auto words = wire::cut_words(text);
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
std::vector<std::string> Spectrangle::candidates(const wire::Words& words, Seat seat,
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
    if (line.kind != transcript::Line::Kind::send || !line.text.starts_with("MOVE_")) continue;
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
  const auto words = wire::cut_words(text);
  const auto& answer = script().answer_to(at)->text;
  const auto wanted = answer.starts_with(kRefused) ? shape_of(answer.substr(kRefused.size())) : std::string();
  const bool stuck = next_cannot_place(at);
  std::vector<std::string> all{text};
  if (wire::read_move(words))
    std::ranges::move(candidates(words, seat, game.state.position), std::back_inserter(all));
  for (const auto& candidate : all) {
    const auto move = wire::read_move(wire::cut_words(candidate));
    if (!move) continue;
    auto copy = game.state;
    const auto played = rules::Rules::play(copy, seat, *move);
    if ((played ? std::string() : shape_of(played.error().detail)) != wanted) continue;
    if (played && stuck && !is_stuck(copy.position)) continue;
    if (played) {
      play(game, seat, *move);
      const auto& player = game.players[seat.value];
      const auto command = wire::write_command(*move);
      game.told[player] =
          fmt::format("UPDATE {}{}", player, command.substr(std::min(command.size(), command.find(' '))));
    }
    return candidate;
  }
  return std::unexpected(deal_again(fmt::format("no tiles were dealt for '{}'", text)));
}

void Spectrangle::play(Game& game, Seat seat, const rules::Move& move) {
  const auto events = rules::Rules::play(game.state, seat, move);
  game.owed.reset();
  for (const auto& event : *events) {
    if (const auto* placed = std::get_if<rules::Placed>(&event)) game.owed = placed->drawn;
    if (const auto* swapped = std::get_if<rules::Swapped>(&event)) game.owed = swapped->drawn;
  }
}

Fit Spectrangle::hear(std::size_t at, std::string_view heard) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto words = wire::cut_words(text);
  if (words.command == "ERROR") {
    const auto expected = fmt::format("ERROR {}", words.at(0));
    const bool same = heard == expected || heard.starts_with(expected + " ");
    return same ? right() : wrong(expected + " and some text");
  }
  if (words.command == "START") return hear_start(peer, text, heard);
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
  }
  return heard == expected ? right() : wrong(expected);
}

Fit Spectrangle::hear_start(char peer, std::string_view expected, std::string_view heard) {
  if (heard != expected) {
    auto wanted = base::split(expected, ' ');
    auto words = base::split(heard, ' ');
    std::ranges::sort(wanted);
    std::ranges::sort(words);
    return wanted == words ? deal_again(fmt::format("the order never was '{}'", expected))
                           : wrong(std::string(expected));
  }
  const auto words = base::split(heard, ' ');
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
      std::make_shared<Game>(Game{.players = std::move(players), .state = std::get<rules::State>(*state)});
  auto& position = game->state.position;
  position.hands = {};
  position.bag = rules::kAllTiles;
  for (std::uint8_t seat = 0; seat < game->players.size(); ++seat) position.order[seat] = {seat};
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
  const auto words = wire::cut_words(heard);
  const auto tile = rules::parse_tile(words.at(1));
  auto& position = game.state.position;
  const auto found = std::ranges::find(game.players, player);
  if (words.command != "TILE" || words.at(0) != player || !tile || tile->rotation != 0 ||
      found == game.players.end())
    return wrong(fmt::format("TILE {} and a tile of rotation 0", player));
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

}  // namespace

std::unique_ptr<Adapter> adapt_spectrangle(const Script& script, const games::Kits& kits) {
  return std::make_unique<Spectrangle>(script, kits);
}

}  // namespace client::check
