// A shadow: a table of another node as one visitor of this one sees it, act by act.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "table/audience.hpp"

namespace server {

/// The same table as at its owner, as far as the visitor was told: what they are told of it is made here.
class Shadow {
 public:
  /// Code::other_kit and what else keeps a table from being opened here.
  static base::Result<Shadow> open(const games::Kits& kits, const table::Header& header,
                                   std::span<const table::Entry> entries, games::Viewer eyes);
  /// Of a table that was here until now.
  static Shadow of(table::Table table, games::Viewer eyes);

  base::TableId table() const { return sitting_.table.header().table; }
  const table::Table& played() const { return sitting_.table; }
  games::Viewer eyes() const { return eyes_; }
  /// How many acts the visitor knows.
  std::uint64_t told() const { return sitting_.table.next_seq(); }
  bool is_over() const { return sitting_.table.outcome().has_value(); }
  /// Its game is over, and nobody has to see the end first.
  bool is_closed() const { return is_over() && !games::has_presence(sitting_.table.state()); }

  /// What who sits down is told, when seats are taken so.
  table::Started started(const std::vector<bool>& here, std::shared_ptr<const table::Times> times) const;
  /// The next act, as the visitor may know it. Nothing happens for one that they know. Code::corrupt if one
  /// is missing before it, or it is none by the rules.
  base::Result<std::vector<table::Happened>> act(const table::Entry& entry, table::Views views,
                                                 const std::shared_ptr<const table::Times>& times);

 private:
  Shadow(table::Sitting sitting, games::Viewer eyes) : sitting_(std::move(sitting)), eyes_(eyes) {}

  table::Sitting sitting_;
  games::Viewer eyes_;
};

}  // namespace server
