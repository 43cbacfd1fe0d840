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
#include "app/nearest.hpp"
#include "client/check/report.hpp"

namespace app {
namespace {

namespace check = client::check;
using Clock = std::chrono::steady_clock;

constexpr int kSomeFailed = 1;
constexpr int kUsage = 2;
constexpr int kNobodyThere = 3;

struct Flags {
  std::string protocol;
  std::string server;
  bool client = false;
  std::string listen;
  std::string encoding;
  bool list = false;
  std::vector<std::string> only;
  bool strict = false;
  bool json = false;
  bool verbose = false;
  std::string junit;
  double timeout = 2;
  KitFiles kits;
};

std::vector<std::string_view> protocol_names() {
  std::vector<std::string_view> names;
  for (const auto& protocol : protocols::all()) {
    if (protocol.play != nullptr) names.push_back(protocol.name);
  }
  return names;
}

int misused(std::string_view sentence) {
  complain(sentence);
  return kUsage;
}

/// The one that is meant; nullptr if there is none, which was said.
const protocols::Protocol* find_protocol(const std::string& name) {
  const auto names = protocol_names();
  if (std::ranges::find(names, name) != names.end()) return protocols::find(name);
  const auto meant = nearest(name, names);
  complain(fmt::format("there is no protocol called '{}'{}: {}", name,
                       meant.empty() ? "" : fmt::format(", perhaps '{}'", meant), fmt::join(names, ", ")));
  return nullptr;
}

/// Those that are asked for by --only, or all.
std::vector<check::Case> choose(std::vector<check::Case> cases, const std::vector<std::string>& only) {
  if (only.empty()) return cases;
  std::erase_if(cases, [&](const check::Case& one) {
    return std::ranges::none_of(only, [&](const std::string& pattern) {
      const auto short_id = std::string_view(one.id).substr(one.id.find('/') + 1);
      return check::fits_pattern(pattern, one.id) || check::fits_pattern(pattern, short_id);
    });
  });
  return cases;
}

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

int conclude(const check::Report& report, const Flags& flags) {
  if (flags.json) {
    fmt::print("{}", check::write_json(report));
  } else {
    fmt::print("{}", check::write_summary(report));
  }
  if (!flags.junit.empty()) {
    std::ofstream file(flags.junit);
    file << check::write_junit(report);
    file.close();
    if (!file) return complain(fmt::format("cannot write {}", flags.junit));
  }
  const auto strictness = flags.strict ? check::Strictness::everything : check::Strictness::musts;
  return check::is_in_order(report, strictness) ? 0 : kSomeFailed;
}

int check_server(const Flags& flags, const protocols::Protocol& protocol,
                 const std::vector<check::Case>& cases, const games::Kits& kits) {
  const auto address = net::read_address(flags.server);
  if (!address) return misused(address.error().detail);
  const check::ServerSettings settings{
      .protocol = &protocol,
      .server = *address,
      .kits = &kits,
      .patience = check::Milliseconds{static_cast<int>(flags.timeout * 1000)},
      .seed = (std::uint64_t{std::random_device()()} << 32U) + std::random_device()()};
  if (const auto there = check::probe(settings, cases.front().encoding); !there) {
    complain(there.error().detail);
    return kNobodyThere;
  }
  const auto begin = Clock::now();
  check::Report report{.protocol = flags.protocol, .peer = flags.server, .rows = {}};
  const Progress progress(cases.size());
  check::Pace pace;
  for (const auto& one : cases) {
    progress.show(report.rows.size() + 1, one.id);
    report.rows.push_back({one, check::play_case(settings, one, pace)});
    progress.wipe();
    const bool told = flags.verbose || report.rows.back().finding.result != check::Result::passed;
    if (told && !flags.json) fmt::print("{}", check::write_row(report.rows.back()));
    std::fflush(stdout);
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return conclude(report, flags);
}

int run_check(const Flags& flags) {
  const auto* protocol = find_protocol(flags.protocol);
  if (protocol == nullptr) return kUsage;
  if (!flags.encoding.empty() && std::ranges::find(protocol->encodings, flags.encoding,
                                                   &protocols::Encoding::name) == protocol->encodings.end())
    return misused(fmt::format("{} has no encoding called '{}'", protocol->name, flags.encoding));
  if (!flags.list && flags.server.empty())
    return misused("what is checked? --server HOST:PORT for a server, --client for a client");
  const auto cases = choose(check::server_cases(*protocol, flags.encoding), flags.only);
  if (cases.empty()) return misused("no case fits (--list shows all)");
  if (flags.list) {
    fmt::print("{}", check::write_list(cases));
    return 0;
  }
  const auto kits = make_kits(flags.kits);
  if (!kits) return misused(kits.error().detail);
  return check_server(flags, *protocol, cases, *kits);
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
  auto* command =
      app.add_subcommand("check", "Test a server or a client of a protocol, sentence by sentence");
  auto flags = std::make_shared<Flags>();
  command
      ->add_option("protocol", flags->protocol, fmt::format("One of: {}", fmt::join(protocol_names(), ", ")))
      ->required()
      ->type_name("PROTOCOL");
  command->add_option("--server", flags->server, "Check the server that listens there")
      ->type_name("HOST:PORT");
  command
      ->add_option(
          "--encoding", flags->encoding,
          "How messages are written, where there is a choice: java or json in shelfie (default: both)")
      ->type_name("NAME");
  command->add_flag("--list", flags->list, "List the cases: id, must, should or may, and the sentence");
  command
      ->add_option(
          "--only", flags->only,
          "Only cases with such ids; * and ? stand for any text or character, the protocol in front may be "
          "left out")
      ->type_name("ID...");
  command->add_flag("--strict", flags->strict, "What fails and only should or may be right counts, too");
  command->add_option("--timeout", flags->timeout, "How long an answer is waited for (default 2)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_flag("--verbose", flags->verbose, "Tell of cases that pass, too");
  command->add_flag("--json", flags->json, "Report as one JSON object on standard output");
  command->add_option("--junit", flags->junit, "Write the report for a build server, too")->type_name("FILE");
  add_kit_flags(*command, flags->kits);
  command->footer(
      "The exit code is 0 if all is right, 1 if something failed, 2 if the command was misused, 3 if nobody "
      "is there\n"
      "who speaks the protocol.\n");
  command->callback([flags, &run] { run = [flags] { return run_check(*flags); }; });
}

}  // namespace app
