// Compiles a list of words at build time: compile_lexicon WORDS.txt LEXICON.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "games/scrabble/lexicon.hpp"

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: compile_lexicon WORDS.txt LEXICON\n", stderr);
    return 2;
  }
  std::ifstream list(arguments[1], std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(list)), {});
  const auto words = games::scrabble::read_words(text);
  if (!words) {
    std::fprintf(stderr, "%s: %s\n", arguments[1], words.error().detail.c_str());
    return 1;
  }
  const auto bytes = games::scrabble::build_lexicon(*words);
  std::ofstream file(arguments[2], std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return file.flush() ? 0 : 1;
}
