// parlor serve: runs the server.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "app/commands.hpp"
#include "base/text.hpp"
#include "protocols/all.hpp"
#include "server/service.hpp"

namespace app {
namespace {

using base::Result;
using server::Config;
using server::Setting;

/// The flags as they were given.
struct ServeFlags {
  std::string config;
  std::map<std::string, bool> switches;  ///< by the key of the configuration
  std::vector<std::string> listen;
  std::vector<std::string> clocks;
  std::vector<std::string> web_hosts;
  std::vector<std::string> limits;
  std::vector<std::string> proxies;
  std::vector<Setting> settings;
  bool print_config = false;
};

Result<std::vector<Setting>> read_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return base::fail(base::Code::storage, fmt::format("cannot read the configuration '{}'", path));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return server::read_toml(text, path);
}

std::vector<std::string> environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

Result<std::vector<Setting>> read_flags(const ServeFlags& flags) {
  auto settings = flags.settings;
  for (const auto& [key, on] : flags.switches) {
    if (on) settings.emplace_back(key, "true");
  }
  for (std::string_view listen : flags.listen) {
    const auto name = base::cut(listen, '=');
    if (listen.empty()) {
      return base::fail(base::Code::bad_options,
                        fmt::format("--listen {}: NAME=ADDR:PORT or NAME=off is meant", name));
    }
    settings.emplace_back(fmt::format("listen.{}", name), listen);
  }
  for (std::string_view clock : flags.clocks) {
    const auto game = base::cut(clock, '=');
    if (clock.empty())
      return base::fail(base::Code::bad_options, fmt::format("--clock {}: GAME=CLOCK is meant", game));
    settings.emplace_back(fmt::format("clock.{}", game), clock);
  }
  for (const auto& name : flags.web_hosts) settings.emplace_back("web-host", name);
  for (const auto& network : flags.proxies) settings.emplace_back("trust-proxy", network);
  for (std::string_view limit : flags.limits) {
    const auto name = base::cut(limit, '=');
    if (limit.empty())
      return base::fail(base::Code::bad_options, fmt::format("--limit {}: NAME=NUMBER is meant", name));
    settings.emplace_back(fmt::format("limits.{}", name), limit);
  }
  return settings;
}

/// File, then environment, then flags: the later wins.
Result<Config> make_config(const ServeFlags& flags) {
  Config config;
  const char* named = std::getenv("PARLOR_CONFIG");  // NOLINT(concurrency-mt-unsafe): before any thread
  const auto path = !flags.config.empty() ? flags.config : std::string(named != nullptr ? named : "");
  std::vector<Result<std::vector<Setting>>> sources;
  if (!path.empty()) sources.push_back(read_file(path));
  sources.push_back(server::read_environment(environment()));
  sources.push_back(read_flags(flags));
  for (const auto& source : sources) {
    if (!source) return std::unexpected(source.error());
    for (const auto& setting : *source) {
      if (auto done = server::assign(config, setting); !done) return std::unexpected(std::move(done).error());
    }
  }
  return config;
}

int serve(const ServeFlags& flags) {
  const auto config = make_config(flags);
  if (!config) return complain(config.error().detail);
  if (flags.print_config) {
    fmt::print("{}", server::write_toml(*config));
    return 0;
  }
  const auto kits = make_kits({config->lexicon, config->rules_file});
  if (!kits) return complain(kits.error().detail);
  const server::ServiceHooks hooks{[](const std::string& line) {
                                     fmt::print("{}\n", line);
                                     std::fflush(stdout);
                                   },
                                   [&flags] { return make_config(flags); }};
  if (const auto served = server::serve(*config, *kits, hooks); !served)
    return complain(served.error().detail);
  return 0;
}

std::string about_limits() {
  std::string text = "How much of the server may be taken, 0 for no limit; repeatable:";
  for (const auto& one : server::kLimitNames)
    text += fmt::format(" {} (default {}): {};", one.name, server::Limits{}.*one.limit, one.about);
  text.back() = '.';
  return text;
}

std::string footer() {
  std::string text = "Protocols and the ports on which they listen unless told otherwise:\n";
  for (const auto& protocol : protocols::all())
    text += fmt::format("  {:<20}{}\n", protocol.name, protocol.port);
  return text +
         "\nEvery setting can also stand in the configuration file (--print-config shows its form) or in "
         "the\n"
         "environment: PARLOR_ and the flag's name, as in PARLOR_LOG_LEVEL=debug or PARLOR_TELL_DEALS=true;\n"
         "PARLOR_LISTEN holds NAME=ADDR:PORT,..., PARLOR_CLOCK holds GAME=CLOCK,..., PARLOR_WEB_HOST holds "
         "NAME,..., PARLOR_LIMITS holds\n"
         "NAME=NUMBER,... ServeFlags win over the "
         "environment, and the environment over\n"
         "the file. SIGHUP re-reads the log's level and format, and the certificate; SIGTERM stops in order.";
}

/// ServeFlags that are added to the command, and where their values go.
struct Adding {
  /// A setting: its flag, and its key in the configuration.
  CLI::Option* add(const std::string& flag, const std::string& key, const std::string& about) const {
    const auto keep = [kept = kept, key](const std::string& value) {
      kept->settings.emplace_back(key, value);
    };
    return command->add_option_function<std::string>(flag, keep, about);
  }

  CLI::App* command;
  std::shared_ptr<ServeFlags> kept;
};

/// Of servers that share a database.
void add_link_flags(const Adding& flags) {
  flags
      .add("--link", "link",
           "With --cluster: serve beside others on that database, which reach this one there")
      ->type_name("ADDR:PORT");
  flags
      .add("--drain-wait", "drain-wait",
           "With --link: how long a server that is to stop stays for games of connections that have no way "
           "back (default 0)")
      ->type_name("SECONDS");
  flags.add("--link-tls-cert", "link-tls-cert", "Certificate of this node for links (PEM), to encrypt them")
      ->type_name("FILE");
  flags.add("--link-tls-key", "link-tls-key", "Key of that certificate (PEM)")->type_name("FILE");
  flags
      .add("--link-tls-ca", "link-tls-ca",
           "Authority of all nodes' certificates (PEM): whoever has none of it gets no link")
      ->type_name("FILE");
}

/// Where it keeps things, where it listens, and who comes back.
void add_where_flags(const Adding& flags) {
  flags.add("--data", "data", "Data directory (default ./parlor-data); made if it is missing")
      ->type_name("DIR");
  flags
      .add("--cluster", "cluster",
           "Keep games and accounts in this database of PostgreSQL (13 or later) instead of the data "
           "directory")
      ->type_name("URL");
  flags.command->add_flag("--standby", flags.kept->switches["standby"],
                          "With --cluster: wait while another server has the database, and take over when it "
                          "stops or dies");
  flags
      .add("--takeover-after", "takeover-after",
           "With --cluster: how long a server must give no sign of life until it counts as dead (default 3)")
      ->type_name("SECONDS");
  add_link_flags(flags);
  flags.command->add_flag(
      "--accept-loss", flags.kept->switches["accept-loss"],
      "Start even where moves are missing that players were told of, and go on without them");
  flags.add("--host", "host", "Address on which all protocols listen (default 127.0.0.1)")->type_name("ADDR");
  flags.command
      ->add_option("--listen", flags.kept->listen,
                   "Where one protocol listens, or that it does not; repeatable")
      ->type_name("NAME=ADDR:PORT|off")
      ->allow_extra_args(false);
  flags.add("--admin", "admin", "Where /livez, /readyz and /metrics are (default 127.0.0.1:9464), or off")
      ->type_name("ADDR:PORT");
  flags
      .add("--hold", "hold",
           "How long a seat waits for its player after a restart, or the loss of their node (default 120)")
      ->type_name("SECONDS");
  flags.add("--grace", "grace", "How long a seat waits for its player after a broken connection (default 0)")
      ->type_name("SECONDS");
  flags.command->add_flag("--resume-any-address", flags.kept->switches["resume-any-address"],
                          "Let players come back to their seats from another address");
}

/// What games are made with and how they are played.
void add_game_flags(const Adding& flags) {
  flags
      .add("--lexicon", "lexicon",
           "Words for Scrabble: a list, one a line, or a compiled file (default: built in)")
      ->type_name("FILE");
  flags
      .add("--shelfie-rules", "shelfie-rules",
           "Rules of My Shelfie: a file like data/shelfie/rules.json (default: built in)")
      ->type_name("FILE");
  flags
      .add("--shelfie-abandon", "shelfie-abandon",
           "shelfie: how long a player alone waits for others before the game is theirs (default 600)")
      ->type_name("SECONDS");
  flags.command
      ->add_option(
          "--clock", flags.kept->clocks,
          "The players' time at new tables of a game: 300+5 (seconds for the game, and for each turn on "
          "top), move=60 (seconds for each turn) or none; repeatable (default: none)")
      ->type_name("GAME=CLOCK")
      ->allow_extra_args(false);
  flags.command->add_option("--limit", flags.kept->limits, about_limits())
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
}

/// Of browsers: names, certificate, proxies, accounts.
void add_web_flags(const Adding& flags) {
  flags.add("--tls-cert", "tls-cert", "Certificate of the web listener with its chain (PEM), for https")
      ->type_name("FILE");
  flags.add("--tls-key", "tls-key", "Key of the certificate (PEM)")->type_name("FILE");
  flags
      .add("--web-origin", "web-origin",
           "Where browsers find the pages, if a proxy stands before the web listener")
      ->type_name("URL");
  flags.command
      ->add_option("--web-host", flags.kept->web_hosts,
                   "A name by which browsers and /metrics may ask for this server, besides its addresses, "
                   "localhost and the hosts of --web-origin and --second-screen; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  flags.command
      ->add_option(
          "--trust-proxy", flags.kept->proxies,
          "Proxies there say for whom they connect, as 10.0.0.0/8 or 127.0.0.1: by X-Forwarded-For "
          "to the web listener, by a PROXY header of version 2, which they must send, to the others; "
          "repeatable")
      ->type_name("CIDR")
      ->allow_extra_args(false);
  flags
      .add("--accounts", "accounts",
           "Whether people may make accounts, which reserve their names: on (default) or off")
      ->type_name("on|off");
}

/// Of the wires, and what their players are told.
void add_wire_flags(const Adding& flags) {
  flags.command->add_flag("--no-inspector", flags.kept->switches["no-inspector"],
                          "Do not show browsers the wire connections that come from their own address");
  flags.command->add_flag(
      "--tell-deals", flags.kept->switches["tell-deals"],
      "Tell players of wire protocols, where there are words for it, the commitment to the deal "
      "of their game, as browsers always are: 'parlor verify' holds the game against it");
  flags
      .add("--second-screen", "second-screen",
           "Tell players of wire protocols, where there are words for it, that their board can be seen "
           "there, the "
           "address at which browsers find this server")
      ->type_name("URL");
  for (const auto& one : protocols::all_switches()) {
    flags.command->add_flag("--" + std::string(one.name), flags.kept->switches[std::string(one.name)],
                            std::string(one.about));
  }
}

/// Of the program itself.
void add_own_flags(const Adding& flags) {
  flags.command->add_option("--config", flags.kept->config, "Configuration file (TOML)")->type_name("FILE");
  flags.command->add_flag("--print-config", flags.kept->print_config,
                          "Print the configuration in force and exit");
  flags.add("--log-level", "log.level", "trace, debug, info (default), warn, error or off")
      ->type_name("LEVEL");
  flags.add("--log-format", "log.format", "text (default) or json")->type_name("FORMAT");
  flags
      .add(
          "--seed", "seed",
          "Seed of all chance, to repeat a test; deals can be foreseen (default: a fresh one for each table)")
      ->type_name("N");
}

}  // namespace

void add_serve(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("serve", "Run the server until it is told to stop");
  const Adding flags{command, std::make_shared<ServeFlags>()};
  add_where_flags(flags);
  add_game_flags(flags);
  add_web_flags(flags);
  add_wire_flags(flags);
  add_own_flags(flags);
  command->footer(footer());
  command->callback([kept = flags.kept, &run] { run = [kept] { return serve(*kept); }; });
}

}  // namespace app
