// Transcripts: read and played.
#include "harness/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>

#include "base/text.hpp"
#include "harness/virtual_server.hpp"

namespace harness {
namespace {

using base::Code;
using base::Result;

std::unexpected<base::Error> wrong(int line, std::string_view what) {
  return base::fail(Code::malformed, fmt::format("line {}: {}", line, what));
}

Result<std::string> unescape(std::string_view text, int line) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      bytes += text[at];
      continue;
    }
    const auto rest = text.substr(at + 1);
    if (rest.starts_with('n')) {
      bytes += '\n';
    } else if (rest.starts_with('r')) {
      bytes += '\r';
    } else if (rest.starts_with('\\')) {
      bytes += '\\';
    } else if (rest.starts_with('x') && rest.size() >= 3) {
      int value = 0;
      const auto digits = rest.substr(1, 2);
      if (std::from_chars(digits.data(), digits.data() + 2, value, 16).ptr != digits.data() + 2) {
        return wrong(line, "\\x needs two hexadecimal digits");
      }
      bytes += static_cast<char>(value);
      at += 2;
    } else {
      return wrong(line, "an escape is \\n, \\r, \\\\ or \\xNN");
    }
    ++at;
  }
  return bytes;
}

Result<Line> read_clock(std::string_view text, int number) {
  if (text == "@ restart") return Line{Line::Kind::restart, number, 0, {}, {}};
  Line line{Line::Kind::turn_clock, number, 0, {}, {}};
  if (!text.starts_with("@ +") || !text.ends_with('s'))
    return wrong(number, "the clock is turned by '@ +30s'");
  const auto seconds = base::to_number<int>(text.substr(3, text.size() - 4));
  if (!seconds) return wrong(number, "the clock is turned by whole seconds");
  line.time = std::chrono::seconds(*seconds);
  return line;
}

/// "a> TEXT", "a< TEXT", "a+", "a!", "a<!".
Result<Line> read_act(std::string_view text, int number, const protocols::Protocol& protocol) {
  Line line{Line::Kind::send, number, text[0], {}, {}};
  const auto act = text.substr(1);
  if (act == "+" || act == "!" || act == "<!") {
    line.kind = act == "+"   ? Line::Kind::connect
                : act == "!" ? Line::Kind::hang_up
                             : Line::Kind::expect_close;
    return line;
  }
  if (!act.starts_with("> ") && !act.starts_with("< ") && act != ">" && act != "<")
    return wrong(number, "no such line");
  line.kind = act[0] == '>' ? Line::Kind::send : Line::Kind::expect;
  auto content = act.substr(std::min<std::size_t>(2, act.size()));
  const bool unfinished = content.ends_with('\\') && !content.ends_with("\\\\");
  if (unfinished) content.remove_suffix(1);
  auto bytes = unescape(content, number);
  if (!bytes) return std::unexpected(std::move(bytes).error());
  line.bytes = *std::move(bytes);
  for (std::size_t at = 0; !protocol.unit.empty() && at < line.bytes.size(); ++at) {
    if (line.bytes[at] == '|') line.bytes.replace(at, 1, protocol.unit);
  }
  if (!unfinished) line.bytes += protocol.line_end;
  return line;
}

bool is_switch(std::string_view name) {
  return std::ranges::any_of(protocols::all(), [&](const auto& protocol) {
    return std::ranges::find(protocol.switches, name, &protocols::Switch::name) != protocol.switches.end();
  });
}

Result<void> read_setting(Transcript& transcript, std::string_view text, int number) {
  if (text.starts_with("protocol: ")) {
    transcript.protocol = protocols::find(text.substr(10));
    if (transcript.protocol == nullptr) return wrong(number, "there is no such protocol");
    return {};
  }
  for (auto word : base::split(text.substr(9), ' ')) {
    const auto key = base::cut(word, '=');
    const auto value = base::to_number<std::uint64_t>(word);
    if (key == "seed" && value) {
      transcript.settings.seed = *value;
    } else if (key == "grace" && value) {
      transcript.settings.grace = std::chrono::seconds(*value);
    } else if (is_switch(key) && word.empty()) {
      transcript.settings.switches.emplace(key);
    } else {
      return wrong(number, "an option is seed=7, grace=7 or a protocol's switch");
    }
  }
  return {};
}

/// The people of a transcript and what was said to them that no line has asked for yet.
class Stage {
 public:
  explicit Stage(const Transcript& transcript) : transcript_(transcript), server_(transcript.settings) {}

  std::string play(Cut cut);

 private:
  struct Person {
    base::PlayerId player;
    std::string heard;
  };

  Person& person(char name);
  void send(char name, std::string_view bytes, Cut cut);
  std::string perform(const Line& line, Cut cut);
  std::string expect(const Line& line);
  std::string expect_close(const Line& line);
  void listen();

  const Transcript& transcript_;
  VirtualServer server_;
  std::map<char, Person> people_;
};

Stage::Person& Stage::person(char name) {
  const auto found = people_.find(name);
  if (found != people_.end()) return found->second;
  return people_.emplace(name, Person{server_.connect(*transcript_.protocol), {}}).first->second;
}

void Stage::listen() {
  for (auto& [name, person] : people_) person.heard += server_.take(person.player);
}

void Stage::send(char name, std::string_view bytes, Cut cut) {
  const auto player = person(name).player;
  if (cut != Cut::byte_by_byte) return server_.receive(player, bytes);
  for (const char byte : bytes) server_.receive(player, {&byte, 1});
}

std::string Stage::expect(const Line& line) {
  auto& heard = person(line.peer).heard;
  if (!heard.starts_with(line.bytes)) {
    return fmt::format("line {}: {} should hear\n{}but heard\n{}\n", line.number, line.peer, line.bytes,
                       heard);
  }
  heard.erase(0, line.bytes.size());
  return "";
}

std::string Stage::expect_close(const Line& line) {
  auto& someone = person(line.peer);
  if (!server_.is_closed(someone.player))
    return fmt::format("line {}: {} is still connected\n", line.number, line.peer);
  if (someone.heard.empty()) return "";
  return fmt::format("line {}: {} heard before the end:\n{}\n", line.number, line.peer, someone.heard);
}

std::string Stage::perform(const Line& line, Cut cut) {
  switch (line.kind) {
    case Line::Kind::send:
      send(line.peer, line.bytes, cut);
      break;
    case Line::Kind::connect:
      person(line.peer);
      break;
    case Line::Kind::hang_up:
      server_.hang_up(person(line.peer).player);
      break;
    case Line::Kind::turn_clock:
      server_.turn_clock(line.time);
      break;
    case Line::Kind::restart:
      server_.restart();
      break;
    case Line::Kind::expect:
      return expect(line);
    case Line::Kind::expect_close:
      return expect_close(line);
  }
  listen();
  return "";
}

std::string Stage::play(Cut cut) {
  std::vector<Line> lines;
  for (const auto& line : transcript_.lines) {
    const bool joins = cut == Cut::coalesced && !lines.empty() && line.kind == Line::Kind::send &&
                       lines.back().kind == Line::Kind::send && lines.back().peer == line.peer;
    if (joins) {
      lines.back().bytes += line.bytes;
    } else {
      lines.push_back(line);
    }
  }
  for (const auto& line : lines) {
    if (auto problem = perform(line, cut); !problem.empty()) return problem;
  }
  std::string unexpected;
  for (const auto& [name, person] : people_) {
    if (!person.heard.empty()) unexpected += fmt::format("{} also heard:\n{}\n", name, person.heard);
  }
  return unexpected + server_.compare_with_journal();
}

}  // namespace

Result<Transcript> read_transcript(std::string_view text) {
  Transcript transcript;
  int number = 0;
  while (!text.empty()) {
    auto line = base::cut(text, '\n');
    ++number;
    if (line.starts_with("# from: ")) transcript.from = line.substr(8);
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("protocol: ") || line.starts_with("options: ")) {
      if (auto read = read_setting(transcript, line, number); !read)
        return std::unexpected(std::move(read).error());
      continue;
    }
    if (transcript.protocol == nullptr) return wrong(number, "the protocol must be named first");
    auto read =
        line.starts_with('@') ? read_clock(line, number) : read_act(line, number, *transcript.protocol);
    if (!read) return std::unexpected(std::move(read).error());
    transcript.lines.push_back(*std::move(read));
  }
  if (transcript.from.empty()) return wrong(1, "'# from: ' must cite the sentence that this stands for");
  if (transcript.lines.empty()) return wrong(number, "nothing happens");
  return transcript;
}

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

std::string play(const Transcript& transcript, Cut cut) { return Stage(transcript).play(cut); }

}  // namespace harness
