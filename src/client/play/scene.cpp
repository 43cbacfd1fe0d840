// What a player knows of where they are.
#include "client/play/scene.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "client/play/desk.hpp"
#include "games/ends.hpp"
#include "table/visitor.hpp"

namespace client::play {
namespace {

using Stage = Scene::Stage;

void on(Scene& scene, const table::Accepted& /*accepted*/) {
  if (scene.stage == Stage::connecting) scene.stage = Stage::lobby;
}

void on(Scene& scene, const table::Refused& refused) {
  const auto code = refused.error.code;
  if (scene.stage == Stage::connecting || scene.stage == Stage::lobby) {
    scene.name_refused = code == base::Code::name_taken || code == base::Code::bad_name;
  }
  add_line(scene, Line::Kind::wrong, in_words(refused.error));
}

void take_times(Scene& scene, const std::shared_ptr<const table::Times>& times) {
  if (times) scene.clock.emplace(times, scene.now);
}

void sit_down(Scene& scene, const table::Started& started, games::Viewer seat) {
  scene.stage = Stage::playing;
  scene.name_refused = false;
  scene.players = started.players;
  scene.seat = seat;
  scene.outcome.reset();
  scene.parted = false;
  scene.against_bots = !started.sitters.empty();
  for (std::size_t at = 0; at < started.sitters.size(); ++at) {
    const bool own = seat && seat->value == at;
    if (!own && started.sitters[at].protocol != table::kBotProtocol) scene.against_bots = false;
  }
  scene.view.reset();
  scene.told.reset();
  if (started.view) scene.view = scene.told = *started.view;
  scene.story.reset();
  if (started.view && !is_drawn(games::game_of(*started.view), scene.pictures))
    scene.story.emplace(games::game_of(*started.view), started.options);
  scene.clock.reset();
  take_times(scene, started.times);
  scene.offer.reset();
}

/// Any act answers an offer, or makes it lapse (table::Offers); but who offers a draw may move and still
/// offer it.
bool ends(const table::Happened& act, const table::Offered& offer) {
  return offer.what != table::Proposal::draw || act.who != offer.who;
}

/// A seat that waited at a table where not much has happened is told as if the game began.
void on(Scene& scene, const table::Started& started) {
  const bool knows_it = scene.view && !scene.outcome && scene.players == started.players;
  sit_down(scene, started, started.seat);
  if (knows_it) return add_line(scene, Line::Kind::told, std::string(kBackInGame));
  add_line(scene, Line::Kind::told,
           fmt::format("The game begins: {}. You are {}.", fmt::join(started.players, ", "),
                       name_at(started.players, started.seat)));
}

std::string tell(Scene& scene, const table::Happened& happened) {
  if (!scene.story) return describe(happened.event, scene.players, scene.told ? scene.told : scene.view);
  const auto line = scene.story->note(happened.event);
  if (line.label.empty()) return "";
  return fmt::format("{}: {}{}", name_at(scene.players, happened.who), line.label,
                     line.points ? fmt::format(" +{}", *line.points) : "");
}

void on(Scene& scene, const table::Happened& happened) {
  auto words = tell(scene, happened);
  if (happened.flagged && !words.empty())
    words = fmt::format("the time of {} is up", name_at(scene.players, happened.who));
  if (!words.empty()) add_line(scene, Line::Kind::move, std::move(words));
  if (happened.last) scene.told.reset();
  if (happened.view) scene.view = scene.told = *happened.view;
  take_times(scene, happened.times);
  if (scene.offer && ends(happened, *scene.offer)) scene.offer.reset();
}

void on(Scene& scene, const table::Resumed& resumed) {
  sit_down(scene, resumed.seat, resumed.watches ? games::Viewer{} : games::Viewer{resumed.seat.seat});
  for (const auto& act : resumed.past) {
    if (scene.story) static_cast<void>(scene.story->note(act.event));
  }
  add_line(scene, Line::Kind::told,
           resumed.watches ? std::string("You watch this game.") : std::string(kBackInGame));
}

void on(Scene& scene, const table::Over& over) {
  scene.stage = Stage::over;
  scene.outcome = over.outcome;
  scene.offer.reset();
  if (scene.clock) scene.clock->stop(scene.now);
  add_line(scene, Line::Kind::told, in_words(over.outcome, scene.players, scene.seat));
}

void on(Scene& scene, const table::Agreed& agreed) {
  scene.parted = agreed.wish == table::Wish::enough;
  add_line(scene, Line::Kind::told,
           scene.parted ? "There is no other game." : "Everybody wants another game.");
}

void on(Scene& scene, const table::Gathered& gathered) {
  if (scene.stage == Stage::connecting) scene.stage = Stage::lobby;
  scene.lobby = gathered.lobby;
  scene.present = gathered.present;
  scene.wanted = gathered.seats;
  scene.rule = gathered.clock;
  if (gathered.who.empty()) return;
  const bool came = gathered.change == table::Gathered::Change::came;
  add_line(scene, Line::Kind::told, fmt::format("{} {}.", gathered.who, came ? "came" : "left"));
}

void on(Scene& scene, const table::Said& said) {
  add_line(scene, Line::Kind::said, fmt::format("{}: {}", said.from, said.text));
}

void on(Scene& scene, const table::Renamed& renamed) {
  for (auto* names : {&scene.players, &scene.present}) std::ranges::replace(*names, renamed.from, renamed.to);
  if (renamed.from.empty() || renamed.from == renamed.to || renamed.to == scene.name) return;
  add_line(scene, Line::Kind::told, fmt::format("{} is now called {}.", renamed.from, renamed.to));
}

void on(Scene& scene, const table::Listed& listed) {
  if (scene.stage == Stage::connecting) scene.stage = Stage::lobby;
  scene.lobbies = listed.lobbies;
}

void on(Scene& scene, const table::Presence& presence) {
  if (presence.seat == scene.seat) return;
  add_line(scene, Line::Kind::told,
           fmt::format("{} {}.", name_at(scene.players, presence.seat),
                       presence.here ? "is back" : "lost the connection; the seat waits"));
}

void on(Scene& scene, const table::Offered& offered) {
  scene.offer.reset();
  if (offered.fate == table::Offered::Fate::made) scene.offer = offered;
  add_line(scene, Line::Kind::told, in_words(offered, scene.players, scene.seat));
}

void on(Scene& scene, const table::Wished& wished) {
  scene.parted = scene.parted || !wished.possible;
  add_line(scene, Line::Kind::told, in_words(wished));
}

void on(Scene& scene, const table::ClockReading& reading) { take_times(scene, reading.times); }

void on(Scene& /*scene*/, const table::Recorded& /*recorded*/) {}

void on(Scene& scene, const table::Elsewhere& elsewhere) {
  if (elsewhere.what == table::Elsewhere::What::replaced)
    add_line(scene, Line::Kind::wrong, "You came from elsewhere too, and go on there.");
}

}  // namespace

void hear(Scene& scene, const table::Notice& notice) {
  const auto* refused = std::get_if<table::Refused>(&notice);
  if (refused == nullptr || refused->error.code != base::Code::malformed) scene.understood = true;
  std::visit([&](const auto& one) { on(scene, one); }, notice);
}

void hear(Scene& scene, const protocols::Answer& answer) {
  scene.understood = true;
  const auto* hall = std::get_if<protocols::HallAnswer>(&answer);
  if (hall == nullptr) return;
  scene.overview = hall->overview;
  if (scene.stage == Stage::connecting) scene.stage = Stage::lobby;
}

void add_line(Scene& scene, Line::Kind kind, std::string text) {
  constexpr std::size_t kMost = 2000;
  if (scene.lines.size() >= kMost) scene.lines.erase(scene.lines.begin(), scene.lines.begin() + kMost / 2);
  scene.lines.push_back({kind, std::move(text)});
}

std::string in_words(const table::Outcome& outcome, const std::vector<std::string>& players,
                     games::Viewer seat) {
  auto text = games::end_in_words(outcome, players, seat);
  if (outcome.scores.empty()) return text + ".";
  text += ".";
  for (std::size_t at = 0; at < outcome.scores.size(); ++at) {
    text += fmt::format("{} {} {}", at == 0 ? " Points:" : ",",
                        name_at(players, {static_cast<std::uint8_t>(at)}), outcome.scores[at]);
  }
  return text + ".";
}

std::string in_words(const table::Offered& offered, const std::vector<std::string>& players,
                     games::Viewer seat) {
  using Fate = table::Offered::Fate;
  const bool draw = offered.what == table::Proposal::draw;
  const bool own = seat == offered.who;
  const auto name = name_at(players, offered.who);
  if (offered.fate == Fate::made) {
    if (own) return draw ? "You offer a draw." : "You ask to take a move back.";
    return fmt::format("{} {}.", name, draw ? "offers a draw" : "asks to take a move back");
  }
  return fmt::format("{} {} {}.", own ? "Your" : name + "'s",
                     draw ? "offer of a draw" : "wish to take a move back",
                     offered.fate == Fate::declined    ? "is declined"
                     : offered.fate == Fate::withdrawn ? "is withdrawn"
                                                       : "has lapsed");
}

std::string in_words(const table::Wished& wished) {
  using What = table::Wished::What;
  return fmt::format("{} {}{}.", wished.who,
                     wished.what == What::again    ? "wants another game"
                     : wished.what == What::enough ? "does not want another game"
                                                   : "has gone",
                     wished.what == What::gone && !wished.possible ? "; there is no other game" : "");
}

std::string as_sentence(std::string_view text) {
  std::string sentence(text);
  if (sentence.empty()) return sentence;
  if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  if (std::string_view(".!?").find(sentence.back()) == std::string_view::npos) sentence += '.';
  return sentence;
}

std::string in_words(const base::Error& error) {
  if (!error.detail.empty()) return as_sentence(error.detail);
  std::string name(base::name_of(error.code));
  std::ranges::replace(name, '_', ' ');
  return as_sentence(name);
}

}  // namespace client::play
