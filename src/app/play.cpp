// parlor play: a person plays at a terminal, at any server of a protocol or here against bots.
#include "client/play/play.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <random>

#include "app/color.hpp"
#include "app/commands.hpp"
#include "app/names.hpp"
#include "app/password_prompt.hpp"
#include "app/play_kept.hpp"
#include "app/play_menu.hpp"
#include "base/text.hpp"
#include "games/faces.hpp"
#include "table/visitor.hpp"

namespace app {
namespace {

/// There are many games, of which one is chosen.
bool has_hall(const protocols::Protocol& protocol) { return protocol.facets.hall; }
bool has_clocks(const protocols::Protocol& protocol) { return protocol.facets.clocks; }
bool has_encodings(const protocols::Protocol& protocol) { return protocol.encodings.size() > 1; }
/// Of one game, as others have servers of it.
bool is_of_one_game(const protocols::Protocol& protocol) { return !protocol.game.empty(); }

std::string clock_users() { return listed(names_of_protocols(has_clocks)) + " and --local"; }

base::Result<void> go_to_server(const PlayFlags& flags, client::play::Settings& settings) {
  const auto protocol = find_protocol(flags.protocol, has_client);
  if (!protocol) return std::unexpected(protocol.error());
  settings.protocol = *protocol;
  const auto speech = find_speech(*settings.protocol, flags.speech);
  if (!speech) return std::unexpected(speech.error());
  settings.speak = *speech;
  const auto charset = find_charset(*settings.protocol, flags.speech.charset);
  if (!charset) return std::unexpected(charset.error());
  settings.charset = *charset;
  settings.patience = client::patience_with(*settings.protocol, flags.patience);
  if (!flags.clock.empty() && !has_clocks(*settings.protocol)) {
    return base::fail(base::Code::malformed,
                      fmt::format("--clock is for {}: {} has no word for it", clock_users(), flags.protocol));
  }
  if (!flags.account.empty() && !has_hall(*settings.protocol)) {
    return base::fail(base::Code::malformed,
                      fmt::format("--account is for {}: {} knows no passwords",
                                  listed(names_of_protocols(has_hall)), flags.protocol));
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

base::Result<void> stay_here(const PlayFlags& flags, client::play::Settings& settings) {
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

/// A game that was begun here before.
base::Result<void> go_on(const PlayFlags& flags, client::play::Settings& settings) {
  const auto& header = flags.resumed->header;
  settings.game = header.game;
  settings.resumed = flags.resumed;
  for (const auto& chair : header.chairs) {
    if (chair.protocol != table::kBotProtocol) continue;
    const auto bot = find_bot(header.game, chair.address);
    if (!bot) return std::unexpected(bot.error());
    settings.opponent = *bot;
  }
  if (settings.opponent == nullptr) return base::fail(base::Code::corrupt, "nobody else plays in this game");
  return {};
}

/// The seat that is wanted, from 0: by its number, or by its colour where the game has two.
base::Result<std::optional<int>> read_seat(const PlayFlags& flags) {
  if (flags.seat.empty()) return std::optional<int>();
  const auto refuse = [](std::string sentence) {
    return base::fail(base::Code::bad_seats, std::move(sentence));
  };
  const auto* protocol = flags.protocol.empty() ? nullptr : protocols::find(flags.protocol);
  if (protocol != nullptr && !has_hall(*protocol))
    return refuse(fmt::format("--seat is for {} and --local: {} has no word for it",
                              listed(names_of_protocols(has_hall)), flags.protocol));
  const auto& game = flags.local.empty() ? flags.game : flags.local;
  const bool colours = game.empty() || games::has_colors(game);
  if (colours && (flags.seat == "white" || flags.seat == "black")) return flags.seat == "white" ? 0 : 1;
  const auto number = base::to_number<int>(flags.seat);
  const int seats = flags.local.empty() ? 2 : flags.players;  // elsewhere it is for games of two
  if (number && *number >= 1 && *number <= seats) return *number - 1;
  return refuse(fmt::format("'{}' is no seat of this game: a number from 1 to {}{} is meant", flags.seat,
                            seats, colours ? ", white or black" : ""));
}

client::play::Colours colours_of(std::string_view word) {
  if (word == "always") return client::play::Colours::always;
  return word == "never" ? client::play::Colours::never : client::play::Colours::automatic;
}

client::play::Manner manner_of(const PlayFlags& flags) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1 && ::isatty(STDIN_FILENO) == 1;
  return flags.plain || !terminal ? client::play::Manner::plain : client::play::Manner::full_screen;
}

/// Asked for once, however often one connects; what was wrong is asked for again.
using Password = std::optional<base::Secret>;

base::Result<void> sign_in(const PlayFlags& flags, Password& password, client::play::Settings& settings) {
  if (!password) {
    auto answer = ask_password(flags.account);
    if (!answer) return std::unexpected(answer.error());
    password = *std::move(answer);
  }
  settings.name = flags.account;
  settings.account = {flags.account, *password};
  return {};
}

base::Result<int> play_once(const PlayFlags& flags, Password& password) {
  const auto refuse = [](std::string sentence) {
    return base::fail(base::Code::malformed, std::move(sentence));
  };
  client::play::Settings settings;
  if (!flags.account.empty() && !flags.record.empty())
    return refuse("--record would hold the password of --account");
  if (!flags.local.empty() && !flags.record.empty())
    return refuse("--record is for games at a server: against bots here nothing is said");
  if (!flags.local.empty() && !flags.protocol.empty())
    return refuse(fmt::format("--local {} needs no protocol and no server", flags.local));
  const auto found = flags.resumed         ? go_on(flags, settings)
                     : flags.local.empty() ? go_to_server(flags, settings)
                                           : stay_here(flags, settings);
  if (!found) return std::unexpected(found.error());
  const auto seat = read_seat(flags);
  if (!seat) return std::unexpected(seat.error());
  if (const auto clock = table::read_clock(flags.clock); !clock) return std::unexpected(clock.error());
  const auto kits = make_kits(flags.kits);
  if (!kits) return std::unexpected(kits.error());
  settings.seat = *seat;
  settings.kits = &*kits;
  settings.name = flags.name.empty() ? own_name() : flags.name;
  if (!flags.account.empty()) {
    if (const auto signed_in = sign_in(flags, password, settings); !signed_in)
      return std::unexpected(signed_in.error());
  }
  settings.players = flags.resumed ? static_cast<int>(flags.resumed->header.chairs.size()) : flags.players;
  settings.write = write_game;
  settings.state = client::play::state_folder();
  settings.lobby = flags.lobby;
  settings.record = flags.record;
  settings.clock = flags.clock;
  settings.level = flags.level;
  settings.hints = flags.hints;
  settings.manner = manner_of(flags);
  settings.colours = colours_of(flags.colours);
  settings.seed = flags.seed.value_or(std::random_device()());
  return client::play::run(settings);
}

/// With no arguments: from the menu into a game and back, until that is enough.
int play_from_menu(const PlayFlags& given) {
  using client::play::Response;
  std::unique_ptr<client::play::Dialog> dialog = std::make_unique<client::play::PlainDialog>();
  if (manner_of(given) == client::play::Manner::full_screen) {
    auto opened = client::play::FullDialog::open(colours_of(given.colours));
    if (!opened) return complain(opened.error().detail);
    dialog = *std::move(opened);
  }
  Password password;
  for (std::string note;;) {
    auto flags = given;
    const auto said = ask_for_everything(*dialog, flags, note);
    dialog->pause();
    if (said.kind == Response::Kind::nobody)
      return complain("nobody answered: parlor play --help shows how it is used");
    if (said.kind == Response::Kind::quit) return said.signal == 0 ? 0 : 128 + said.signal;
    const auto code = play_once(flags, password);
    if (!code) password.reset();
    if (!dialog->stays()) return code ? *code : complain(code.error().detail);
    if (code && *code != 0) return *code;
    note = code ? "" : fmt::format("There was no game: {}.", code.error().detail);
  }
}

/// The last game that was played here and is not over.
int resume(PlayFlags flags) {
  if (!flags.protocol.empty())
    return complain("--resume is for games here: no protocol and no server is needed");
  auto found = unfinished_games(flags.local);
  for (const auto& sentence : found.damaged) complain(sentence);
  if (found.games.empty())
    return complain(fmt::format("there is no unfinished game{} to go on with",
                                flags.local.empty() ? "" : " of " + flags.local));
  flags.resumed = std::move(found.games.front());
  Password password;
  const auto code = play_once(flags, password);
  return code ? *code : complain(code.error().detail);
}

int play(const PlayFlags& flags) {
  if (flags.resume) return resume(flags);
  if (flags.protocol.empty() && flags.local.empty()) return play_from_menu(flags);
  Password password;
  const auto code = play_once(flags, password);
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
  add("", "a menu: where, which game, against whom");
  add(fmt::format("--local {} --players 3", game_for(3)), "against two bots, without any server");
  add("--local --resume", "go on with the last game against bots");
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

std::string play_footer() {
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

/// Which game, with whom, and as whom.
void add_game_flags(CLI::App& app, PlayFlags& flags) {
  app.add_option("--local", flags.local, "Play here, against bots: " + listed(games::names()))
      ->type_name("GAME")
      ->expected(0, 1);
  app.add_flag("--resume", flags.resume,
               "Go on with the last game played here (of that GAME, if one is named)");
  app.add_option("--game", flags.game,
                 "Which game, at a server of many (default: chosen in its hall): " + listed(games::names()))
      ->type_name("GAME");
  app.add_option("--bots", flags.bots, "How many of the others are to be bots, at a server of many games")
      ->type_name("N")
      ->check(CLI::Range(0, 7).description(""));
  app.add_option(
         "--level", flags.level,
         "How well they play: parlor bot --help lists the levels (default: the usual one of the game)")
      ->type_name("NAME");
  app.add_option("--players", flags.players, "How many play, where one may choose (default 2)")
      ->type_name("N")
      ->check(CLI::Range(1, 8).description(""));
  app.add_option(
         "--clock", flags.clock,
         fmt::format("The players' time, with {}: 300+5 (seconds for the game, and for each turn on "
                     "top), move=60 (for each turn), none (default: what the host has set, or none here)",
                     clock_users()))
      ->type_name("CLOCK");
  app.add_option("--seat", flags.seat,
                 "Your seat, with --local or in games of two at a server of many: 1 has the first, or white, "
                 "black (default: by chance here)")
      ->type_name("SEAT");
  app.add_option("--account", flags.account,
                 "Sign in to this account, at a server of many games: the password is asked for")
      ->type_name("NAME");
  app.add_option("--name", flags.name, "Your name, where there are names (default: $USER)")
      ->type_name("NAME");
}

}  // namespace

std::string own_name() {
  const char* user = std::getenv("USER");
  return user != nullptr && *user != '\0' ? user : fmt::format("player-{:x}", std::random_device()());
}

void add_play(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("play", "Play at a terminal: at any server of a protocol, or against bots");
  auto flags = std::make_shared<PlayFlags>();
  command->add_option("protocol", flags->protocol, "One of: " + listed(names_of_protocols(has_client)))
      ->type_name("PROTOCOL");
  command->add_option("host", flags->host, "The server (default: this machine)")->type_name("HOST");
  command->add_option("port", flags->port, "Its port (default: the protocol's own)")
      ->type_name("PORT")
      ->check(
          [](const std::string& text) {
            const auto port = read_port(text);
            return port ? std::string() : port.error().detail;
          },
          "");
  add_game_flags(*command, *flags);
  command->add_option("--lobby", flags->lobby, "The lobby to come into, where there are several")
      ->type_name("NAME");
  add_speech_flags(*command, flags->speech);
  command
      ->add_option(
          "--timeout", flags->patience,
          "Seconds in which the server must say something of the protocol (default 10; 600 where nothing "
          "is said before somebody else comes)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3600.0).description(""));
  command->add_option("--record", flags->record, "A file for all that is said, as a transcript")
      ->type_name("FILE");
  command->add_flag(
      "--hints", flags->hints,
      "Hints also where the others may be people and cannot be told of it (elsewhere they are)");
  command->add_flag("--plain", flags->plain, "Lines instead of a full screen");
  add_color_flag(*command, flags->colours);
  add_kit_flags(*command, flags->kits);
  command->add_option("--seed", flags->seed, "Seed of chance, to repeat a game against bots")->type_name("N");
  command->footer(play_footer());
  command->callback([flags, &run] { run = [flags] { return play(*flags); }; });
}

}  // namespace app
