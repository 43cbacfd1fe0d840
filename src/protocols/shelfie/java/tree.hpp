// One serialized message as a tree of values: what the decoder gives and the encoder takes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocols/shelfie/java/classes.hpp"

namespace protocols::shelfie::java {

enum class Kind : std::uint8_t {
  null,
  number,    ///< a primitive int (a field, an element of [I); a boxed one is an object of Class::integer
  truth,     ///< a primitive boolean
  constant,  ///< of an enum
  text,
  object,
  array,
  list,
  map,
};

/// One value of a Tree, 8 bytes. Texts, objects, arrays, lists and maps have an identity: two values with the
/// same `number` are the same one, and are sent only once.
struct Value {
  Kind kind = Kind::null;
  Class of{};              ///< of constants, objects, arrays
  std::uint8_t ordinal{};  ///< of a constant
  std::int32_t number{};   ///< an int, 0 or 1 for a boolean, else the place in the tree

  friend bool operator==(const Value&, const Value&) = default;
};

constexpr Value number(std::int32_t number) { return {.kind = Kind::number, .number = number}; }
constexpr Value truth(bool truth) { return {.kind = Kind::truth, .number = truth ? 1 : 0}; }
template <class Enum>
constexpr Value constant(Enum constant) {
  return {.kind = Kind::constant, .of = class_of(constant), .ordinal = static_cast<std::uint8_t>(constant)};
}

/// The constant as that enum; none if it is another value.
template <class Enum>
constexpr std::optional<Enum> as(Value value) {
  if (value.kind != Kind::constant || value.of != class_of(Enum{})) return std::nullopt;
  return static_cast<Enum>(value.ordinal);
}

/// Values are made children first, so there are no cycles; a value of one tree means nothing in another.
class Tree {
 public:
  Value root;

  Tree() = default;
  /// With room for so many values and parts from the start.
  Tree(std::size_t values, std::size_t parts);

  /// UTF-8, at most 65535 bytes as modified UTF-8.
  Value text(std::string_view text);
  /// The fields in the order of the class table, each as the table wants it.
  Value object(Class of, std::initializer_list<Value> fields);
  Value integer(std::int32_t number) { return object(Class::integer, {java::number(number)}); }
  Value array(Class of, std::span<const Value> elements);
  Value ints(std::span<const std::int32_t> numbers);
  Value list(std::span<const Value> items);
  Value map(std::span<const std::pair<Data, Value>> entries);

  /// Fields, elements, items, or keys and values in turn; nothing for other kinds.
  std::span<const Value> items(Value value) const;
  /// Empty for anything but a text.
  std::string_view text_of(Value value) const;
  /// The entry of a map; null if there is none or it is no map.
  Value find(Value map, Data key) const;
  /// A primitive int or an Integer.
  std::optional<std::int32_t> number_of(Value value) const;
  /// The elements of an int[]; none for anything else.
  std::optional<std::vector<std::int32_t>> numbers_of(Value value) const;

  /// For the decoder: a value whose parts are set afterwards.
  Value reserve(Kind kind, Class of, std::size_t count);
  void set(Value parent, std::size_t index, Value part);

  /// Forgets everything but keeps the memory.
  void clear();
  std::size_t values() const { return ranges_.size(); }
  std::size_t parts() const { return parts_.size(); }
  std::size_t characters() const { return characters_.size(); }

  /// The same values with the same parts shared; how they are stored does not matter.
  friend bool operator==(const Tree& left, const Tree& right);

 private:
  struct Range {
    std::uint32_t first;
    std::uint32_t count;
  };

  Value append(Kind kind, Class of, std::span<const Value> parts);

  std::vector<Range> ranges_;  // of each value with an identity: in characters_ or in parts_
  std::vector<Value> parts_;
  std::string characters_;
};

}  // namespace protocols::shelfie::java
