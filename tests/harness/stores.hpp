// What tests of journals share: records, what became of appends, and folders that remove themselves.
#pragma once

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "store/journal.hpp"

namespace harness {

using store::Closing;
using store::Entry;
using store::Header;

inline Header header(std::uint64_t table) {
  return {
      {table},
      "chess",
      table % 3 == 0 ? "" : "dead=wire",
      table % 2 == 0 ? base::Seed(base::Key{static_cast<std::uint8_t>(table), 0xFF}) : base::Seed(42 + table),
      1,
      base::from_millis(1000),
      {{"an na", "chess"}, {"b/rt%", "web"}},
      "",
      table % 2 == 0 ? "" : "300+5"};
}
inline Entry entry(std::uint64_t table, std::uint64_t seq, std::string text) {
  return {{table},
          seq,
          base::from_millis(2000),
          {static_cast<std::uint8_t>(seq % 2)},
          std::move(text),
          std::chrono::milliseconds(seq * 250)};
}
inline Closing closing(std::uint64_t table) {
  return {{table}, base::from_millis(3000), {{{0}, {1}}, {3, -4}, "left"}};
}

/// Keeps what was settled; waits for it.
class Fates {
 public:
  store::Journal::OnSettled listener() {
    return [this](const store::Settled& settled) {
      const std::lock_guard guard(mutex_);
      list_.push_back(settled);
      changed_.notify_all();
    };
  }

  base::Result<void> of(std::uint64_t position) {
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [&] { return !list_.empty() && list_.back().position >= position; });
    for (const auto& settled : list_) {
      if (settled.position >= position) return settled.result;
    }
    return base::fail(base::Code::storage, "not settled");
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<store::Settled> list_;
};

/// In memory where the system has a place for that: tests of faults write and sync a lot.
class Folder {
 public:
  Folder() {
    const std::filesystem::path memory = "/dev/shm";
    const auto place =
        std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    auto name = (place / "parlor-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace harness
