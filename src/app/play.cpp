// parlor play: a person plays at a terminal, at any server of a protocol or here against bots.
#include "client/play/play.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <random>

#include "app/commands.hpp"
#include "app/names.hpp"
#include "app/speaking.hpp"
#include "base/text.hpp"

namespace app {
namespace {

struct Flags {
  std::string protocol;
  std::string host;
  std::optional<std::uint16_t> port;
  std::string local;  ///< a game to be played here
  std::string game;   ///< at a server of many
  std::string level;
  std::string clock;
  int bots = 0;
  std::string name;
  std::string lobby;
  SpeechFlags speech;
  std::string record;
  int players = 2;
  double patience = 10;
  bool plain = false;
  KitFiles kits;
  std::optional<std::uint64_t> seed;
};

/// There are many games, of which one is chosen.
bool has_hall(const protocols::Protocol& protocol) { return protocol.facets.hall; }
bool has_clocks(const protocols::Protocol& protocol) { return protocol.facets.clocks; }
bool has_encodings(const protocols::Protocol& protocol) { return protocol.encodings.size() > 1; }
/// Of one game, as others have servers of it.
bool is_of_one_game(const protocols::Protocol& protocol) { return !protocol.game.empty(); }

std::string clock_users() { return listed(names_of_protocols(has_clocks)) + " and --local"; }

std::string own_name() {
  const char* user = std::getenv("USER");
  return user != nullptr && *user != '\0' ? user : fmt::format("player-{:x}", std::random_device()());
}

base::Result<void> go_to_server(const Flags& flags, client::play::Settings& settings) {
  const auto protocol = find_protocol(flags.protocol, has_client);
  if (!protocol) return std::unexpected(protocol.error());
  settings.protocol = *protocol;
  const auto speech = find_speech(*settings.protocol, flags.speech);
  if (!speech) return std::unexpected(speech.error());
  settings.speak = *speech;
  const auto charset = find_charset(*settings.protocol, flags.speech.charset);
  if (!charset) return std::unexpected(charset.error());
  settings.charset = *charset;
  if (!flags.clock.empty() && !has_clocks(*settings.protocol)) {
    return base::fail(base::Code::malformed,
                      fmt::format("--clock is for {}: {} has no word for it", clock_users(), flags.protocol));
  }
  const bool many = settings.protocol->game.empty();
  if (!many && (!flags.game.empty() || flags.bots > 0)) {
    return base::fail(base::Code::malformed,
                      fmt::format("--game and --bots are for servers of many games: {} is {}", flags.protocol,
                                  settings.protocol->game));
  }
  if (!flags.game.empty() && !games::facts_of(flags.game)) {
    return base::fail(base::Code::unknown_game, no_such("game", flags.game, games::names()));
  }
  settings.game = flags.game;
  settings.bots = std::min(flags.bots, flags.players - 1);
  settings.server = {flags.host.empty() ? "127.0.0.1" : flags.host,
                     flags.port.value_or(settings.protocol->port)};
  if (flags.port) return {};
  // HOST:PORT in one word is as good.
  if (const auto both = net::read_address(flags.host)) settings.server = *both;
  return {};
}

base::Result<void> stay_here(const Flags& flags, client::play::Settings& settings) {
  const auto facts = games::facts_of(flags.local);
  if (!facts) return base::fail(base::Code::unknown_game, no_such("game", flags.local, games::names()));
  if (flags.players < 2 || flags.players > facts->max_seats) {
    return base::fail(base::Code::bad_seats, fmt::format("{} is for {} to {} players", flags.local,
                                                         std::max(2, facts->min_seats), facts->max_seats));
  }
  settings.game = flags.local;
  settings.opponent = flags.level.empty() ? &bots::usual(flags.local) : bots::find(flags.local, flags.level);
  if (settings.opponent != nullptr) return {};
  std::vector<std::string_view> levels;
  for (const auto& bot : bots::all()) {
    if (bot.game.empty() || bot.game == flags.local) levels.push_back(bot.level);
  }
  return base::fail(base::Code::malformed, no_such("bot", flags.level, levels));
}

/// The next line of standard input and nothing behind it, which the game itself will read. None at its end.
std::optional<std::string> read_line() {
  std::string line;
  for (char byte = 0; ::read(STDIN_FILENO, &byte, 1) == 1; line += byte) {
    if (byte == '\n') return line;
  }
  if (line.empty()) return std::nullopt;
  return line;
}

/// One answer from the terminal; what was proposed if it is empty, and "" if there is none.
std::string ask(std::string_view question, std::string_view proposed) {
  fmt::print("{} [{}]: ", question, proposed);
  std::fflush(stdout);
  const auto line = read_line();
  if (!line) return {};
  const auto answer = base::trim(*line);
  return std::string(answer.empty() ? proposed : answer);
}

std::string ask_for_level(std::string_view game) {
  for (const auto& bot : bots::made_for(game)) fmt::print("  {:<10} {}\n", bot.level, bot.about);
  return ask("Level", bots::usual(game).level);
}

/// With no arguments: which game, where or against whom, as whom. False if nobody answered.
bool ask_for_everything(Flags& flags) {
  const std::string usual(games::names().front());
  fmt::print("Play at a server: {}.\nPlay here against bots: local {}.\n",
             listed(names_of_protocols(has_client)), listed(games::names()));
  auto answer = ask("Which", "local " + usual);
  if (answer.empty()) return false;
  std::string_view rest = answer;
  if (base::cut(rest, ' ') == "local") {
    flags.local = rest.size() == answer.size() || rest.empty() ? usual : std::string(rest);
    if (!games::facts_of(flags.local)) return true;  // refused with a sentence
    if (flags.level.empty()) flags.level = ask_for_level(flags.local);
    if (flags.level.empty()) return false;
  } else {
    flags.protocol = answer;
    const auto* protocol = protocols::find(answer);
    const auto port = protocol == nullptr ? 0 : protocol->port;
    if (protocol == nullptr) return true;  // refused with a sentence
    flags.host = ask("Server", fmt::format("127.0.0.1:{}", port));
    if (flags.host.empty()) return false;
  }
  if (flags.name.empty()) flags.name = ask("Name", own_name());
  return !flags.name.empty();
}

int play(Flags flags) {
  if (flags.protocol.empty() && flags.local.empty() && !ask_for_everything(flags)) {
    return complain("nobody answered: parlor play --help shows how it is used");
  }
  client::play::Settings settings;
  if (!flags.local.empty() && !flags.record.empty()) {
    return complain("--record is for games at a server: against bots here nothing is said");
  }
  if (!flags.local.empty() && !flags.protocol.empty()) {
    return complain(fmt::format("--local {} needs no protocol and no server", flags.local));
  }
  const auto found = flags.local.empty() ? go_to_server(flags, settings) : stay_here(flags, settings);
  if (!found) return complain(found.error().detail);
  if (const auto clock = table::read_clock(flags.clock); !clock) return complain(clock.error().detail);
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  const bool terminal = ::isatty(STDOUT_FILENO) == 1 && ::isatty(STDIN_FILENO) == 1;
  settings.kits = &*kits;
  settings.name = flags.name.empty() ? own_name() : flags.name;
  settings.players = flags.players;
  settings.lobby = flags.lobby;
  settings.record = flags.record;
  settings.clock = flags.clock;
  settings.level = flags.level;
  settings.patience = std::chrono::milliseconds(static_cast<int>(flags.patience * 1000));
  settings.manner =
      flags.plain || !terminal ? client::play::Manner::plain : client::play::Manner::full_screen;
  settings.seed = flags.seed.value_or(std::random_device()());
  const auto code = client::play::run(settings);
  return code ? *code : complain(code.error().detail);
}

/// The first game for so many players; any if there is none.
std::string_view game_for(int players) {
  const auto& names = games::names();
  const auto found =
      std::ranges::find_if(names, [&](auto name) { return games::facts_of(name)->max_seats >= players; });
  return found == names.end() ? names.front() : *found;
}

std::string examples() {
  std::string text;
  const auto add = [&](const std::string& words, std::string_view about) {
    text += about.empty() ? fmt::format("  parlor play {}\n", words)
                          : fmt::format("  parlor play {:<31} {}\n", words, about);
  };
  const auto& wire = example_of(is_of_one_game);
  const auto& hall = example_of(has_hall);
  const auto& encoded = example_of(has_encodings);
  add("", "asks which game, where, and as whom");
  add(fmt::format("--local {} --players 3", game_for(3)), "against two bots, without any server");
  add(std::string(wire.name), "at a server on this machine");
  add(fmt::format("{} example.org", wire.name), "at another, on the protocol's own port");
  add(std::string(hall.name), "the hall of a server of Parlor: choose a game, or watch one");
  add(fmt::format("{} --game {} --bots 1", hall.name, game_for(3)), "at once against its bot");
  add(fmt::format("{} --game {} --clock 300+5", hall.name, game_for(2)),
      "with five minutes, and five seconds more for each move");
  if (has_encodings(encoded))
    add(fmt::format("{} example.org {} --encoding {} --name anna", encoded.name, encoded.port,
                    encoded.encodings.back().name),
        "");
  return text;
}

std::string footer() {
  return "Examples:\n" + examples() +
         "\n"
         "F1 (or h) shows the keys, ? asks a bot for a hint, ':' types a move or a command. Where the game "
         "and the "
         "server know it, d\n"
         "offers a draw and t asks to take a move back. Without a terminal, or with --plain, each line of "
         "input is a "
         "move or a\n"
         "command ('help' lists them) and each thing that happens is a line.\n"
         "Exit codes: 0 after a game or 'quit', 1 if there could be no game, 2 for wrong usage, 128 + n "
         "after signal n.";
}

}  // namespace

void add_play(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("play", "Play at a terminal: at any server of a protocol, or against bots");
  auto flags = std::make_shared<Flags>();
  command->add_option("protocol", flags->protocol, "One of: " + listed(names_of_protocols(has_client)))
      ->type_name("PROTOCOL");
  command->add_option("host", flags->host, "The server (default: this machine)")->type_name("HOST");
  command->add_option("port", flags->port, "Its port (default: the protocol's own)")->type_name("PORT");
  command->add_option("--local", flags->local, "Play here, against bots: " + listed(games::names()))
      ->type_name("GAME");
  command
      ->add_option("--game", flags->game,
                   "Which game, at a server of many (default: chosen in its hall): " + listed(games::names()))
      ->type_name("GAME");
  command
      ->add_option("--bots", flags->bots, "How many of the others are to be bots, at a server of many games")
      ->type_name("N")
      ->check(CLI::Range(0, 7));
  command
      ->add_option(
          "--level", flags->level,
          "How well they play: parlor bot --help lists the levels (default: the usual one of the game)")
      ->type_name("NAME");
  command->add_option("--players", flags->players, "How many play, where one may choose (default 2)")
      ->type_name("N")
      ->check(CLI::Range(1, 8));
  command
      ->add_option(
          "--clock", flags->clock,
          fmt::format("The players' time, with {}: 300+5 (seconds for the game, and for each turn on "
                      "top), move=60 (for each turn), none (default: what the host has set, or none here)",
                      clock_users()))
      ->type_name("CLOCK");
  command->add_option("--name", flags->name, "Your name, where there are names (default: $USER)")
      ->type_name("NAME");
  command->add_option("--lobby", flags->lobby, "The lobby to come into, where there are several")
      ->type_name("NAME");
  add_speech_flags(*command, flags->speech);
  command
      ->add_option("--patience", flags->patience,
                   "Seconds in which the server must say something of the protocol (default 10)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3600.0));
  command->add_option("--record", flags->record, "A file for all that is said, as a transcript")
      ->type_name("FILE");
  command->add_flag("--plain", flags->plain, "Lines instead of a full screen");
  add_kit_flags(*command, flags->kits);
  command->add_option("--seed", flags->seed, "Seed of chance, to repeat a game against bots")->type_name("N");
  command->footer(footer());
  command->callback([flags, &run] { run = [flags] { return play(*flags); }; });
}

}  // namespace app
