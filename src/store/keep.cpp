// All that a server keeps.
#include "store/keep.hpp"

#include <unistd.h>

#include <array>
#include <thread>

#include "store/accounts_sqlite.hpp"
#include "store/postgres/directory.hpp"
#include "store/postgres/journal.hpp"
#include "store/postgres/remembered.hpp"
#include "store/postgres/secret.hpp"
#include "store/secret.hpp"
#include "store/sqlite.hpp"

namespace store {
namespace {

class DirectoryKeep final : public Keep {
 public:
  DirectoryKeep(std::string directory, std::unique_ptr<SqliteJournal> journal)
      : directory_(std::move(directory)), journal_(std::move(journal)) {}

  Journal& journal() override { return *journal_; }

  Result<AccountKeepers> open_accounts() override {
    AccountKeepers keepers;
    for (auto* keeper : {&keepers.loop, &keepers.worker, &keepers.library}) {
      auto opened = SqliteAccounts::open(directory_);
      if (!opened) return std::unexpected(std::move(opened).error());
      *keeper = keepers.all.emplace_back(*std::move(opened)).get();
    }
    return keepers;
  }

  Result<cluster::Directory*> open_directory(NodeOpening /*opening*/) override {
    return fail(Code::bad_options, "--link is for servers with --cluster");
  }
  Result<std::string> secret(std::string_view fresh) override { return keep_secret(directory_, fresh); }
  std::optional<std::string> trouble() const override { return std::nullopt; }

 private:
  std::string directory_;
  std::unique_ptr<SqliteJournal> journal_;
};

class ClusterKeep final : public Keep {
 public:
  explicit ClusterKeep(std::unique_ptr<postgres::PostgresJournal> journal) : journal_(std::move(journal)) {}

  cluster::NodeId node() const override { return {static_cast<std::uint32_t>(journal_->claim().node)}; }
  Result<cluster::Directory*> open_directory(NodeOpening opening) override;
  std::uint64_t appends_in_doubt() const override { return journal_->in_doubt(); }
  std::optional<std::chrono::milliseconds> beat_age() const override {
    return directory_ ? directory_->beat_age() : journal_->beat_age();
  }

  Journal& journal() override { return *journal_; }

  Result<AccountKeepers> open_accounts() override {
    auto opened = postgres::RememberedAccounts::open(journal_->url());
    if (!opened) return std::unexpected(std::move(opened).error());
    AccountKeepers keepers;
    auto* one = keepers.all.emplace_back(*std::move(opened)).get();
    keepers.loop = keepers.worker = keepers.library = one;
    return keepers;
  }

  Result<std::string> secret(std::string_view fresh) override {
    return postgres::keep_secret(journal_->url(), fresh);
  }
  std::optional<std::string> trouble() const override {
    if (*beat_age() + postgres::kBeatPeriod < journal_->claim().takeover_after) return std::nullopt;
    return "the database cannot be reached";
  }

 private:
  std::unique_ptr<postgres::PostgresJournal> journal_;
  std::unique_ptr<postgres::PostgresDirectory> directory_;
};

Result<cluster::Directory*> ClusterKeep::open_directory(NodeOpening opening) {
  auto how = journal_->claim();
  how.place.address = std::move(opening.address);
  how.place.games = std::move(opening.games);
  how.goes_on = [](const std::string&) { return true; };
  if (auto right = postgres::check_node(journal_->url(), how); !right)
    return std::unexpected(std::move(right).error());
  directory_ = std::make_unique<postgres::PostgresDirectory>(postgres::DirectorySettings{
      journal_->url(), std::move(how), std::move(opening.post),
      [this](const postgres::Hold& hold) { journal_->use(hold); }, std::move(opening.on_picture)});
  return directory_.get();
}

std::string name_of_host() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "";
  return name.data();
}

/// Who waits for another server goes on waiting when the database is gone for a while.
Result<std::unique_ptr<postgres::PostgresJournal>> open_cluster(const Place& place, const Opening& opening) {
  bool waits = false;
  const auto goes_on = [&waits, ask = opening.goes_on](const std::string& sentence) {
    waits = ask(sentence);
    return waits;
  };
  const postgres::Claim how{
      .place = {.host = name_of_host(), .version = opening.version},
      .company =
          opening.company == Opening::Company::alone ? postgres::Company::alone : postgres::Company::others,
      .takeover_after = opening.takeover_after,
      .rival = opening.rival == Opening::Rival::await ? postgres::Rival::await : postgres::Rival::refuse,
      .goes_on = goes_on};
  for (;;) {
    auto journal = postgres::PostgresJournal::open({place.cluster, place.directory, how, opening.on_lost},
                                                   opening.on_settled);
    if (journal || !waits || !goes_on(journal.error().detail)) return journal;
    std::this_thread::sleep_for(postgres::kBeatPeriod);
  }
}

}  // namespace

Result<std::unique_ptr<Keep>> Keep::open(const Place& place, Opening opening) {
  if (place.cluster.empty() && opening.rival == Opening::Rival::await)
    return fail(Code::bad_options, "--standby is for servers with --cluster");
  if (place.cluster.empty() && opening.company == Opening::Company::others)
    return fail(Code::bad_options, "--link is for servers with --cluster");
  if (opening.rival == Opening::Rival::await && opening.company == Opening::Company::others)
    return fail(Code::bad_options, "a server with --link takes over by itself: it needs no --standby");
  if (place.cluster.empty()) {
    using Loss = SqliteJournal::Loss;
    auto journal = SqliteJournal::open(place.directory, std::move(opening.on_settled),
                                       opening.loss == Opening::Loss::accept ? Loss::accept : Loss::refuse);
    if (!journal) return std::unexpected(std::move(journal).error());
    return std::make_unique<DirectoryKeep>(place.directory, *std::move(journal));
  }
  auto journal = open_cluster(place, opening);
  if (!journal) return std::unexpected(std::move(journal).error());
  return std::make_unique<ClusterKeep>(*std::move(journal));
}

}  // namespace store
