// parlor check: tells the author of a server or a client of a protocol, sentence by sentence, what it gets
// right.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>

#include "app/commands.hpp"
#include "app/names.hpp"
#include "app/required.hpp"
#include "app/speaking.hpp"
#include "client/check/causes.hpp"
#include "client/check/client_play.hpp"
#include "client/check/report.hpp"
#include "client/check/server_run.hpp"
#include "client/check/spawned.hpp"

namespace app {
namespace {

namespace check = client::check;
using Clock = std::chrono::steady_clock;

constexpr int kSomeFailed = 1;
constexpr int kUsage = 2;
constexpr int kNobodyThere = 3;
constexpr int kSomeSkipped = 4;

struct CheckFlags {
  std::string protocol;
  std::string server;
  bool client = false;
  std::string listen;
  std::string spawn;
  std::string encoding;
  std::string charset = "utf-8";
  bool list = false;
  std::vector<std::string> only;
  bool strict = false;
  bool json = false;
  bool verbose = false;
  std::string junit;
  std::optional<double> timeout;  ///< seconds
  KitFiles kits;
};

int misused(std::string_view sentence) {
  complain(sentence);
  return kUsage;
}

/// Whether a case is asked for by --only; without that all are.
bool is_asked_for(const CheckFlags& flags, const check::Case& one) {
  const auto short_id = std::string_view(one.id).substr(one.id.find('/') + 1);
  return flags.only.empty() || std::ranges::any_of(flags.only, [&](const std::string& pattern) {
           return check::fits_pattern(pattern, one.id) || check::fits_pattern(pattern, short_id);
         });
}

check::Milliseconds patience_of(const CheckFlags& flags, double otherwise) {
  return check::Milliseconds{static_cast<int>(flags.timeout.value_or(otherwise) * 1000)};
}

std::uint64_t fresh_seed() { return (std::uint64_t{std::random_device()()} << 32U) + std::random_device()(); }

/// Says on a terminal which case is being played; wipes it away again.
class Progress {
 public:
  explicit Progress(std::size_t all) : all_(all), shown_(isatty(STDERR_FILENO) == 1) {}

  void show(std::size_t number, std::string_view id) const {
    if (shown_) fmt::print(stderr, "\r\x1b[K[{}/{}] {}", number, all_, id);
  }
  void wipe() const {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  std::size_t all_;
  bool shown_;
};

int conclude(const check::Report& report, const CheckFlags& flags) {
  if (flags.json) {
    fmt::print("{}", check::write_json(report));
  } else {
    fmt::print("{}", check::write_text(report, flags.verbose ? check::Wordiness::everything
                                                             : check::Wordiness::what_failed));
  }
  if (!flags.junit.empty()) {
    std::ofstream file(flags.junit);
    file << check::write_junit(report);
    file.close();
    if (!file) return complain(fmt::format("cannot write {}", flags.junit));
  }
  const auto strictness = flags.strict ? check::Strictness::everything : check::Strictness::musts;
  switch (check::standing_of(report, strictness)) {
    case check::Standing::in_order:
      return 0;
    case check::Standing::incomplete:
      return kSomeSkipped;
    case check::Standing::broken:
      return kSomeFailed;
  }
  return kSomeFailed;
}

int check_server(const CheckFlags& flags, const protocols::Protocol& protocol,
                 const std::vector<check::Case>& cases, const games::Kits& kits) {
  const auto address = net::read_address(flags.server.empty() ? "127.0.0.1:0" : flags.server);
  if (!address) return misused(address.error().detail);
  const auto charset = find_charset(protocol, flags.charset);
  if (!charset) return misused(charset.error().detail);
  const auto begin = Clock::now();
  const Progress progress(cases.size());
  std::size_t number = 0;
  const check::ServerHooks hooks{.begun = [&](const check::Case& one) { progress.show(++number, one.id); }};
  auto rows = check::check_server({.protocol = &protocol,
                                   .server = *address,
                                   .kits = &kits,
                                   .patience = patience_of(flags, 2),
                                   .seed = fresh_seed(),
                                   .charset = *charset,
                                   .spawn = flags.spawn},
                                  cases, hooks);
  progress.wipe();
  if (!rows) {
    complain(rows.error().detail);
    return kNobodyThere;
  }
  return conclude({.protocol = flags.protocol,
                   .peer = flags.spawn.empty() ? flags.server : flags.spawn,
                   .rows = *std::move(rows),
                   .seconds = std::chrono::duration<double>(Clock::now() - begin).count()},
                  flags);
}

int check_client(const CheckFlags& flags, const protocols::Protocol& protocol,
                 const std::vector<check::ClientCase>& cases, const games::Kits& kits) {
  const auto usual = fmt::format("127.0.0.1:{}", flags.spawn.empty() ? protocol.port : 0);
  const auto address = net::read_address(flags.listen.empty() ? usual : flags.listen);
  if (!address) return misused(address.error().detail);
  const check::ClientSettings settings{.protocol = &protocol,
                                       .listen = *address,
                                       .kits = &kits,
                                       .patience = patience_of(flags, 30),
                                       .seed = fresh_seed(),
                                       .spawn = flags.spawn};
  const auto begin = Clock::now();
  check::Report report{.protocol = flags.protocol, .peer = "", .rows = {}};
  const Progress progress(cases.size());
  const check::ClientHooks hooks{
      .listening =
          [&](const net::Address& here) {
            report.peer = net::write_address(here);
            fmt::print(stderr, "waiting for clients of {} at {}: {} connections, one after the other\n",
                       protocol.name, report.peer, cases.size());
          },
      .begun = [&](const check::Case& one) { progress.show(report.rows.size() + 1, one.id); },
      .done =
          [&](const check::Row& row) {
            progress.wipe();
            report.rows.push_back(row);
          }};
  if (const auto played = check::check_client(settings, cases, hooks); !played) {
    complain(played.error().detail);
    return kNobodyThere;
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  check::gather(protocol, report.rows);
  return conclude(report, flags);
}

/// Says what is wrong with the flags together; true if nothing is.
bool are_in_order(const CheckFlags& flags, const protocols::Protocol& protocol) {
  const auto complaint = [&]() -> std::string {
    if (!flags.encoding.empty() && std::ranges::find(protocol.encodings, flags.encoding,
                                                     &protocols::Encoding::name) == protocol.encodings.end())
      return fmt::format("{} has no encoding called '{}'", protocol.name, flags.encoding);
    if (flags.client && !flags.server.empty()) return "either --server or --client";
    if (!flags.client && !flags.listen.empty()) return "--listen is for --client";
    if (flags.client && !flags.encoding.empty()) return "a client chooses its encoding itself";
    if (flags.client && flags.charset != "utf-8") return "a client chooses its charset itself";
    if (!flags.spawn.empty() && !flags.spawn.contains(check::kPortMark))
      return "--spawn needs {port} in its command, where the port belongs";
    if (!flags.spawn.empty() && !flags.server.empty()) return "either --server or --spawn";
    if (!flags.list && !flags.client && flags.server.empty() && flags.spawn.empty())
      return "what is checked? --server HOST:PORT or --spawn 'COMMAND {port}' for a server, --client for a "
             "client";
    return "";
  }();
  if (!complaint.empty()) complain(complaint);
  return complaint.empty();
}

int run_check(const CheckFlags& flags) {
  const auto found = find_protocol(flags.protocol, has_checks);
  if (!found) return misused(found.error().detail);
  const auto* protocol = *found;
  if (!are_in_order(flags, *protocol)) return kUsage;
  auto cases = check::server_cases(*protocol, flags.encoding);
  auto plays = check::client_cases(*protocol);
  std::erase_if(cases, [&](const check::Case& one) { return !is_asked_for(flags, one); });
  std::erase_if(plays, [&](const check::ClientCase& play) { return !is_asked_for(flags, play.one); });
  if (flags.client ? plays.empty() : cases.empty()) return misused("no case fits (--list shows all)");
  if (flags.list) {
    if (flags.client) cases.clear();
    for (const auto& play : plays) {
      if (flags.client) cases.push_back(play.one);
    }
    fmt::print("{}", check::write_list(cases));
    return 0;
  }
  const auto kits = make_kits(flags.kits);
  if (!kits) return misused(kits.error().detail);
  return flags.client ? check_client(flags, *protocol, plays, *kits)
                      : check_server(flags, *protocol, cases, *kits);
}

std::string check_footer() {
  const auto& example = example_of(has_checks);
  return fmt::format(
      "A server is asked what the project's own transcripts ask of ours, adapted to the tiles and the "
      "players that it deals, and whole\n"
      "games; nobody else should play there meanwhile. A case is 'must' where the document says so, 'should' "
      "where only our rulings do\n"
      "(docs/protocols), 'may' for extensions and limits. What fails for the same reason is told once; what "
      "comes no "
      "further because of it\n"
      "is not reached. A client is asked to play against our bots: with each connection it should find a "
      "game and "
      "play it by itself, and\n"
      "connect again when the connection ends.\n\n"
      "  parlor check {0} --server 127.0.0.1:{1}\n"
      "  parlor check {0} --server game.example:{1} --only '*move*' --strict\n"
      "  parlor check {0} --spawn 'java -jar server.jar {{port}}'\n"
      "  parlor check {0} --client --listen 127.0.0.1:{1}\n\n"
      "The exit code is 0 if all is right, 1 if something failed, 2 if the command was misused, 3 if nobody "
      "is there\n"
      "who speaks the protocol, 4 if nothing failed but something that must be right was skipped or not "
      "reached.\n",
      example.name, example.port);
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("check", "Test a server or a client of a protocol, sentence by sentence");
  auto flags = std::make_shared<CheckFlags>();
  require_protocol(*command, flags->protocol, has_checks);
  command->add_option("--server", flags->server, "Check the server that listens there")
      ->type_name("HOST:PORT");
  command->add_flag("--client", flags->client,
                    "Play the server, and check clients that connect: each connection is the next case");
  command
      ->add_option("--listen", flags->listen,
                   "Where clients connect (default: this machine, the protocol's own port)")
      ->type_name("ADDR:PORT");
  command
      ->add_option(
          "--spawn", flags->spawn,
          "Start what is checked anew for each case, and end it afterwards; {port} becomes the port to "
          "listen on, with --client the one to connect to")
      ->type_name("COMMAND");
  command
      ->add_option("--encoding", flags->encoding,
                   fmt::format("How messages are written, where there is a choice: {} (default: all)",
                               all_encodings("")))
      ->type_name("NAME");
  add_charset_flag(*command, flags->charset);
  command->add_flag(
      "--list", flags->list,
      "List the cases, with --client those for clients: id, must, should or may, and the sentence");
  command
      ->add_option(
          "--only", flags->only,
          "Only cases with such ids; * and ? stand for any text or character, the protocol in front may be "
          "left out")
      ->type_name("ID...");
  command->add_flag("--strict", flags->strict, "What fails and only should or may be right counts, too");
  command
      ->add_option("--timeout", flags->timeout,
                   "How long an answer is waited for (default 2), or a client and its next act (default 30)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_flag("--verbose", flags->verbose, "Tell of cases that pass, too");
  command->add_flag("--json", flags->json, "Report as one JSON object on standard output");
  command->add_option("--junit", flags->junit, "Write the report for a build server, too")->type_name("FILE");
  add_kit_flags(*command, flags->kits);
  command->footer(check_footer());
  command->callback([flags, &run] { run = [flags] { return run_check(*flags); }; });
}

}  // namespace app
