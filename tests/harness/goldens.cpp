// The captured messages of an existing program.
#include "harness/goldens.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "protocols/shelfie/java/decoder.hpp"

namespace harness {
namespace {

namespace json = boost::json;

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

std::vector<Golden> read_goldens() {
  std::ifstream file(PARLOR_SOURCE_DIR "/docs/protocols/shelfie-golden-messages.json");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const json::value document = json::parse(text);
  std::vector<Golden> goldens;
  for (const auto& message : document.at("messages").as_array()) {
    goldens.push_back({json::value_to<std::string>(message.at("name")),
                       from_hex(json::value_to<std::string>(message.at("hex_without_header_and_reset"))),
                       message.at("decoded")});
  }
  return goldens;
}

}  // namespace

const std::vector<Golden>& goldens() {
  static const std::vector<Golden> kAll = read_goldens();
  return kAll;
}

const Golden& golden(std::string_view name) {
  for (const Golden& one : goldens()) {
    if (one.name == name) return one;
  }
  throw std::out_of_range(std::string(name));
}

protocols::shelfie::java::Tree decode(const Golden& golden) {
  protocols::shelfie::java::Decoder decoder;
  decoder.feed(protocols::shelfie::java::kStreamHeader);
  decoder.feed(golden.bytes);
  return **decoder.next();
}

}  // namespace harness
