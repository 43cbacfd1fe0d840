// Lexicons as files: lists of words and compiled ones.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/scrabble/lexicon.hpp"

namespace app {

/// The words of a file, a list or a compiled one; those that are built in for "". An error is one clear
/// sentence that names the file.
base::Result<std::shared_ptr<const games::scrabble::Lexicon>> load_lexicon(const std::string& path);

/// A list of words compiled, together with how many lines it has.
struct Compiled {
  std::vector<std::byte> bytes;
  std::size_t lines = 0;
};
base::Result<Compiled> compile_words(const std::string& path);

/// Writes a file as a whole: whoever reads it sees what was there before or all of this, never a part.
base::Result<void> write_whole(const std::string& path, std::span<const std::byte> bytes);

}  // namespace app
