// A disk that fails when it is told to.
#include "harness/faulty_disk.hpp"

#include <fstream>
#include <iterator>
#include <new>
#include <utility>

namespace harness {

namespace {

constexpr std::size_t kSector = 512;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

/// A file of SQLite's, with the file that does the work behind it in the same memory.
struct DiskFile {
  sqlite3_file base{};
  FaultyDisk* disk = nullptr;
  std::string* path = nullptr;

  static DiskFile& of(sqlite3_file* file) { return *reinterpret_cast<DiskFile*>(file); }
  static sqlite3_file* below(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + sizeof(DiskFile));
  }
  static const sqlite3_io_methods* methods();

  static int close(sqlite3_file* file) {
    delete std::exchange(of(file).path, nullptr);
    return below(file)->pMethods->xClose(below(file));
  }

  static int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    auto& self = of(file);
    const auto fault = self.disk->meet();
    if (offset + size > self.disk->longest_ || fault == FaultyDisk::Fault::full) return SQLITE_FULL;
    if (fault == FaultyDisk::Fault::io) return SQLITE_IOERR_WRITE;
    if (fault) size /= 2;
    self.disk->note(*self.path,
                    {offset, std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size))});
    const int done = below(file)->pMethods->xWrite(below(file), bytes, size, offset);
    return fault ? SQLITE_FULL : done;
  }

  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    auto& self = of(file);
    if (self.disk->meet()) return SQLITE_IOERR_TRUNCATE;
    self.disk->note(*self.path, {size, ""});
    return below(file)->pMethods->xTruncate(below(file), size);
  }

  /// The file itself need not be synced: it is not what `recover` finds.
  static int sync(sqlite3_file* file, int /*flags*/) {
    auto& self = of(file);
    if (self.disk->meet()) {
      self.disk->shuffle(*self.path);
      return SQLITE_IOERR_FSYNC;
    }
    self.disk->sync(*self.path);
    return SQLITE_OK;
  }
};

/// Everything but what is above is done below.
const sqlite3_io_methods* DiskFile::methods() {
  static const sqlite3_io_methods kMethods = [] {
    sqlite3_io_methods made{};
    made.iVersion = 2;
    made.xClose = close;
    made.xWrite = write;
    made.xTruncate = truncate;
    made.xSync = sync;
    made.xRead = [](sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset) {
      ++of(file).disk->reads_;
      return below(file)->pMethods->xRead(below(file), bytes, size, offset);
    };
    made.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
      return below(file)->pMethods->xFileSize(below(file), size);
    };
    made.xLock = [](sqlite3_file* file, int lock) { return below(file)->pMethods->xLock(below(file), lock); };
    made.xUnlock = [](sqlite3_file* file, int lock) {
      return below(file)->pMethods->xUnlock(below(file), lock);
    };
    made.xCheckReservedLock = [](sqlite3_file* file, int* result) {
      return below(file)->pMethods->xCheckReservedLock(below(file), result);
    };
    made.xFileControl = [](sqlite3_file* file, int what, void* argument) {
      return below(file)->pMethods->xFileControl(below(file), what, argument);
    };
    made.xSectorSize = [](sqlite3_file*) { return static_cast<int>(kSector); };
    made.xDeviceCharacteristics = [](sqlite3_file* file) {
      return below(file)->pMethods->xDeviceCharacteristics(below(file));
    };
    made.xShmMap = [](sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
      return below(file)->pMethods->xShmMap(below(file), region, size, extend, memory);
    };
    made.xShmLock = [](sqlite3_file* file, int offset, int count, int flags) {
      return below(file)->pMethods->xShmLock(below(file), offset, count, flags);
    };
    made.xShmBarrier = [](sqlite3_file* file) { below(file)->pMethods->xShmBarrier(below(file)); };
    made.xShmUnmap = [](sqlite3_file* file, int remove) {
      return below(file)->pMethods->xShmUnmap(below(file), remove);
    };
    return made;
  }();
  return &kMethods;
}

FaultyDisk::FaultyDisk(std::uint64_t seed, std::int64_t longest)
    : rng_(seed), below_(sqlite3_vfs_find(nullptr)), vfs_(*below_), longest_(longest) {
  vfs_.zName = "faulty";
  vfs_.pAppData = this;
  vfs_.pNext = nullptr;
  vfs_.szOsFile = static_cast<int>(sizeof(DiskFile)) + below_->szOsFile;
  vfs_.xOpen = open;
  vfs_.xDelete = remove;
  sqlite3_vfs_register(&vfs_, 1);
}

FaultyDisk::~FaultyDisk() { sqlite3_vfs_unregister(&vfs_); }

void FaultyDisk::fail(std::size_t number, Fault fault, Lasts lasts) {
  const std::lock_guard guard(mutex_);
  operations_ = 0;
  failing_ = number;
  fault_ = fault;
  lasts_ = lasts;
}

std::optional<FaultyDisk::Fault> FaultyDisk::meet() {
  const std::lock_guard guard(mutex_);
  ++operations_;
  if (failing_ == 0 || operations_ < failing_) return std::nullopt;
  if (operations_ > failing_ && lasts_ == Lasts::once) return std::nullopt;
  // Without power nothing more is done, not even a part.
  return lasts_ == Lasts::power_cut && operations_ > failing_ ? Fault::io : fault_;
}

int FaultyDisk::open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  auto& disk = *static_cast<FaultyDisk*>(vfs->pAppData);
  file->pMethods = nullptr;
  if (disk.meet()) return SQLITE_CANTOPEN;
  auto& made = *new (file) DiskFile;
  const int code = disk.below_->xOpen(disk.below_, name, DiskFile::below(file), flags, out_flags);
  if (code != SQLITE_OK) return code;
  made.base.pMethods = DiskFile::methods();
  made.disk = &disk;
  made.path = new std::string(name != nullptr ? name : "");
  const std::lock_guard guard(disk.mutex_);
  if (!disk.files_.contains(*made.path)) disk.files_[*made.path].synced = content_of(*made.path);
  return SQLITE_OK;
}

int FaultyDisk::remove(sqlite3_vfs* vfs, const char* name, int sync_directory) {
  auto& disk = *static_cast<FaultyDisk*>(vfs->pAppData);
  if (disk.meet()) return SQLITE_IOERR_DELETE;
  {
    const std::lock_guard guard(disk.mutex_);
    disk.files_.erase(name);
  }
  return disk.below_->xDelete(disk.below_, name, sync_directory);
}

void FaultyDisk::apply(std::string& content, const Change& change) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (change.bytes.empty()) return content.resize(offset);
  if (content.size() < offset + change.bytes.size()) content.resize(offset + change.bytes.size());
  content.replace(offset, change.bytes.size(), change.bytes);
}

void FaultyDisk::note(const std::string& path, Change change) {
  const std::lock_guard guard(mutex_);
  files_[path].since.push_back(std::move(change));
}

void FaultyDisk::sync(const std::string& path) {
  const std::lock_guard guard(mutex_);
  auto& file = files_[path];
  for (const auto& change : std::exchange(file.since, {})) apply(file.synced, change);
}

void FaultyDisk::shuffle(const std::string& path) {
  const std::lock_guard guard(mutex_);
  keep_some(files_[path]);
}

void FaultyDisk::keep_some(File& file) {
  for (auto change : std::exchange(file.since, {})) {
    const auto fate = rng_() % 3;
    if (fate == 0) continue;
    if (fate == 1 || change.bytes.empty()) {
      apply(file.synced, change);
      continue;
    }
    for (std::size_t at = 0; at < change.bytes.size(); at += kSector) {
      if (rng_() % 2 == 0) continue;
      apply(file.synced, {change.offset + static_cast<std::int64_t>(at), change.bytes.substr(at, kSector)});
    }
  }
}

void FaultyDisk::recover(const std::filesystem::path& from, const std::filesystem::path& to) {
  const std::lock_guard guard(mutex_);
  for (auto& [path, file] : files_) {
    if (std::filesystem::path(path).parent_path() != from) continue;
    keep_some(file);
    std::ofstream(to / std::filesystem::path(path).filename(), std::ios::binary) << file.synced;
  }
}

}  // namespace harness
