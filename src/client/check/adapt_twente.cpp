// Transcripts of scrabble-twente with the racks that a server deals.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "client/check/adapter.hpp"
#include "client/check/scrabble_model.hpp"
#include "protocols/scrabble-twente/words.hpp"

namespace client::check {
namespace {

namespace twente = protocols::scrabble_twente;
using Units = std::vector<std::string_view>;

constexpr int kRackSize = 7;
constexpr std::size_t kLongest = 8192;  ///< bytes of a message that is read

std::string join(const Units& units) { return fmt::format("{}", fmt::join(units, "|")); }

class Twente final : public Adapter {
 public:
  Twente(const Script& script, const games::Kits& kits) : Adapter(script), kits_(kits) {}

  std::expected<std::string, Fit> say(std::size_t at) override;
  Fit hear(std::size_t at, std::string_view heard) override;
  void hang_up(char peer) override;

 private:
  std::optional<base::Seat> seat_of(std::string_view name) const;
  std::optional<base::Seat> seat_of(char peer) const;
  std::string verdict_on(std::string_view text) const;
  std::vector<std::string> candidates(const Units& units, base::Seat seat) const;
  std::expected<std::string, Fit> say_move(std::size_t at, base::Seat seat);
  void play(std::string_view text, std::string_view wanted, std::string_view verdict);
  Fit hear_welcome(std::string_view expected, std::string_view heard);
  Fit hear_start(std::string_view expected, std::string_view heard);
  Fit hear_tiles(char peer, std::string_view heard);
  Fit hear_turn(std::string_view expected, std::string_view heard);
  Fit hear_inform(const Units& expected, std::string_view heard);
  std::string scores(const Units& expected) const;

  const games::Kits& kits_;
  std::map<char, std::string> names_;  ///< by which peers announced themselves
  std::vector<std::string> players_;   ///< of the game, by seat
  std::optional<ScrabbleModel> model_;
  bool begun_ = false;                                     ///< it is known who began
  std::set<char> dealt_;                                   ///< peers who have got their first rack
  std::map<std::string, std::string, std::less<>> told_;   ///< INFORMMOVE of the last move, by who made it
  std::map<std::string, std::string, std::less<>> words_;  ///< that were laid, by those of the transcript
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
  if (units[0] == "ANNOUNCE" && units.size() > 1) names_[peer] = units[1];
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
  const auto move = twente::read_move(twente::cut_units(bytes));
  if (!move) return std::string(twente::error_of(move.error().code));
  const auto played = model_->attempt(*move);
  return played ? "" : std::string(twente::error_of(played.error().code));
}

/// What might mean the same here: the line itself, the same with words that were laid here, with tiles that
/// are held and with some that are not, and what can be laid.
std::vector<std::string> Twente::candidates(const Units& units, base::Seat seat) const {
  std::vector<std::string> all{join(units)};
  auto changed = units;
  const auto add = [&](std::string_view tiles) {
    changed.back() = tiles;
    all.push_back(join(changed));
  };
  const auto count = units.back().size();
  if (units.size() == 3 && units[1] == "SWAP") {
    add(twente::write_tiles(model_->rack(seat).substr(0, count)));
    add(model_->not_held(seat, count));
  }
  if (units.size() < 5 || units[1] != "WORD") return all;
  changed.resize(5);
  for (const auto& [before, now] : words_) {
    if (before.starts_with(units[4])) add(std::string_view(now).substr(0, count));
  }
  add(model_->not_held(seat, count));
  for (const auto& tiles : model_->arrangements(seat, count)) add(tiles);
  auto wanted = twente::read_word(units[2], units[3], units[4]);
  if (!wanted) return all;
  for (const auto& move : model_->placings_like(*wanted)) {
    std::string text = "MAKEMOVE";
    for (const auto& argument : twente::write_arguments(move)) text += "|" + argument;
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
  const auto events = model_->play(*twente::read_move(twente::cut_units(bytes)));
  const auto told = twente::write_event(events->front());
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
  if (units[0] == "STARTGAME") return hear_start(text, heard);
  if (units[0] == "NEWTILES") return hear_tiles(peer, heard);
  if (units[0] == "NOTIFYTURN") return hear_turn(text, heard);
  if (units[0] == "INFORMMOVE") return hear_inform(units, heard);
  if (units[0] == "NOTIFYCHAT" && !chat_) return not_here("the server has no CHAT");
  if (units[0] == "GAMEOVER") {
    const auto expected = scores(units);
    begun_ = false;
    return heard == expected ? right() : wrong(expected);
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

/// A game begins; of several peers the first to hear of it.
Fit Twente::hear_start(std::string_view expected, std::string_view heard) {
  if (heard != expected) {
    auto wanted = base::split(expected, '|');
    auto units = base::split(heard, '|');
    std::ranges::sort(wanted);
    std::ranges::sort(units);
    return wanted == units ? deal_again("the players never were seated as they came")
                           : wrong(std::string(expected));
  }
  const auto units = base::split(heard, '|');
  std::vector<std::string> players(units.begin() + 1, units.end());
  if (model_ && !model_->is_over() && players == players_) return right();
  players_ = std::move(players);
  model_.emplace(kits_, twente::kOptions, static_cast<int>(players_.size()));
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
  const auto tiles = twente::read_tiles(units[1]);
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
  if (!begun_ && heard != expected && heard.starts_with("NOTIFYTURN|"))
    return deal_again(fmt::format("{} never was the one to begin", wanted[2]));
  if (heard != expected) return wrong(std::string(expected));
  if (const auto seat = seat_of(wanted[2]); seat && !begun_) {
    model_->begin(*seat);
    begun_ = true;
  }
  return right();
}

Fit Twente::hear_inform(const Units& expected, std::string_view heard) {
  const auto told = told_.find(expected[1]);
  const auto right_text = told == told_.end() ? join(expected) : told->second;
  if (heard == right_text) return right();
  return wrong(right_text);
}

/// GAMEOVER with the points of our rules.
std::string Twente::scores(const Units& expected) const {
  std::string text = fmt::format("{}|{}", expected[0], expected[1]);
  for (std::size_t at = 2; at + 1 < expected.size(); at += 2) {
    const auto seat = seat_of(expected[at]);
    text += fmt::format("|{}|{}", expected[at], seat ? model_->score(*seat) : 0);
  }
  return text;
}

void Twente::hang_up(char peer) {
  if (const auto seat = seat_of(peer); seat && begun_) model_->leave(*seat);
}

}  // namespace

std::unique_ptr<Adapter> adapt_twente(const Script& script, const games::Kits& kits) {
  return std::make_unique<Twente>(script, kits);
}

}  // namespace client::check
