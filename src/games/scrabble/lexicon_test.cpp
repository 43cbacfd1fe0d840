// The lexicon: reading lists, compiling, opening, looking up, refusing damage.
#include "games/scrabble/lexicon.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "base/rng.hpp"
#include "games/scrabble/testing.hpp"

namespace games::scrabble {
namespace {

using base::Code;

TEST(ScrabbleWords, ListIsFoldedCutAndSorted) {
  const auto words = read_words(
      "dog\r\nCat\tn. an animal\nx\n\nit's\nnaïve\nabcdefghijklmnop\nabcdefghijklmno\ncat\nno end");
  ASSERT_TRUE(words);
  EXPECT_EQ(*words, (std::vector<std::string>{"ABCDEFGHIJKLMNO", "CAT", "DOG"}));
}

TEST(ScrabbleWords, ListWithoutWordsIsRefused) {
  for (const std::string_view text : {"", "\n\n", "a\nb\n", "1234\n", "abcdefghijklmnopq"}) {
    ASSERT_FALSE(read_words(text));
    EXPECT_EQ(read_words(text).error().code, Code::malformed);
  }
}

TEST(ScrabbleWords, BytesThatAreNoTextAreRefused) {
  const auto compiled = build_lexicon(read_words("cat\ndog\n").value());
  std::string text(reinterpret_cast<const char*>(compiled.data()), compiled.size());
  text[0] = 'P';
  text += "\nword\n";
  EXPECT_EQ(read_words(text).error().code, Code::malformed);
}

TEST(ScrabbleLexicon, StumpOfACompiledOneIsKnown) {
  const auto compiled = build_lexicon(read_words("cat\ndog\n").value());
  EXPECT_FALSE(is_compiled_lexicon({}));
  for (std::size_t size = 1; size < 10; ++size)
    EXPECT_TRUE(is_compiled_lexicon(std::span(compiled).first(size))) << size;
  EXPECT_FALSE(is_compiled_lexicon(std::as_bytes(std::span("parlor\ncat\n"))));
}

TEST(ScrabbleLexicon, HoldsItsWordsAndNoOthers) {
  const auto lexicon = testing::lexicon_of("CAT CATS CATTLE AT ACT TACT QI");
  for (const std::string_view word : {"CAT", "cats", "Cattle", "AT", "ACT", "TACT", "QI"})
    EXPECT_TRUE(lexicon->contains(word)) << word;
  for (const std::string_view word : {"", "C", "CA", "TAC", "CATT", "CATTL", "ATTLE", "CATSS", "IQ", "C4T",
                                      "CAT ", "TCA", "CATTLECATTLECATTLE"})
    EXPECT_FALSE(lexicon->contains(word)) << word;
  EXPECT_EQ(lexicon->size(), 7U);
  EXPECT_EQ(testing::words_of(*lexicon),
            (std::vector<std::string>{"ACT", "AT", "CAT", "CATS", "CATTLE", "QI", "TACT"}));
}

TEST(ScrabbleLexicon, FingerprintDependsOnTheWordsAlone) {
  const auto one = testing::lexicon_of("CAT DOG");
  EXPECT_EQ(one->fingerprint(), testing::lexicon_of("dog cat dog")->fingerprint());
  EXPECT_NE(one->fingerprint(), testing::lexicon_of("CAT DOGS")->fingerprint());
  EXPECT_NE(one->fingerprint(), testing::lexicon_of("CATDOG")->fingerprint());
  EXPECT_EQ(write_fingerprint(0x12ab), "00000000000012ab");
}

TEST(ScrabbleLexicon, DefaultHasAboutAQuarterMillionWordsWithin8MB) {
  const auto lexicon = testing::default_lexicon();
  EXPECT_LE(parlor_lexicon_end - parlor_lexicon_begin, 8'000'000);
  const auto words = testing::words_of(*lexicon);
  EXPECT_EQ(words.size(), lexicon->size());
  EXPECT_GT(words.size(), 240'000U);
  EXPECT_LT(words.size(), 255'000U);
  std::size_t short_words = 0;
  for (const std::string& word : words) {
    short_words += word.size() == 2 ? 1U : 0U;
    ASSERT_TRUE(lexicon->contains(word)) << word;
  }
  EXPECT_EQ(short_words, 107U);
  for (const std::string_view word :
       {"QI", "ZA", "COLOUR", "COLOR", "CAFE", "JUDGEMENT", "ORGANISE", "ORGANIZE"})
    EXPECT_TRUE(lexicon->contains(word)) << word;
  for (const std::string_view word : {"LONDON", "NASA", "ETC", "DOK", "IX"})
    EXPECT_FALSE(lexicon->contains(word)) << word;
}

TEST(ScrabbleLexicon, SameWordsCompileToTheSameBytes) {
  const auto words = read_words("cat\ncats\ndog\n").value();
  EXPECT_EQ(build_lexicon(words), build_lexicon(words));
}

TEST(ScrabbleLexicon, EveryDamagedByteIsRefused) {
  const auto bytes = build_lexicon(read_words("cat\ncats\ncot\ndog\n").value());
  ASSERT_TRUE(open_lexicon(bytes));
  EXPECT_TRUE(is_compiled_lexicon(bytes));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto damaged = bytes;
    damaged[at] ^= std::byte{4};
    const auto opened = open_lexicon(damaged);
    ASSERT_FALSE(opened) << at;
    EXPECT_EQ(opened.error().code, Code::corrupt);
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(open_lexicon(std::span(bytes).first(size)));
  auto longer = bytes;
  longer.resize(bytes.size() + 4);
  EXPECT_FALSE(open_lexicon(longer));
}

}  // namespace
}  // namespace games::scrabble
