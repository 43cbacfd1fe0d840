// What the games need: the lexicon, built into the binary or read from a file.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <memory>
#include <span>

#include "app/commands.hpp"
#include "games/scrabble/lexicon.hpp"

extern "C" const std::byte parlor_lexicon_begin[];
extern "C" const std::byte parlor_lexicon_end[];

namespace app {
namespace {

using base::Result;
using games::scrabble::Lexicon;

/// A file in memory, as long as somebody holds it.
class Mapping {
 public:
  static Result<Mapping> open(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return base::fail(base::Code::storage, fmt::format("cannot read the lexicon '{}'", path));
    struct stat facts{};
    const bool sized = ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0;
    const auto size = sized ? static_cast<std::size_t>(facts.st_size) : 0;
    void* bytes = sized ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    ::close(file);
    if (bytes == MAP_FAILED) {
      return base::fail(base::Code::storage, fmt::format("the lexicon '{}' is empty or no file", path));
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

 private:
  Mapping(const std::byte* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  const std::byte* bytes_;
  std::size_t size_;
};

/// A lexicon together with the bytes that it looks into.
template <class Bytes>
std::shared_ptr<const Lexicon> keep(Bytes bytes, const Lexicon& lexicon) {
  struct Owner {
    Bytes bytes;
    Lexicon lexicon;
  };
  const auto owner = std::make_shared<const Owner>(Owner{std::move(bytes), lexicon});
  return {owner, &owner->lexicon};
}

Result<std::shared_ptr<const Lexicon>> load(const std::string& path) {
  auto file = Mapping::open(path);
  if (!file) return std::unexpected(std::move(file).error());
  const auto spoiled = [&](const base::Error& why) {
    return base::fail(why.code, fmt::format("the lexicon '{}': {}", path, why.detail));
  };
  if (games::scrabble::is_compiled_lexicon(file->bytes())) {
    const auto lexicon = games::scrabble::open_lexicon(file->bytes());
    if (!lexicon) return spoiled(lexicon.error());
    return keep(*std::move(file), *lexicon);
  }
  const auto text = file->bytes();
  const auto words = games::scrabble::read_words({reinterpret_cast<const char*>(text.data()), text.size()});
  if (!words) return spoiled(words.error());
  auto bytes = games::scrabble::build_lexicon(*words);
  const auto lexicon = games::scrabble::open_lexicon(bytes);
  if (!lexicon) return spoiled(lexicon.error());
  return keep(std::move(bytes), *lexicon);
}

Result<std::shared_ptr<const Lexicon>> built_in() {
  const auto lexicon = games::scrabble::open_lexicon({parlor_lexicon_begin, parlor_lexicon_end});
  if (!lexicon) return std::unexpected(lexicon.error());
  return std::make_shared<const Lexicon>(*lexicon);
}

}  // namespace

Result<games::Kits> make_kits(const std::string& lexicon) {
  auto words = lexicon.empty() ? built_in() : load(lexicon);
  if (!words) return std::unexpected(std::move(words).error());
  games::Kits kits;
  std::get<games::scrabble::Kit>(kits).lexicon = *std::move(words);
  return kits;
}

}  // namespace app
