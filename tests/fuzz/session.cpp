// Fuzzes the protocol of that name: both halves in all encodings, and that any split of the stream gives the
// same conversation.
#include "conversation.hpp"

namespace {

/// The same conversation with every message that a line describes in the encoding; the rest stays.
std::vector<fuzz::Speech> translated(const protocols::Encoding& encoding, std::vector<fuzz::Speech> script) {
  std::map<std::uint64_t, std::unique_ptr<protocols::Translator>> translators;
  for (auto& [peer, bytes] : script) {
    if (peer == 0) continue;
    auto& translator = translators[peer];
    if (translator == nullptr) translator = encoding.translate();
    if (auto said = translator->say(bytes)) bytes = *std::move(said);
  }
  return script;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto& protocol = *protocols::find(PARLOR_PROTOCOL);
  const auto script = fuzz::read_script(protocol, text);
  fuzz::converse(protocol, script);
  if (protocol.encodings.empty())
    fuzz::listen(*protocol.make_client(fuzz::kits()), fuzz::spoken(protocol, text));
  for (const auto& encoding : protocol.encodings) {
    std::string stream;
    if (encoding.translate == nullptr) {
      stream = fuzz::spoken(protocol, text);
    } else {
      const auto own = translated(encoding, script);
      fuzz::converse(protocol, own);
      for (const auto& [peer, said] : own) stream += said;
    }
    fuzz::listen(*encoding.make_client(fuzz::kits()), stream);
  }
  return 0;
}
