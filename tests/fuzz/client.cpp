// Fuzzes the client's half of the protocol of that name in all encodings, and who plays with it: a server may
// say anything.
#include "player.hpp"

namespace {

/// Every line that describes a message in the encoding; the rest stays, behind the first of them.
std::string translated(const protocols::Encoding& encoding, std::string_view text) {
  const auto translator = encoding.translate();
  std::string bytes;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    text.remove_prefix(line.size());
    if (const auto said = translator->say(line)) {
      bytes += *said;
    } else if (!bytes.empty()) {
      bytes += line;
    }
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto& protocol = *protocols::find(PARLOR_PROTOCOL);
  if (protocol.encodings.empty()) fuzz::play(protocol, protocol.make_client(fuzz::kits()), text);
  for (const auto& encoding : protocol.encodings) {
    if (encoding.translate == nullptr) {
      fuzz::play(protocol, encoding.make_client(fuzz::kits()), text);
      continue;
    }
    fuzz::Player player(protocol, encoding.make_client(fuzz::kits()));
    player.hear(translated(encoding, text));
    player.end();
  }
  return 0;
}
