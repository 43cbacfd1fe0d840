// How transcripts speak: as bytes, or as JSON in any encoding.
#include "transcript/speech.hpp"

#include <deque>

#include "protocols/matches.hpp"
#include "protocols/shelfie/coding.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/json.hpp"

namespace transcript {
namespace {

namespace shelfie = protocols::shelfie;

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

/// Lines of JSON, compared by value.
class Json final : public Speech {
 public:
  std::string say(std::string_view text) override { return std::string(text); }
  void hear(std::string_view bytes) override { heard_ += bytes; }
  bool take(std::string_view expected) override {
    const auto end = heard_.find('\n');
    if (end == std::string::npos || !protocols::matches(expected, std::string_view(heard_).substr(0, end)))
      return false;
    heard_.erase(0, end + 1);
    return true;
  }
  std::string rest() const override { return heard_; }

 private:
  std::string heard_;
};

/// Lines are the JSON mapping whatever the encoding is; what does not begin with '{' is sent as it stands.
class Mapped final : public Speech {
 public:
  Mapped(shelfie::Encoding encoding, Pings pings) : encoding_(encoding), pings_(pings), ears_(encoding) {}

  std::string say(std::string_view text) override {
    if (encoding_ == shelfie::Encoding::json || !text.starts_with('{')) return std::string(text);
    const auto message = shelfie::read_json(text);
    if (!message) return "a line that cannot be translated";
    std::string bytes(std::exchange(spoke_, true) ? "" : shelfie::java::kStreamHeader);
    shelfie::java::encode(*message, bytes);
    return bytes;
  }

  void hear(std::string_view bytes) override {
    if (encoding_ == shelfie::Encoding::java) return hear_java(bytes);
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
  void hear_java(std::string_view bytes) {
    ears_.receive(bytes);
    shelfie::java::Tree message;
    for (auto found = ears_.next(message); found != shelfie::Coding::Found::nothing;
         found = ears_.next(message)) {
      if (found == shelfie::Coding::Found::broken) {
        partial_ = "not a Java stream: " + ears_.problem();
        return;
      }
      std::string line;
      shelfie::write_json(message, line);
      keep(line.substr(0, line.size() - 1));
    }
  }

  void keep(std::string line) {
    if (pings_ == Pings::heard || line.find(R"("type":"PING")") == std::string::npos)
      heard_.push_back(std::move(line));
  }

  shelfie::Encoding encoding_;
  Pings pings_;
  shelfie::Coding ears_;
  bool spoke_ = false;
  std::deque<std::string> heard_;
  std::string partial_;
};

}  // namespace

std::unique_ptr<Speech> make_speech(const protocols::Protocol& protocol, std::string_view encoding,
                                    Pings pings) {
  if (protocol.name == "web") return std::make_unique<Json>();
  if (protocol.encodings.empty()) return std::make_unique<Plain>();
  return std::make_unique<Mapped>(encoding == "json" ? shelfie::Encoding::json : shelfie::Encoding::java,
                                  pings);
}

}  // namespace transcript
