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
  if (text == "@ restart") return Line{.kind = Line::Kind::restart, .number = number};
  Line line{.kind = Line::Kind::turn_clock, .number = number};
  if (!text.starts_with("@ +") || !text.ends_with('s'))
    return wrong(number, "the clock is turned by '@ +30s'");
  const auto seconds = base::to_number<int>(text.substr(3, text.size() - 4));
  if (!seconds) return wrong(number, "the clock is turned by whole seconds");
  line.time = std::chrono::seconds(*seconds);
  return line;
}

/// What stands behind "a+": " PROTOCOL", " from ADDRESS:PORT", both or nothing.
Result<Line> read_connect(Line line, std::string_view rest) {
  line.kind = Line::Kind::connect;
  const auto from = rest.find(" from ");
  if (from != std::string_view::npos) {
    auto address = rest.substr(from + 6);
    line.address = base::cut(address, ':');
    line.port = address.empty() ? 0 : base::to_number<std::uint16_t>(address).value_or(0);
    if (line.address.empty() || (line.port == 0 && !address.empty()))
      return wrong(line.number, "whence a peer connects is ADDRESS or ADDRESS:PORT");
    rest = rest.substr(0, from);
  }
  if (rest.empty()) return line;
  line.protocol = rest.starts_with(' ') ? protocols::find(rest.substr(1)) : nullptr;
  if (line.protocol == nullptr) return wrong(line.number, "there is no such protocol");
  return line;
}

/// "a> TEXT", "a< TEXT", "a+", "a!", "a<!".
Result<Line> read_act(std::string_view text, int number, const protocols::Protocol& protocol) {
  Line line{.kind = Line::Kind::send, .number = number, .peer = text[0], .protocol = &protocol};
  const auto act = text.substr(1);
  if (act.starts_with('+')) return read_connect(std::move(line), act.substr(1));
  if (act == "!" || act == "<!") {
    line.kind = act == "!" ? Line::Kind::hang_up : Line::Kind::expect_close;
    return line;
  }
  if (!act.starts_with("> ") && !act.starts_with("< ") && act != ">" && act != "<")
    return wrong(number, "no such line");
  line.kind = act[0] == '>' ? Line::Kind::send : Line::Kind::expect;
  auto content = act.substr(std::min<std::size_t>(2, act.size()));
  // Behind pairs of backslashes, which are one each, a single one says that no end of line follows.
  const bool unfinished = (content.size() - 1 - content.find_last_not_of('\\')) % 2 == 1;
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

bool read_option(Transcript& transcript, std::string_view word) {
  const auto key = base::cut(word, '=');
  const auto value = base::to_number<std::uint64_t>(word);
  if (key == "seed" && value) {
    transcript.settings.seed = *value;
  } else if (key == "grace" && value) {
    transcript.settings.grace = std::chrono::seconds(*value);
  } else if (key == "encoding" && transcript.protocol != nullptr &&
             std::ranges::find(transcript.protocol->encodings, word, &protocols::Encoding::name) !=
                 transcript.protocol->encodings.end()) {
    transcript.encoding = word;
  } else if (key == "pings" && word.empty()) {
    transcript.pings = Pings::heard;
  } else if (protocols::is_switch(key) && word.empty()) {
    transcript.settings.switches.emplace(key);
  } else {
    return false;
  }
  return true;
}

Result<void> read_setting(Transcript& transcript, std::string_view text, int number) {
  if (text.starts_with("protocol: ")) {
    transcript.protocol = protocols::find(text.substr(10));
    if (transcript.protocol == nullptr) return wrong(number, "there is no such protocol");
    return {};
  }
  for (const auto word : base::split(text.substr(9), ' ')) {
    if (!read_option(transcript, word))
      return wrong(number, "an option is seed=7, grace=7, encoding=NAME, pings or a protocol's switch");
  }
  return {};
}

/// The people of a transcript and what was said to them that no line has asked for yet.
class Stage {
 public:
  Stage(const Transcript& transcript, std::string_view encoding)
      : transcript_(transcript), encoding_(encoding), server_(transcript.settings) {}

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
  VirtualServer server_;
  std::map<char, Person> people_;
};

/// Whence a peer comes. Browsers are known by a token: their own letter, unless another is named.
std::string address_of(const Line& line) {
  if (line.protocol->name == "web")
    return "token:" + (line.address.empty() ? std::string(1, line.peer) : line.address);
  return line.address.empty() ? "127.0.0.1" : line.address;
}

/// Who the line is about; they connect if they have not yet.
Stage::Person& Stage::person(const Line& line) {
  const auto found = people_.find(line.peer);
  if (found != people_.end()) return found->second;
  const auto address = address_of(line);
  auto speech = make_speech(*line.protocol, encoding_, transcript_.pings);
  return people_
      .emplace(line.peer, Person{server_.connect(*line.protocol, address, line.port), std::move(speech)})
      .first->second;
}

void Stage::listen() {
  for (auto& [name, person] : people_) person.speech->hear(server_.take(person.player));
}

void Stage::send(base::PlayerId player, std::string_view bytes, Cut cut) {
  if (cut != Cut::byte_by_byte) return server_.receive(player, bytes);
  for (const char byte : bytes) server_.receive(player, {&byte, 1});
}

std::string Stage::expect(const Line& line) {
  auto& speech = *person(line).speech;
  if (speech.take(line.bytes)) return "";
  return fmt::format("line {}: {} should hear\n{}but heard\n{}\n", line.number, line.peer, line.bytes,
                     speech.rest());
}

std::string Stage::expect_close(const Line& line) {
  auto& someone = person(line);
  if (!server_.is_closed(someone.player))
    return fmt::format("line {}: {} is still connected\n", line.number, line.peer);
  if (someone.speech->rest().empty()) return "";
  return fmt::format("line {}: {} heard before the end:\n{}\n", line.number, line.peer,
                     someone.speech->rest());
}

std::string Stage::perform(const Line& line) {
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
  const auto& lines = transcript_.lines;
  for (auto line = lines.begin(); line != lines.end(); ++line) {
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

Result<Transcript> read_transcript(std::string_view text) {
  Transcript transcript;
  std::map<char, const protocols::Protocol*> spoken;  // by peers who have said which
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
    const auto* protocol = spoken.emplace(line[0], transcript.protocol).first->second;
    auto read = line.starts_with('@') ? read_clock(line, number) : read_act(line, number, *protocol);
    if (!read) return std::unexpected(std::move(read).error());
    spoken[read->peer] = read->protocol;
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

std::vector<std::string_view> encodings_of(const Transcript& transcript) {
  if (!transcript.encoding.empty()) return {transcript.encoding};
  std::vector<std::string_view> names;
  for (const auto& encoding : transcript.protocol->encodings) names.push_back(encoding.name);
  if (names.empty()) names.emplace_back();
  return names;
}

std::string play(const Transcript& transcript, Cut cut, std::string_view encoding) {
  return Stage(transcript, encoding).play(cut);
}

}  // namespace harness
