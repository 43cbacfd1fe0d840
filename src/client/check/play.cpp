// Plays cases against a server.
#include "client/check/play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/rng.hpp"
#include "client/check/recast.hpp"
#include "client/check/script.hpp"
#include "client/check/shape.hpp"
#include "client/meant.hpp"
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
constexpr char kLastPart = 'm';  ///< letters behind it are extras
constexpr int kMostWords = 6;    ///< a server that knows none of so many knows no words
constexpr std::size_t kKept = 16;
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

/// What came instead of what was right.
struct Came {
  std::string told{};     ///< for people
  std::string message{};  ///< if it was one
  std::string reason{};   ///< if it was none: of which kind nothing is
  std::string hint{};     ///< what is wrong about its frame, or what was mistaken
};

/// What is said twice where something else should come; "" of what may well come again.
std::string repeated(const protocols::Protocol& protocol, const std::string& message) {
  const bool refusal = protocol.rule != nullptr && protocol.rule(message, std::nullopt);
  const auto shape = shape_of(protocol, message);
  return refusal || shape.size() < 2 ? "" : fmt::format("the same {} was said before", shape);
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

  /// Somebody who does what the first of the script does until a game starts.
  void bring_extra(char letter);
  /// Where it ended: deal_again and not_here say why in `why`.
  std::pair<Fit, Finding> play();

 private:
  bool go_on();
  bool perform(std::size_t at);
  bool arrive(const Step& step);
  bool send(std::size_t at);
  bool expect(std::size_t at);
  std::optional<std::string> hear(std::size_t at);
  void note_order(const Step& step, const std::string& early);
  void note_end(const Step& step, const std::string& heard);
  std::optional<std::string> take_early(char peer, std::string_view shape);
  bool is_due(std::size_t at, std::string_view shape) const;
  bool expect_close(const Step& step);
  bool expect_silence();
  void keep_pace(const Step& step);
  char find_cut_off(char listener);
  bool stop(const Step& step, Came came, Fit fit);
  void log(char peer, char sign, std::string_view text);

  const ServerSettings& settings_;
  Pace& pace_;
  Sequel& sequel_;
  Script script_;
  std::unique_ptr<Adapter> adapter_;
  Peers peers_;
  char last_ = 0;                                     ///< who acted last, while nothing was heard since
  std::size_t at_ = 0;                                ///< the step that is played
  std::map<char, std::vector<std::string>> early_{};  ///< messages that came before their turn
  std::map<char, std::string> last_heard_{};
  Fit fit_;
  Finding finding_;
};

void Attempt::bring_extra(char letter) {
  const auto first = script_.steps.front().peer;
  if (!peers_.connect(letter, settings_.patience)) return;
  auto names = script_.names_before(script_.steps.size());
  const protocols::Replacements other{{names[first], names[first] + letter}};
  for (const auto& step : script_.steps) {
    if (step.peer != first) continue;
    if (protocols::has_sign(step.text, script_.protocol->checks->start.first)) break;
    peers_.listen(pace_.get());
    if (step.kind == Kind::send) peers_.send(letter, protocols::replace_words(step.bytes, other));
  }
  peers_.listen(pace_.get());
}

std::pair<Fit, Finding> Attempt::play() {
  bool going = true;
  for (std::size_t at = 0; going && at < script_.steps.size(); ++at) {
    at_ = at;
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
  if (!more) return stop(script_.steps.back(), {}, std::move(more).error());
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
  return stop(step, {.told = connected.error().detail, .reason = "nobody"}, wrong("a connection"));
}

bool Attempt::send(std::size_t at) {
  const auto& step = script_.steps[at];
  const auto said = adapter_->say(at);
  if (!said) return stop(step, {}, said.error());
  log(step.peer, '>', *said);
  finding_.sent = fmt::format("{}> {}", step.peer, *said);
  const auto& protocol = *script_.protocol;
  peers_.send(step.peer,
              *said == step.text ? step.bytes : bytes_of(protocol, *said) + std::string(protocol.line_end));
  return true;
}

/// Whether a message of that shape is expected by the same peer in the same breath.
bool Attempt::is_due(std::size_t at, std::string_view shape) const {
  const auto& steps = script_.steps;
  for (auto later = at + 1; later < steps.size() && steps[later].kind == Kind::expect; ++later) {
    if (steps[later].peer == steps[at].peer && shape_of(*script_.protocol, steps[later].text) == shape)
      return true;
  }
  return false;
}

std::optional<std::string> Attempt::take_early(char peer, std::string_view shape) {
  auto& early = early_[peer];
  const auto found = std::ranges::find_if(
      early, [&](const std::string& message) { return shape_of(*script_.protocol, message) == shape; });
  if (found == early.end()) return std::nullopt;
  auto message = std::move(*found);
  early.erase(found);
  return message;
}

/// The next message for that step. Others that are due in the same breath may come before it, unless the
/// document has an order; if it never comes, the first of them came instead.
std::optional<std::string> Attempt::hear(std::size_t at) {
  const auto& step = script_.steps[at];
  const auto& protocol = *script_.protocol;
  const auto shape = shape_of(protocol, step.text);
  if (auto early = take_early(step.peer, shape)) return early;
  const auto before = early_[step.peer].size();
  const auto begin = Clock::now();
  while (auto message = peers_.hear(step.peer, pace_.patience(settings_.patience, shape))) {
    pace_.note(std::chrono::ceil<Milliseconds>(Clock::now() - begin));
    const auto other = shape_of(protocol, *message);
    if (other == shape) pace_.note_message(shape);
    if (other == shape && early_[step.peer].size() > before) note_order(step, early_[step.peer][before]);
    if (other == shape || protocol.checks->fixed_order || !is_due(at, other)) return message;
    early_[step.peer].push_back(*std::move(message));
  }
  pace_.note_silence(shape);
  const auto& early = early_[step.peer];
  return early.empty() ? std::nullopt : std::optional(early.front());
}

void Attempt::note_order(const Step& step, const std::string& early) {
  if (!finding_.asides.empty()) return;
  finding_.asides.push_back({.kind = "order",
                             .sentence = "the rulings: messages that come together come in this order",
                             .sent = finding_.sent,
                             .came = fmt::format("{}< {}", step.peer, early),
                             .right = fmt::format("{}< {} before that", step.peer, step.text)});
}

void Attempt::note_end(const Step& step, const std::string& heard) {
  if (!finding_.asides.empty()) return;
  finding_.asides.push_back({.kind = "end-of-line",
                             .sentence = "docs/protocols/README.md: \"send exactly what the document says\"",
                             .sent = finding_.sent,
                             .came = fmt::format("{}< {}, with LF behind it", step.peer, heard),
                             .right = fmt::format("{}< {}, with CR LF behind it", step.peer, heard)});
}

bool Attempt::expect(std::size_t at) {
  const auto& step = script_.steps[at];
  auto heard = hear(at);
  if (!heard) {
    const auto part = peers_.unfinished(step.peer);
    const bool closed = peers_.is_closed(step.peer, Milliseconds{0});
    Came came{.told = closed ? "the end of the connection"
                             : fmt::format("nothing for {} ms", settings_.patience.count()),
              .reason = closed ? "end" : "nothing",
              .hint = peers_.fault_of_rest(step.peer)};
    if (!part.empty())
      came.told = fmt::format("only {}{}", part, closed ? ", then the end of the connection" : "");
    return stop(step, std::move(came), wrong(adapter_->hear(at, "").text));
  }
  log(step.peer, '<', *heard);
  const auto before = std::exchange(last_heard_[step.peer], *heard);
  auto fit = adapter_->hear(at, *heard);
  if (fit.verdict == Verdict::right && peers_.ends_otherwise(step.peer)) note_end(step, *heard);
  if (fit.verdict == Verdict::right) return true;
  auto hint = peers_.fault_of_last(step.peer);
  if (hint.empty() && *heard == before) hint = repeated(*script_.protocol, *heard);
  if (hint.empty() && fit.verdict == Verdict::wrong) hint = find_mistake(*script_.protocol, *heard, fit.text);
  return stop(step, {.told = *heard, .message = *heard, .hint = std::move(hint)}, std::move(fit));
}

bool Attempt::expect_close(const Step& step) {
  const std::string shape = "the end of the connection";
  const bool closed = peers_.is_closed(step.peer, pace_.patience(settings_.patience, shape));
  const auto& early = early_[step.peer];
  const auto more = early.empty() ? peers_.hear(step.peer, Milliseconds{0}) : early.front();
  if (more)
    return stop(step, {.told = *more, .message = *more},
                wrong("the end of the connection, and nothing before it"));
  if (closed) {
    adapter_->hang_up(step.peer);
    return true;
  }
  pace_.note_silence(shape);
  return stop(step, {.told = "nothing: the connection stands", .reason = "nothing"}, wrong(shape));
}

/// At the end nobody has heard anything that no line asked for.
bool Attempt::expect_silence() {
  peers_.listen(kQuiet);
  auto more = peers_.left_over();
  while (more && more->first > kLastPart) more = peers_.left_over();
  for (const auto& [peer, early] : early_) {
    if (!more && !early.empty()) more = std::pair(peer, early.front());
  }
  if (!more) return true;
  Step end = script_.steps.back();
  end.peer = more->first;
  return stop(end, {.told = more->second, .message = more->second}, wrong("nothing more"));
}

/// Somebody else whom the server has hung up on, and nobody expects that yet; 0 if there is nobody.
char Attempt::find_cut_off(char listener) {
  peers_.listen(pace_.get());
  const auto& steps = script_.steps;
  const auto now = steps.begin() + static_cast<std::ptrdiff_t>(at_);
  for (const auto& [kind, number, peer, bytes, text] : steps) {
    const auto ends = [peer](const Step& step) {
      return step.peer == peer && step.kind == Kind::expect_close;
    };
    const auto next = std::find_if(now, steps.end(), [peer](const Step& step) {
      return step.peer == peer && step.kind != Kind::expect;
    });
    const bool expected = std::any_of(steps.begin(), now, ends) || (next != steps.end() && ends(*next));
    if (peer != listener && !expected && peers_.is_cut_off(peer)) return peer;
  }
  return 0;
}

/// What one hears, or does not hear, of a server that has hung up on another follows from that.
bool Attempt::stop(const Step& step, Came came, Fit fit) {
  const bool may_follow = !came.message.empty() || came.reason == "nothing";
  const char cut_off = fit.verdict == Verdict::wrong && may_follow ? find_cut_off(step.peer) : '\0';
  if (cut_off != 0) {
    Step other{.kind = Kind::expect_close, .number = step.number, .peer = cut_off};
    return stop(other, {.told = "the end of the connection", .reason = "end"},
                wrong("a connection that stands"));
  }
  finding_.line = step.number;
  if (!came.told.empty()) finding_.came = fmt::format("{}< {}", step.peer, came.told);
  if (fit.verdict == Verdict::wrong || fit.verdict == Verdict::other_word) {
    finding_.result = Result::failed;
    finding_.right = fmt::format("{}< {}", step.peer, fit.text);
    finding_.hint = std::move(came.hint);
    const bool expected = step.kind == Kind::expect && fit.text != "nothing more";
    auto& fault = finding_.fault;
    fault.right = expected ? step.text : fit.text;
    fault.came = came.message;
    fault.step = at_;
    fault.reason = !finding_.hint.empty() ? finding_.hint
                   : !came.reason.empty()
                       ? fmt::format("{} <- {}", shape_of(*script_.protocol, fault.right), came.reason)
                       : reason_of(*script_.protocol, fault.right, fault.came);
  } else {
    finding_.result = Result::skipped;
    finding_.why = fit.text;
  }
  fit_ = std::move(fit);
  return false;
}

void Attempt::log(char peer, char sign, std::string_view text) {
  if (finding_.log.size() == kKept) finding_.log.erase(finding_.log.begin());
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

Finding play_case(const ServerSettings& settings, const Case& one, Pace& pace, int extras) {
  const auto begin = Clock::now();
  const auto source = transcript::read(one.text);
  Finding finding;
  Sequel sequel{.course = source->course};
  int words = 0;
  std::vector<Cast> casts;
  base::Rng rng(settings.seed);
  const auto end = begin + pace.search();
  auto verdict = Verdict::right;
  for (int tries = 0; tries < kMostTries && Clock::now() < end; ++tries) {
    auto script = make_script(*source, one.encoding, next_ending(settings.seed));
    std::erase_if(casts, [&](const Cast& cast) { return !recast(script, cast); });
    Attempt attempt(settings, one.encoding, std::move(script), sequel, pace);
    for (int extra = 0; extra < extras; ++extra) attempt.bring_extra(static_cast<char>('z' - extra));
    auto [fit, found] = attempt.play();
    finding = std::move(found);
    verdict = fit.verdict;
    // Not always, since a server may let each begin in turn.
    if (fit.cast && (casts.empty() || rng.below(2) == 0)) learn(casts, *std::move(fit.cast));
    if (verdict == Verdict::other_word && sequel.course != transcript::Course::as_written) {
      sequel.refused.insert(sequel.word);
      finding = skip_for_words(sequel);
      continue;
    }
    if (verdict == Verdict::other_word ? ++words == kMostWords : verdict != Verdict::deal_again) break;
  }
  if (verdict == Verdict::deal_again) pace.note_no_deal();
  finding.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return finding;
}

}  // namespace client::check
