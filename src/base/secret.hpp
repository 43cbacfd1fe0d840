// A text that must not linger in memory: it is overwritten when it goes.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

/// Overwrites what the text holds, which no optimisation leaves out, and empties it.
inline void wipe(std::string& text) {
  ::explicit_bzero(text.data(), text.size());
  text.clear();
}

/// A password on its way. Lives on the heap alone, so that moving it leaves no copy behind.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string_view text) : bytes_(text.begin(), text.end()) {}
  Secret(const Secret& other) = default;
  Secret(Secret&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  Secret& operator=(Secret other) noexcept {
    bytes_.swap(other.bytes_);
    return *this;
  }
  ~Secret() {
    if (!bytes_.empty()) ::explicit_bzero(bytes_.data(), bytes_.size());
  }

  std::string_view text() const { return {bytes_.data(), bytes_.size()}; }

 private:
  std::vector<char> bytes_;
};

}  // namespace base
