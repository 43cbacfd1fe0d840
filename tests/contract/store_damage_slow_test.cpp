// Every byte of a small database and of its write-ahead log is flipped in turn.
#include "harness/store_damage.hpp"

namespace {

using harness::Damage;
using harness::KilledServer;

TEST_F(Damage, AnyFlippedBitOfTheDatabaseIsFound) {
  fill();
  const auto file = store::database_file(folder_.path());
  flip_each(1, file, std::filesystem::file_size(file));
}

TEST_F(KilledServer, AnyFlippedBitOfTheWriteAheadLogIsFound) {
  flip_each(1, wal_file(folder_.path()), used_);
}

}  // namespace
