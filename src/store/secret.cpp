// A secret of the server's own.
#include "store/secret.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace store {
namespace {

std::unexpected<base::Error> cannot(std::string_view do_what, const std::filesystem::path& file) {
  return base::fail(base::Code::storage,
                    fmt::format("cannot {} '{}': {}", do_what, file.string(), std::strerror(errno)));
}

/// The whole of it under its name, or nothing.
base::Result<void> write(const std::filesystem::path& file, std::string_view secret) {
  auto draft = file;
  draft += ".new";
  const int opened = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (opened < 0) return cannot("write", draft);
  const bool done = ::write(opened, secret.data(), secret.size()) == static_cast<ssize_t>(secret.size()) &&
                    ::fsync(opened) == 0;
  ::close(opened);
  if (!done || ::rename(draft.c_str(), file.c_str()) != 0) return cannot("write", file);
  return {};
}

}  // namespace

base::Result<std::string> keep_secret(const std::filesystem::path& directory, std::string_view fresh) {
  const auto file = directory / "secret";
  if (std::error_code problem; !std::filesystem::exists(file, problem)) {
    if (auto done = write(file, fresh); !done) return std::unexpected(std::move(done).error());
  }
  std::ifstream stream(file);
  if (!stream) return cannot("read", file);
  std::string secret(std::istreambuf_iterator<char>(stream), {});
  if (secret.size() != fresh.size()) {
    return base::fail(
        base::Code::storage,
        fmt::format("'{}' is damaged: without it a new one is made, and nobody who comes back is "
                    "known again",
                    file.string()));
  }
  return secret;
}

}  // namespace store
