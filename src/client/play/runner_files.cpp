// What a player keeps in files: games, and by what a server knows them again.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/json.hpp"
#include "client/play/runner.hpp"

namespace client::play {

namespace fs = std::filesystem;

namespace {

/// The formats of a game, JSON last.
std::vector<std::string_view> formats_of(std::string_view game) {
  std::vector<std::string_view> names;
  for (const auto& format : games::all_formats()) {
    if (format.game == game) names.push_back(format.name);
  }
  names.push_back("json");
  return names;
}

/// A game at a server as far as one knows it.
KeptGame seen_game(const Console& console, base::Time now) {
  const auto& chronicle = console.chronicle();
  KeptGame game{{.table = chronicle.table(),
                 .game = chronicle.game(),
                 .options = chronicle.options(),
                 .revision = games::facts_of(chronicle.game())->revision,
                 .opened = now,
                 .chairs = {}}};
  for (const auto& name : console.scene().players) game.header.chairs.push_back({name, ""});
  for (const auto* act : chronicle.standing()) {
    if (!act->text.empty())
      game.entries.push_back({game.header.table, game.entries.size(), now, act->who, act->text});
  }
  game.outcome = console.scene().outcome;
  return game;
}

/// What was seen of a game whose chance only the server knows.
std::string seen_as_json(const Console& console) {
  const auto& scene = console.scene();
  const auto& chronicle = console.chronicle();
  base::List moves;
  for (const auto* act : chronicle.standing()) {
    base::Members move{{"seat", act->who.value}, {"move", act->text}, {"label", act->label}};
    if (act->points) move.push_back({"points", *act->points});
    moves.emplace_back(std::move(move));
  }
  base::Members all{{"table", chronicle.table().value},
                    {"game", chronicle.game()},
                    {"options", chronicle.options()},
                    {"players", base::list_of(scene.players)},
                    {"moves", std::move(moves)}};
  if (scene.outcome) {
    base::List winners;
    for (const auto seat : scene.outcome->winners) winners.emplace_back(seat.value);
    base::Members outcome{{"reason", scene.outcome->reason}, {"winners", std::move(winners)}};
    if (!scene.outcome->scores.empty()) outcome.push_back({"scores", base::list_of(scene.outcome->scores)});
    all.push_back({"outcome", std::move(outcome)});
  }
  return base::write_json(std::move(all)) + "\n";
}

std::unexpected<base::Error> refuse(std::string sentence) {
  return base::fail(base::Code::malformed, std::move(sentence));
}

}  // namespace

base::Result<std::string> Runner::save(const std::string& file) {
  const auto& game = console_.chronicle().game();
  const auto ending = fs::path(file).extension().string();
  const auto formats = formats_of(game);
  const auto format = std::ranges::find(formats, ending.empty() ? ending : ending.substr(1));
  if (format == formats.end())
    return refuse(fmt::format("a game of {} is saved as .{}, and '{}' has another ending", game,
                              fmt::join(formats, " or ."), file));
  std::error_code problem;
  if (fs::exists(file, problem) && !saved_.contains(file))
    return refuse(fmt::format("{} is there already: another name is needed", file));
  base::Result<std::string> text;
  if (local_ != nullptr) {
    text = settings_.write(*format, *settings_.kits, local_->game());
  } else if (*format == "json") {
    text = seen_as_json(console_);
  } else if (games::facts_of(game)->has_chance) {
    return refuse(fmt::format(
        "{} needs what all players held, which only the server knows: .json is possible", *format));
  } else {
    text = settings_.write(*format, *settings_.kits, seen_game(console_, console_.scene().now));
  }
  if (!text) return std::unexpected(text.error());
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << *text << std::flush;
  if (!out) return refuse(fmt::format("cannot write to '{}'", file));
  saved_.insert(file);
  return fmt::format("The game is saved as {}.", file);
}

/// A game that cannot be kept is played all the same.
void Runner::keep(const KeptGame& game) {
  if (settings_.state.empty()) return;
  const auto kept = KeptGames(settings_.state / "games").keep(game);
  if (!kept && !std::exchange(told_of_keeping_, true))
    console_.tell(fmt::format("This game is not kept: {}.", kept.error().detail));
}

fs::path Runner::token_file() const {
  auto server = net::write_address(settings_.server);
  std::ranges::replace(server, '/', '_');
  return settings_.state / "servers" / fmt::format("{} {}", server, table::escape_name(console_.name()));
}

std::string Runner::read_token() const {
  if (settings_.state.empty() || settings_.account || !facets_.hall) return "";
  const auto token = read_whole(token_file());
  return token && token->size() < 4096 && token->find_first_of("\r\n") == std::string::npos ? *token : "";
}

void Runner::keep_token() {
  const auto token = transport_->token();
  if (settings_.state.empty() || settings_.account || token.empty() || token == kept_token_) return;
  kept_token_ = token;
  static_cast<void>(write_durably(token_file(), token));
}

}  // namespace client::play
