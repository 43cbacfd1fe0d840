// How servers and clients are tested: with the transcripts, the racks that a server deals and the names that
// it gives by default.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "games/scrabble/placing.hpp"
#include "protocols/checks.hpp"
#include "protocols/scrabble-clarkson/tools.hpp"
#include "protocols/scrabble-clarkson/words.hpp"
#include "protocols/scrabble_model.hpp"

namespace protocols::scrabble_clarkson {
namespace {

namespace scrabble = games::scrabble;
using Kind = LineKind;

using scrabble::kRackSize;
constexpr std::size_t kLongest = 8192;  ///< bytes of a line that is read

/// A game that some of the peers play; names are those of the transcript.
struct Game {
  std::vector<std::string> players;
  ScrabbleModel model;
  std::vector<char> here;  ///< peers who have heard that it begins
  std::size_t start = 0;   ///< the step by which the first of them did
  bool begun = false;      ///< it is known who began
  bool over = false;
  std::optional<base::Seat> mover{};  ///< of whose move not all have heard yet
};

/// What a peer is told line by line.
struct Place {
  std::shared_ptr<Game> game;
  bool dealt = false;                           ///< the first rack has come
  std::set<std::string, std::less<>> listed{};  ///< of whom it has heard that they play
  bool hoped = false;                           ///< laid a word, and has not heard yet that it was taken
  std::size_t board_line = 0;                   ///< of BOARDPUSH that comes next
};

class Clarkson final : public Adapter {
 public:
  Clarkson(const Script& script, const games::Kits& kits) : Adapter(script), kits_(kits) {}

  std::expected<std::string, Fit> say(std::size_t at) override;
  Fit hear(std::size_t at, std::string_view heard) override;
  std::expected<std::vector<Step>, Fit> go_on(Sequel& sequel) override;
  void hang_up(char peer) override;

 private:
  std::vector<Step> next_act(const Game& game, Sequel& sequel) const;
  std::vector<Step> tell_turn(const Game& game) const;
  std::vector<Step> tell_leaver(const Game& game, char leaver) const;
  char peer_of(const Game& game, base::Seat seat) const;
  std::optional<base::Seat> seat_of(const Game& game, std::string_view name) const;
  std::optional<base::Seat> seat_of(char peer);
  std::string here(std::string_view name) const;
  Fit compare(std::string_view expected, std::string_view heard);
  std::string verdict_on(const Game& game, std::string_view text, base::Seat seat) const;
  std::vector<std::string> candidates(const Game& game, std::string_view text, base::Seat seat) const;
  std::expected<std::string, Fit> say_move(std::size_t at, Game& game, base::Seat seat);
  Fit hear_start(std::size_t at, std::string_view heard);
  Fit hear_board(Place& place, std::string_view expected, std::string_view heard);
  Fit hear_tiles(char peer, std::string_view heard);
  Fit hear_turn(Game& game, std::string_view name, std::string_view heard);
  Fit hear_score(Place& place, std::string_view expected, std::string_view heard);
  Fit hear_winner(Game& game, std::string_view heard);
  void rename(std::string_view from, std::string_view to);

  const games::Kits& kits_;
  std::map<char, std::string> names_;  ///< of the transcript
  std::map<char, Place> places_;
  std::map<std::string, std::string, std::less<>> given_;  ///< by the server, for addresses of the transcript
};

bool is_address(std::string_view word) { return word.starts_with("127.0.0."); }

/// The tuples of PLACE with other letters in their places, small where they were small.
std::string with_letters(std::string_view text, std::string_view letters) {
  std::string changed(text);
  std::size_t used = 0;
  for (std::size_t at = 0; at + 1 < changed.size(); ++at) {
    if (changed[at] != '(' || used == letters.size()) continue;
    const bool small = changed[at + 1] >= 'a' && changed[at + 1] <= 'z';
    const char letter = letters[used++];
    changed[at + 1] = small ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  return changed;
}

/// A reason without the word that it names.
std::string without_word(std::string_view reason) {
  constexpr std::string_view kUnknown = "unknown word";
  return std::string(reason.starts_with(kUnknown) ? kUnknown : reason);
}

/// Where a word would lie whose tiles are typed so.
scrabble::Move as_word(const scrabble::Move& spots) {
  scrabble::Move word{.kind = scrabble::MoveKind::place, .row = 14, .column = 14, .count = spots.count};
  for (std::size_t tile = 0; tile < spots.count; ++tile) {
    word.row = std::min<std::uint8_t>(word.row, spots.at[tile] / scrabble::kSide);
    word.column = std::min<std::uint8_t>(word.column, spots.at[tile] % scrabble::kSide);
    if (spots.at[tile] / scrabble::kSide != spots.at[0] / scrabble::kSide)
      word.direction = scrabble::Direction::down;
  }
  return word;
}

std::optional<base::Seat> Clarkson::seat_of(const Game& game, std::string_view name) const {
  const auto found = std::ranges::find(game.players, name);
  if (found == game.players.end()) return std::nullopt;
  return base::Seat{static_cast<std::uint8_t>(found - game.players.begin())};
}

std::optional<base::Seat> Clarkson::seat_of(char peer) {
  const auto& game = places_[peer].game;
  return game == nullptr ? std::nullopt : seat_of(*game, names_[peer]);
}

/// What the server calls somebody whom the transcript calls so.
std::string Clarkson::here(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::string(name) : found->second;
}

/// Word by word; a default name is whatever the server gave the first time.
Fit Clarkson::compare(std::string_view expected, std::string_view heard) {
  const auto wanted = base::split(expected, ' ');
  const auto words = base::split(heard, ' ');
  std::string should;
  bool same = wanted.size() == words.size();
  for (std::size_t at = 0; at < wanted.size(); ++at) {
    if (is_address(wanted[at]) && same && !given_.contains(wanted[at]))
      given_[std::string(wanted[at])] = words[at];
    same = same && here(wanted[at]) == words[at];
    should += (at == 0 ? "" : " ") + here(wanted[at]);
  }
  return same ? right() : wrong(should);
}

std::expected<std::string, Fit> Clarkson::say(std::size_t at) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto words = cut_words(text);
  auto& game = places_[peer].game;
  const auto seat = seat_of(peer);
  if (words.verb == "QUIT" && words.rest.empty() && seat && !game->over) game->model.leave(*seat);
  if (words.verb == "USERSET" && given_.contains(words.rest))
    return fmt::format("USERSET {}", here(words.rest));
  if (text.size() > kLongest) hang_up(peer);  // the server does
  const bool move =
      words.verb == "PLACE" || words.verb == "EXCHANGE" || (words.verb == "PASS" && words.rest.empty());
  const bool on_turn = seat && game->begun && !game->over && game->model.to_move() == seat;
  if (!move || !on_turn || script().answer_to(at) == nullptr) return text;
  return say_move(at, *game, *seat);
}

/// Why it would be refused, in our own words; "" if it would be taken.
std::string Clarkson::verdict_on(const Game& game, std::string_view text, base::Seat seat) const {
  const auto bytes = bytes_of(*script().protocol, text);
  const auto words = cut_words(bytes);
  const auto rest = trim(words.rest);
  auto move = words.verb == "PASS"    ? base::Result<scrabble::Move>(scrabble::pass_move())
              : words.verb == "PLACE" ? read_place(rest)
                                      : read_exchange(rest, game.model.state().racks[seat.value]);
  if (!move) return without_word(reason_of(move.error()));
  const auto played = game.model.attempt(*move);
  return played ? "" : without_word(reason_of(played.error()));
}

std::vector<std::string> Clarkson::candidates(const Game& game, std::string_view text,
                                              base::Seat seat) const {
  std::vector<std::string> all{std::string(text)};
  const auto words = cut_words(text);
  if (words.verb == "EXCHANGE" && !words.rest.empty()) {
    all.push_back(fmt::format("EXCHANGE {}", game.model.rack(seat).substr(0, 1)));
    all.push_back(fmt::format("EXCHANGE {}", game.model.not_held(seat, 1)));
  }
  if (words.verb != "PLACE") return all;
  const auto count =
      static_cast<std::size_t>(std::min<std::ptrdiff_t>(kRackSize, std::ranges::count(text, '(')));
  all.push_back(with_letters(text, game.model.not_held(seat, count)));
  for (const auto& letters : game.model.arrangements(seat, count)) all.push_back(with_letters(text, letters));
  const auto bytes = bytes_of(*script().protocol, text);
  const auto spots = read_place(trim(cut_words(bytes).rest));
  if (!spots) return all;
  for (const auto& move : game.model.placings_like(as_word(*spots)))
    all.push_back(write_place(scrabble::new_tiles(game.model.state().open.board, move)));
  return all;
}

std::expected<std::string, Fit> Clarkson::say_move(std::size_t at, Game& game, base::Seat seat) {
  const auto& text = step(at).text;
  const auto& answer = script().answer_to(at)->text;
  const auto wanted = answer.starts_with("NOK ") ? without_word(answer.substr(4)) : std::string();
  for (const auto& candidate : candidates(game, text, seat)) {
    if (verdict_on(game, candidate, seat) != wanted) continue;
    if (!wanted.empty()) return candidate;
    const auto bytes = bytes_of(*script().protocol, candidate);
    const auto words = cut_words(bytes);
    const auto rest = trim(words.rest);
    const auto move = words.verb == "PASS"    ? scrabble::pass_move()
                      : words.verb == "PLACE" ? *read_place(rest)
                                              : *read_exchange(rest, game.model.state().racks[seat.value]);
    static_cast<void>(game.model.play(move));
    places_[step(at).peer].hoped = words.verb == "PLACE";
    return candidate;
  }
  return std::unexpected(deal_again(fmt::format("no rack was dealt for '{}'", text)));
}

Fit Clarkson::hear(std::size_t at, std::string_view heard) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto words = cut_words(text);
  auto& place = places_[peer];
  if (words.verb == "HELLO") {
    const bool fine = heard.starts_with("HELLO 1.0.") && std::ranges::count(heard, ',') >= 3;
    return fine ? right() : wrong("HELLO 1.0.1,system,program,author");
  }
  if (words.verb == "OK" || words.verb == "NOK") {
    if (text.starts_with("OK Please send a username")) names_[peer] = text.substr(text.rfind(' ') + 1);
    const auto verb = cut_words(heard).verb;
    const bool hoped = std::exchange(place.hoped, false);
    if (verb == words.verb) return right();
    auto expected = std::string(words.verb) + " and some text";
    return hoped && verb == "NOK" ? other_word(std::move(expected)) : wrong(std::move(expected));
  }
  if (words.verb == "USERCHANGE") {
    auto fit = compare(text, heard);
    const auto parts = base::split(text, ' ');
    if (parts.size() == 3) rename(parts[1], parts[2]);
    return fit;
  }
  if (words.verb == "STARTING") return hear_start(at, heard);
  if (place.game == nullptr) return compare(text, heard);
  if (words.verb == "SCORE") return hear_score(place, text, heard);
  if (words.verb == "TILES") return hear_tiles(peer, heard);
  if (words.verb == "TURN") return hear_turn(*place.game, words.rest, heard);
  if (words.verb == "WINNER") return hear_winner(*place.game, heard);
  if (words.verb == "BOARDPUSH") place.board_line = 1;
  if (text.starts_with('(')) return hear_board(place, text, heard);
  return compare(text, heard);
}

/// Who plays is told by the scores that follow.
Fit Clarkson::hear_start(std::size_t at, std::string_view heard) {
  const auto peer = step(at).peer;
  if (heard != "STARTING") return wrong("STARTING");
  std::vector<std::string> players;
  for (std::size_t next = at + 1; next < script().steps.size(); ++next) {
    const auto& line = script().steps[next];
    if (line.peer != peer || line.kind != LineKind::expect) continue;
    if (!line.text.starts_with("SCORE ")) break;
    players.push_back(line.text.substr(line.text.rfind(' ') + 1));
  }
  for (const auto& [other, place] : places_) {
    if (place.game == nullptr || place.game->players != players || place.game->over) continue;
    if (std::ranges::find(place.game->here, peer) != place.game->here.end()) continue;
    place.game->here.push_back(peer);
    places_[peer] = {.game = place.game};
    return right();
  }
  const auto seats = static_cast<int>(players.size());
  auto game = std::make_shared<Game>(Game{.players = std::move(players),
                                          .model = ScrabbleModel(kits_, kOptions, seats),
                                          .here = {peer},
                                          .start = at});
  places_[peer] = {.game = std::move(game)};
  return right();
}

Fit Clarkson::hear_board(Place& place, std::string_view /*expected*/, std::string_view heard) {
  const auto board = write_board(place.game->model.state().open.board);
  auto line = base::split(board, '\n')[place.board_line++];
  if (line.ends_with('\r')) line.remove_suffix(1);
  return heard == line ? right() : wrong(std::string(line));
}

/// The whole rack: what the last move left of it, and new tiles.
Fit Clarkson::hear_tiles(char peer, std::string_view heard) {
  auto& place = places_[peer];
  const auto seat = seat_of(peer);
  const auto words = cut_words(heard);
  const auto tiles = trim(words.rest);
  const bool letters = std::ranges::all_of(tiles, [](char sign) { return sign >= 'A' && sign <= 'Z'; });
  auto& model = place.game->model;
  const auto count = place.dealt && seat ? model.rack(*seat).size() : std::size_t{kRackSize};
  if (words.verb != "TILES" || !letters || tiles.size() != count)
    return wrong(fmt::format("TILES and {} letters", count));
  if (!seat) return right();
  if (place.dealt) {
    scrabble::Rack rest(tiles);
    if (!rest.remove_all(model.kept(*seat)))
      return wrong(fmt::format("TILES and {} letters, {} among them", count, model.kept(*seat)));
  }
  place.dealt = true;
  model.deal(*seat, tiles);
  return right();
}

Fit Clarkson::hear_turn(Game& game, std::string_view name, std::string_view heard) {
  const auto expected = fmt::format("TURN {}", here(name));
  const auto beginner = cut_words(heard).rest;
  if (!game.begun && heard != expected && heard.starts_with("TURN ") && seat_of(game, beginner))
    return deal_again(
        fmt::format("{} never was the one to begin", here(name)),
        make_cast(game.start, names_, order_from(game.players, name), order_from(game.players, beginner)));
  if (heard != expected) return wrong(expected);
  if (const auto seat = seat_of(game, name); seat && !game.begun) {
    game.model.begin(*seat);
    game.begun = true;
  }
  return right();
}

Fit Clarkson::hear_score(Place& place, std::string_view expected, std::string_view heard) {
  const auto& game = *place.game;
  auto name = expected.substr(expected.rfind(' ') + 1);
  // At the start all are listed, and nothing says in which order.
  if (const auto other = heard.substr(heard.rfind(' ') + 1); !place.dealt && seat_of(game, other)) {
    if (!place.listed.emplace(other).second) return wrong("SCORE 0 and the name of another player");
    name = other;
  }
  const auto seat = seat_of(game, name);
  return compare(fmt::format("SCORE {} {}", seat ? game.model.score(*seat) : 0, name), heard);
}

Fit Clarkson::hear_winner(Game& game, std::string_view heard) {
  game.over = true;
  const auto outcome = scrabble::Rules::outcome(game.model.state());
  if (!outcome || outcome->winners.empty()) return wrong("no end of the game");
  const auto winner = outcome->winners.front().value;
  return compare(fmt::format("WINNER {} {}", outcome->scores[winner], game.players[winner]), heard);
}

char Clarkson::peer_of(const Game& game, base::Seat seat) const {
  return *std::ranges::find(game.here, game.players[seat.value], [&](char peer) { return names_.at(peer); });
}

/// What the mover alone hears comes first, since new tiles may decide whether the game is over.
std::expected<std::vector<Step>, Fit> Clarkson::go_on(Sequel& sequel) {
  const auto game = places_.empty() ? nullptr : places_.begin()->second.game;
  if (game == nullptr || !game->begun || game->over) return {};
  if (sequel.course == Course::finish &&
      (game->model.is_stuck() || (game->model.is_over() && game->model.end() != "out")))
    return std::unexpected(deal_again("somebody never could lay the last tile"));
  if (game->mover) {
    auto steps = tell_turn(*game);
    game->mover.reset();
    return steps;
  }
  game->mover = game->model.to_move();
  return next_act(*game, sequel);
}

std::vector<Step> Clarkson::next_act(const Game& game, Sequel& sequel) const {
  const auto peer = peer_of(game, *game.mover);
  const auto move = game.model.choose(sequel);
  if (!move) return tell_leaver(game, peer);
  const auto text = move->kind == scrabble::MoveKind::pass ? std::string("PASS")
                    : move->kind == scrabble::MoveKind::exchange
                        ? std::string("EXCHANGE")
                        : write_place(scrabble::new_tiles(game.model.state().open.board, *move));
  return {make_step(Kind::send, peer, text), make_step(Kind::expect, peer, "OK"),
          make_step(Kind::expect, peer, "TILES")};
}

/// The rest of what is heard of the last move.
std::vector<Step> Clarkson::tell_turn(const Game& game) const {
  std::vector<std::string> lines{fmt::format("SCORE 0 {}", game.players[game.mover->value]), "BOARDPUSH"};
  lines.insert(lines.end(), scrabble::kSide, "(0,0)");
  lines.emplace_back();
  const auto next = game.model.to_move();
  lines.push_back(next ? fmt::format("TURN {}", game.players[next->value]) : "WINNER");
  std::vector<Step> steps;
  for (const auto peer : game.here) {
    for (const auto& line : lines) steps.push_back(make_step(Kind::expect, peer, line));
  }
  return steps;
}

std::vector<Step> Clarkson::tell_leaver(const Game& game, char leaver) const {
  std::vector<Step> steps{make_step(Kind::send, leaver, "QUIT"), make_step(Kind::expect, leaver, "GOODBYE"),
                          make_step(Kind::expect_close, leaver)};
  for (const auto peer : game.here) {
    if (peer != leaver) steps.push_back(make_step(Kind::expect, peer, "WINNER"));
  }
  return steps;
}

void Clarkson::rename(std::string_view from, std::string_view to) {
  for (auto& [peer, name] : names_) {
    if (name == from) name = to;
  }
  for (auto& [peer, place] : places_) {
    if (place.game != nullptr && !place.game->over)
      std::ranges::replace(place.game->players, std::string(from), std::string(to));
  }
}

void Clarkson::hang_up(char peer) {
  const auto seat = seat_of(peer);
  if (seat && !places_[peer].game->over) places_[peer].game->model.leave(*seat);
}

std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits) {
  return std::make_unique<Clarkson>(script, kits);
}

/// Others are on turn; the rest is told to all alike.
std::string retell(std::string_view line, const Replacements& others, std::string_view /*own*/) {
  return line.starts_with("TURN ") ? replace_words(line, others) : std::string(line);
}

constexpr std::array<std::string_view, 2> kWay{"HELLO", "READY"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = "", .heard = "HELLO"},
    .introduction = "USERSET ",
    .start = {.first = "STARTING", .last = "TURN ", .retell = retell},
    .adapt = adapt,
    .sentences =
        {R"(scrabble-clarkson.txt, 3.1: "the client MUST reply with this command before any other command is sent")",
         R"(scrabble-clarkson.txt, 3.14: "This command is sent by a client to the server when it is there turn to place tiles on the board."; 3.15 PASS; 3.16 EXCHANGE)",
         R"(scrabble-clarkson.txt, 3.13: "If it is not a clients turn and they try to interact with the server anyway then the server will respond with a NOK.")",
         R"(scrabble-clarkson.txt, 3.4: "the client MUST consider the previous command to have failed")",
         R"(scrabble-clarkson.txt, 4: "If a client should quit the game early the client with the highest score at that moment will be chosen as winner.")",
         R"(scrabble-clarkson.txt, 4: "If a client should quit the game early the client with the highest score at that moment will be chosen as winner.")",
         R"(scrabble-clarkson.txt, 3.17: "When the game ends the server MUST send out the WINNER command to announce the winner of the game and their score.")"},
    .way = kWay,
    .farewell =
        {"QUIT",
         R"(scrabble-clarkson.txt, 3.17: "After this command is sent the clients SHOULD send the QUIT command and close the connection.")"},
};

}  // namespace protocols::scrabble_clarkson
