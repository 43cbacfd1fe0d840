// Nothing but messages.
#include "client/check/sieve.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace client::check {
namespace {

constexpr std::array<std::string_view, 10> kTwente{
    "WELCOME",    "INFORMQUEUE", "STARTGAME", "NOTIFYTURN", "NEWTILES",
    "INFORMMOVE", "GAMEOVER",    "ERROR",     "NOTIFYCHAT", "PLAYERDISCONNECTED"};

}  // namespace

Sieve::Sieve(const protocols::Protocol& protocol)
    : end_(protocol.line_end), bytes_(!protocol.encodings.empty()) {}

std::string Sieve::sift(std::string_view bytes) {
  if (bytes_) return std::string(bytes);
  std::string sifted;
  for (const char byte : bytes) take(byte, sifted);
  return sifted;
}

void Sieve::take(char byte, std::string& sifted) {
  const bool line_feeds = end_.back() == '\n';
  if (between_ && (byte == '\0' || (!line_feeds && (byte == '\r' || byte == '\n')))) return;
  between_ = byte == end_.back();
  if (between_) {
    held_.clear();
    sifted += end_;
  } else if (byte == '\r' || (!line_feeds && byte == '\n')) {
    held_ += byte;
  } else {
    sifted += std::exchange(held_, {});
    sifted += byte;
  }
}

bool is_known(const protocols::Protocol& protocol, std::string_view message) {
  if (protocol.name != "scrabble-twente") return true;
  return std::ranges::find(kTwente, message.substr(0, message.find('|'))) != kTwente.end();
}

}  // namespace client::check
