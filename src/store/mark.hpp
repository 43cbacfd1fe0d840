// The mark: a file beside the database that says how far the log had come whenever somebody was told.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "store/chain.hpp"

namespace store {

/// What the mark says of one commit, which was durable before.
struct Marked {
  ChainEnd end;
  std::string touched;  ///< as in the log's row; after a loss that was accepted, the greatest number known
};

/// Follows the log: a line is added after a commit is durable and before anybody is told of it. It is not
/// synced, so it may lag behind after the machine has lost its power, but never says too much. Where it
/// cannot be written it lags behind likewise.
class Mark {
 public:
  /// What a data directory's mark says, in order. Lines that are not as they were written are passed over.
  static std::vector<Marked> read(const std::filesystem::path& directory);

  /// Begins with what is kept of an earlier one and where the log has come to. Code::storage if that cannot
  /// be written.
  static base::Result<Mark> begin(const std::filesystem::path& directory, std::vector<Marked> kept,
                                  const ChainEnd& end);

  void note(const ChainEnd& end, std::string_view touched);
  /// What was noted last.
  const ChainEnd& end() const { return end_; }

  Mark(Mark&& other) noexcept;
  Mark& operator=(Mark&& other) noexcept;
  ~Mark();

 private:
  Mark(std::filesystem::path directory, int file, std::size_t size, const ChainEnd& end)
      : directory_(std::move(directory)), file_(file), size_(size), end_(end) {}
  void shorten();

  std::filesystem::path directory_;
  int file_;
  std::size_t size_;
  ChainEnd end_;
};

}  // namespace store
