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
#include "client/play/facets.hpp"

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

std::vector<std::string_view> playable_protocols() {
  std::vector<std::string_view> names;
  for (const auto& protocol : protocols::all()) {
    if (protocol.play != nullptr) names.push_back(protocol.name);
  }
  return names;
}

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const auto name : names) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  return text;
}

std::string own_name() {
  const char* user = std::getenv("USER");
  return user != nullptr && *user != '\0' ? user : fmt::format("player-{:x}", std::random_device()());
}

base::Result<void> go_to_server(const Flags& flags, client::play::Settings& settings) {
  settings.protocol = protocols::find(flags.protocol);
  if (settings.protocol == nullptr || settings.protocol->play == nullptr) {
    return base::fail(base::Code::malformed, no_such("protocol", flags.protocol, playable_protocols()));
  }
  const auto speech = find_speech(*settings.protocol, flags.speech);
  if (!speech) return std::unexpected(speech.error());
  settings.speak = *speech;
  const auto charset = find_charset(*settings.protocol, flags.speech.charset);
  if (!charset) return std::unexpected(charset.error());
  settings.charset = *charset;
  if (!flags.clock.empty() && !client::play::facets_of(flags.protocol).clocks) {
    return base::fail(base::Code::malformed,
                      fmt::format("--clock is for web and --local: {} has no word for it", flags.protocol));
  }
  const bool many = settings.protocol->game.empty();
  if (!many && (!flags.game.empty() || flags.bots > 0)) {
    return base::fail(base::Code::malformed,
                      fmt::format("--game and --bots are for servers of many games: {} is {}", flags.protocol,
                                  settings.protocol->game));
  }
  if (!flags.game.empty() && !games::facts_of(flags.game)) {
    return base::fail(base::Code::unknown_game, no_such("game", flags.game, games::All::names));
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
  if (!facts) return base::fail(base::Code::unknown_game, no_such("game", flags.local, games::All::names));
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
  const auto names = playable_protocols();
  fmt::print("Play at a server: {}.\nPlay here against bots: {}.\n", listed(names),
             "local " + listed(games::All::names));
  auto answer = ask("Which", "local chess");
  if (answer.empty()) return false;
  std::string_view rest = answer;
  if (base::cut(rest, ' ') == "local") {
    flags.local = rest.size() == answer.size() || rest.empty() ? "chess" : rest;
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

constexpr std::string_view kFooter = R"(Examples:
  parlor play                                 asks which game, where, and as whom
  parlor play --local scrabble --players 3    against two bots, without any server
  parlor play chess                           at a server on this machine
  parlor play scrabble-twente example.org     at another, on the protocol's own port
  parlor play web                             the hall of a server of Parlor: choose a game, or watch one
  parlor play web --game scrabble --bots 1    at once against its bot
  parlor play web --game chess --clock 300+5  with five minutes, and five seconds more for each move
  parlor play shelfie example.org 1100 --encoding json --name anna

F1 (or h) shows the keys, ? asks a bot for a hint, ':' types a move or a command. In chess, with web or --local, d
offers a draw and t asks to take a move back. Without a terminal, or with --plain, each line of input is a move or a
command ('help' lists them) and each thing that happens is a line.
Exit codes: 0 after a game or 'quit', 1 if there could be no game, 2 for wrong usage, 128 + n after signal n.)";

}  // namespace

void add_play(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("play", "Play at a terminal: at any server of a protocol, or against bots");
  auto flags = std::make_shared<Flags>();
  command->add_option("protocol", flags->protocol, "One of: " + listed(playable_protocols()))
      ->type_name("PROTOCOL");
  command->add_option("host", flags->host, "The server (default: this machine)")->type_name("HOST");
  command->add_option("port", flags->port, "Its port (default: the protocol's own)")->type_name("PORT");
  command->add_option("--local", flags->local, "Play here, against bots: " + listed(games::All::names))
      ->type_name("GAME");
  command
      ->add_option(
          "--game", flags->game,
          "Which game, at a server of many (default: chosen in its hall): " + listed(games::All::names))
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
          "The players' time, with web or --local: 300+5 (seconds for the game, and for each turn on "
          "top), move=60 (for each turn), none (default: what the host has set, or none here)")
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
  command->footer(std::string(kFooter));
  command->callback([flags, &run] { run = [flags] { return play(*flags); }; });
}

}  // namespace app
