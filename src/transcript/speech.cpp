// How transcripts speak: as bytes, or as JSON in any encoding.
#include "transcript/speech.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "protocols/matches.hpp"

namespace transcript {
namespace {

class Plain final : public Speech {
 public:
  std::string say(std::string_view text) override { return std::string(text); }
  void hear(std::string_view bytes) override { heard_ += bytes; }
  bool take(std::string_view expected) override {
    if (!heard_.starts_with(expected)) return false;
    heard_.erase(0, expected.size());
    return true;
  }
  std::string rest() const override { return heard_; }

 private:
  std::string heard_;
};

/// Lines of JSON, compared by value, whatever the encoding is; what does not begin with '{' is sent as it
/// stands.
class Json final : public Speech {
 public:
  /// Without a translator messages are the lines themselves. What contains the ping is passed over, if there
  /// is one.
  Json(std::unique_ptr<protocols::Translator> translator, std::string_view ping)
      : translator_(std::move(translator)), ping_(ping) {}

  std::string say(std::string_view text) override {
    if (!translator_ || !text.starts_with('{')) return std::string(text);
    return translator_->say(text).value_or("a line that cannot be translated");
  }

  void hear(std::string_view bytes) override {
    if (translator_) return hear_translated(bytes);
    partial_ += bytes;
    for (auto end = partial_.find('\n'); end != std::string::npos; end = partial_.find('\n')) {
      keep(partial_.substr(0, end));
      partial_.erase(0, end + 1);
    }
  }

  bool take(std::string_view expected) override {
    if (heard_.empty() || !protocols::matches(expected, heard_.front())) return false;
    heard_.pop_front();
    return true;
  }

  std::string rest() const override {
    std::string all;
    for (const auto& line : heard_) all += line + "\n";
    return all + partial_;
  }

 private:
  void hear_translated(std::string_view bytes) {
    translator_->hear(bytes);
    auto line = translator_->next();
    for (; line && *line; line = translator_->next()) keep(**std::move(line));
    if (!line) partial_ = line.error().detail;
  }

  void keep(std::string line) {
    if (ping_.empty() || !line.contains(ping_)) heard_.push_back(std::move(line));
  }

  std::unique_ptr<protocols::Translator> translator_;
  std::string_view ping_;
  std::deque<std::string> heard_;
  std::string partial_;
};

}  // namespace

std::unique_ptr<Speech> make_speech(const protocols::Protocol& protocol, std::string_view encoding,
                                    Pings pings) {
  if (!protocol.json) return std::make_unique<Plain>();
  const auto& all = protocol.encodings;
  const auto named = std::ranges::find(all, encoding, &protocols::Encoding::name);
  const auto spoken = named == all.end() ? all.begin() : named;  // the first, unless another is named
  auto translator = spoken == all.end() || spoken->translate == nullptr ? nullptr : spoken->translate();
  return std::make_unique<Json>(std::move(translator), pings == Pings::heard ? "" : protocol.ping);
}

}  // namespace transcript
