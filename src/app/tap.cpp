// parlor tap: shows what goes between clients and a server of a protocol.
#include <fmt/chrono.h>
#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

#include "app/commands.hpp"
#include "app/listening.hpp"
#include "app/names.hpp"
#include "app/speaking.hpp"
#include "base/count.hpp"
#include "client/tap/tap.hpp"

namespace app {
namespace {

using client::tap::Sight;
using client::tap::Way;

struct Flags {
  ListenFlags clients;
  std::string server;
  std::string record;
  std::string charset = "utf-8";
  std::optional<std::uint64_t> seed;
  std::string color = "auto";
  std::size_t width = 400;
};

/// Prints sights as lines: time, letter, direction, text.
class Printer {
 public:
  explicit Printer(const Flags& flags)
      : width_(flags.width),
        colored_(flags.color == "always" || (flags.color == "auto" && ::isatty(1) != 0)) {}

  void tell(char peer, std::string_view what) const {
    print({}, fmt::format("{} {} - {}", now(), peer, what));
  }

  void see(char peer, const Sight& sight) const {
    const auto arrow = sight.way == Way::to_server ? '>' : '<';
    if (sight.kind == Sight::Kind::fault) {
      print(fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold,
            fmt::format("{:12} {} ! {} {} breaks {}", "", peer, arrow, cut(sight.text, 60), sight.sentence));
      return;
    }
    print(style_of(sight), fmt::format("{} {} {} {}", now(), peer, arrow, cut(sight.text, width_)));
  }

 private:
  static std::string now() {
    const auto time = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    return fmt::format("{:%H:%M:%S}.{:03}", fmt::localtime(std::chrono::system_clock::to_time_t(time)),
                       time.time_since_epoch().count() % 1000);
  }
  static std::string cut(const std::string& text, std::size_t most) {
    if (most == 0 || text.size() <= most) return text;
    return fmt::format("{}... ({} bytes more)", text.substr(0, most), text.size() - most);
  }
  static fmt::text_style style_of(const Sight& sight) {
    if (sight.kind == Sight::Kind::carrier) return fmt::emphasis::faint;
    return fmt::fg(sight.way == Way::to_server ? fmt::terminal_color::cyan : fmt::terminal_color::green);
  }
  void print(const fmt::text_style& style, const std::string& line) const {
    if (colored_) {
      fmt::print(style, "{}", line);
      fmt::print("\n");
    } else {
      fmt::print("{}\n", line);
    }
    std::fflush(stdout);
  }

  std::size_t width_;
  bool colored_;
};

int listen_in(const Flags& flags) {
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
  const Printer printer(flags);
  const client::tap::Audience audience{
      .listening =
          [&](const net::Address& where) {
            fmt::print("listening on {}, passing on to {}\n", net::write_address(where),
                       net::write_address(settings.server));
            std::fflush(stdout);
          },
      .see = [&](char peer, const Sight& sight) { printer.see(peer, sight); },
      .tell = [&](char peer, const std::string& what) { printer.tell(peer, what); }};
  const auto report = client::tap::run(settings, audience);
  if (!report) return complain(report.error().detail);
  fmt::print("{}, {}, {}\n", base::count_of(report->connections, "connection"),
             base::count_of(report->messages, "message"), base::count_of(report->faults, "violation"));
  return 0;
}

std::string footer() {
  const auto& example = example_of(is_any);
  return fmt::format(
      "Each connection has a letter: 'a >' is what its client says, 'a <' what the server says. A line 'a !' "
      "marks\n"
      "a message that the document does not know, that comes too early, or that the server refused, with "
      "the\n"
      "sentence that it breaks.\n"
      "\n"
      "Example: parlor tap {} --listen 127.0.0.1:7000 --to 127.0.0.1:{} --record game.txt\n"
      "         nc 127.0.0.1 7000\n",
      example.name, example.port);
}

}  // namespace

void add_tap(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand(
      "tap", "Sit between any client and any server of a protocol, and show what they say");
  auto flags = std::make_shared<Flags>();
  add_listen_flags(*command, flags->clients, names_of_protocols(is_any));
  command->add_option("--to", flags->server, "The server (default: this machine, the protocol's own port)")
      ->type_name("HOST:PORT");
  add_charset_flag(*command, flags->charset);
  command->add_option("--record", flags->record, "Write what was said as a transcript, too")
      ->type_name("FILE");
  command
      ->add_option("--seed", flags->seed,
                   "The seed of the server, if it is known: with it, the record can be played again")
      ->type_name("N");
  command->add_option("--color", flags->color, "auto (default), always or never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->add_option("--width", flags->width, "Cut longer messages on the screen; 0: never (default 400)")
      ->type_name("N");
  command->footer(footer());
  command->callback([flags, &run] { run = [flags] { return listen_in(*flags); }; });
}

}  // namespace app
