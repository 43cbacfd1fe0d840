// A journal with a writer, a thread of its own, that keeps all that waits in one transaction.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "store/journal.hpp"
#include "store/sequence.hpp"

namespace store {

class GroupedJournal : public Journal {
 public:
  std::uint64_t append(std::vector<Record> records) final;

 protected:
  /// Appends that wait together.
  struct Group {
    std::vector<std::vector<Record>> appends;
    std::uint64_t last_position = 0;
    std::uint64_t era = 0;
  };
  /// What becomes of each of them.
  using Fates = std::vector<Result<void>>;
  /// Whether the writer has had nothing to write for a while.
  enum class Leisure : std::uint8_t { busy, idle };

  explicit GroupedJournal(OnSettled on_settled) : on_settled_(std::move(on_settled)) {}

  /// Who overrides what follows starts the writer when it is ready for that, and ends it before it goes: all
  /// that waits is written then.
  void start_writer();
  void end_writer();
  /// Whether the writer is to end when it has written what waits.
  bool is_ending();

  /// These are called by the writer, and by nobody while `renew` is.
  virtual Sequence& sequence() = 0;
  /// Makes all appends durable whose fate is good so far, or none of them.
  virtual Result<void> write(const Group& group, const Fates& fates) = 0;
  /// Whether something is to be tidied up, and doing a piece of it.
  virtual bool has_chores() = 0;
  virtual void do_chores(Leisure leisure) = 0;

  /// As `reopen`, with what `renew` does to read anew what is durable.
  Result<void> start_over(const std::function<Result<void>()>& renew);

 private:
  void work();
  std::optional<Group> wait_for_work();
  void commit(const Group& group);
  void give_up(const Group& group);
  Fates keep(const Group& group);
  void settle(const Group& group, const Fates& fates, double seconds);

  OnSettled on_settled_;
  std::mutex writing_;   ///< held while something is written; so nobody starts over meanwhile
  bool broken_ = false;  ///< a group has failed, and nobody has started over since

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::vector<Record>> waiting_;
  std::uint64_t position_ = 0;
  std::uint64_t era_ = 0;  ///< counts how often somebody has started over; changed under writing_ as well
  bool ending_ = false;
  std::thread writer_;
};

}  // namespace store
