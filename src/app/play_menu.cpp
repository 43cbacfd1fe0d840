// The menu of parlor play.
#include "app/play_menu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "app/names.hpp"
#include "app/play_kept.hpp"
#include "games/faces.hpp"
#include "net/address.hpp"

namespace app {
namespace {

using client::play::Answer;
using client::play::Dialog;
using client::play::Question;
using client::play::Response;
using Kind = Response::Kind;

constexpr std::size_t kMostOffered = 5;  ///< games that go on

/// One question; nothing where it need not be asked.
using Page = std::function<std::optional<Response>(const std::string& note)>;

/// Asks page by page, and one back where that is wanted.
Response walk(const std::vector<Page>& pages) {
  Response last;
  for (std::size_t at = 0; at < pages.size();) {
    const auto said = pages[at]("");
    if (!said || said->kind == Kind::answer) {
      ++at;
      continue;
    }
    last = *said;
    if (last.kind != Kind::back || at == 0) return last;
    do --at;
    while (at > 0 && !pages[at]);
  }
  return {};
}

std::vector<Answer> games_to_play() {
  std::vector<Answer> answers;
  for (const auto game : games::names()) {
    const auto facts = *games::facts_of(game);
    const auto seats = facts.max_seats == 2 ? "2 players" : fmt::format("2 to {} players", facts.max_seats);
    answers.push_back({std::string(game), seats});
  }
  return answers;
}

class Asking {
 public:
  Asking(Dialog& dialog, PlayFlags& flags) : dialog_(dialog), flags_(flags) {}

  Response ask_where(const std::string& note) {
    std::vector<Answer> answers{{"here", "against bots; no server is needed"}};
    for (const auto& protocol : protocols::all()) {
      if (has_client(protocol))
        answers.push_back({std::string(protocol.name), protocol.game.empty()
                                                           ? "at a server of Parlor, with all its games"
                                                           : "at any server of this protocol"});
    }
    std::rotate(answers.begin() + 1, answers.end() - 1, answers.end());
    auto kept = unfinished_games("").games;
    if (kept.size() > kMostOffered) kept.resize(kMostOffered);
    for (const auto& game : kept)
      answers.push_back({fmt::format("go on: {}", game.header.game), about_game(game)});
    const auto said = dialog_.ask({"Where do you want to play?", answers, 0}, note);
    if (said.kind != Kind::answer) return said;
    const auto first = answers.size() - kept.size();
    if (said.chosen >= first) {
      flags_.resumed = kept[said.chosen - first];
    } else if (said.chosen > 0) {
      flags_.protocol = answers[said.chosen].text;
    }
    return said;
  }

  Response ask_here() {
    return walk(
        {[this](auto& note) { return ask_game(note); }, [this](auto& note) { return ask_level(note); },
         [this](auto& note) { return ask_players(note); }, [this](auto& note) { return ask_seat(note); }});
  }

  Response ask_server() {
    return walk(
        {[this](auto& note) { return ask_address(note); }, [this](auto& note) { return ask_name(note); }});
  }

 private:
  std::optional<Response> ask_game(const std::string& note) {
    const auto answers = games_to_play();
    auto said = dialog_.ask({"Which game?", answers, 0}, note);
    if (said.kind == Kind::answer) flags_.local = answers[said.chosen].text;
    return said;
  }

  std::optional<Response> ask_level(const std::string& note) {
    const auto own = bots::made_for(flags_.local);
    const auto& usual = bots::usual(flags_.local);
    Question question{"How well shall they play?", {}};
    for (const auto& bot : own) {
      if (&bot == &usual) question.proposed = question.answers.size();
      question.answers.push_back({std::string(bot.level), std::string(bot.about)});
    }
    if (question.answers.empty()) return std::nullopt;
    auto said = dialog_.ask(question, note);
    if (said.kind == Kind::answer) flags_.level = question.answers[said.chosen].text;
    return said;
  }

  std::optional<Response> ask_players(const std::string& note) {
    const int most = games::facts_of(flags_.local)->max_seats;
    flags_.players = 2;
    if (most == 2) return std::nullopt;
    constexpr std::array kBots{"one bot",   "two bots", "three bots", "four bots",
                               "five bots", "six bots", "seven bots"};
    Question question{"Against how many?", {}};
    for (std::size_t at = 0; at < kBots.size() && static_cast<int>(at) + 2 <= most; ++at)
      question.answers.push_back({kBots[at]});
    auto said = dialog_.ask(question, note);
    if (said.kind == Kind::answer) flags_.players = static_cast<int>(said.chosen) + 2;
    return said;
  }

  std::optional<Response> ask_seat(const std::string& note) {
    constexpr std::array kSeats{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"};
    Question question{"Which seat is yours?", {}};
    const bool colours = games::has_colors(flags_.local);
    if (colours) question.answers = {{"white"}, {"black"}};
    for (std::size_t at = 0; !colours && static_cast<int>(at) < flags_.players && at < kSeats.size(); ++at)
      question.answers.push_back({kSeats[at]});
    question.proposed = question.answers.size();
    question.answers.push_back({"any", "chance decides"});
    auto said = dialog_.ask(question, note);
    if (said.kind == Kind::answer)
      flags_.seat = said.chosen == question.proposed ? "" : std::to_string(said.chosen + 1);
    return said;
  }

  std::optional<Response> ask_address(const std::string& note) {
    const auto* protocol = protocols::find(flags_.protocol);
    const auto usual = fmt::format("127.0.0.1:{}", protocol->port);
    auto said = dialog_.ask(
        {.text = "Server (HOST or HOST:PORT)", .typed = flags_.host.empty() ? usual : flags_.host}, note);
    if (said.kind == Kind::answer) flags_.host = said.typed;
    return said;
  }

  std::optional<Response> ask_name(const std::string& note) {
    if (!flags_.account.empty()) return std::nullopt;  // whose name one has then
    auto said =
        dialog_.ask({.text = "Your name", .typed = flags_.name.empty() ? own_name() : flags_.name}, note);
    if (said.kind == Kind::answer) flags_.name = said.typed;
    return said;
  }

  Dialog& dialog_;
  PlayFlags& flags_;
};

}  // namespace

Response ask_for_everything(Dialog& dialog, PlayFlags& flags, const std::string& note) {
  Asking asking(dialog, flags);
  for (auto why = note;; why.clear()) {
    flags.protocol.clear();
    flags.local.clear();
    flags.resumed.reset();
    flags.host.clear();
    auto where = asking.ask_where(why);
    if (where.kind == Kind::back) return {.kind = Kind::quit};
    if (where.kind != Kind::answer) return where;
    if (flags.resumed) return where;
    const auto rest = flags.protocol.empty() ? asking.ask_here() : asking.ask_server();
    if (rest.kind != Kind::back) return rest;
  }
}

}  // namespace app
