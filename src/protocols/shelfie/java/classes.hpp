// The closed table of classes that may appear in the stream (rulings, "Class descriptors").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "protocols/shelfie/java/constants.hpp"

namespace protocols::shelfie::java {

/// Every class there is. Any other name in a stream is refused.
enum class Class : std::uint8_t {
  message,
  message_header,
  message_payload,
  board_box_view,
  item_tile_view,
  player_points_view,
  personal_goal_card,
  personal_goal_box,
  integer,
  number,  ///< java.lang.Number: only the super class of Integer
  message_type,
  data,
  key_connection_payload,
  key_lobby_payload,
  key_error_payload,
  error_type,
  turn_phase,
  type,
  any_enum,  ///< java.lang.Enum: only the super class of the enums
  hash_map,
  array_list,
  ints,
  int_rows,
  board_boxes,
  board_box_rows,
  item_tiles,
  item_tile_rows,
  player_points,
};
inline constexpr int kClasses = static_cast<int>(Class::player_points) + 1;

/// What instances of a class look like in the stream.
enum class Shape : std::uint8_t { object, constant, map, list, array, abstract };

/// What a field or an array may hold.
enum class Holds : std::uint8_t {
  number,  ///< an int
  truth,   ///< a boolean
  real,    ///< a float: only HashMap's load factor
  text,    ///< null or a String
  keys,    ///< null or a constant of one of the four enums that are KeyAbstractPayload
  one,     ///< null or an instance of one class
};

struct Field {
  char code;  ///< as in the stream: I, Z, F, L or [
  std::string_view name;
  std::string_view signature;  ///< of L and [ fields
  Holds holds;
  Class of{};  ///< the class that Holds::one means
};

struct ClassInfo {
  std::string_view name;
  std::uint64_t suid;
  std::uint8_t flags;
  Shape shape;
  std::span<const Field> fields;
  std::optional<Class> super;
  std::span<const std::string_view> constants;  ///< of an enum
  Holds holds{};                                ///< what an array's elements are
  Class of{};
};

const ClassInfo& info(Class of);

/// The class of that name; none if it is not in the table.
std::optional<Class> find_class(std::string_view name);

/// Most constants that an enum has.
inline constexpr int kMostConstants = static_cast<int>(ErrorType::wrong_phase) + 1;

/// The place of the constant in its enum; none if there is no such name.
std::optional<std::uint8_t> find_constant(Class of, std::string_view name);

constexpr Class class_of(MessageType /*constant*/) { return Class::message_type; }
constexpr Class class_of(Data /*constant*/) { return Class::data; }
constexpr Class class_of(KeyConnectionPayload /*constant*/) { return Class::key_connection_payload; }
constexpr Class class_of(KeyLobbyPayload /*constant*/) { return Class::key_lobby_payload; }
constexpr Class class_of(KeyErrorPayload /*constant*/) { return Class::key_error_payload; }
constexpr Class class_of(ErrorType /*constant*/) { return Class::error_type; }
constexpr Class class_of(TurnPhase /*constant*/) { return Class::turn_phase; }
constexpr Class class_of(Type /*constant*/) { return Class::type; }

}  // namespace protocols::shelfie::java
