// How a server's words leave it.
#include "client/spar/mouth.hpp"

#include <boost/json.hpp>

#include "protocols/shelfie/java/stream.hpp"

namespace client::spar {
namespace {

namespace json = boost::json;

constexpr std::string_view kExplanation =
    " as you wish; the state of the protocol is, informally speaking, excellent: Πάντα καλά 😋 (NOK would "
    "look otherwise)";

/// The same value with the members of all objects the other way round.
json::value reversed(const json::value& value) {
  if (const auto* list = value.if_array()) {
    json::array turned;
    for (const auto& one : *list) turned.push_back(reversed(one));
    return turned;
  }
  const auto* object = value.if_object();
  if (object == nullptr) return value;
  json::object turned;
  for (auto member = object->end(); member != object->begin();) {
    --member;
    turned.emplace(member->key(), reversed(member->value()));
  }
  return turned;
}

}  // namespace

std::vector<std::string> Mouth::say(std::string_view bytes) {
  std::vector<std::string> pieces;
  if (bytes.empty()) return pieces;
  if (!std::exchange(begun_, true)) objects_ = bytes[0] == protocols::shelfie::java::kStreamHeader[0];
  if (objects_) {
    pieces.emplace_back(bytes);
  } else {
    unfinished_ += bytes;
    for (auto end = unfinished_.find(protocol_->line_end); end != std::string::npos;
         end = unfinished_.find(protocol_->line_end)) {
      pieces.push_back(dress(std::string_view(unfinished_).substr(0, end)));
      unfinished_.erase(0, end + protocol_->line_end.size());
    }
  }
  if (style_->pace != Pace::bytes) return pieces;
  std::vector<std::string> single;
  for (const auto& piece : pieces) {
    for (const char byte : piece) single.emplace_back(1, byte);
  }
  return single;
}

/// The message with its end, or with one of the others that a reader must take.
std::string Mouth::dress(std::string_view message) {
  auto text = style_->embellishes ? embellish(message) : std::string(message);
  const int turn = messages_++ % 3;
  if (!style_->mixes_ends || turn == 0) return text.append(protocol_->line_end);
  const std::string_view other = turn == 1 ? "\r\n" : "\n";
  const bool lines = protocol_->line_end.ends_with('\n');
  return lines ? text.append(other) : text.append(protocol_->line_end).append(other);
}

std::string Mouth::embellish(std::string_view message) const {
  std::string text(message);
  if (protocol_->name == "scrabble-clarkson" && message == "OK") return text.append(kExplanation);
  if (protocol_->name == "scrabble-twente" && message.starts_with("WELCOME"))
    return text.append(protocol_->unit).append("X-TOURNAMENT").append(protocol_->unit).append("x");
  if (protocol_->name == "spectrangle" && message.starts_with("LOBBY"))
    return text.append(protocol_->line_end).append(message);
  if (protocol_->name != "shelfie") return text;
  json::error_code problem;
  const auto value = json::parse(message, problem);
  return problem ? text : json::serialize(reversed(value));
}

}  // namespace client::spar
