// parlor spar: a server to practise against that is hard to live with.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <random>

#include "app/commands.hpp"
#include "app/listening.hpp"
#include "app/names.hpp"
#include "client/spar/spar.hpp"

namespace app {
namespace {

namespace spar = client::spar;

constexpr std::string_view kEvery = "every";
constexpr int kFailed = 3;
constexpr int kUntried = 4;

struct SparFlags {
  ListenFlags clients;
  std::string style = "plain";
  std::string level = "random";
  std::optional<std::uint64_t> seed;
  bool list = false;
  double patience = 10;  ///< seconds
  KitFiles kits;
};

int list(const protocols::Protocol& protocol) {
  for (const auto* style : spar::styles_of(protocol)) {
    const auto allowed = *spar::allowance(*style, protocol);
    fmt::print("{:<17}{}\n{:<17}allowed by {}: \"{}\"\n", style->name, style->about, "", allowed.cite,
               allowed.sentence);
  }
  fmt::print("{:<17}one guest after the other gets the next of these\n", kEvery);
  return 0;
}

/// What each guest survived; the exit code says it, too.
int conclude(const spar::Scores& scores) {
  fmt::print("verdict:{}\n", scores.empty() ? " nobody came" : "");
  for (const auto& line : scores.write()) fmt::print("  {}\n", line);
  if (scores.any(spar::Fate::failed)) return kFailed;
  return scores.empty() || scores.any(spar::Fate::untried) ? kUntried : 0;
}

/// The style of that name, or all of them. Code::malformed if the protocol allows none of that name.
base::Result<std::vector<const spar::Style*>> choose(const protocols::Protocol& protocol,
                                                     const std::string& name) {
  auto styles = spar::styles_of(protocol);
  if (name == kEvery) return styles;
  const auto found = std::ranges::find(styles, name, &spar::Style::name);
  if (found != styles.end()) return std::vector{*found};
  std::vector<std::string_view> names{kEvery};
  for (const auto* style : styles) names.push_back(style->name);
  return base::fail(base::Code::malformed, no_such(fmt::format("style for {}", protocol.name), name, names));
}

int serve_guests(const SparFlags& flags) {
  const auto protocol = find_protocol(flags.clients.protocol);
  if (!protocol) return complain(protocol.error().detail);
  if (!has_sparring(**protocol))
    return complain(fmt::format("{} is Parlor's own: there is no document to keep to", (*protocol)->name));
  if (flags.list) return list(**protocol);
  const auto styles = choose(**protocol, flags.style);
  if (!styles) return complain(styles.error().detail);
  const auto listen = net::read_address(flags.clients.listen);
  if (!listen) return complain(listen.error().detail);
  const auto bot = find_bot((*protocol)->game, flags.level);
  if (!bot) return complain(bot.error().detail);
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  const spar::Settings settings{
      .protocol = *protocol,
      .kits = &*kits,
      .bot = *bot,
      .styles = *styles,
      .listen = *listen,
      .seed = flags.seed.value_or(std::random_device()()),
      .connections = flags.clients.connections,
      .patience = std::chrono::milliseconds(static_cast<int>(flags.patience * 1000))};
  const auto say = [](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  const auto done = spar::run(
      settings,
      {.listening =
           [&](const net::Address& where) {
             say(fmt::format("listening on {} for {}, style {}", net::write_address(where), (*protocol)->name,
                             flags.style));
           },
       .tell = [&](int guest, const std::string& what) { say(fmt::format("{}: {}", guest, what)); }});
  if (!done) return complain(done.error().detail);
  return conclude(*done);
}

std::string spar_footer() {
  return fmt::format(
      "Each guest has a server and an opponent of its own. All that is said keeps to the document: a client "
      "that\n"
      "cannot live with it cannot live with some server either. The verdict at the end says what each guest "
      "survived:\n"
      "whoever plays a game to its end, plays on after refusals, or is hung up on where the style hangs up. "
      "The exit\n"
      "code is 0 if all was survived, 1 if it could not listen, 2 for misuse, 3 if something was not "
      "survived, 4 if\n"
      "nothing failed but a guest left before its style showed itself, or nobody came.\n"
      "\n"
      "Example: parlor spar {0} --list\n"
      "         parlor spar {0} --listen 127.0.0.1:7000 --style bytes\n",
      example_of(has_sparring).name);
}

}  // namespace

void add_spar(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("spar", "Be a server that is hard to live with, for those who write clients");
  auto flags = std::make_shared<SparFlags>();
  add_listen_flags(*command, flags->clients, has_sparring);
  command->add_option("--style", flags->style, "How it behaves (default plain); --list shows all")
      ->type_name("NAME");
  command->add_flag("--list", flags->list,
                    "Show the styles, each with the sentence that allows it, and exit");
  command->add_option("--level", flags->level, "Which bot the opponent is (default random)")
      ->type_name("NAME");
  command
      ->add_option("--timeout", flags->patience,
                   "Seconds after which it is told that a guest says nothing (default 10)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3600.0).description(""));
  add_kit_flags(*command, flags->kits);
  command->add_option("--seed", flags->seed, "Seed of all chance, to repeat a game")->type_name("N");
  command->footer(spar_footer());
  command->callback([flags, &run] { run = [flags] { return serve_guests(*flags); }; });
}

}  // namespace app
