// A data directory, held by one process at a time.
#include "store/directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace store {
namespace {

/// Files come into being closed to others; those of an earlier version are closed now. SQLite gives the files
/// beside the database the mode of the database. A host who set the directory up for us, and owns it, decides
/// on it; the files are ours.
void close_to_others(const std::filesystem::path& directory) {
  const auto database = database_file(directory);
  if (const int made = ::open(database.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); made >= 0)
    ::close(made);
  for (const auto* suffix : {"", "-wal", "-shm", "-journal"})
    ::chmod((database.string() + suffix).c_str(), 0600);
  ::chmod(mark_file(directory).c_str(), 0600);
  ::chmod((directory / "lock").c_str(), 0600);
  ::chmod(directory.c_str(), 0700);
}

}  // namespace

std::filesystem::path database_file(const std::filesystem::path& directory) {
  return directory / "parlor.db";
}

std::filesystem::path mark_file(const std::filesystem::path& directory) { return directory / "parlor.mark"; }

base::Result<DirectoryLock> DirectoryLock::take(const std::filesystem::path& directory) {
  std::error_code problem;
  std::filesystem::create_directories(directory, problem);
  if (problem) {
    return base::fail(base::Code::storage, fmt::format("cannot make the data directory '{}': {}",
                                                       directory.string(), problem.message()));
  }
  const auto path = directory / "lock";
  DirectoryLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock.file_ < 0) {
    return base::fail(base::Code::storage, fmt::format("cannot write in the data directory '{}': {}",
                                                       directory.string(), std::strerror(errno)));
  }
  if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
    return base::fail(base::Code::storage,
                      fmt::format("the data directory '{}' is used by another process", directory.string()));
  }
  close_to_others(directory);
  return lock;
}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace store
