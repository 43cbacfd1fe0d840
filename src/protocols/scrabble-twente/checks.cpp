// How servers and clients are tested: with the transcripts, and the racks that a server deals.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.hpp"
#include "protocols/checks.hpp"
#include "protocols/scrabble-twente/tools.hpp"
#include "protocols/scrabble-twente/words.hpp"
#include "protocols/scrabble_model.hpp"

namespace protocols::scrabble_twente {
namespace {

using Parts = std::vector<std::string_view>;
using Kind = LineKind;

using games::scrabble::kRackSize;
constexpr std::size_t kLongest = 8192;  ///< bytes of a message that is read

std::string join(const Parts& units) { return fmt::format("{}", fmt::join(units, "|")); }

class Twente final : public Adapter {
 public:
  Twente(const Script& script, const games::Kits& kits) : Adapter(script), kits_(kits) {}

  std::expected<std::string, Fit> say(std::size_t at) override;
  Fit hear(std::size_t at, std::string_view heard) override;
  std::expected<std::vector<Step>, Fit> go_on(Sequel& sequel) override;
  void hang_up(char peer) override;

 private:
  std::vector<Step> next_act(Sequel& sequel) const;
  std::vector<Step> tell_turn() const;
  std::vector<Step> tell_leaver(base::Seat leaver) const;
  char peer_of(base::Seat seat) const;
  std::optional<base::Seat> seat_of(std::string_view name) const;
  std::optional<base::Seat> seat_of(char peer) const;
  std::string verdict_on(std::string_view text) const;
  std::vector<std::string> candidates(const Parts& units, base::Seat seat) const;
  std::expected<std::string, Fit> say_move(std::size_t at, base::Seat seat);
  void play(std::string_view text, std::string_view wanted, std::string_view verdict);
  Fit hear_welcome(std::string_view expected, std::string_view heard);
  Fit hear_start(std::size_t at, std::string_view heard);
  Fit hear_tiles(char peer, std::string_view heard);
  Fit hear_turn(std::string_view expected, std::string_view heard);
  Fit hear_inform(const Parts& expected, std::string_view heard);
  std::string scores(const Parts& expected) const;

  const games::Kits& kits_;
  std::map<char, std::string> names_;  ///< by which peers announced themselves
  std::vector<std::string> players_;   ///< of the game, by seat
  std::optional<ScrabbleModel> model_;
  std::size_t start_ = 0;                                 ///< the step by which the first of them heard of it
  bool begun_ = false;                                    ///< it is known who began
  std::set<char> dealt_;                                  ///< peers who have got their first rack
  std::map<std::string, std::string, std::less<>> told_;  ///< INFORMMOVE of the last move, by who made it
  std::map<std::string, std::string, std::less<>> words_;  ///< that were laid, by those of the transcript
  std::optional<base::Seat> mover_;                        ///< of whose move not all have heard yet
  std::set<std::string, std::less<>> hoped_;  ///< who laid a word and has not heard yet that it was taken
  bool chat_ = true;
  bool teamplay_ = true;
};

std::optional<base::Seat> Twente::seat_of(std::string_view name) const {
  const auto found = std::ranges::find(players_, name);
  if (!model_ || found == players_.end()) return std::nullopt;
  return base::Seat{static_cast<std::uint8_t>(found - players_.begin())};
}

std::optional<base::Seat> Twente::seat_of(char peer) const {
  const auto name = names_.find(peer);
  return name == names_.end() ? std::nullopt : seat_of(name->second);
}

std::expected<std::string, Fit> Twente::say(std::size_t at) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto units = base::split(text, '|');
  const auto* answer = script().answer_to(at);
  const bool refused = answer != nullptr && answer->text.starts_with("ERROR");
  if (units[0] == "ANNOUNCE" && units.size() > 1 && !refused) names_[peer] = units[1];
  if (units[0] == "REQUESTGAME" && units.size() > 1 && !refused && !teamplay_ && units[1] != "2")
    return std::unexpected(not_here("the server has no TEAMPLAY"));
  if (text.size() > kLongest) hang_up(peer);  // the server does
  if (units[0] != "MAKEMOVE" || !begun_ || model_->is_over()) return text;
  const auto seat = seat_of(peer);
  if (!seat || model_->to_move() != seat || answer == nullptr) return text;
  return say_move(at, *seat);
}

/// E001 to E015, or "" if it would be taken.
std::string Twente::verdict_on(std::string_view text) const {
  const auto bytes = bytes_of(*script().protocol, text);
  const auto move = read_move(cut_units(bytes));
  if (!move) return std::string(error_of(move.error().code));
  const auto played = model_->attempt(*move);
  return played ? "" : std::string(error_of(played.error().code));
}

/// What might mean the same here: the line itself, the same with words that were laid here, with tiles that
/// are held and with some that are not, and what can be laid.
std::vector<std::string> Twente::candidates(const Parts& units, base::Seat seat) const {
  std::vector<std::string> all{join(units)};
  auto changed = units;
  const auto add = [&](std::string_view tiles) {
    changed.back() = tiles;
    all.push_back(join(changed));
  };
  const auto count = units.back().size();
  if (units.size() == 3 && units[1] == "SWAP") {
    add(write_tiles(model_->rack(seat).substr(0, count)));
    add(model_->not_held(seat, count));
  }
  if (units.size() < 5 || units[1] != "WORD") return all;
  changed.resize(5);
  for (const auto& [before, now] : words_) {
    if (before.starts_with(units[4])) add(std::string_view(now).substr(0, count));
  }
  add(model_->not_held(seat, count));
  for (const auto& tiles : model_->arrangements(seat, count)) add(tiles);
  auto wanted = read_word(units[2], units[3], units[4]);
  if (!wanted) return all;
  for (const auto& move : model_->placings_like(*wanted)) {
    std::string text = "MAKEMOVE";
    for (const auto& argument : write_arguments(move)) text += "|" + argument;
    for (std::size_t more = 5; more < units.size(); ++more) text += "|" + std::string(units[more]);
    all.push_back(std::move(text));
  }
  return all;
}

std::expected<std::string, Fit> Twente::say_move(std::size_t at, base::Seat seat) {
  const auto& text = step(at).text;
  const auto units = base::split(text, '|');
  const auto& answer = script().answer_to(at)->text;
  const auto wanted = answer.starts_with("ERROR|") ? answer.substr(6, 4) : std::string();
  for (const auto& candidate : candidates(units, seat)) {
    if (verdict_on(candidate) != wanted) continue;
    play(candidate, text, wanted);
    return candidate;
  }
  return std::unexpected(deal_again(fmt::format("no rack was dealt for '{}'", text)));
}

/// The model follows. A refused move loses the turn (ruling 4).
void Twente::play(std::string_view text, std::string_view wanted, std::string_view verdict) {
  if (!verdict.empty()) {
    static_cast<void>(model_->play(games::scrabble::forfeit_move()));
    return;
  }
  const auto mover = players_[model_->to_move()->value];
  const auto bytes = bytes_of(*script().protocol, text);
  if (text.starts_with("MAKEMOVE|WORD")) hoped_.insert(mover);
  const auto events = model_->play(*read_move(cut_units(bytes)));
  const auto told = write_event(events->front());
  told_[mover] = fmt::format("INFORMMOVE|{}|{}", mover, fmt::join(told, "|"));
  const auto before = base::split(wanted, '|');
  if (before.size() > 4 && told.size() > 3) words_[std::string(before[4])] = told[3];
}

Fit Twente::hear(std::size_t at, std::string_view heard) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto units = base::split(text, '|');
  const bool hoped = hoped_.erase(names_[peer]) > 0;
  if (hoped && heard == "ERROR|E006") return other_word(text);
  if (units[0] == "WELCOME") return hear_welcome(text, heard);
  if (units[0] == "STARTGAME") return hear_start(at, heard);
  if (units[0] == "NEWTILES") return hear_tiles(peer, heard);
  if (units[0] == "NOTIFYTURN") return hear_turn(text, heard);
  if (units[0] == "INFORMMOVE") return hear_inform(units, heard);
  if (units[0] == "NOTIFYCHAT" && !chat_) return not_here("the server has no CHAT");
  if (units[0] == "GAMEOVER") {
    const auto expected = scores(units);
    begun_ = false;
    const auto as_in_examples = "INFORMMOVE" + expected.substr(units[0].size());
    return heard == expected || heard == as_in_examples ? right() : wrong(expected);
  }
  if (heard == text || (units[0] == "ERROR" && heard.starts_with(text + "|"))) return right();
  return wrong(text);
}

/// The flags are the server's own (ruling 9).
Fit Twente::hear_welcome(std::string_view expected, std::string_view heard) {
  const auto wanted = base::split(expected, '|');
  const auto units = base::split(heard, '|');
  if (units[0] != "WELCOME" || units.size() < 2 || units[1] != wanted[1])
    return wrong(fmt::format("WELCOME|{}, and the flags of the server", wanted[1]));
  chat_ = std::ranges::find(units, "CHAT") != units.end();
  teamplay_ = std::ranges::find(units, "TEAMPLAY") != units.end();
  return right();
}

/// A game begins; the first to hear of it hears in which order they play, whatever that is.
Fit Twente::hear_start(std::size_t at, std::string_view heard) {
  const auto wanted = base::split(step(at).text, '|');
  const auto units = base::split(heard, '|');
  if (units[0] != wanted[0] || !std::ranges::is_permutation(wanted, units)) return wrong(step(at).text);
  std::vector<std::string> players(units.begin() + 1, units.end());
  if (model_ && !model_->is_over() && std::ranges::is_permutation(players, players_))
    return players == players_ ? right() : wrong(fmt::format("STARTGAME|{}", fmt::join(players_, "|")));
  players_ = std::move(players);
  start_ = at;
  model_.emplace(kits_, kOptions, static_cast<int>(players_.size()));
  begun_ = false;
  dealt_.clear();
  return right();
}

Fit Twente::hear_tiles(char peer, std::string_view heard) {
  const auto seat = seat_of(peer);
  const bool first = !dealt_.contains(peer);
  const int count = first || !seat ? kRackSize : model_->draws(*seat);
  const auto units = base::split(heard, '|');
  const auto is_tile = [](char sign) { return sign == '!' || (sign >= 'A' && sign <= 'Z'); };
  if (units[0] != "NEWTILES" || units.size() != 2 || units[1].size() != static_cast<std::size_t>(count) ||
      !std::ranges::all_of(units[1], is_tile))
    return wrong(fmt::format("NEWTILES|, and {} tiles", count));
  const auto tiles = read_tiles(units[1]);
  dealt_.insert(peer);
  if (!seat) return right();
  if (first) {
    model_->deal(*seat, tiles);
  } else {
    model_->draw(*seat, tiles);
  }
  return right();
}

Fit Twente::hear_turn(std::string_view expected, std::string_view heard) {
  const auto wanted = base::split(expected, '|');
  const auto units = base::split(heard, '|');
  if (!begun_ && units[0] == "NOTIFYTURN" && units.size() == 3 && seat_of(units[2])) {
    const auto names = base::split(step(start_).text, '|');
    const auto order = order_from({names.begin() + 1, names.end()}, wanted[2]);
    const auto here = order_from(players_, units[2]);
    if (order != here)
      return deal_again(fmt::format("the order of turns never was {}", fmt::join(order, ", ")),
                        make_cast(start_, names_, order, here));
  }
  if (heard != expected) return wrong(std::string(expected));
  if (const auto seat = seat_of(wanted[2]); seat && !begun_) {
    model_->begin(*seat);
    begun_ = true;
  }
  return right();
}

Fit Twente::hear_inform(const Parts& expected, std::string_view heard) {
  const auto told = told_.find(expected[1]);
  const auto right_text = told == told_.end() ? join(expected) : told->second;
  if (heard == right_text) return right();
  return wrong(right_text);
}

/// GAMEOVER with the points of our rules.
std::string Twente::scores(const Parts& expected) const {
  if (!model_) return join(expected);
  std::string text = fmt::format("{}|{}", expected[0], expected[1]);
  for (std::size_t seat = 0; seat < players_.size(); ++seat)
    text += fmt::format("|{}|{}", players_[seat], model_->score({static_cast<std::uint8_t>(seat)}));
  return text;
}

char Twente::peer_of(base::Seat seat) const {
  return std::ranges::find(names_, players_[seat.value], &std::pair<const char, std::string>::second)->first;
}

/// What the mover alone hears comes first, since new tiles may decide whether the game is over.
std::expected<std::vector<Step>, Fit> Twente::go_on(Sequel& sequel) {
  if (!model_ || !begun_) return {};
  if (sequel.course == Course::finish && (model_->end() == "stuck" || model_->is_stuck()))
    return std::unexpected(deal_again("somebody never could lay the last tile"));
  if (mover_) {
    auto steps = tell_turn();
    mover_.reset();
    return steps;
  }
  mover_ = model_->to_move();
  return next_act(sequel);
}

std::vector<Step> Twente::next_act(Sequel& sequel) const {
  const auto seat = *mover_;
  const auto move = model_->choose(sequel);
  if (!move) return tell_leaver(seat);
  const auto peer = peer_of(seat);
  std::vector<Step> steps{
      make_step(Kind::send, peer, fmt::format("MAKEMOVE|{}", fmt::join(write_arguments(*move), "|")))};
  auto next = *model_;
  static_cast<void>(next.play(*move));
  if (next.draws(seat) > 0) steps.push_back(make_step(Kind::expect, peer, "NEWTILES|"));
  steps.push_back(make_step(Kind::expect, peer, fmt::format("INFORMMOVE|{}", players_[seat.value])));
  return steps;
}

/// The rest of what is heard of the last move.
std::vector<Step> Twente::tell_turn() const {
  std::vector<Step> steps;
  const auto& mover = players_[mover_->value];
  for (const auto& [peer, name] : names_) {
    if (!seat_of(name)) continue;
    if (name != mover) steps.push_back(make_step(Kind::expect, peer, fmt::format("INFORMMOVE|{}", mover)));
    if (const auto next = model_->to_move()) {
      const auto& player = players_[next->value];
      steps.push_back(
          make_step(Kind::expect, peer, fmt::format("NOTIFYTURN|{:d}|{}", name == player, player)));
    } else {
      steps.push_back(make_step(Kind::expect, peer, "GAMEOVER|WIN"));
    }
  }
  return steps;
}

std::vector<Step> Twente::tell_leaver(base::Seat leaver) const {
  const auto& name = players_[leaver.value];
  std::vector<Step> steps{make_step(Kind::hang_up, peer_of(leaver))};
  for (const auto& [peer, other] : names_) {
    if (other == name || !seat_of(other)) continue;
    steps.push_back(make_step(Kind::expect, peer, fmt::format("PLAYERDISCONNECTED|{}", name)));
    steps.push_back(make_step(Kind::expect, peer, "GAMEOVER|DISCONNECT"));
  }
  return steps;
}

void Twente::hang_up(char peer) {
  if (const auto seat = seat_of(peer); seat && begun_) model_->leave(*seat);
}

std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits) {
  return std::make_unique<Twente>(script, kits);
}

constexpr std::array kFeatures{
    Feature{"twente-no-chat", "SENDCHAT"},
    Feature{"twente-no-teamplay", "REQUESTGAME\x1f"},
};

/// With the names of others, and with the sign of whose turn it is.
std::string retell(std::string_view line, const Replacements& others, std::string_view own) {
  auto told = replace_words(line, others);
  if (!told.starts_with("NOTIFYTURN|")) return told;
  const auto player = told.substr(told.rfind('|') + 1);
  return fmt::format("NOTIFYTURN|{:d}|{}", player == own, player);
}

constexpr std::array<std::string_view, 2> kWay{"ANNOUNCE", "REQUESTGAME"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = "ANNOUNCE|$", .heard = ""},
    .introduction = "ANNOUNCE\x1f",
    .start = {.first = "STARTGAME|", .last = "NOTIFYTURN|", .trait = "ANNOUNCE|", .retell = retell},
    .adapt = adapt,
    .features = kFeatures,
    .passes_over = true,
    .sentences =
        {R"(scrabble-twente.md, ANNOUNCE: "The client announces itself to the server, together with its name"; REQUESTGAME: "The client requests a game at the server.")",
         R"(scrabble-twente.md, MAKEMOVE: "The client requesting the server to make a move on behalf of them.")",
         R"(scrabble-twente.md, E009: "This error is sent whenever someone tries to make a move before their turn is announced.")",
         R"(scrabble-twente.md, NOTIFYTURN: "The server informs the clients whose turn it is."; so after an ERROR, too)",
         R"(scrabble-twente.md, GAMEOVER: "If the win type is disconnect, there is no winner."; PLAYERDISCONNECTED)",
         R"(scrabble-twente.md, GAMEOVER: "If the win type is disconnect, there is no winner."; PLAYERDISCONNECTED)",
         R"(scrabble-twente.md, GAMEOVER: "The server informs clients that the game is over.")"},
    .way = kWay,
};

}  // namespace protocols::scrabble_twente
