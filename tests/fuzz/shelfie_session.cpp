// Fuzzes the shelfie protocol: both halves in both encodings, and that any split of the stream gives the same
// conversation.
#include <array>

#include "conversation.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/json.hpp"

namespace {

/// The same conversation with every message that a line describes as a serialized object; the rest stays.
std::vector<fuzz::Speech> as_java(std::vector<fuzz::Speech> script) {
  std::array<bool, 3> greeted{};
  for (auto& [peer, bytes] : script) {
    if (peer == 0) continue;
    const auto message = protocols::shelfie::read_json(bytes);
    if (!message) continue;
    bytes = std::exchange(greeted[peer], true) ? "" : protocols::shelfie::java::kStreamHeader;
    protocols::shelfie::java::encode(*message, bytes);
  }
  return script;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto& protocol = *protocols::find("shelfie");
  const auto script = fuzz::read_script(protocol, text);
  const auto java = as_java(script);
  fuzz::converse(protocol, script);
  fuzz::converse(protocol, java);
  std::string stream;
  for (const auto& [peer, said] : java) stream += said;
  fuzz::listen(*protocol.encodings[0].play(fuzz::kits()), stream);
  fuzz::listen(*protocol.encodings[1].play(fuzz::kits()), text);
  return 0;
}
