// parlor talk: somebody at a terminal, or a script, who speaks a protocol line by line.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/color.hpp"
#include "app/commands.hpp"
#include "app/names.hpp"
#include "app/required.hpp"
#include "app/speaking.hpp"
#include "client/talk/talk.hpp"

namespace app {
namespace {

namespace talk = client::talk;

constexpr int kMisuse = 2;
constexpr int kServerFailed = 3;

struct TalkFlags {
  std::string protocol;
  std::string host = "127.0.0.1";
  std::string port;
  std::string encoding;
  std::string charset = "utf-8";
  std::string color = "auto";
  std::optional<std::size_t> width;
  bool times = false;
  double wait = 1;  ///< seconds
};

/// The encoding of that name, the protocol's last one if it is "": the one that people can read.
base::Result<const protocols::Encoding*> find_encoding(const protocols::Protocol& protocol,
                                                       const std::string& name) {
  if (name.empty()) return protocol.encodings.empty() ? nullptr : &protocol.encodings.back();
  const auto found = std::ranges::find(protocol.encodings, name, &protocols::Encoding::name);
  if (found != protocol.encodings.end()) return &*found;
  return base::fail(base::Code::malformed,
                    fmt::format("{} has no encoding called '{}'", protocol.name, name));
}

base::Result<net::Address> find_server(const protocols::Protocol& protocol, const TalkFlags& flags) {
  if (flags.port.empty()) return net::Address{flags.host, protocol.port};
  const auto port = read_port(flags.port);
  if (!port) return std::unexpected(port.error());
  return net::Address{flags.host, *port};
}

int exit_code_of(const talk::Report& report) {
  switch (report.ending) {
    case talk::Ending::said:
      return 0;
    case talk::Ending::unsayable:
      complain(report.detail);
      return kMisuse;
    case talk::Ending::hung_up:
    case talk::Ending::no_messages:
      break;
  }
  complain(report.detail);
  return kServerFailed;
}

int converse(const TalkFlags& flags) {
  const auto protocol = find_protocol(flags.protocol);
  if (!protocol) return complain(protocol.error().detail);
  const auto encoding = find_encoding(**protocol, flags.encoding);
  if (!encoding) return complain(encoding.error().detail);
  const auto charset = find_charset(**protocol, flags.charset);
  if (!charset) return complain(charset.error().detail);
  const auto server = find_server(**protocol, flags);
  if (!server) return complain(server.error().detail);
  const bool terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
  const talk::Settings settings{.protocol = *protocol,
                                .encoding = *encoding,
                                .server = *server,
                                .charset = *charset,
                                .look = {.terminal = terminal,
                                         .times = flags.times,
                                         .colored = is_colored(flags.color, terminal ? STDOUT_FILENO : -1),
                                         .width = flags.width.value_or(terminal ? 400 : 0)},
                                .wait = std::chrono::milliseconds(static_cast<int>(flags.wait * 1000))};
  const auto report = talk::run(settings);
  if (!report) return complain(report.error().detail);
  return exit_code_of(*report);
}

std::string talk_footer() {
  const auto& example = example_of(is_any);
  return fmt::format(
      "A line is a message; its end, and the separator for '|' where there is one, are added. Escapes are "
      "\\n, \\r,\n"
      "\\\\ and \\xNN; '\\' at the end of a line leaves the end of the message out. Where messages are JSON, "
      "lines are\n"
      "sent as they stand, also as a Java stream (--encoding). 'help' lists the commands, 'help NAME' says "
      "what the\n"
      "document says of one, Tab completes, the arrows bring back what was typed, 'quit' or Ctrl-D ends. "
      "Pings are\n"
      "not shown.\n"
      "\n"
      "Without a terminal every line of the input is said; once it has ended and nothing was heard for "
      "--wait "
      "seconds,\n"
      "the connection is closed.\n"
      "\n"
      "The exit code is 0 if all was said, 1 if the server cannot be reached, 2 for misuse and for a line of "
      "the input\n"
      "that is no message, 3 if the server hung up before, or sends what are no messages.\n"
      "\n"
      "Example: parlor talk {0}\n"
      "         printf '%s\\n' 'one message' 'another' | parlor talk {0} 127.0.0.1 {1}\n",
      example.name, example.port);
}

}  // namespace

void add_talk(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("talk", "Speak a protocol by hand, line by line, with any server of it");
  auto flags = std::make_shared<TalkFlags>();
  require_protocol(*command, flags->protocol, is_any);
  command->add_option("host", flags->host, "The server (default: this machine)")->type_name("HOST");
  command->add_option("port", flags->port, "Its port (default: the protocol's own)")->type_name("PORT");
  command
      ->add_option("--encoding", flags->encoding,
                   fmt::format("How messages are written, where there is a choice (default: as text): {}",
                               all_encodings("")))
      ->type_name("NAME");
  add_charset_flag(*command, flags->charset);
  command
      ->add_option("--wait", flags->wait,
                   "Seconds of silence after which a script has heard its answers (default 1)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 3600.0));
  command->add_flag("--time", flags->times, "Show when each message came");
  add_color_flag(*command, flags->color);
  command
      ->add_option("--width", flags->width,
                   "Cut longer messages on the screen; 0: never (default 400 at a terminal, else 0)")
      ->type_name("N");
  command->footer(talk_footer());
  command->callback([flags, &run] { run = [flags] { return converse(*flags); }; });
}

}  // namespace app
