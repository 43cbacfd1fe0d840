// All that a server keeps, wherever that is: in its data directory, or in PostgreSQL.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/directory.hpp"
#include "store/accounts.hpp"
#include "store/journal.hpp"

namespace store {

/// Where things are kept.
struct Place {
  std::string directory = "./parlor-data";
  std::string cluster{};  ///< the address of a database of PostgreSQL; empty: all is in the directory
};

/// How a server opens what it keeps.
struct Opening {
  /// What is done where something is missing that somebody was told of.
  enum class Loss : std::uint8_t { refuse, accept };
  /// What is done while another server has the database: none can be started, or this one waits its turn.
  enum class Rival : std::uint8_t { refuse, await };
  /// Whether it has the database for itself, or shares it with others, by the directory.
  enum class Company : std::uint8_t { alone, others };

  Journal::OnSettled on_settled;
  Loss loss = Loss::refuse;
  /// The rest is for databases of PostgreSQL.
  std::string version{};  ///< of this program, for people
  Rival rival = Rival::refuse;
  Company company = Company::alone;
  std::chrono::milliseconds takeover_after{};  ///< a server that gives no sign of life for so long is dead
  /// Called now and then while it waits, with a sentence that says for whom; false: it is given up.
  std::function<bool(const std::string&)> goes_on{};
  /// Called once, on any thread, when another server has taken over: nobody may be told anything any more.
  std::function<void(const base::Error&)> on_lost{};
};

/// A node in company: what others know of it, and how it hears of them.
struct NodeOpening {
  std::string address;                                      ///< of its links
  std::string games;                                        ///< what it plays, and with what
  std::function<void(std::function<void()>)> post;          ///< does something on the loop's thread, soon
  std::function<void(const cluster::Picture&)> on_picture;  ///< called there with everything that is seen
};

class Keep {
 public:
  Keep() = default;
  Keep(const Keep&) = delete;
  Keep& operator=(const Keep&) = delete;
  /// Writes all that waits.
  virtual ~Keep() = default;

  virtual Journal& journal() = 0;

  /// Keepers of the same accounts, one for each thread that uses them. Who is signed in and what passes are
  /// is answered to the loop without waiting.
  struct AccountKeepers {
    std::vector<std::unique_ptr<Accounts>> all;
    Accounts* loop = nullptr;
    Accounts* worker = nullptr;
    Accounts* library = nullptr;
  };
  virtual Result<AccountKeepers> open_accounts() = 0;

  /// The number of this node, in company.
  virtual cluster::NodeId node() const { return cluster::kNobody; }
  /// What all nodes share; once, and only in company. Until it was joined, nothing can be kept.
  virtual Result<cluster::Directory*> open_directory(NodeOpening opening) = 0;

  /// The secret of its own that everybody's cookies are sealed with; where there is none yet, `fresh` is it.
  virtual Result<std::string> secret(std::string_view fresh) = 0;

  /// How long ago this server has last shown others on its database that it lives.
  virtual std::optional<std::chrono::milliseconds> beat_age() const { return std::nullopt; }
  /// How often nobody knew at first what became of an append.
  virtual std::uint64_t appends_in_doubt() const { return 0; }
  /// Why nobody should be sent here now, if so.
  virtual std::optional<std::string> trouble() const = 0;

  /// Code::storage, Code::corrupt or Code::bad_options with a sentence for the host if it cannot be.
  static Result<std::unique_ptr<Keep>> open(const Place& place, Opening opening);
};

}  // namespace store
