// Fuzzes the Java stream of the shelfie protocol: any cut gives the same messages, and what decodes encodes
// again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/shelfie/java/decoder.hpp"
#include "protocols/shelfie/java/encoder.hpp"

namespace {

using namespace protocols::shelfie::java;

void demand(bool condition) {
  if (!condition) std::abort();
}

struct Reading {
  std::vector<Tree> messages;
  bool failed = false;

  friend bool operator==(const Reading&, const Reading&) = default;
};

/// Feeds the stream in pieces of that size and collects what comes out.
Reading read_stream(std::string_view stream, std::size_t piece) {
  Reading reading;
  Decoder decoder;
  for (std::size_t at = 0; at < stream.size() && !reading.failed; at += piece) {
    decoder.feed(stream.substr(at, piece));
    for (;;) {
      auto message = decoder.next();
      if (!message) reading.failed = true;
      if (!message || !*message) break;
      reading.messages.push_back(**std::move(message));
    }
  }
  return reading;
}

void check_message(const Tree& message) {
  std::string stream(kStreamHeader);
  encode(message, stream);
  const Reading again = read_stream(stream, stream.size());
  demand(again == Reading{{message}, false});
  std::string same(kStreamHeader);
  encode(again.messages[0], same);
  demand(same == stream);
}

void check_stream(std::string_view stream, std::size_t piece) {
  const Reading whole = read_stream(stream, stream.size() + 1);
  demand(read_stream(stream, piece) == whole);
  for (const Tree& message : whole.messages) check_message(message);
}

}  // namespace

/// The first byte says how to cut; the rest is a stream, with or without its header.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = 1 + data[0] % 64;
  check_stream(rest, piece);
  check_stream(std::string(kStreamHeader).append(rest), piece);
  return 0;
}
