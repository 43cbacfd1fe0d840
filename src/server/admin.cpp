// The admin listener's visitors.
#include "server/admin.hpp"

#include <algorithm>

namespace server {
namespace {

/// How many there may be at once, and how long each has for a request.
constexpr std::size_t kMostVisitors = 32;
constexpr auto kPatience = std::chrono::seconds(10);

}  // namespace

/// There is always room for another: the oldest visitor goes.
void Admin::opened(base::PlayerId visitor, const net::Address& /*peer*/, base::Time /*now*/) {
  if (visits_.size() >= kMostVisitors) {
    const auto oldest =
        std::ranges::min_element(visits_, {}, [](const auto& one) { return one.second.since; });
    tcp_.drop(oldest->first);
    visits_.erase(oldest);
  }
  visits_[visitor.value].since = net::Loop::Clock::now();
  if (visits_.size() == 1) timer_.repeat(kPatience / 2, [this] { let_go_of_idle(); });
}

void Admin::let_go_of_idle() {
  std::erase_if(visits_, [&](const auto& one) {
    if (net::Loop::Clock::now() - one.second.since < kPatience) return false;
    tcp_.drop(one.first);
    return true;
  });
  if (visits_.empty()) timer_.cancel();
}

void Admin::received(base::PlayerId visitor, std::string_view bytes, base::Time /*now*/) {
  const auto found = visits_.find(visitor.value);
  if (found == visits_.end()) return;
  auto& reader = found->second.reader;
  reader.receive(bytes);
  const auto request = reader.next();
  if (request && !*request) return;
  auto answer = request ? page_(**request) : request.error();
  answer.fields.emplace_back("Cache-Control", "no-store");
  const auto method = request ? (*request)->method : net::HttpRequest::Method::get;
  tcp_.send(visitor.value, net::write_answer(answer, net::Then::close, method));
  tcp_.close(visitor.value);
  visits_.erase(visitor.value);
}

}  // namespace server
