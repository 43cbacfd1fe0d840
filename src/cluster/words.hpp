// A line of words: numbers, texts, lists and structures of them, one after the other and without names.
#pragma once

#include <charconv>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "base/seed.hpp"
#include "base/text.hpp"
#include "base/time.hpp"

namespace cluster::words {

/// The fields of a structure, as a tuple of pointers to them.
template <class T>
inline constexpr auto kFields = nullptr;
template <class T>
concept Structure = !std::is_null_pointer_v<std::remove_cvref_t<decltype(kFields<T>)>>;
/// So many of the last fields are of a later version: where a line ends before them, its writer knew none.
template <class T>
inline constexpr std::size_t kLater = 0;
/// The greatest value of an enumeration.
template <class T>
inline constexpr auto kLast = nullptr;

/// As one word, and back: what would end it, and '%', is written %XX; nothing at all is "%".
std::string escape(std::string_view text);
std::optional<std::string> unescape(std::string_view word);

class Writer {
 public:
  Writer() { line_.reserve(kUsual); }

  void word(std::string_view text) {
    if (!line_.empty()) line_ += ' ';
    line_ += text;
  }
  void put(const std::string& text) { word(escape(text)); }
  template <std::integral T>
  void put(T number) {
    if constexpr (std::same_as<T, bool>)
      return word(number ? "1" : "0");
    else
      word(std::to_string(number));
  }
  template <class T>
    requires std::is_enum_v<T>
  void put(T value) {
    put(static_cast<std::underlying_type_t<T>>(value));
  }
  template <class Kind, class Number>
  void put(base::Id<Kind, Number> id) {
    put(id.value);
  }
  void put(base::Duration span) { put(span.count()); }
  void put(base::Time time) { put(base::millis(time)); }
  void put(const base::Seed& seed) { word(base::write_seed(seed)); }
  template <class T>
  void put(const std::optional<T>& one) {
    put(one.has_value());
    if (one) put(*one);
  }
  template <class T>
  void put(const std::shared_ptr<const T>& one) {
    put(one != nullptr);
    if (one) put(*one);
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put(list.size());
    for (const auto& one : list) put(static_cast<const T&>(one));
  }
  template <Structure T>
  void put(const T& it) {
    std::apply([&](auto... field) { (put(it.*field), ...); }, kFields<T>);
  }

  std::string take() { return std::move(line_); }

 private:
  static constexpr std::size_t kUsual = 112;  ///< an act with its clocks, and more

  std::string line_;
};

/// Each `get` says whether there was such a thing.
class Reader {
 public:
  explicit Reader(std::string_view line) : rest_(line) {}

  std::optional<std::string_view> word() {
    if (rest_.empty()) return std::nullopt;
    return base::cut(rest_, ' ');
  }
  bool get(std::string& text) {
    const auto found = word();
    auto read = found ? unescape(*found) : std::nullopt;
    if (!read) return false;
    text = *std::move(read);
    return true;
  }
  template <std::integral T>
  bool get(T& number) {
    const auto found = word();
    if constexpr (std::same_as<T, bool>) {
      number = found == "1";
      return found == "1" || found == "0";
    } else {
      const auto read = found ? base::to_number<T>(*found) : std::nullopt;
      if (read) number = *read;
      return read.has_value();
    }
  }
  template <class T>
    requires std::is_enum_v<T>
  bool get(T& value) {
    std::underlying_type_t<T> number{};
    if (!get(number) || number > static_cast<std::underlying_type_t<T>>(kLast<T>)) return false;
    value = static_cast<T>(number);
    return true;
  }
  template <class Kind, class Number>
  bool get(base::Id<Kind, Number>& id) {
    return get(id.value);
  }
  bool get(base::Duration& span) {
    base::Duration::rep number{};
    const bool found = get(number);
    span = base::Duration(number);
    return found;
  }
  bool get(base::Time& time) {
    base::Duration since{};
    const bool found = get(since);
    time = base::Time(since);
    return found;
  }
  bool get(base::Seed& seed) {
    const auto found = word();
    const auto read = found ? base::read_seed(*found) : std::nullopt;
    if (read) seed = *read;
    return read.has_value();
  }
  template <class T>
  bool get(std::optional<T>& one) {
    bool is_there = false;
    if (!get(is_there)) return false;
    return !is_there || get(one.emplace());
  }
  template <class T>
  bool get(std::shared_ptr<const T>& one) {
    bool is_there = false;
    if (!get(is_there)) return false;
    if (!is_there) return true;
    auto made = std::make_shared<T>();
    const bool found = get(*made);
    one = std::move(made);
    return found;
  }
  template <class T>
  bool get(std::vector<T>& list) {
    std::size_t size = 0;
    if (!get(size)) return false;
    for (; size > 0; --size) {
      T one{};
      if (!get(one)) return false;
      list.push_back(std::move(one));
    }
    return true;
  }
  template <Structure T>
  bool get(T& it) {
    constexpr auto known = std::tuple_size_v<std::remove_cvref_t<decltype(kFields<T>)>> - kLater<T>;
    std::size_t at = 0;
    const auto is_unknown = [&] { return at++ >= known && rest_.empty(); };
    return std::apply([&](auto... field) { return ((is_unknown() || get(it.*field)) && ...); }, kFields<T>);
  }

 private:
  std::string_view rest_;
};

}  // namespace cluster::words
