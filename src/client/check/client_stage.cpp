// One case with one client.
#include "client/check/client_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "bots/gentle.hpp"
#include "client/check/shape.hpp"
#include "client/framed.hpp"
#include "protocols/escape.hpp"
#include "protocols/frame_fault.hpp"
#include "protocols/grammar.hpp"
#include "protocols/hints.hpp"

namespace client::check {
namespace {

constexpr int kEnoughMoves = 3;
constexpr Milliseconds kLongThought{700};  ///< of a bot, while the client must wait
constexpr Milliseconds kCrossing{400};     ///< what was said before the client could know better is forgiven
constexpr Milliseconds kAfterwards{900};   ///< for which is looked at what the client does when all is over
constexpr Milliseconds kGathering{60};     ///< for which output is held back, to go out all at once
constexpr Milliseconds kFarewell{5000};    ///< for which a word is waited for then
constexpr Milliseconds kUnfinished{2000};  ///< after which it is said what is wrong about a frame
constexpr std::size_t kLogged = 400;       ///< messages that are kept
constexpr std::size_t kFirstLogged = 100;  ///< of these from the beginning
constexpr std::size_t kShown = 400;        ///< characters of one

/// Whoever is to see the end of a game meets a bot that brings it about; for all else any move will do.
const bots::Bot& opponent_in(const ClientCase& played, std::string_view game) {
  if (played.plot == Plot::comes_through) return bots::gentle(game);
  return played.plot == Plot::finishes ? bots::usual(game) : *bots::find(game, "random");
}

}  // namespace

ClientStage::ClientStage(const ClientCase& played, const protocols::Protocol& protocol,
                         const games::Kits& kits, std::uint64_t seed, Milliseconds patience, Moment now)
    : played_(played),
      protocol_(protocol),
      host_(protocol, kits, opponent_in(played, protocol.game), seed),
      hears_(protocol),
      tells_(protocol),
      patience_(patience),
      begin_(now),
      last_act_(now),
      next_tick_(now + protocol.tick) {
  if (played_.plot == Plot::is_refused) host_.refuse_next();
}

/// Message by message, so that what is refused is the one that is blamed.
void ClientStage::receive(std::string_view bytes, Moment now) {
  last_act_ = now;
  while (!bytes.empty() && !finding_ && !host_.finished()) {
    const auto end = objects_ ? std::string_view::npos : bytes.find(protocol_.line_end.back());
    const auto piece = bytes.substr(0, end == std::string_view::npos ? bytes.size() : end + 1);
    bytes.remove_prefix(piece.size());
    objects_ = objects_ || (said_.empty() && protocols::find_translated(protocol_, piece[0]) != nullptr);
    take(piece, now);
  }
}

void ClientStage::take(std::string_view piece, Moment now) {
  answers_.clear();
  raw_.hear(piece, protocol_.line_end.back());
  if (!objects_ && raw_.is_endless()) return fail_by_frame(now);
  hears_.hear(piece);
  while (auto message = hears_.next()) {
    note_said(*std::move(message));
  }
  host_.receive(piece);
  tick(now);
}

void ClientStage::note_said(std::string message) {
  told_ = last_told_;
  before_ = std::exchange(said_, std::move(message));
  log('>', said_);
  note_end();
  const auto& way = protocol_.checks->way;
  if (way_ < way.size() && protocols::has_sign(without_strays(said_), way[way_])) ++way_;
  const auto& sign = played_.farewell.said;
  took_leave_ = took_leave_ || (!sign.empty() && host_.watch().over && protocols::has_sign(said_, sign));
  const auto half = verb_of_other_half();
  came_through_ = came_through_ || (!half.empty() && said_.starts_with(half));
}

/// With which a message begins that follows half a move; "" where moves are one message each.
std::string_view ClientStage::verb_of_other_half() const {
  const auto* grammar = protocol_.grammar;
  return grammar == nullptr || grammar->hints == nullptr ? std::string_view() : grammar->hints->other_half;
}

void ClientStage::hang_up(Moment now) {
  host_.hang_up();
  if (finding_) return;
  told_ = last_told_;
  if (left_ && (took_leave_ || played_.farewell.said.empty())) return pass(now);
  fail("the end of the connection", awaited(), now);
}

void ClientStage::tick(Moment now) {
  if (protocol_.tick != base::Duration{} && now >= next_tick_) {
    next_tick_ = now + protocol_.tick;
    host_.tick();
  }
  if (finding_) return;
  collect_output();
  look_for_faults(now);
  if (!finding_) host_.forget_message();
  if (!finding_) move_bots(now);
  if (!finding_) follow_plot(now);
  if (!finding_ && !left_) look_for_silence(now);
}

/// Bytes that make no message are told of sooner than silence.
void ClientStage::look_for_silence(Moment now) {
  const auto part = raw_.unfinished();
  if (now - last_act_ <= (part.empty() ? patience_ : std::min(patience_, kUnfinished))) return;
  told_ = last_told_;
  if (part.empty()) return fail(fmt::format("nothing for {} s", patience_.count() / 1000), awaited(), now);
  fail_by_frame(now);
}

void ClientStage::fail_by_frame(Moment now) {
  const auto part = raw_.unfinished();
  draft_.hint = protocols::wrong_frame(protocol_, part).value_or("");
  fail(fmt::format("only {}", protocols::escape(part.substr(0, kShown))), awaited(), now);
}

/// LF is taken for CR LF, and should not have to be.
void ClientStage::note_end() {
  const auto whole = raw_.whole();
  if (protocol_.line_end.size() < 2 || whole.ends_with(protocol_.line_end) || !draft_.asides.empty()) return;
  draft_.asides.push_back({.kind = "client/end-of-line",
                           .sentence = "docs/protocols/README.md: \"send exactly what the document says\"",
                           .sent = told_.empty() ? "" : "a< " + told_,
                           .came = fmt::format("a> {}, with LF behind it", without_strays(said_)),
                           .right = fmt::format("a> {}, with CR LF behind it", without_strays(said_))});
}

/// Every refusal of the session is a fault of the client, but for what it said before it could know better.
void ClientStage::look_for_faults(Moment now) {
  const auto& remarks = host_.watch().remarks;
  const auto& farewell = protocol_.checks->farewell.said;
  const bool knew = !farewell.empty() && protocols::has_sign(said_, farewell);  // that it is over
  const bool crossed = left_ && now - *left_ < kCrossing && !knew;
  for (; known_remarks_ < remarks.size(); ++known_remarks_) {
    if (!remarks[known_remarks_].refused || crossed) continue;
    blame(remarks[known_remarks_]);
    const auto part = raw_.unfinished();
    return fail(part.empty() ? said_ : fmt::format("only {}", protocols::escape(part.substr(0, kShown))),
                awaited(), now);
  }
}

/// Says what is wrong about what was refused: its frame, or else the sentence that it breaks and what may
/// have been meant. The reason is the same for other moves.
void ClientStage::blame(const protocols::Remark& remark) {
  const auto part = raw_.unfinished();
  if (const auto frame = protocols::wrong_frame(protocol_, part.empty() ? raw_.whole() : part)) {
    draft_.hint = *frame;
    return;
  }
  draft_.hint = broken_sentence(remark);
  if (said_ == before_) {
    draft_.fault.reason = reason_of_mistake(shape_of(protocol_, said_));
    draft_.fault.doubt = 1;
    draft_.hint += "; it is the second time, and the first was taken";
  } else if (const auto verb = verb_in_capitals(); !verb.empty()) {
    draft_.hint += fmt::format("; {} is written in capitals", verb);
  } else if (const auto meant = host_.meant(said_, before_); !meant.empty()) {
    draft_.fault.reason = reason_of_mistake(shape_of(protocol_, said_));
    draft_.fault.doubt = meant.size();
    draft_.hint += fmt::format("; {}", tell(meant));
  }
}

/// The verb that the document has where the client says it in small letters; "" if that is not so.
std::string ClientStage::verb_in_capitals() const {
  const auto* grammar = protocol_.grammar;
  const auto message = without_strays(said_);
  const auto end = grammar == nullptr ? 0 : message.find(grammar->separator);
  std::string verb(message.substr(0, end));
  std::ranges::transform(verb, verb.begin(), [](unsigned char sign) { return std::toupper(sign); });
  if (grammar == nullptr || message.starts_with(verb)) return "";
  const bool known = std::ranges::any_of(grammar->forms, [&](const protocols::Form& form) {
    return form.way == protocols::Way::to_server && form.verb == verb;
  });
  return known ? verb : "";
}

/// The sentence that the client broke, as far as the answer to it tells, and why in our own words.
std::string ClientStage::broken_sentence(const protocols::Remark& remark) const {
  for (const auto& answer : answers_) {
    if (protocol_.rule == nullptr) break;
    if (const auto rule = protocol_.rule(answer, remark.refused))
      return fmt::format("{}: \"{}\" ({})", rule->cite, rule->sentence, remark.detail);
  }
  return remark.detail;
}

bool ClientStage::is_bots_turn() const {
  const auto& watch = host_.watch();
  return watch.seated && !watch.over && watch.to_move && watch.to_move != watch.seat;
}

void ClientStage::move_bots(Moment now) {
  if (played_.plot == Plot::is_left && host_.watch().moves > 0) return;  // they leave instead
  const bool long_thought = played_.plot == Plot::waits && !moves_at_wait_;
  if (is_bots_turn() && long_thought) {
    if (!thinking_) thinking_ = now;
    if (now - *thinking_ < kLongThought) return;
    moves_at_wait_ = host_.watch().moves;
  }
  while (host_.move_bot()) last_act_ = now;
}

void ClientStage::leave(Moment now) {
  host_.send_bots_away();
  left_ = now;
}

void ClientStage::follow_plot(Moment now) {
  const auto& watch = host_.watch();
  switch (played_.plot) {
    case Plot::sits_down:
      if (watch.seated) pass(now);
      return;
    case Plot::plays:
      if (watch.moves >= kEnoughMoves || watch.over) pass(now);
      return;
    case Plot::waits:
      if (moves_at_wait_ && (watch.moves > *moves_at_wait_ || watch.over)) pass(now);
      return;
    case Plot::is_refused:
      if (watch.refused_by_plot > 0 && (watch.moves > 0 || watch.over)) pass(now);
      return;
    case Plot::is_left:
      if (!left_ && watch.moves > 0 && (is_bots_turn() || watch.over)) leave(now);
      break;
    case Plot::is_left_at_once:
      if (!left_ && watch.seated) leave(now);
      break;
    case Plot::comes_through:
      if (came_through_ || watch.over) pass(now);
      return;
    case Plot::finishes:
      if (!left_ && watch.over) left_ = now;
      break;
  }
  if (!left_) return;
  if (took_leave_ || host_.finished()) return pass(now);  // nothing is said to who has hung up
  if (played_.farewell.said.empty()) {
    if (now - *left_ > kAfterwards) pass(now);
  } else if (now - *left_ > std::min(patience_, kFarewell)) {
    told_ = last_told_;
    fail(fmt::format("nothing for {} ms after the end of the game", std::min(patience_, kFarewell).count()),
         awaited(), now);
  }
}

void ClientStage::collect_output() {
  const auto said = host_.take_output();
  tells_.hear(said);
  while (auto message = tells_.next()) {
    if (message->contains(R"("type":"PING")")) continue;
    log('<', *message);
    last_told_ = *message;
    answers_.push_back(*std::move(message));
  }
  for (const char sign : said) {
    if (sign == '\n' && played_.delivery == Delivery::carriage_returns) outbox_ += '\r';
    outbox_ += sign;
  }
}

std::string ClientStage::take_output(Moment now) {
  collect_output();
  if (played_.delivery == Delivery::all_at_once) {
    if (now - last_sent_ < kGathering) return "";
    last_sent_ = now;
  }
  constexpr std::size_t kManyBytes = 400;
  constexpr std::size_t kPiece = 97;
  const bool pieces = played_.delivery == Delivery::byte_by_byte;
  const auto count = !pieces                       ? outbox_.size()
                     : outbox_.size() > kManyBytes ? kPiece
                                                   : std::min<std::size_t>(1, outbox_.size());
  auto out = outbox_.substr(0, count);
  outbox_.erase(0, count);
  return out;
}

/// The beginning, and the end of what is too long.
void ClientStage::log(char sign, std::string_view text) {
  if (draft_.log.size() == kLogged) draft_.log.erase(draft_.log.begin() + kFirstLogged);
  draft_.log.push_back(fmt::format("a{} {}", sign, text.substr(0, kShown)));
}

void ClientStage::pass(Moment now) {
  draft_.seconds = std::chrono::duration<double>(now - begin_).count();
  finding_ = std::move(draft_);
}

void ClientStage::fail(std::string came, std::string right, Moment now) {
  draft_.result = Result::failed;
  draft_.position = host_.position();
  auto reason = !draft_.fault.reason.empty() ? draft_.fault.reason
                : !draft_.hint.empty()
                    ? draft_.hint
                    : fmt::format("{} <- {}", right, said_.empty() ? "nothing" : shape_of(protocol_, came));
  draft_.fault = {.reason = std::move(reason),
                  .right = right,
                  .came = came,
                  .step = draft_.log.size(),
                  .after = said_.empty() ? "" : shape_of(protocol_, said_),
                  .doubt = draft_.fault.doubt};
  draft_.sent = told_.empty() ? "" : "a< " + told_;
  draft_.came = "a> " + std::move(came);
  draft_.right = std::move(right);
  pass(now);
}

/// What is waited for, in words.
std::string ClientStage::awaited() const {
  const auto& watch = host_.watch();
  if (left_ && !played_.farewell.said.empty()) return std::string(played_.farewell.said);
  const auto& way = protocol_.checks->way;
  if (!watch.seated && way_ < way.size()) return fmt::format("{}, which leads to a game", way[way_]);
  if (!watch.seated) return "what leads to a game: name, lobby or queue, being ready";
  if (watch.refused_by_plot > 0 && watch.moves == 0) return "another move after the one that was refused";
  if (host_.is_half(said_)) return fmt::format("{}, which completes {}", verb_of_other_half(), said_);
  if (const auto example = host_.right_move(); !example.empty())
    return fmt::format("a legal move, {} for instance", example);
  return is_bots_turn() ? "patience while the opponent thinks" : "a move";
}

}  // namespace client::check
