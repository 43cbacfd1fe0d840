// Journal first, tell second: what is to be told, and the clocks that start then, wait for the records before
// them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "protocols/query.hpp"

namespace host {

/// Something that somebody is to be told, by the hall or by the server.
using Message = std::variant<table::Notice, protocols::Answer>;

struct Letter {
  std::uint64_t after;  ///< the position that must be durable before it is told
  base::PlayerId player;
  Message message;
  bool waits = false;  ///< with all that follows, for the past that one of those needs
};

/// Records are appended in batches, each at the next position. Nothing is told before all of the batches
/// before it are durable, and everything in the order in which it arose.
class Outbox {
 public:
  /// Records wait for the next batch, notices for their records, clocks for their notices. So does what is
  /// told before those notices.
  using Told = std::vector<std::pair<base::PlayerId, Message>>;
  void take(table::Effects& effects, Told before = {});

  bool has_records() const { return !records_.empty(); }
  const std::vector<table::Record>& records() const { return records_; }
  /// The next batch; `position` is its position from now on.
  std::vector<table::Record> take_records();
  std::uint64_t position() const { return position_; }
  /// All batches up to this one are durable.
  void settle(std::uint64_t position) { durable_ = position; }

  /// A clock that starts now, whose letters were told. Whoever is to move may still wait for a past, unless
  /// they are known to know.
  struct Start {
    table::ClockStart clock;
    bool known = false;
  };
  std::optional<Start> next_start();
  /// It starts before all others.
  void start_soon(const table::ClockStart& clock) { starts_.push_front({0, 0, {clock, true}}); }
  /// What is to be told now; good until the next call of anything.
  Letter* next_letter();
  /// Forgets what was told.
  void tidy();
  bool empty() const { return letters_.empty(); }
  /// How many letters were written since there is an outbox, and how many of them were told or dropped.
  std::uint64_t written() const { return cleared_ + letters_.size(); }
  std::uint64_t told() const { return cleared_ + told_; }

  /// Nothing more becomes durable of what was taken so far, so that none of it is told. Clocks of other
  /// tables start all the same, those of `lost` ones do not. Returns who was to be told something.
  std::set<base::PlayerId> drop(const std::set<base::TableId>& lost);

 private:
  struct Waiting {
    std::uint64_t after;
    std::uint64_t letters;  ///< how many were written before, since there is an outbox
    Start start;
  };

  std::vector<table::Record> records_;
  std::uint64_t position_ = 0;
  std::uint64_t durable_ = 0;
  std::vector<Letter> letters_;
  std::deque<Waiting> starts_;
  std::size_t told_ = 0;       ///< letters at the head that were
  std::uint64_t cleared_ = 0;  ///< letters that were told before those
};

}  // namespace host
