// Plays cases against a server.
#include "client/check/play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/rng.hpp"
#include "client/check/recast.hpp"
#include "client/check/script.hpp"
#include "protocols/checks.hpp"

namespace client::check {
namespace {

using Clock = std::chrono::steady_clock;
using protocols::Adapter;
using protocols::Fit;
using protocols::Sequel;
using protocols::Verdict;
using protocols::wrong;
using Kind = protocols::LineKind;

constexpr int kMostTries = 200;
constexpr std::chrono::seconds kLongestSearch{20};  ///< for a deal that fits
constexpr int kMostWords = 6;                       ///< a server that knows none of so many knows no words
constexpr std::size_t kLogged = 16;
constexpr Milliseconds kQuiet{30};  ///< after which nothing more is expected

/// A few letters that no name had before in this run.
std::string next_ending(std::uint64_t seed) {
  constexpr std::uint64_t kAll = 26UL * 26 * 26 * 26 * 26;
  static std::atomic<std::uint64_t> count{0};
  auto number = (base::Rng(seed).below(kAll) + ++count) % kAll;
  std::string ending;
  for (auto rest = kAll; rest > 1; rest /= 26, number /= 26) ending += static_cast<char>('a' + number % 26);
  return ending;
}

/// One try to play a script.
class Attempt {
 public:
  Attempt(const ServerSettings& settings, std::string_view encoding, Script script, Sequel& sequel,
          Pace& pace)
      : settings_(settings),
        pace_(pace),
        sequel_(sequel),
        script_(std::move(script)),
        adapter_(settings.protocol->checks->adapt(script_, *settings.kits)),
        peers_(settings.server, *settings.protocol, encoding, settings.charset) {}

  /// Where it ended: deal_again and not_here say why in `why`.
  std::pair<Fit, Finding> play();

 private:
  bool go_on();
  bool perform(std::size_t at);
  bool arrive(const Step& step);
  bool send(std::size_t at);
  bool expect(std::size_t at);
  bool expect_close(const Step& step);
  bool expect_silence();
  void keep_pace(const Step& step);
  bool stop(const Step& step, std::string came, Fit fit);
  void log(char peer, char sign, std::string_view text);

  const ServerSettings& settings_;
  Pace& pace_;
  Sequel& sequel_;
  Script script_;
  std::unique_ptr<Adapter> adapter_;
  Peers peers_;
  char last_ = 0;  ///< who acted last, while nothing was heard since
  Fit fit_;
  Finding finding_;
};

std::pair<Fit, Finding> Attempt::play() {
  bool going = true;
  for (std::size_t at = 0; going && at < script_.steps.size(); ++at) {
    going = perform(at);
    if (going && at + 1 == script_.steps.size()) going = go_on();
  }
  if (going) expect_silence();
  if (!peers_.part(pace_.parting(settings_.patience))) pace_.note_no_parting();
  peers_.listen(pace_.get());
  return {std::move(fit_), std::move(finding_)};
}

/// Writes the script on, as far as there is more to play.
bool Attempt::go_on() {
  if (sequel_.course == transcript::Course::as_written) return true;
  auto more = adapter_->go_on(sequel_);
  if (!more) return stop(script_.steps.back(), "", std::move(more).error());
  std::ranges::move(*more, std::back_inserter(script_.steps));
  return true;
}

bool Attempt::perform(std::size_t at) {
  const auto& step = script_.steps[at];
  keep_pace(step);
  if (!peers_.knows(step.peer) && !arrive(step)) return false;
  switch (step.kind) {
    case Kind::send:
      return send(at);
    case Kind::expect:
      return expect(at);
    case Kind::expect_close:
      return expect_close(step);
    case Kind::hang_up:
      log(step.peer, '!', "");
      adapter_->hang_up(step.peer);
      peers_.hang_up(step.peer);
      return true;
    case Kind::connect:
    case Kind::turn_clock:
    case Kind::restart:
      return true;
  }
  return true;
}

/// The order in which different peers act matters, and only an answer shows that an act was seen.
void Attempt::keep_pace(const Step& step) {
  if (step.kind == Kind::expect || step.kind == Kind::expect_close) {
    last_ = 0;
    return;
  }
  if (last_ != 0 && last_ != step.peer) peers_.listen(pace_.get());
  last_ = step.peer;
}

bool Attempt::arrive(const Step& step) {
  log(step.peer, '+', "");
  const auto connected = peers_.connect(step.peer, settings_.patience);
  if (connected) return true;
  return stop(step, connected.error().detail, wrong("a connection"));
}

bool Attempt::send(std::size_t at) {
  const auto& step = script_.steps[at];
  const auto said = adapter_->say(at);
  if (!said) return stop(step, "", said.error());
  log(step.peer, '>', *said);
  finding_.sent = fmt::format("{}> {}", step.peer, *said);
  const auto& protocol = *script_.protocol;
  peers_.send(step.peer,
              *said == step.text ? step.bytes : bytes_of(protocol, *said) + std::string(protocol.line_end));
  return true;
}

bool Attempt::expect(std::size_t at) {
  const auto& step = script_.steps[at];
  const auto begin = Clock::now();
  auto heard = peers_.hear(step.peer, settings_.patience);
  pace_.note(std::chrono::ceil<Milliseconds>(Clock::now() - begin));
  if (!heard) {
    const auto part = peers_.unfinished(step.peer);
    std::string came = peers_.is_closed(step.peer, Milliseconds{0}) ? "the end of the connection"
                       : part.empty() ? fmt::format("nothing for {} ms", settings_.patience.count())
                                      : "only " + part;
    return stop(step, std::move(came), wrong(adapter_->hear(at, "").text));
  }
  log(step.peer, '<', *heard);
  auto fit = adapter_->hear(at, *heard);
  return fit.verdict == Verdict::right || stop(step, *std::move(heard), std::move(fit));
}

bool Attempt::expect_close(const Step& step) {
  const bool closed = peers_.is_closed(step.peer, settings_.patience);
  if (auto more = peers_.hear(step.peer, Milliseconds{0}))
    return stop(step, *std::move(more), wrong("the end of the connection, and nothing before it"));
  if (closed) {
    adapter_->hang_up(step.peer);
    return true;
  }
  return stop(step, "nothing: the connection stands", wrong("the end of the connection"));
}

/// At the end nobody has heard anything that no line asked for.
bool Attempt::expect_silence() {
  peers_.listen(kQuiet);
  auto more = peers_.left_over();
  if (!more) return true;
  Step end = script_.steps.back();
  end.peer = more->first;
  return stop(end, std::move(more->second), wrong("nothing more"));
}

bool Attempt::stop(const Step& step, std::string came, Fit fit) {
  finding_.line = step.number;
  if (!came.empty()) finding_.came = fmt::format("{}< {}", step.peer, came);
  if (fit.verdict == Verdict::wrong || fit.verdict == Verdict::other_word) {
    finding_.result = Result::failed;
    finding_.right = fmt::format("{}< {}", step.peer, fit.text);
  } else {
    finding_.result = Result::skipped;
    finding_.why = fit.text;
  }
  fit_ = std::move(fit);
  return false;
}

void Attempt::log(char peer, char sign, std::string_view text) {
  if (finding_.log.size() == kLogged) finding_.log.erase(finding_.log.begin());
  finding_.log.push_back(text.empty() ? fmt::format("{}{}", peer, sign)
                                      : fmt::format("{}{} {}", peer, sign, text));
}

/// A whole game needs many words, and no document says which there are.
Finding skip_for_words(const Sequel& sequel) {
  return {
      .result = Result::skipped,
      .why = fmt::format("the server does not know words that our lexicon has, {} at last: --lexicon FILE "
                         "plays with its own",
                         sequel.word)};
}

}  // namespace

Milliseconds Pace::get() const { return std::clamp(3 * slowest_, Milliseconds{15}, Milliseconds{100}); }

/// What was slow once is forgotten after some answers.
void Pace::note(Milliseconds answer) { slowest_ = std::max(answer, slowest_ * 9 / 10); }

/// A server that kept its side open once is not waited for again.
Milliseconds Pace::parting(Milliseconds patience) const { return parts_ ? patience : get(); }

Finding play_case(const ServerSettings& settings, const Case& one, Pace& pace) {
  const auto begin = Clock::now();
  const auto source = transcript::read(one.text);
  Finding finding;
  Sequel sequel{.course = source->course};
  int words = 0;
  std::vector<Cast> casts;
  base::Rng rng(settings.seed);
  for (int tries = 0; tries < kMostTries && Clock::now() - begin < kLongestSearch; ++tries) {
    auto script = make_script(*source, one.encoding, next_ending(settings.seed));
    std::erase_if(casts, [&](const Cast& cast) { return !recast(script, cast); });
    auto [fit, found] = Attempt(settings, one.encoding, std::move(script), sequel, pace).play();
    finding = std::move(found);
    const auto verdict = fit.verdict;
    // Not always, since a server may let each begin in turn.
    if (fit.cast && (casts.empty() || rng.below(2) == 0)) learn(casts, *std::move(fit.cast));
    if (verdict == Verdict::other_word && sequel.course != transcript::Course::as_written) {
      sequel.refused.insert(sequel.word);
      finding = skip_for_words(sequel);
      continue;
    }
    if (verdict == Verdict::other_word ? ++words == kMostWords : verdict != Verdict::deal_again) break;
  }
  finding.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return finding;
}

}  // namespace client::check
