// parlor bot: a bot that plays through a protocol against any server of it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <random>

#include "app/commands.hpp"
#include "app/names.hpp"
#include "app/required.hpp"
#include "app/speaking.hpp"
#include "client/bot_runner.hpp"

namespace app {
namespace {

struct BotFlags {
  std::string protocol;
  std::string server;
  std::string game;
  std::string level;
  int games = 1;
  std::optional<std::uint64_t> seed;
  std::string name;
  SpeechFlags speech;
  KitFiles kits;
  int seats = 2;
  std::optional<double> patience;  ///< seconds
};

/// The game to play: the protocol's own, or the one that was asked for of those that it has.
base::Result<std::string> game_of(const protocols::Protocol& protocol, const std::string& wanted) {
  if (wanted.empty() && !protocol.game.empty()) return std::string(protocol.game);
  const auto names = fmt::format("{}", fmt::join(games::names(), ", "));
  if (wanted.empty())
    return base::fail(base::Code::unknown_game,
                      fmt::format("{} has several games: choose one by --game ({})", protocol.name, names));
  if (!protocol.game.empty() && wanted != protocol.game)
    return base::fail(base::Code::unknown_game,
                      fmt::format("{} plays {} only", protocol.name, protocol.game));
  if (!games::facts_of(wanted))
    return base::fail(base::Code::unknown_game, no_such("game", wanted, games::names()));
  return wanted;
}

int play(const BotFlags& flags) {
  client::BotSettings settings;
  const auto protocol = find_protocol(flags.protocol, has_client);
  if (!protocol) return complain(protocol.error().detail);
  settings.protocol = *protocol;
  const auto address = net::read_address(
      flags.server.empty() ? fmt::format("127.0.0.1:{}", settings.protocol->port) : flags.server);
  if (!address) return complain(address.error().detail);
  settings.server = *address;
  const auto game = game_of(*settings.protocol, flags.game);
  if (!game) return complain(game.error().detail);
  settings.game = *game;
  const auto bot = find_bot(settings.game, flags.level);
  if (!bot) return complain(bot.error().detail);
  settings.bot = *bot;
  const auto speech = find_speech(*settings.protocol, flags.speech);
  if (!speech) return complain(speech.error().detail);
  settings.make_client = *speech;
  const auto charset = find_charset(*settings.protocol, flags.speech.charset);
  if (!charset) return complain(charset.error().detail);
  settings.charset = *charset;
  settings.patience = client::patience_with(*settings.protocol, flags.patience);
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  settings.kits = &*kits;
  settings.games = flags.games;
  settings.seats = flags.seats;
  settings.seed = flags.seed.value_or(std::random_device()());
  settings.name = flags.name.empty() ? fmt::format("bot-{:x}", std::random_device()()) : flags.name;
  const auto report = client::run_bot(settings, [](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  });
  if (!report) return complain(report.error().detail);
  fmt::print("{} games: {} won, {} drawn, {} lost\n", report->games, report->won, report->drawn,
             report->lost);
  return 0;
}

std::string bot_footer() {
  std::string text = "Bots, from weak to strong; * is the usual one of its game:\n";
  for (const auto& bot : bots::all()) {
    const bool usual = &bot == &bots::usual(bot.game);
    text += fmt::format("  {:<12} {} {:<10} {}\n", bot.game.empty() ? "every game" : bot.game,
                        usual && !bot.game.empty() ? '*' : ' ', bot.level, bot.about);
  }
  text +=
      "\nThe exit code is 0 when all games were played, 1 if the server could not be played with or a name "
      "is\n"
      "unknown, 2 if the command line cannot be read.\n";
  return text;
}

}  // namespace

void add_bot(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("bot", "Play through a protocol against any server of it, ours or another's");
  auto flags = std::make_shared<BotFlags>();
  require_protocol(*command, flags->protocol, has_client);
  command
      ->add_option("--connect", flags->server, "The server (default: this machine, the protocol's own port)")
      ->type_name("HOST:PORT");
  command->add_option("--game", flags->game, "Which game, where the protocol has several")->type_name("GAME");
  command
      ->add_option("--games", flags->games, "How many games to play; 0: until the server is gone (default 1)")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--level", flags->level, "Which bot (default: the usual one of the game, see below)")
      ->type_name("NAME");
  command->add_option("--name", flags->name, "Its name, where the protocol has names (default: bot-...)")
      ->type_name("NAME");
  command
      ->add_option("--players", flags->seats, "How many play, where the protocol lets one choose (default 2)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  add_speech_flags(*command, flags->speech);
  command
      ->add_option(
          "--timeout", flags->patience,
          "Seconds in which the server must say its first words, and answer a move, where the "
          "protocol has an answer (default 10; 600 where nothing is said before somebody else comes); others "
          "may think as long as they like")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3600.0).description(""));
  add_kit_flags(*command, flags->kits);
  command->add_option("--seed", flags->seed, "Seed of the bot's chance, to repeat a game")->type_name("N");
  command->footer(bot_footer());
  command->callback([flags, &run] { run = [flags] { return play(*flags); }; });
}

}  // namespace app
