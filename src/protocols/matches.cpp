// Messages in JSON against what a transcript expects.
#include "protocols/matches.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace protocols {
namespace {

namespace json = boost::json;

/// A tile by its letter, '_' for an empty place, '.' for a place where none can be; '?' is anything else.
char letter_of(const json::value& value) {
  const json::object* object = value.if_object();
  if (object == nullptr) return '?';
  if (const json::value* usable = object->if_contains("occupiable"); usable && *usable == false) return '.';
  if (const json::value* tile = object->if_contains("itemTileView")) return letter_of(*tile);
  const json::value* type = object->if_contains("type");
  if (type == nullptr) return '?';
  return type->is_string() ? type->get_string().front() : '_';
}

/// A member of this name says that there may be others.
constexpr std::string_view kOthers = "...";

/// The list of all games, which may go on: a new game is no other conversation.
constexpr std::string_view kGames = "games";

bool fits(const json::value& expected, const json::value& heard);

bool begins(const json::value& expected, const json::value& heard) {
  if (!expected.is_array() || !heard.is_array()) return fits(expected, heard);
  const auto& wanted = expected.get_array();
  const auto& all = heard.get_array();
  return wanted.size() <= all.size() && std::equal(wanted.begin(), wanted.end(), all.begin(), fits);
}

bool fits(const json::value& expected, const json::value& heard) {
  if (expected == "*") return true;
  if (expected.is_string() && heard.is_array()) {
    return std::ranges::equal(expected.get_string(), heard.get_array(), {}, {}, letter_of);
  }
  if (expected.is_array() && heard.is_array()) {
    return std::ranges::equal(expected.get_array(), heard.get_array(), fits);
  }
  if (!expected.is_object() || !heard.is_object()) return expected == heard;
  const auto& members = heard.get_object();
  const bool some = expected.get_object().contains(kOthers);
  return (some || expected.get_object().size() == members.size()) &&
         std::ranges::all_of(expected.get_object(), [&](const auto& member) {
           if (member.key() == kOthers) return true;
           const json::value* found = members.if_contains(member.key());
           if (found == nullptr) return false;
           return member.key() == kGames ? begins(member.value(), *found) : fits(member.value(), *found);
         });
}

}  // namespace

bool matches(std::string_view expected, std::string_view heard) {
  json::error_code problem;
  const auto one = json::parse({expected.data(), expected.size()}, problem);
  if (problem) return false;
  const auto other = json::parse({heard.data(), heard.size()}, problem);
  return !problem && fits(one, other);
}

}  // namespace protocols
