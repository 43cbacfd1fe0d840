// Passwords: which there may be, and that a hash knows only its own.
#include "server/password.hpp"

#include <gtest/gtest.h>

namespace server {
namespace {

TEST(Password, HasEightTo256Characters) {
  EXPECT_FALSE(is_password(""));
  EXPECT_FALSE(is_password("seven77"));
  EXPECT_TRUE(is_password("eight888"));
  EXPECT_TRUE(is_password(std::string(256, 'x')));
  EXPECT_FALSE(is_password(std::string(257, 'x')));
  EXPECT_TRUE(is_password("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4\u00f6"))
      << "characters count, not bytes";
  EXPECT_FALSE(is_password("\u00e4\u00f6\u00fc\u00e4")) << "eight bytes, four characters";
  EXPECT_FALSE(is_password("\xff\xff\xff\xff\xff\xff\xff\xff"));
}

TEST(Password, AHashKnowsOnlyItsOwn) {
  const base::Secret password("correct horse");
  const auto hash = *hash_password(password, Strength::quick);
  EXPECT_TRUE(hash.starts_with("$argon2id$")) << hash;
  EXPECT_TRUE(verify_password(hash, password));
  EXPECT_FALSE(verify_password(hash, base::Secret("correct horsf")));
  EXPECT_FALSE(verify_password(hash, base::Secret("")));
  EXPECT_FALSE(verify_password("no hash", password));
  EXPECT_NE(hash, *hash_password(password, Strength::quick)) << "each has a salt of its own";
}

TEST(Password, TheRealOneIsSlowOnPurpose) {
  const auto hash = *hash_password(base::Secret("correct horse"), Strength::real);
  EXPECT_NE(hash.find("m=65536,t=2,p=1"), std::string::npos) << hash;
}

TEST(Password, MadeOnesArePasswordsAndDiffer) {
  const auto one = make_password();
  EXPECT_TRUE(is_password(one.text()));
  EXPECT_EQ(one.text().size(), 20);
  EXPECT_NE(one.text(), make_password().text());
}

TEST(Secret, GoesWithItsOwner) {
  base::Secret one("first");
  base::Secret other(std::move(one));
  EXPECT_EQ(other.text(), "first");
  base::Secret copy(other);
  other = base::Secret("second");
  EXPECT_EQ(other.text(), "second");
  EXPECT_EQ(copy.text(), "first");
  std::string text = "password";
  base::wipe(text);
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace server
