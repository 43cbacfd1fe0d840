// What was said on one wire connection of late.
#include "server/recording.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "games/refusals.hpp"

namespace server {
namespace {

enum class Kind : std::uint8_t { heard, said, refused };

Kind kind_of(Speaker speaker) { return speaker == Speaker::client ? Kind::heard : Kind::said; }
Speaker speaker_of(Kind kind) { return kind == Kind::heard ? Speaker::client : Speaker::server; }

}  // namespace

/// What stands before the bytes of each.
struct Reader::Record {
  std::int64_t at;  ///< in milliseconds
  std::uint64_t order;
  std::uint32_t size;
  Kind kind;
  base::Code code;
};

namespace {

template <class Record>
Record record_at(std::string_view bytes) {
  Record record;
  std::memcpy(&record, bytes.data(), sizeof record);
  return record;
}

}  // namespace

void Recording::append(const Reader::Record& record, std::string_view bytes) {
  last_ = bytes_.size();
  bytes_.append(reinterpret_cast<const char*>(&record), sizeof record);  // NOLINT: as bytes
  bytes_ += bytes;
}

void Recording::note(base::Time at, std::uint64_t order, Speaker speaker, std::string_view bytes) {
  if (speaker == Speaker::server) refusals_ = 0;
  if (repeats(speaker, bytes)) return;
  append({base::millis(at), order, static_cast<std::uint32_t>(bytes.size()), kind_of(speaker), {}}, bytes);
}

void Recording::note_refusal(base::Time at, std::uint64_t order, base::Reason code, std::string_view why) {
  if (refusals_ == kMostRefusals) return;
  ++refusals_;
  const auto text = fmt::format("{} {}", code.own, why);
  append({base::millis(at), order, static_cast<std::uint32_t>(text.size()), Kind::refused, code.kind}, text);
}

/// Whether the last that is kept was the same; pings are.
bool Recording::repeats(Speaker speaker, std::string_view bytes) const {
  if (speaker == Speaker::client || last_ >= bytes_.size()) return false;
  const auto record = record_at<Reader::Record>(std::string_view(bytes_).substr(last_));
  return record.kind == Kind::said && std::string_view(bytes_).substr(last_ + sizeof record) == bytes;
}

void Recording::keep_within(std::size_t limit) {
  if (bytes_.size() <= limit) return;
  if (!forgot_) forgot_ = std::make_unique<Reader>(*protocol_);
  std::size_t gone = 0;
  while (bytes_.size() - gone > limit / 2 && gone < last_)
    gone += sizeof(Reader::Record) + record_at<Reader::Record>(std::string_view(bytes_).substr(gone)).size;
  std::string_view rest(bytes_.data(), gone);
  while (!rest.empty()) {
    const auto record = record_at<Reader::Record>(rest);
    forgot_->pass_over(record, rest.substr(sizeof record, record.size));
    rest.remove_prefix(sizeof record + record.size);
  }
  bytes_ = bytes_.substr(gone);
  last_ -= gone;
  start_ += gone;
  forgot_->position_ = start_;
}

Reader Recording::reader() const { return forgot_ ? *forgot_ : Reader(*protocol_); }

Reader::Reader(const protocols::Protocol& protocol)
    : protocol_(&protocol),
      cutters_{transcript::MessageCutter(protocol), transcript::MessageCutter(protocol)} {}

std::vector<Message> Reader::read(const Recording& recording) {
  if (position_ < recording.start_) *this = recording.reader();
  std::vector<Message> messages;
  auto rest = std::string_view(recording.bytes_).substr(position_ - recording.start_);
  while (!rest.empty()) {
    const auto record = record_at<Record>(rest);
    take(record, rest.substr(sizeof record, record.size), messages);
    rest.remove_prefix(sizeof record + record.size);
  }
  position_ = recording.start_ + recording.bytes_.size();
  return messages;
}

/// A game's own word for it stands before what people read.
Reader::Refusal Reader::refusal_in(const Record& record, std::string_view bytes) {
  const auto own = games::find_refusal(base::cut(bytes, ' '));
  return {own.value_or(record.code), std::string(bytes)};
}

void Reader::take(const Record& record, std::string_view bytes, std::vector<Message>& messages) {
  if (record.kind == Kind::refused) {
    refusals_.push_back(refusal_in(record, bytes));
    return;
  }
  const auto speaker = speaker_of(record.kind);
  auto& cutter = listen(record);
  cutter.hear(bytes);
  while (auto text = cutter.next()) {
    auto& message =
        messages.emplace_back(Message{base::from_millis(record.at), record.order, speaker, *std::move(text)});
    if (speaker == Speaker::server) judge(message);
  }
  if (speaker == Speaker::server) refusals_.clear();  // those that have no answer of their own
}

/// As `take`, for what nobody will look at: much is forgotten where many talk.
void Reader::pass_over(const Record& record, std::string_view bytes) {
  if (record.kind == Kind::refused) {
    refusals_.push_back(refusal_in(record, bytes));
    return;
  }
  listen(record).pass_over(bytes);
  if (record.kind == Kind::said) refusals_.clear();
}

transcript::MessageCutter& Reader::listen(const Record& record) {
  const auto who = static_cast<std::size_t>(speaker_of(record.kind));
  last_at_[who] = base::from_millis(record.at);
  last_order_[who] = record.order;
  return cutters_[who];
}

Message Reader::rest(Speaker speaker) const {
  const auto who = static_cast<std::size_t>(speaker);
  return {last_at_[who], last_order_[who], speaker, cutters_[who].rest()};
}

/// Answers come in the order of the refusals.
void Reader::judge(Message& message) {
  const auto known = refusals_.empty() ? protocols::Reason{} : protocols::Reason{refusals_.front().code};
  message.rule = protocol_->rule(message.text, known);
  message.refuses = message.rule || protocol_->rule(message.text, std::nullopt);
  if (!message.refuses || !known) return;
  message.code = known;
  message.why = std::move(refusals_.front().why);
  refusals_.pop_front();
}

}  // namespace server
