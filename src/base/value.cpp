// Plain data: what is asked of it.
#include "base/value.hpp"

#include <algorithm>

namespace base {
namespace {

/// Whether two things that may be shared hold the same.
template <class Shared>
bool same(const Shared& one, const Shared& other) {
  return one == other || *one == *other;
}

}  // namespace

Value::Value(List list) : what_(std::make_shared<const List>(std::move(list))) {}

Value::Value(Members members) : what_(std::make_shared<const Members>(std::move(members))) {}

std::optional<bool> Value::truth() const {
  const auto* truth = std::get_if<bool>(&what_);
  return truth == nullptr ? std::nullopt : std::optional(*truth);
}

std::optional<double> Value::fraction() const {
  const auto* fraction = std::get_if<double>(&what_);
  return fraction == nullptr ? std::nullopt : std::optional(*fraction);
}

std::optional<std::string_view> Value::text() const {
  const auto* text = std::get_if<std::string>(&what_);
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(*text);
}

std::span<const Value> Value::list() const {
  const auto* list = std::get_if<std::shared_ptr<const List>>(&what_);
  return list == nullptr ? std::span<const Value>() : std::span(**list);
}

std::span<const Member> Value::members() const {
  const auto* members = std::get_if<std::shared_ptr<const Members>>(&what_);
  return members == nullptr ? std::span<const Member>() : std::span(**members);
}

const Value& Value::operator[](std::string_view name) const {
  static const Value kNone;
  const auto all = members();
  const auto found = std::ranges::find(all, name, &Member::name);
  return found == all.end() ? kNone : found->value;
}

bool Value::contains(std::string_view name) const {
  const auto all = members();
  return std::ranges::find(all, name, &Member::name) != all.end();
}

bool operator==(const Value& one, const Value& other) {
  if (one.what_.index() != other.what_.index()) return false;
  return std::visit(
      [&]<class What>(const What& own) {
        const auto& its = std::get<What>(other.what_);
        if constexpr (requires { *own == *its; }) {
          return same(own, its);
        } else {
          return own == its;
        }
      },
      one.what_);
}

Value object(std::initializer_list<Member> members) { return Members(members); }

Value list(std::initializer_list<Value> values) { return List(values); }

void set(Members& members, std::string_view name, Value value) {
  const auto found = std::ranges::find(members, name, &Member::name);
  if (found != members.end()) {
    found->value = std::move(value);
  } else {
    members.push_back({std::string(name), std::move(value)});
  }
}

}  // namespace base
