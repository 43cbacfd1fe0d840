// Reading, compiling and writing lexicon files.
#include "app/lexicon_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): named by the assembler
extern "C" const std::byte parlor_lexicon_begin[];
extern "C" const std::byte parlor_lexicon_end[];
// NOLINTEND(readability-identifier-naming)

namespace app {
namespace {

using base::Result;
using games::scrabble::Lexicon;

std::string reason() { return std::strerror(errno); }  // NOLINT(concurrency-mt-unsafe): before any thread

/// A file in memory, as long as somebody holds it.
class Mapping {
 public:
  static Result<Mapping> open(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
      return base::fail(base::Code::storage, fmt::format("cannot read the lexicon '{}': {}", path, reason()));
    struct stat facts{};
    const bool regular = ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
    const auto size = regular ? static_cast<std::size_t>(facts.st_size) : 0;
    void* bytes = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    ::close(file);
    if (bytes == MAP_FAILED) {
      return base::fail(base::Code::storage,
                        fmt::format("the lexicon '{}' is {}", path, regular ? "empty" : "no file"));
    }
    return Mapping(static_cast<const std::byte*>(bytes), size);
  }

  Mapping(Mapping&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping() {
    if (bytes_ != nullptr) ::munmap(const_cast<std::byte*>(bytes_), size_);
  }

  std::span<const std::byte> bytes() const { return {bytes_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(bytes_), size_}; }

 private:
  Mapping(const std::byte* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  const std::byte* bytes_;
  std::size_t size_;
};

/// A lexicon together with the bytes that it looks into.
template <class Bytes>
Result<std::shared_ptr<const Lexicon>> keep(Bytes bytes, const Result<Lexicon>& lexicon) {
  if (!lexicon) return std::unexpected(lexicon.error());
  struct Owner {
    Bytes bytes;
    Lexicon lexicon;
  };
  const auto owner = std::make_shared<const Owner>(Owner{std::move(bytes), *lexicon});
  return std::shared_ptr<const Lexicon>(owner, &owner->lexicon);
}

Result<std::shared_ptr<const Lexicon>> open_mapping(Mapping file) {
  if (games::scrabble::is_compiled_lexicon(file.bytes())) {
    auto lexicon = games::scrabble::open_lexicon(file.bytes());
    return keep(std::move(file), lexicon);
  }
  const auto words = games::scrabble::read_words(file.text());
  if (!words) return std::unexpected(words.error());
  auto bytes = games::scrabble::build_lexicon(*words);
  auto lexicon = games::scrabble::open_lexicon(bytes);
  return keep(std::move(bytes), lexicon);
}

std::unexpected<base::Error> spoiled(const std::string& path, const base::Error& why) {
  return base::fail(why.code, fmt::format("the lexicon '{}': {}", path, why.detail));
}

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Result<std::shared_ptr<const Lexicon>> load_lexicon(const std::string& path) {
  if (path.empty()) {
    const std::span<const std::byte> none;
    return keep(none, games::scrabble::open_lexicon({parlor_lexicon_begin, parlor_lexicon_end}));
  }
  auto file = Mapping::open(path);
  if (!file) return std::unexpected(std::move(file).error());
  auto lexicon = open_mapping(*std::move(file));
  if (!lexicon) return spoiled(path, lexicon.error());
  return lexicon;
}

Result<Compiled> compile_words(const std::string& path) {
  const auto file = Mapping::open(path);
  if (!file) return std::unexpected(file.error());
  if (games::scrabble::is_compiled_lexicon(file->bytes()))
    return spoiled(path, {base::Code::malformed, "it is compiled already"});
  const auto words = games::scrabble::read_words(file->text());
  if (!words) return spoiled(path, words.error());
  const auto text = file->text();
  const auto ends = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  return Compiled{games::scrabble::build_lexicon(*words), ends + (text.ends_with('\n') ? 0 : 1)};
}

Result<void> write_whole(const std::string& path, std::span<const std::byte> bytes) {
  const auto failed = [&] {
    return base::fail(base::Code::storage, fmt::format("cannot write '{}': {}", path, reason()));
  };
  std::string draft = path + ".XXXXXX";
  const int file = ::mkstemp(draft.data());
  if (file < 0) return failed();
  bool done = write_all(file, bytes) && ::fchmod(file, 0644) == 0 && ::fsync(file) == 0;
  done = ::close(file) == 0 && done && std::rename(draft.c_str(), path.c_str()) == 0;
  if (done) return {};
  const auto error = failed();
  ::unlink(draft.c_str());
  return error;
}

}  // namespace app
