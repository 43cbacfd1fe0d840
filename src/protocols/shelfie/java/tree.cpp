// The tree of values: three vectors, so that building and reading one costs a handful of allocations.
#include "protocols/shelfie/java/tree.hpp"

#include <algorithm>

namespace protocols::shelfie::java {

namespace {

bool has_parts(Kind kind) { return kind >= Kind::object; }
bool has_identity(Kind kind) { return kind >= Kind::text; }

}  // namespace

Value Tree::text(std::string_view text) {
  ranges_.push_back(
      {static_cast<std::uint32_t>(characters_.size()), static_cast<std::uint32_t>(text.size())});
  characters_.append(text);
  return {.kind = Kind::text, .number = static_cast<std::int32_t>(ranges_.size() - 1)};
}

Tree::Tree(std::size_t values, std::size_t parts) {
  ranges_.reserve(values);
  parts_.reserve(parts);
}

Value Tree::reserve(Kind kind, Class of, std::size_t count) {
  ranges_.push_back({static_cast<std::uint32_t>(parts_.size()), static_cast<std::uint32_t>(count)});
  parts_.resize(parts_.size() + count);
  return {.kind = kind, .of = of, .number = static_cast<std::int32_t>(ranges_.size() - 1)};
}

Value Tree::append(Kind kind, Class of, std::span<const Value> parts) {
  ranges_.push_back({static_cast<std::uint32_t>(parts_.size()), static_cast<std::uint32_t>(parts.size())});
  for (const Value part : parts) parts_.push_back(part);  // faster than inserting a range: most are few
  return {.kind = kind, .of = of, .number = static_cast<std::int32_t>(ranges_.size() - 1)};
}

void Tree::set(Value parent, std::size_t index, Value part) {
  parts_[ranges_[parent.number].first + index] = part;
}

Value Tree::object(Class of, std::initializer_list<Value> fields) {
  return append(Kind::object, of, {fields.begin(), fields.size()});
}

Value Tree::array(Class of, std::span<const Value> elements) { return append(Kind::array, of, elements); }

Value Tree::ints(std::span<const std::int32_t> numbers) {
  const Value made = reserve(Kind::array, Class::ints, numbers.size());
  std::ranges::transform(numbers, parts_.end() - std::ssize(numbers), java::number);
  return made;
}

Value Tree::list(std::span<const Value> items) { return append(Kind::list, Class::array_list, items); }

Value Tree::map(std::span<const std::pair<Data, Value>> entries) {
  const Value made = reserve(Kind::map, Class::hash_map, entries.size() * 2);
  auto part = parts_.end() - std::ssize(entries) * 2;
  for (const auto& [key, value] : entries) {
    *part++ = constant(key);
    *part++ = value;
  }
  return made;
}

std::span<const Value> Tree::items(Value value) const {
  if (!has_parts(value.kind)) return {};
  const Range range = ranges_[value.number];
  return std::span(parts_).subspan(range.first, range.count);
}

std::string_view Tree::text_of(Value value) const {
  if (value.kind != Kind::text) return {};
  const Range range = ranges_[value.number];
  return std::string_view(characters_).substr(range.first, range.count);
}

Value Tree::find(Value map, Data key) const {
  if (map.kind != Kind::map) return {};
  const std::span<const Value> entries = items(map);
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    if (as<Data>(entries[i]) == key) return entries[i + 1];
  }
  return {};
}

std::optional<std::int32_t> Tree::number_of(Value value) const {
  if (value.kind == Kind::object && value.of == Class::integer) value = items(value)[0];
  if (value.kind != Kind::number) return std::nullopt;
  return value.number;
}

std::optional<std::vector<std::int32_t>> Tree::numbers_of(Value value) const {
  if (value.kind != Kind::array || value.of != Class::ints) return std::nullopt;
  std::vector<std::int32_t> numbers(items(value).size());
  std::ranges::transform(items(value), numbers.begin(), &Value::number);
  return numbers;
}

void Tree::clear() {
  root = {};
  ranges_.clear();
  parts_.clear();
  characters_.clear();
}

bool operator==(const Tree& left, const Tree& right) {
  constexpr std::int32_t kUnknown = -1;
  std::vector<std::int32_t> partner(left.ranges_.size(), kUnknown);  // left's values and right's, one to one
  std::vector<std::int32_t> back(right.ranges_.size(), kUnknown);
  std::vector<std::pair<Value, Value>> open{{left.root, right.root}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    if (!has_identity(a.kind)) {
      if (a != b) return false;
      continue;
    }
    if (a.kind != b.kind || a.of != b.of) return false;
    if (partner[a.number] != kUnknown || back[b.number] != kUnknown) {
      if (partner[a.number] != b.number || back[b.number] != a.number) return false;
      continue;
    }
    partner[a.number] = b.number;
    back[b.number] = a.number;
    const auto parts = left.items(a);
    const auto others = right.items(b);
    if (left.text_of(a) != right.text_of(b) || parts.size() != others.size()) return false;
    for (std::size_t i = 0; i < parts.size(); ++i) open.emplace_back(parts[i], others[i]);
  }
  return true;
}

}  // namespace protocols::shelfie::java
