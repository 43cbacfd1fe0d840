// What somebody is told later.
#include "host/backlog.hpp"

#include <algorithm>
#include <iterator>

namespace host {
namespace {

const table::Resumed* resumed_in(const Backlog::Later& later) {
  const auto* notice = std::get_if<table::Notice>(&later);
  return notice == nullptr ? nullptr : std::get_if<table::Resumed>(notice);
}

}  // namespace

const table::Resumed* Backlog::wanted() const {
  const auto found = std::ranges::find_if(later_, resumed_in);
  return found == later_.end() ? nullptr : resumed_in(*found);
}

std::vector<Backlog::Later> Backlog::release(const table::Resumed& read) {
  const auto found = std::ranges::find_if(later_, resumed_in);
  *found = table::Notice(read);
  auto end = std::next(found);
  if (std::find_if(end, later_.end(), resumed_in) == later_.end()) end = later_.end();
  std::vector<Later> released(std::make_move_iterator(later_.begin()), std::make_move_iterator(end));
  later_.erase(later_.begin(), end);
  return released;
}

}  // namespace host
