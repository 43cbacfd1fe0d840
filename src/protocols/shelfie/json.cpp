// The JSON mapping of messages: the class table says what stands where, in both directions.
#include "protocols/shelfie/json.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>
#include <limits>
#include <vector>

#include "protocols/shelfie/java/stream.hpp"

namespace protocols::shelfie {

namespace {

namespace json = boost::json;
using java::Class;
using java::Data;
using java::Field;
using java::Holds;
using java::Kind;
using java::Shape;
using java::Tree;
using java::Value;

constexpr std::array kKeys{Class::key_connection_payload, Class::key_lobby_payload, Class::key_error_payload,
                           Class::turn_phase};

/// What a field is called here: as in the class table, but for the outermost objects.
std::string_view name_of(const Field& field) {
  if (field.name == "messageHeader") return "header";
  if (field.name == "messagePayload") return "payload";
  if (field.name == "messageType") return "type";
  return field.name;
}

/// What stands behind a key of the map; VALUE_CLIENT and PERSONAL_POINTS are looked at by themselves.
struct KnownEntry {
  Holds holds;
  Class of{};
};
KnownEntry entry_of(Data key) {
  switch (key) {
    case Data::error:
      return {Holds::one, Class::error_type};
    case Data::phase:
      return {Holds::one, Class::turn_phase};
    case Data::selected_items:
      return {Holds::one, Class::item_tiles};
    case Data::max_selectable_tiles:
    case Data::personal_points:
      return {Holds::one, Class::integer};
    case Data::new_board:
      return {Holds::one, Class::board_box_rows};
    case Data::new_bookshelf:
      return {Holds::one, Class::item_tile_rows};
    case Data::points:
      return {Holds::one, Class::player_points};
    case Data::token:
      return {Holds::one, Class::ints};
    case Data::personal_goal_card:
      return {Holds::one, Class::personal_goal_card};
    case Data::common_goal:
      return {Holds::one, Class::int_rows};
    case Data::content:
    case Data::next_player:
    case Data::who_change:
    case Data::bookshelf_full_player:
    case Data::ranking:
    case Data::value_client:
      break;
  }
  return {Holds::text};
}

std::optional<std::int32_t> int_of(const json::value& value) {
  const std::int64_t* number = value.if_int64();
  if (number == nullptr || !std::in_range<std::int32_t>(*number)) return std::nullopt;
  return static_cast<std::int32_t>(*number);
}

/// Keeps the first problem; what is read after it does not matter.
class Reader {
 public:
  explicit Reader(Tree& tree) : tree_(tree) {}

  Value instance(const json::value& value, Class of);
  const std::string& problem() const { return problem_; }

 private:
  Value wrong(std::string_view what) {
    if (problem_.empty()) problem_ = what;
    return {};
  }

  Value one(const json::value& value, Holds holds, Class of);
  Value constant(const json::value& value, std::span<const Class> enums);
  Value object(const json::value& value, Class of);
  Value array(const json::value& value, Class of);
  Value boxes(const json::value& value);
  Value map(const json::value& value);
  Value entry(Data key, const json::value& value);
  Value anything(const json::value& value);
  std::optional<Value> ints(const json::value& value);

  Tree& tree_;
  std::string problem_;
};

Value Reader::one(const json::value& value, Holds holds, Class of) {
  switch (holds) {
    case Holds::number:
      if (const auto number = int_of(value)) return java::number(*number);
      return wrong("a number of 32 bits is missing");
    case Holds::truth:
      return value.is_bool() ? java::truth(value.get_bool()) : wrong("true or false is missing");
    case Holds::text:
      if (value.is_null()) return {};
      return value.is_string() ? tree_.text(value.get_string()) : wrong("a text is missing");
    case Holds::keys:
      return value.is_null() ? Value{} : constant(value, kKeys);
    case Holds::one:
      return value.is_null() ? Value{} : instance(value, of);
    case Holds::real:
      break;
  }
  return wrong("there is no such field");
}

Value Reader::instance(const json::value& value, Class of) {
  switch (java::info(of).shape) {
    case Shape::constant:
      return constant(value, {&of, 1});
    case Shape::array:
      return array(value, of);
    case Shape::list:
      return boxes(value);
    case Shape::map:
      return map(value);
    case Shape::object:
      if (of != Class::integer) return object(value, of);
      if (const auto number = int_of(value)) return tree_.integer(*number);
      return wrong("a number of 32 bits is missing");
    case Shape::abstract:
      break;
  }
  return wrong("there is no such class");
}

Value Reader::constant(const json::value& value, std::span<const Class> enums) {
  if (!value.is_string()) return wrong("the name of a constant is missing");
  const std::string_view name = value.get_string();
  for (const Class one : enums) {
    if (const auto ordinal = java::find_constant(one, name)) {
      return {.kind = Kind::constant, .of = one, .ordinal = *ordinal};
    }
  }
  return wrong(kNoSuchConstant);
}

/// A missing member is null; a strange one is refused.
Value Reader::object(const json::value& value, Class of) {
  const json::object* members = value.if_object();
  if (members == nullptr) return wrong("an object is missing");
  const std::span<const Field> fields = java::info(of).fields;
  const Value made = tree_.reserve(Kind::object, of, fields.size());
  std::size_t known = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const json::value* member = members->if_contains(name_of(fields[i]));
    known += member != nullptr ? 1 : 0;
    tree_.set(made, i, one(member != nullptr ? *member : json::value(), fields[i].holds, fields[i].of));
  }
  return known == members->size() ? made : wrong("an object has a member that it should not have");
}

Value Reader::array(const json::value& value, Class of) {
  const json::array* items = value.if_array();
  if (items == nullptr || items->size() > java::kMaxItems) return wrong("an array is missing or too long");
  const java::ClassInfo& known = java::info(of);
  const Value made = tree_.reserve(Kind::array, of, items->size());
  for (std::size_t i = 0; i < items->size(); ++i) {
    tree_.set(made, i, one((*items)[i], known.holds, known.of));
  }
  return made;
}

/// The only list there is: the places of a personal card.
Value Reader::boxes(const json::value& value) {
  const json::array* items = value.if_array();
  if (items == nullptr || items->size() > java::kMaxItems) return wrong("a list is missing or too long");
  std::vector<Value> made;
  made.reserve(items->size());
  for (const json::value& item : *items) made.push_back(object(item, Class::personal_goal_box));
  return tree_.list(made);
}

Value Reader::map(const json::value& value) {
  const json::object* members = value.if_object();
  if (members == nullptr) return wrong("data must be an object");
  std::vector<std::pair<Data, Value>> entries;
  for (const auto& [name, member] : *members) {
    const auto key = java::find_constant(Class::data, name);
    if (!key) return wrong("there is no such constant of Data");
    entries.emplace_back(static_cast<Data>(*key), entry(static_cast<Data>(*key), member));
  }
  return tree_.map(entries);
}

Value Reader::entry(Data key, const json::value& value) {
  if (key == Data::value_client) return anything(value);
  if (key == Data::personal_points && value.is_array()) return array(value, Class::ints);
  const KnownEntry known = entry_of(key);
  return one(value, known.holds, known.of);
}

Value Reader::anything(const json::value& value) {
  if (value.is_null()) return {};
  if (const auto number = int_of(value)) return tree_.integer(*number);
  if (const auto numbers = ints(value)) return *numbers;
  if (value.is_string()) return tree_.text(value.get_string());
  return tree_.text(json::serialize(value));
}

std::optional<Value> Reader::ints(const json::value& value) {
  const json::array* items = value.if_array();
  if (items == nullptr || items->size() > java::kMaxItems) return std::nullopt;
  std::vector<std::int32_t> numbers;
  for (const json::value& item : *items) {
    const auto number = int_of(item);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return tree_.ints(numbers);
}

class Writer {
 public:
  Writer(const Tree& tree, std::string& out) : tree_(tree), out_(out) {}

  void write(Value value);

 private:
  void number(std::int32_t number);
  void text(std::string_view text);
  void name(std::string_view name);
  void object(Value value);
  void map(std::span<const Value> entries);
  void items(std::span<const Value> items);

  const Tree& tree_;
  std::string& out_;
};

void Writer::write(Value value) {
  switch (value.kind) {
    case Kind::null:
      out_ += "null";
      return;
    case Kind::number:
      return number(value.number);
    case Kind::truth:
      out_ += value.number != 0 ? "true" : "false";
      return;
    case Kind::constant:
      return name(java::info(value.of).constants[value.ordinal]);
    case Kind::text:
      return text(tree_.text_of(value));
    case Kind::object:
      return value.of == Class::integer ? write(tree_.items(value)[0]) : object(value);
    case Kind::map:
      return map(tree_.items(value));
    case Kind::array:
    case Kind::list:
      return items(tree_.items(value));
  }
}

void Writer::number(std::int32_t number) {
  const fmt::format_int digits(number);
  out_.append(digits.data(), digits.size());
}

void Writer::text(std::string_view text) { out_ += json::serialize(json::string_view(text)); }

/// Of a field or constant: nothing in it needs an escape.
void Writer::name(std::string_view name) {
  out_ += '"';
  out_ += name;
  out_ += '"';
}

void Writer::object(Value value) {
  const std::span<const Field> fields = java::info(value.of).fields;
  const std::span<const Value> parts = tree_.items(value);
  out_ += '{';
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out_ += ',';
    name(name_of(fields[i]));
    out_ += ':';
    write(parts[i]);
  }
  out_ += '}';
}

void Writer::map(std::span<const Value> entries) {
  out_ += '{';
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    if (i > 0) out_ += ',';
    write(entries[i]);
    out_ += ':';
    write(entries[i + 1]);
  }
  out_ += '}';
}

void Writer::items(std::span<const Value> items) {
  out_ += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out_ += ',';
    write(items[i]);
  }
  out_ += ']';
}

}  // namespace

base::Result<Tree> read_json(std::string_view line) {
  json::error_code problem;
  const json::value root = json::parse({line.data(), line.size()}, problem);
  if (problem) return base::fail(base::Code::malformed, "the line is not JSON: " + problem.message());
  Tree tree;
  Reader reader(tree);
  tree.root = reader.instance(root, Class::message);
  if (!reader.problem().empty()) return base::fail(base::Code::malformed, reader.problem());
  return tree;
}

void write_json(const Tree& tree, std::string& out) {
  Writer(tree, out).write(tree.root);
  out += '\n';
}

}  // namespace protocols::shelfie
