// Transcripts, played on a virtual server.
#include "harness/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "harness/virtual_cluster.hpp"
#include "harness/virtual_server.hpp"

namespace harness {

server::EngineSettings settings_of(const Transcript& transcript) {
  server::EngineSettings settings{
      .seed = transcript.seed, .grace = transcript.grace, .switches = transcript.switches};
  for (const auto game : games::names()) {
    if (!transcript.clock.empty()) settings.clocks[std::string(game)] = transcript.clock;
  }
  return settings;
}

std::string address_of(const transcript::Line& line) {
  if (line.protocol->name == "web")
    return "token:" + (line.address.empty() ? std::string(1, line.peer) : line.address);
  return line.address.empty() ? "127.0.0.1" : line.address;
}

namespace {

using transcript::Line;
using transcript::Speech;

/// The people of a transcript and what was said to them that no line has asked for yet; the server is one, or
/// several.
template <class Server>
class Stage {
 public:
  template <class... Which>
  Stage(const Transcript& transcript, std::string_view encoding, Which... which)
      : transcript_(transcript), encoding_(encoding), server_(settings_of(transcript), which...) {}

  Server& server() { return server_; }

  /// Called before every line; and where the transcript restarts the server.
  std::function<void(Server&)> before_line = [](Server&) {};
  std::function<void(Server&)> restart = [](Server& server) { server.restart(); };

  std::string play(Cut cut);

 private:
  struct Person {
    base::PlayerId player;
    std::unique_ptr<Speech> speech;
  };

  Person& person(const Line& line);
  void send(base::PlayerId player, std::string_view bytes, Cut cut);
  std::string perform(const Line& line);
  std::string expect(const Line& line);
  std::string expect_close(const Line& line);
  void listen();

  const Transcript& transcript_;
  std::string_view encoding_;
  Server server_;
  std::map<char, Person> people_;
};

/// Who the line is about; they connect if they have not yet.
template <class Server>
typename Stage<Server>::Person& Stage<Server>::person(const Line& line) {
  const auto found = people_.find(line.peer);
  if (found != people_.end()) return found->second;
  const auto address = address_of(line);
  auto speech = transcript::make_speech(*line.protocol, encoding_, transcript_.pings);
  return people_
      .emplace(line.peer, Person{server_.connect(*line.protocol, address, line.port), std::move(speech)})
      .first->second;
}

template <class Server>
void Stage<Server>::listen() {
  for (auto& [name, person] : people_) person.speech->hear(server_.take(person.player));
}

template <class Server>
void Stage<Server>::send(base::PlayerId player, std::string_view bytes, Cut cut) {
  if (cut != Cut::byte_by_byte) return server_.receive(player, bytes);
  for (const char byte : bytes) server_.receive(player, {&byte, 1});
}

template <class Server>
std::string Stage<Server>::expect(const Line& line) {
  auto& speech = *person(line).speech;
  if (speech.take(line.bytes)) return "";
  return fmt::format("line {}: {} should hear\n{}but heard\n{}\n", line.number, line.peer, line.bytes,
                     speech.rest());
}

template <class Server>
std::string Stage<Server>::expect_close(const Line& line) {
  auto& someone = person(line);
  if (!server_.is_closed(someone.player))
    return fmt::format("line {}: {} is still connected\n", line.number, line.peer);
  if (someone.speech->rest().empty()) return "";
  return fmt::format("line {}: {} heard before the end:\n{}\n", line.number, line.peer,
                     someone.speech->rest());
}

template <class Server>
std::string Stage<Server>::perform(const Line& line) {
  switch (line.kind) {
    case Line::Kind::send:
    case Line::Kind::connect:
      person(line);
      break;
    case Line::Kind::hang_up:
      server_.hang_up(person(line).player);
      break;
    case Line::Kind::turn_clock:
      server_.turn_clock(line.time);
      break;
    case Line::Kind::restart:
      restart(server_);
      break;
    case Line::Kind::expect:
      return expect(line);
    case Line::Kind::expect_close:
      return expect_close(line);
  }
  listen();
  return "";
}

template <class Server>
std::string Stage<Server>::play(Cut cut) {
  const auto& lines = transcript_.lines;
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    before_line(server_);
    if (line->kind != Line::Kind::send) {
      if (auto problem = perform(*line); !problem.empty()) return problem;
      continue;
    }
    auto bytes = person(*line).speech->say(line->bytes);
    const auto joins = [&](const Line& next) {
      return next.kind == Line::Kind::send && next.peer == line->peer;
    };
    while (cut == Cut::coalesced && std::next(line) != lines.end() && joins(*std::next(line))) {
      ++line;
      bytes += person(*line).speech->say(line->bytes);
    }
    send(person(*line).player, bytes, cut);
    listen();
  }
  std::string unexpected;
  for (const auto& [name, person] : people_) {
    const auto rest = person.speech->rest();
    if (!rest.empty()) unexpected += fmt::format("{} also heard:\n{}\n", name, rest);
  }
  return unexpected + server_.compare_with_journal();
}

}  // namespace

std::vector<std::filesystem::path> transcripts_of(const protocols::Protocol& protocol) {
  const auto folder =
      std::filesystem::path(PARLOR_SOURCE_DIR) / "src/protocols" / protocol.name / "transcripts";
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string play(const Transcript& transcript, Cut cut, std::string_view encoding) {
  return Stage<VirtualServer>(transcript, encoding).play(cut);
}

std::string play_far(const Transcript& transcript, Dies dies) {
  Stage<VirtualCluster> stage(transcript, transcript::encodings_of(transcript).front(),
                              dies == Dies::nobody ? 2U : 3U);
  stage.server().number_as_one();
  const auto* protocol = transcript.lines.empty() ? nullptr : transcript.lines.front().protocol;
  if (dies == Dies::front) stage.restart = [](VirtualCluster& servers) { servers.lose_front(); };
  if (dies == Dies::owner) {
    stage.before_line = [protocol](VirtualCluster& servers) {
      for (const auto game : games::names()) {
        if (protocol == nullptr || protocol->game.empty() || protocol->game == game) servers.lose_owner(game);
      }
    };
  }
  return stage.play(Cut::as_written);
}

}  // namespace harness
