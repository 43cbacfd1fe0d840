// Fuzzes the reader of WebSocket frames: any cut of the stream means the same, and nothing follows its end.
#include "net/websocket.hpp"

#include <cstdlib>
#include <vector>

#include "base/text.hpp"

namespace {

using namespace net::websocket;

std::vector<Event> read(std::string_view bytes, std::size_t step) {
  Reader reader;
  std::vector<Event> events;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(step, bytes.size()))) {
    reader.receive(bytes.substr(0, step));
    while (auto event = reader.next()) events.push_back(*std::move(event));
  }
  return events;
}

bool ends(const Event& event) {
  return std::holds_alternative<Close>(event) || std::holds_alternative<Broken>(event);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t step = 1 + bytes[0] % 32;  // the first byte says how the rest is cut
  const std::string_view stream(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const auto events = read(stream, stream.size() + 1);
  if (events != read(stream, step)) std::abort();
  for (std::size_t at = 0; at < events.size(); ++at) {
    if (ends(events[at]) && at + 1 != events.size()) std::abort();
    const auto* text = std::get_if<Text>(&events[at]);
    if (text != nullptr && (text->payload.size() > kMostMessage || !base::is_utf8(text->payload)))
      std::abort();
  }
  return 0;
}
