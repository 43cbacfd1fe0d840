// What is kept for browsers: their passes, and the secret with which tokens are sealed.
#include "store/passes.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "store/secret.hpp"
#include "store/sqlite.hpp"

namespace {

class KeptForBrowsers : public testing::Test {
 protected:
  KeptForBrowsers() {
    auto name = (std::filesystem::temp_directory_path() / "parlor-test-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~KeptForBrowsers() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(KeptForBrowsers, PassesOutliveTheServer) {
  const auto journal = store::SqliteJournal::open(folder_, [](const store::Settled&) {});
  ASSERT_TRUE(journal) << journal.error().detail;
  {
    const auto passes = store::Passes::open(folder_);
    ASSERT_TRUE(passes) << passes.error().detail;
    EXPECT_EQ((*passes)->find("a").value(), std::nullopt);
    ASSERT_TRUE((*passes)->set("a", "one"));
    ASSERT_TRUE((*passes)->set("a", "two"));
  }
  const auto passes = store::Passes::open(folder_);
  EXPECT_EQ((*passes)->find("a").value(), "two");
  EXPECT_EQ((*passes)->find("b").value(), std::nullopt);
}

TEST_F(KeptForBrowsers, ASecretIsMadeOnce) {
  EXPECT_EQ(store::keep_secret(folder_, "first").value(), "first");
  EXPECT_EQ(store::keep_secret(folder_, "other").value(), "first") << "after a restart";
  struct stat file{};
  ASSERT_EQ(::stat((folder_ / "secret").c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777U, 0600U);
  std::ofstream(folder_ / "secret") << "fir";
  EXPECT_FALSE(store::keep_secret(folder_, "other"));
  EXPECT_FALSE(store::keep_secret(folder_ / "nowhere", "other"));
}

}  // namespace
