// Plain data: nothing, truth, numbers, text, lists and objects, for whoever shows or writes things they do
// not know.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace base {

class Value;
struct Member;

using List = std::vector<Value>;
using Members = std::vector<Member>;  ///< in their order; a name stands once

/// One value. Copying is cheap: lists and objects are shared, and never change.
class Value {
 public:
  Value() = default;
  Value(std::nullptr_t) {}
  Value(std::same_as<bool> auto truth) : what_(truth) {}
  template <std::integral Number>
    requires(!std::same_as<Number, bool> && !std::same_as<Number, char>)
  Value(Number number) : what_(static_cast<std::int64_t>(number)) {}
  Value(std::same_as<double> auto fraction) : what_(fraction) {}
  Value(std::string text) : what_(std::move(text)) {}
  Value(std::string_view text) : what_(std::string(text)) {}
  Value(const char* text) : what_(std::string(text)) {}
  Value(List list);
  Value(Members members);

  bool is_null() const { return std::holds_alternative<std::monostate>(what_); }
  std::optional<bool> truth() const;
  /// None too if the number is no whole one, or does not fit.
  template <std::integral Number>
  std::optional<Number> number() const {
    const auto* whole = std::get_if<std::int64_t>(&what_);
    if (whole == nullptr || !std::in_range<Number>(*whole)) return std::nullopt;
    return static_cast<Number>(*whole);
  }
  std::optional<double> fraction() const;
  std::optional<std::string_view> text() const;
  bool is_list() const { return std::holds_alternative<std::shared_ptr<const List>>(what_); }
  bool is_object() const { return std::holds_alternative<std::shared_ptr<const Members>>(what_); }
  std::span<const Value> list() const;      ///< empty too if this is no list
  std::span<const Member> members() const;  ///< empty too if this is no object

  /// The member of that name; null if there is none, or this is no object.
  const Value& operator[](std::string_view name) const;
  bool contains(std::string_view name) const;

  friend bool operator==(const Value& one, const Value& other);

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::shared_ptr<const List>,
               std::shared_ptr<const Members>>
      what_;
};

struct Member {
  std::string name;
  Value value;

  friend bool operator==(const Member&, const Member&) = default;
};

/// object({{"seq", 3}, {"label", "e4"}})
Value object(std::initializer_list<Member> members);

/// list({1, "two", nullptr})
Value list(std::initializer_list<Value> values);

/// A list of what a range holds.
template <std::ranges::input_range Range>
Value list_of(const Range& range) {
  List values;
  for (const auto& one : range) values.emplace_back(one);
  return values;
}

/// Sets the member of that name where it stands, or adds it behind.
void set(Members& members, std::string_view name, Value value);

}  // namespace base
