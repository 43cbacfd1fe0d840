// Transcripts, read.
#include "transcript/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "protocols/escape.hpp"

namespace transcript {
namespace {

using base::Code;
using base::Result;

std::unexpected<base::Error> wrong(int line, std::string_view what) {
  return base::fail(Code::malformed, fmt::format("line {}: {}", line, what));
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
  std::string said(content);
  for (std::size_t at = 0; !protocol.unit.empty() && at < said.size(); ++at) {
    if (said[at] == '|') said.replace(at, 1, protocol.unit);
  }
  auto bytes = protocols::unescape(said);
  if (!bytes) return wrong(number, bytes.error().detail);
  line.bytes = *std::move(bytes);
  if (!unfinished) line.bytes += protocol.line_end;
  return line;
}

bool read_option(Transcript& transcript, std::string_view word) {
  const auto key = base::cut(word, '=');
  const auto value = base::to_number<std::uint64_t>(word);
  if (const auto seed = base::read_seed(word); key == "seed" && seed) {
    transcript.seed = *seed;
  } else if (key == "clock" && table::read_clock(word)) {
    transcript.clock = word;
  } else if (key == "grace" && value) {
    transcript.grace = std::chrono::seconds(*value);
  } else if (key == "encoding" && transcript.protocol != nullptr &&
             std::ranges::find(transcript.protocol->encodings, word, &protocols::Encoding::name) !=
                 transcript.protocol->encodings.end()) {
    transcript.encoding = word;
  } else if (key == "pings" && word.empty()) {
    transcript.pings = Pings::heard;
  } else if (protocols::is_switch(key) && word.empty()) {
    transcript.switches.emplace(key);
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
      return wrong(number,
                   "an option is seed=7, grace=7, clock=300+5, encoding=NAME, pings or a protocol's switch");
  }
  return {};
}

Result<void> read_course(Transcript& transcript, std::string_view course, int number) {
  if (course != "finish" && course != "passes" && course != "leaver")
    return wrong(number, "a game goes on to its finish, to passes or to a leaver");
  transcript.course = course == "finish"   ? Course::finish
                      : course == "passes" ? Course::passes
                                           : Course::leaver;
  return {};
}

/// "# from: ", "# level: ", "# ours: " and "# then: "; any other comment says nothing.
Result<void> read_comment(Transcript& transcript, std::string_view text, int number) {
  if (text.starts_with("# from: ")) transcript.from = text.substr(8);
  if (text.starts_with("# ours: ")) transcript.ours = text.substr(8);
  if (text.starts_with("# then: ")) return read_course(transcript, text.substr(8), number);
  if (!text.starts_with("# level: ")) return {};
  const auto level = text.substr(9);
  if (level != "must" && level != "should" && level != "may")
    return wrong(number, "a level is must, should or may");
  transcript.level = level == "must" ? Level::must : level == "should" ? Level::should : Level::may;
  return {};
}

}  // namespace

Result<Transcript> read(std::string_view text) {
  Transcript transcript;
  std::map<char, const protocols::Protocol*> spoken;  // by peers who have said which
  int number = 0;
  while (!text.empty()) {
    auto line = base::cut(text, '\n');
    ++number;
    if (auto comment = read_comment(transcript, line, number); !comment)
      return std::unexpected(std::move(comment).error());
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

std::vector<std::string_view> encodings_of(const Transcript& transcript) {
  if (!transcript.encoding.empty()) return {transcript.encoding};
  std::vector<std::string_view> names;
  for (const auto& encoding : transcript.protocol->encodings) names.push_back(encoding.name);
  if (names.empty()) names.emplace_back();
  return names;
}

}  // namespace transcript
