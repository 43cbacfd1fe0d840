// The hall as all nodes know it together.
#include "server/hall_parts.hpp"

#include <algorithm>

#include "protocols/all.hpp"

namespace server {

bool HallParts::take(cluster::NodeId from, table::OverviewPart part) {
  auto& known = parts_[from];
  const bool has_ended = known == nullptr || known->closed != part.closed;
  known = std::make_shared<const table::OverviewPart>(std::move(part));
  whole_.reset();
  return has_ended;
}

void HallParts::forget(cluster::NodeId node) {
  if (parts_.erase(node) > 0) whole_.reset();
}

void HallParts::forget_all() {
  parts_.clear();
  whole_.reset();
}

std::shared_ptr<const table::Overview> HallParts::whole(const std::shared_ptr<const table::Overview>& own) {
  if (whole_ && own_ == own) return whole_;
  auto all = std::make_shared<table::Overview>(*own);
  for (const auto& [node, part] : parts_) all->others.push_back(part);
  own_ = own;
  whole_ = std::move(all);
  return whole_;
}

table::OverviewPart part_of(const table::Overview& overview) {
  const auto writes = [](const protocols::Protocol& one) { return one.write_part != nullptr; };
  const auto found = std::ranges::find_if(protocols::all(), writes);
  return found == protocols::all().end() ? table::OverviewPart{} : found->write_part(overview);
}

}  // namespace server
