// How transcripts speak: as bytes, or as JSON in any encoding.
#include "transcript/speech.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <deque>

#include "protocols/shelfie/coding.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/json.hpp"

namespace transcript {
namespace {

namespace json = boost::json;
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

/// A tile by its letter, '_' for an empty place, '.' for a place where none can be; '?' is anything else.
char letter_of(const json::value& value) {
  const json::object* object = value.if_object();
  if (object == nullptr) return '?';
  if (const json::value* usable = object->if_contains("occupiable"); usable && *usable == false) return '.';
  if (const json::value* tile = object->if_contains("itemTileView")) return letter_of(*tile);
  const json::value* type = object->if_contains("type");
  if (type == nullptr) return '?';
  return type->is_string() ? type->get_string().front() : '_';
}

/// A member of this name says that there may be others.
constexpr std::string_view kOthers = "...";

bool fits(const json::value& expected, const json::value& heard) {
  if (expected == "*") return true;
  if (expected.is_string() && heard.is_array()) {
    return std::ranges::equal(expected.get_string(), heard.get_array(), {}, {}, letter_of);
  }
  if (expected.is_array() && heard.is_array()) {
    return std::ranges::equal(expected.get_array(), heard.get_array(), fits);
  }
  if (!expected.is_object() || !heard.is_object()) return expected == heard;
  const auto& members = heard.get_object();
  const bool some = expected.get_object().contains(kOthers);
  return (some || expected.get_object().size() == members.size()) &&
         std::ranges::all_of(expected.get_object(), [&](const auto& member) {
           if (member.key() == kOthers) return true;
           const json::value* found = members.if_contains(member.key());
           return found != nullptr && fits(member.value(), *found);
         });
}

/// Lines of JSON, compared by value.
class Json final : public Speech {
 public:
  std::string say(std::string_view text) override { return std::string(text); }
  void hear(std::string_view bytes) override { heard_ += bytes; }
  bool take(std::string_view expected) override {
    const auto end = heard_.find('\n');
    if (end == std::string::npos || !matches(expected, std::string_view(heard_).substr(0, end))) return false;
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
    if (heard_.empty() || !matches(expected, heard_.front())) return false;
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

bool matches(std::string_view expected, std::string_view heard) {
  json::error_code problem;
  const auto one = json::parse({expected.data(), expected.size()}, problem);
  if (problem) return false;
  const auto other = json::parse({heard.data(), heard.size()}, problem);
  return !problem && fits(one, other);
}

std::unique_ptr<Speech> make_speech(const protocols::Protocol& protocol, std::string_view encoding,
                                    Pings pings) {
  if (protocol.name == "web") return std::make_unique<Json>();
  if (protocol.encodings.empty()) return std::make_unique<Plain>();
  return std::make_unique<Mapped>(encoding == "json" ? shelfie::Encoding::json : shelfie::Encoding::java,
                                  pings);
}

}  // namespace transcript
