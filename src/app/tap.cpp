// parlor tap: shows what goes between clients and a server of a protocol.
#include <fmt/chrono.h>
#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <map>

#include "app/color.hpp"
#include "app/commands.hpp"
#include "app/listening.hpp"
#include "app/names.hpp"
#include "app/speaking.hpp"
#include "base/count.hpp"
#include "client/repeats.hpp"
#include "client/shown.hpp"
#include "client/tap/tap.hpp"

namespace app {
namespace {

using client::tap::Sight;
using client::tap::Way;

constexpr int kViolations = 3;

struct TapFlags {
  ListenFlags clients;
  std::string server;
  std::string record;
  std::string charset = "utf-8";
  std::optional<std::uint64_t> seed;
  std::string color = "auto";
  std::size_t width = 400;
  bool quiet = false;
  KitFiles kits;
};

/// Prints sights as lines: time, letter, direction, text. What is repeated is counted.
class Printer {
 public:
  explicit Printer(const TapFlags& flags)
      : width_(flags.width), quiet_(flags.quiet), colored_(is_colored(flags.color, STDOUT_FILENO)) {}

  void tell(char peer, std::string_view what) {
    if (quiet_) return;
    print(repeats_of(peer).end());
    print({dressed({}, fmt::format("{} {} - {}", now(), peer, what))});
  }

  void see(char peer, const Sight& sight) {
    const bool wrong = client::tap::is_violation(sight) || sight.kind == Sight::Kind::unfinished;
    if (quiet_ && !wrong) return;
    const auto arrow = sight.way == Way::to_server ? '>' : '<';
    print(repeats_of(peer).add(
        {.text = line_of(peer, sight, arrow),
         .same = fmt::format("{}{}{}", arrow, sight.text, sight.sentence),
         .alike = fmt::format("{}{}{}", arrow, client::first_word(sight.text), sight.sentence),
         .wrong = wrong}));
  }

  void pause(char peer) { print(repeats_of(peer).pause()); }

  void end() {
    for (auto& [peer, repeats] : repeats_) print(repeats.end());
  }

 private:
  static std::string now() {
    const auto time = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    return fmt::format("{:%H:%M:%S}.{:03}", fmt::localtime(std::chrono::system_clock::to_time_t(time)),
                       time.time_since_epoch().count() % 1000);
  }

  std::string line_of(char peer, const Sight& sight, char arrow) const {
    constexpr std::size_t kBriefly = 60;
    const auto brief = client::shortened(sight.text, kBriefly);
    switch (sight.kind) {
      case Sight::Kind::fault: {
        auto text = fmt::format("{:12} {} ! {} {} breaks {}", "", peer, arrow, brief, sight.sentence);
        if (!sight.hint.empty()) text += fmt::format("\n{:12} {} !   {}", "", peer, sight.hint);
        return dressed(fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold, text);
      }
      case Sight::Kind::frame:
        return dressed(fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold,
                       fmt::format("{:12} {} ! {} {}: {}", "", peer, arrow, brief, sight.sentence));
      case Sight::Kind::unfinished:
        return dressed(fmt::fg(fmt::terminal_color::yellow),
                       fmt::format("{} {} {} {} ... unfinished for 1 s: {}", now(), peer, arrow,
                                   client::shortened(sight.text, width_), sight.sentence));
      case Sight::Kind::carrier:
      case Sight::Kind::message:
        break;
    }
    return dressed(style_of(sight),
                   fmt::format("{} {} {} {}", now(), peer, arrow, client::shortened(sight.text, width_)));
  }

  static fmt::text_style style_of(const Sight& sight) {
    if (sight.kind == Sight::Kind::carrier) return fmt::emphasis::faint;
    return fmt::fg(sight.way == Way::to_server ? fmt::terminal_color::cyan : fmt::terminal_color::green);
  }

  client::Repeats& repeats_of(char peer) {
    return repeats_.try_emplace(peer, fmt::format("{:12} {} ~ ", "", peer)).first->second;
  }

  std::string dressed(const fmt::text_style& style, const std::string& line) const {
    return colored_ ? fmt::format("{}", fmt::styled(line, style)) : line;
  }

  static void print(const std::vector<std::string>& lines) {
    for (const auto& line : lines) {
      fmt::print("{}\n", line);
    }
    if (!lines.empty()) std::fflush(stdout);
  }

  std::size_t width_;
  bool quiet_;
  bool colored_;
  std::map<char, client::Repeats> repeats_;
};

void print_summary(const client::tap::Report& report) {
  const auto& tally = report.tally;
  fmt::print("{}, {} to the server, {} to the client, {}\n", base::count_of(report.connections, "connection"),
             base::count_of(tally.messages(Way::to_server), "message"), tally.messages(Way::to_client),
             base::count_of(tally.violations(), "violation"));
  const auto lines = tally.to_mend();
  if (lines.empty()) return;
  fmt::print("to mend, the first thing first:\n");
  for (const auto& line : lines) fmt::print("  {}\n", line);
}

int listen_in(const TapFlags& flags) {
  client::tap::Settings settings;
  settings.record = flags.record;
  settings.seed = flags.seed;
  settings.connections = flags.clients.connections;
  const auto protocol = find_protocol(flags.clients.protocol);
  if (!protocol) return complain(protocol.error().detail);
  settings.protocol = *protocol;
  const auto charset = find_charset(**protocol, flags.charset);
  if (!charset) return complain(charset.error().detail);
  settings.charset = *charset;
  const auto listen = net::read_address(flags.clients.listen);
  if (!listen) return complain(listen.error().detail);
  settings.listen = *listen;
  const auto server =
      net::read_address(flags.server.empty() ? fmt::format("127.0.0.1:{}", (*protocol)->port) : flags.server);
  if (!server) return complain(server.error().detail);
  settings.server = *server;
  const auto kits = make_kits(flags.kits);
  if (!kits) return complain(kits.error().detail);
  settings.kits = &*kits;
  Printer printer(flags);
  const client::tap::Audience audience{
      .listening =
          [&](const net::Address& where) {
            fmt::print("listening on {}, passing on to {}\n", net::write_address(where),
                       net::write_address(settings.server));
            std::fflush(stdout);
          },
      .see = [&](char peer, const Sight& sight) { printer.see(peer, sight); },
      .tell = [&](char peer, const std::string& what) { printer.tell(peer, what); },
      .pause = [&](char peer) { printer.pause(peer); }};
  const auto report = client::tap::run(settings, audience);
  if (!report) return complain(report.error().detail);
  printer.end();
  print_summary(*report);
  return report->tally.violations() == 0 ? 0 : kViolations;
}

std::string tap_footer() {
  const auto& example = example_of(is_any);
  return fmt::format(
      "Each connection has a letter: 'a >' is what its client says, 'a <' what the server says. A line 'a !' "
      "marks\n"
      "a message that the document does not know, that comes too early, or that the server refused, with "
      "the\n"
      "sentence that it breaks, or that is no message, with what is wrong about its frame. Where another "
      "move would\n"
      "have been right (x and y the wrong way round, counted from 1 ...), it is told. What is repeated is "
      "counted: 'a ~'.\n"
      "The end says how many messages went each way, and what to mend first. The exit code is 0 if nothing "
      "was "
      "wrong, 1 if\n"
      "it could not listen or reach the server, 2 for misuse, 3 if there were violations.\n"
      "\n"
      "Example: parlor tap {0} --listen 127.0.0.1:7000 --to 127.0.0.1:{1} --record game.txt\n"
      "         parlor talk {0} 127.0.0.1 7000\n",
      example.name, example.port);
}

}  // namespace

void add_tap(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand(
      "tap", "Sit between any client and any server of a protocol, and show what they say");
  auto flags = std::make_shared<TapFlags>();
  add_listen_flags(*command, flags->clients, is_any);
  command->add_option("--to", flags->server, "The server (default: this machine, the protocol's own port)")
      ->type_name("HOST:PORT");
  add_charset_flag(*command, flags->charset);
  command->add_option("--record", flags->record, "Write what was said as a transcript, too")
      ->type_name("FILE");
  command
      ->add_option("--seed", flags->seed,
                   "The seed of the server, if it is known: with it, the record can be played again")
      ->type_name("N");
  add_color_flag(*command, flags->color);
  command->add_option("--width", flags->width, "Cut longer messages on the screen; 0: never (default 400)")
      ->type_name("N");
  command->add_flag("--quiet", flags->quiet, "Show only what is wrong, and the summary");
  add_kit_flags(*command, flags->kits);
  command->footer(tap_footer());
  command->callback([flags, &run] { run = [flags] { return listen_in(*flags); }; });
}

}  // namespace app
