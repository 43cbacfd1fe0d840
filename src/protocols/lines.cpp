// Framing by lines.
#include "protocols/lines.hpp"

#include <algorithm>

namespace protocols {

void Lines::receive(std::string_view bytes) {
  if (broken_) return;
  if (start_ > 0) {
    buffer_.erase(0, start_);
    start_ = 0;
  }
  buffer_ += bytes;
  waiting_ += static_cast<std::size_t>(std::ranges::count(bytes, '\n'));
}

Lines::Found Lines::next(std::string& line) {
  if (broken_) return Found::nothing;
  while (start_ < buffer_.size() && buffer_[start_] == '\0') ++start_;
  const auto rest = std::string_view(buffer_).substr(start_);
  const auto end = rest.find('\n');
  auto found = rest.substr(0, end);
  if (found.ends_with('\r')) found.remove_suffix(1);
  if (found.size() > longest_) {
    broken_ = true;
    buffer_ = {};
    return Found::too_long;
  }
  if (end == std::string_view::npos) {
    if (rest.empty()) {
      buffer_ = {};  // an idle connection holds no buffer
      start_ = 0;
    }
    return Found::nothing;
  }
  line.assign(found);
  start_ += end + 1;
  --waiting_;
  return Found::line;
}

}  // namespace protocols
