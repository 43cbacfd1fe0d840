// The bounded buffer.
#include "protocols/intake.hpp"

#include <algorithm>

#include "base/buffer.hpp"

namespace protocols {

void Intake::receive(std::string_view bytes) {
  if (broken_) return;
  if (start_ > 0) {
    base::drop_front(buffer_, start_);
    start_ = 0;
  }
  buffer_ += bytes;
  waiting_ += static_cast<std::size_t>(std::ranges::count(bytes, end_));
}

Intake::Found Intake::next(std::string& message) {
  if (broken_ || buffer_.empty()) return Found::nothing;
  const auto rest = std::string_view(buffer_).substr(start_);
  const auto end = rest.find(end_);
  const auto found = rest.substr(0, end);
  if (found.size() > longest_ + (found.ends_with('\r') ? 1 : 0)) {
    broken_ = true;
    base::empty(buffer_);
    start_ = 0;
    return Found::too_long;
  }
  if (end == std::string_view::npos) {
    if (rest.empty()) {
      base::empty(buffer_);
      start_ = 0;
    }
    return Found::nothing;
  }
  message.assign(found);
  start_ += end + 1;
  --waiting_;
  return Found::line;
}

}  // namespace protocols
