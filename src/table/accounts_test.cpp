// Which spellings of a name are the same account's.
#include "table/accounts.hpp"

#include <gtest/gtest.h>

#include <map>

namespace {

using table::account_key;

TEST(AccountKey, SpellingsThatLookAlikeAreOne) {
  for (const auto* alike :
       {"Anna B", "anna b", "ANNA_B", "\u00c4nn\u00e1 B", "\uff21nna\u3000b", "Anna\u00a0B",
        "\u0410nn\u0430 \u0412", "\u0391\u039d\u039d\u0391 \u0392", "An\u200bna B\ufe0f", "A\u0301nna B",
        " Anna  B\u2003", "\u0100\u0143\u0148\u0105 b"}) {
    EXPECT_EQ(account_key(alike), "anna_b") << alike;
  }
}

TEST(AccountKey, LettersOfOtherAlphabetsAndDigitsThatPassForLatinOnes) {
  const auto key = account_key("Bill Morrison 10");
  for (const auto* alike :
       {"BiII Morrison 10", "B1ll M0rrison 1O", "bill rnorrison l0", "Bill \u041corrison IO",  // Cyrillic Em
        "\U0001d401ill Morrison 10",                          // mathematical bold
        "\u0253ill Morrison 10",                              // Latin Extended
        "Bill Morris\u0585n 10",                              // Armenian
        "\u1d2eill Morrison 10", "Bi\u01c0l Morrison 10"}) {  // a click
    EXPECT_EQ(account_key(alike), key) << alike;
  }
}

TEST(AccountKey, OtherNamesStayOthers) {
  std::map<std::string, std::string> names;
  for (const auto* other : {"anna", "anne", "anna1", "anna2", "an na", "\u5b89\u5a1c", "\u0416anna",
                            "\u00e6nna", "\U0001f431", "guest-1", "guest-11"}) {
    const auto [at, fresh] = names.emplace(account_key(other), other);
    EXPECT_TRUE(fresh) << other << " and " << at->second;
  }
  EXPECT_EQ(account_key("\u0416\u042f"), account_key("\u0436\u044f")) << "without case in Cyrillic";
  EXPECT_EQ(account_key("\u00c6gir"), account_key("\u00e6gir"));
  EXPECT_EQ(account_key("\u0152uvre"), account_key("\u0153uvre"));
  EXPECT_EQ(account_key("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2"),
            account_key("\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3"));
  EXPECT_EQ(account_key("\U0001f431"), "\U0001f431") << "what is not folded is kept";
}

TEST(AccountKey, ANameOfWhichNothingCanBeSeenHasNone) {
  for (const auto* unseen : {"", " ", "\u200b", "_ \u3000", "\u2060\u0301"})
    EXPECT_EQ(account_key(unseen), "") << unseen;
}

TEST(AccountKey, BytesThatAreNoTextDoNoHarm) {
  for (const auto* bytes : {"\xff", "\xc3", "\xf0\x9f", "a\xe2\x80"}) static_cast<void>(account_key(bytes));
}

}  // namespace
