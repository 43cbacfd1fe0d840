// What others may see of a conversation in the GC41 protocol: everything but the personal card and its
// points.
#include "protocols/shelfie/secrets.hpp"

#include <boost/json.hpp>

namespace protocols::shelfie {
namespace {

namespace json = boost::json;

/// A member of a member; nullptr if there is none.
json::value* find(json::value* value, std::string_view name) {
  auto* object = value == nullptr ? nullptr : value->if_object();
  return object == nullptr ? nullptr : object->if_contains(name);
}

}  // namespace

/// The last message tells everybody's points.
std::string conceal(std::string_view message, Speaker speaker) {
  if (speaker == Speaker::client) return std::string(message);
  json::error_code problem;
  auto value = json::parse({message.data(), message.size()}, problem);
  if (problem) return std::string(kHidden);
  auto* payload = find(&value, "payload");
  const auto* key = find(payload, "key");
  if (key != nullptr && *key == "END_GAME") return std::string(message);
  bool changed = false;
  for (const std::string_view secret : {"PERSONAL_GOAL_CARD", "PERSONAL_POINTS"}) {
    if (auto* found = find(find(payload, "data"), secret)) {
      *found = json::string(kHidden);
      changed = true;
    }
  }
  return changed ? json::serialize(value) : std::string(message);
}

}  // namespace protocols::shelfie
