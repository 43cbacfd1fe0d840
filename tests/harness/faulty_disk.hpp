// A disk that fails when it is told to, and whose power can be cut: a layer between SQLite and the files.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// SQLite uses it for all files that are opened while it lives. One at a time.
class FaultyDisk {
 public:
  /// EIO, ENOSPC, or a write of which only the first half is done.
  enum class Fault : std::uint8_t { io, full, short_write };
  /// Whether one operation fails, all from then on, or the power with them.
  enum class Lasts : std::uint8_t { once, on, power_cut };

  /// Files do not become longer than `longest` bytes: on a small disk tests are fast.
  explicit FaultyDisk(std::uint64_t seed, std::int64_t longest = 256 * 1024);
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  /// The operation of that number fails, counted from 1 from now on: openings, writes, cuts and syncs of
  /// files.
  void fail(std::size_t number, Fault fault, Lasts lasts);
  /// Nothing fails any more.
  void heal() { fail(0, Fault::io, Lasts::once); }
  /// How many operations there were since `fail` was called.
  std::size_t operations() const { return operations_; }

  /// How often something was read, in all.
  std::size_t reads() const { return reads_; }

  /// Puts into `to` what is found on the disk after a power cut: of the files in `from` all that was synced,
  /// and of every later write the whole, nothing, or some of its sectors.
  void recover(const std::filesystem::path& from, const std::filesystem::path& to);

 private:
  friend struct DiskFile;
  /// A write, or a cut to `offset` if there are no bytes.
  struct Change {
    std::int64_t offset = 0;
    std::string bytes;
  };
  struct File {
    std::string synced;
    std::vector<Change> since;
  };

  /// Counts an operation; the fault that hits it, if one does.
  std::optional<Fault> meet();
  void note(const std::string& path, Change change);
  void sync(const std::string& path);
  /// Nobody knows which of the changes since the last sync are on the disk: chance decides.
  void shuffle(const std::string& path);
  void keep_some(File& file);
  static void apply(std::string& content, const Change& change);
  static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags);
  static int remove(sqlite3_vfs* vfs, const char* name, int sync_directory);

  std::mutex mutex_;
  std::mt19937_64 rng_;
  sqlite3_vfs* below_;
  sqlite3_vfs vfs_{};
  std::map<std::string, File> files_;
  std::int64_t longest_;
  std::size_t operations_ = 0;
  std::atomic<std::size_t> reads_ = 0;
  std::size_t failing_ = 0;
  Fault fault_ = Fault::io;
  Lasts lasts_ = Lasts::once;
};

}  // namespace harness
