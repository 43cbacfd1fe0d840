// The mark.
#include "store/mark.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "store/checksum.hpp"
#include "store/directory.hpp"

namespace store {
namespace {

using base::Result;

/// Once it is so long, half of it is kept: more than the write-ahead log, whose rows alone can be lost
/// unnoticed, ever holds.
constexpr std::size_t kLongest = 4 * 1024 * 1024;

std::string line_of(const ChainEnd& end, std::string_view touched) {
  const auto says = fmt::format("{} {} {}", end.position, end.chain, touched);
  return fmt::format("{} {}\n", checksum(says), says);
}

std::optional<Marked> read_line(std::string_view line) {
  const auto sum = base::to_number<std::int64_t>(base::cut(line, ' '));
  if (!sum || *sum != checksum(line)) return std::nullopt;
  const auto position = base::to_number<std::int64_t>(base::cut(line, ' '));
  const auto chain = base::to_number<std::int64_t>(base::cut(line, ' '));
  if (!position || !chain) return std::nullopt;
  return Marked{{*position, *chain}, std::string(line)};
}

Result<int> open_file(const std::filesystem::path& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  return base::fail(base::Code::storage,
                    fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno)));
}

/// Puts a new file with that text in the place of the old one, if there is one.
Result<int> replace(const std::filesystem::path& directory, std::string_view text) {
  const auto path = mark_file(directory);
  const auto fresh = path.string() + ".new";
  auto file = open_file(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
  if (!file) return file;
  const bool written = std::cmp_equal(::write(*file, text.data(), text.size()), text.size()) &&
                       ::fdatasync(*file) == 0 && ::rename(fresh.c_str(), path.c_str()) == 0;
  if (written) return file;
  auto problem = base::fail(base::Code::storage,
                            fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno)));
  ::close(*file);
  return problem;
}

}  // namespace

std::vector<Marked> Mark::read(const std::filesystem::path& directory) {
  std::vector<Marked> marks;
  std::ifstream file(mark_file(directory), std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    if (auto mark = read_line(line)) marks.push_back(*std::move(mark));
  }
  return marks;
}

Result<Mark> Mark::begin(const std::filesystem::path& directory, std::vector<Marked> kept,
                         const ChainEnd& end) {
  if (kept.empty() || kept.back().end != end) kept.push_back({end, ""});
  std::string text;
  for (const auto& mark : kept) text += line_of(mark.end, mark.touched);
  auto file = replace(directory, text);
  if (!file) return std::unexpected(std::move(file).error());
  return Mark(directory, *file, text.size(), end);
}

void Mark::note(const ChainEnd& end, std::string_view touched) {
  const auto line = line_of(end, touched);
  end_ = end;
  // A line that was cut short spoils the next one as well: readers pass over both.
  if (const auto written = ::write(file_, line.data(), line.size()); written > 0)
    size_ += static_cast<std::size_t>(written);
  if (size_ > kLongest) shorten();
}

/// Where that fails the file grows on, and it is tried again at the next line.
void Mark::shorten() {
  auto kept = read(directory_);
  kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(kept.size() / 2));
  if (auto shorter = begin(directory_, std::move(kept), end_)) *this = *std::move(shorter);
}

Mark::Mark(Mark&& other) noexcept
    : directory_(std::move(other.directory_)),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      end_(other.end_) {}

Mark& Mark::operator=(Mark&& other) noexcept {
  std::swap(directory_, other.directory_);
  std::swap(file_, other.file_);
  std::swap(size_, other.size_);
  std::swap(end_, other.end_);
  return *this;
}

Mark::~Mark() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace store
