// Java streams as lines of the JSON mapping, and back.
#include "protocols/shelfie/translator.hpp"

#include <utility>

#include "protocols/shelfie/coding.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/json.hpp"

namespace protocols::shelfie {
namespace {

class JavaTranslator final : public Translator {
 public:
  base::Result<std::string> say(std::string_view line) override {
    const auto message = read_json(line);
    if (!message) return std::unexpected(message.error());
    std::string bytes(std::exchange(spoke_, true) ? "" : java::kStreamHeader);
    java::encode(*message, bytes);
    return bytes;
  }

  void hear(std::string_view bytes) override { heard_.receive(bytes); }

  base::Result<std::optional<std::string>> next() override {
    java::Tree message;
    const auto found = heard_.next(message);
    if (found == Coding::Found::nothing) return std::nullopt;
    if (found == Coding::Found::broken)
      return base::fail(base::Code::malformed, "not a Java stream: " + heard_.problem());
    std::string line;
    write_json(message, line);
    line.pop_back();
    return line;
  }

  bool is_within_message() const override { return heard_.is_within_object(); }

  std::unique_ptr<Translator> clone() const override { return std::make_unique<JavaTranslator>(*this); }

 private:
  Coding heard_{Encoding::java};
  bool spoke_ = false;
};

}  // namespace

std::unique_ptr<Translator> translate_java() { return std::make_unique<JavaTranslator>(); }

}  // namespace protocols::shelfie
