// Fuzzes the client's half of the shelfie protocol in both encodings, and who plays with it: a server may say
// anything.
#include "player.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/json.hpp"

namespace {

/// Every line that describes a message as a serialized object; the rest stays.
std::string as_java(std::string_view text) {
  std::string bytes(protocols::shelfie::java::kStreamHeader);
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    text.remove_prefix(line.size());
    if (const auto message = protocols::shelfie::read_json(line)) {
      protocols::shelfie::java::encode(*message, bytes);
    } else {
      bytes += line;
    }
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto& protocol = *protocols::find("shelfie");
  fuzz::play(protocol, protocol.encodings[1].play(fuzz::kits()), text);
  fuzz::Player player(protocol, protocol.encodings[0].play(fuzz::kits()));
  player.hear(as_java(text));
  player.end();
  return 0;
}
