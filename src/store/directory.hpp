// A data directory, held by one process at a time.
#pragma once

#include <filesystem>

#include "base/error.hpp"

namespace store {

/// The database file inside a data directory.
std::filesystem::path database_file(const std::filesystem::path& directory);
/// The file beside it that says how far the log has come (mark.hpp).
std::filesystem::path mark_file(const std::filesystem::path& directory);

/// The lock on a data directory; given back when it is destroyed or the process dies, however it dies.
class DirectoryLock {
 public:
  /// Makes the directory if it is missing, and lets nobody but its owner read what is in it: passwords'
  /// hashes, seeds of running games. Code::storage if it cannot be written or another process holds it.
  static base::Result<DirectoryLock> take(const std::filesystem::path& directory);

  DirectoryLock(DirectoryLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  DirectoryLock& operator=(DirectoryLock&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~DirectoryLock();

 private:
  explicit DirectoryLock(int file) : file_(file) {}

  int file_;
};

}  // namespace store
