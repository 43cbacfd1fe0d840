// Plain data as JSON, both ways.
#include "base/json.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace base {
namespace {

namespace json = boost::json;

/// Most texts hold nothing that must be escaped.
void append_text(std::string_view text, std::string& out) {
  const auto is_plain = [](char sign) {
    return static_cast<unsigned char>(sign) >= 0x20 && sign != '"' && sign != '\\';
  };
  if (std::ranges::all_of(text, is_plain)) {
    out.append("\"").append(text).append("\"");
  } else {
    out += json::serialize(json::string(text));
  }
}

void append(const Value& value, std::string& out);

void append_list(std::span<const Value> list, std::string& out) {
  out += '[';
  for (const auto& one : list) {
    if (&one != list.data()) out += ',';
    append(one, out);
  }
  out += ']';
}

void append_object(std::span<const Member> members, std::string& out) {
  out += '{';
  for (const auto& member : members) {
    if (&member != members.data()) out += ',';
    append_text(member.name, out);
    out += ':';
    append(member.value, out);
  }
  out += '}';
}

void append(const Value& value, std::string& out) {
  if (const auto text = value.text()) {
    append_text(*text, out);
  } else if (const auto number = value.number<std::int64_t>()) {
    out += std::to_string(*number);
  } else if (value.is_list()) {
    append_list(value.list(), out);
  } else if (value.is_object()) {
    append_object(value.members(), out);
  } else if (const auto truth = value.truth()) {
    out += *truth ? "true" : "false";
  } else if (const auto fraction = value.fraction()) {
    out += json::serialize(json::value(*fraction));
  } else {
    out += "null";
  }
}

Value plain(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return nullptr;
    case json::kind::bool_:
      return value.get_bool();
    case json::kind::int64:
      return value.get_int64();
    case json::kind::uint64:  // too large for the other
      return static_cast<double>(value.get_uint64());
    case json::kind::double_:
      return value.get_double();
    case json::kind::string:
      return std::string_view(value.get_string());
    case json::kind::array: {
      List list;
      list.reserve(value.get_array().size());
      for (const auto& one : value.get_array()) list.push_back(plain(one));
      return list;
    }
    case json::kind::object: {
      Members members;
      members.reserve(value.get_object().size());
      for (const auto& one : value.get_object())
        members.push_back({std::string(one.key()), plain(one.value())});
      return members;
    }
  }
  return nullptr;
}

}  // namespace

std::string write_json(const Value& value) {
  std::string out;
  append(value, out);
  return out;
}

Result<Value> read_json(std::string_view text) {
  json::error_code problem;
  const auto value = json::parse(json::string_view(text.data(), text.size()), problem);
  if (problem) return fail(Code::malformed, "this is no JSON: " + problem.message());
  return plain(value);
}

}  // namespace base
