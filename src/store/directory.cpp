// A data directory, held by one process at a time.
#include "store/directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace store {

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
  return lock;
}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace store
