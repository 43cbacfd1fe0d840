// The secret with which tokens are sealed.
#include "store/secret.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

namespace {

class KeptSecret : public testing::Test {
 protected:
  KeptSecret() {
    auto name = (std::filesystem::temp_directory_path() / "parlor-test-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~KeptSecret() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(KeptSecret, IsMadeOnce) {
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
