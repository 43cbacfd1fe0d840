// Names that are somebody's at another node: of accounts, for clients of wire protocols, and of tabs.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cluster/letters.hpp"
#include "host/host.hpp"

namespace server {

/// Who wants such a name here asks all nodes, and the one with the browser decides: about an account's name
/// by the rules of table::People, and whoever has borrowed it gives it back when they go, or are called
/// otherwise; and all tabs of a person share their name.
class NameLoans {
 public:
  using Post = std::function<void(cluster::NodeId, std::string)>;
  using Others = std::function<std::vector<cluster::NodeId>()>;  ///< to whom there is a link
  enum class Lent : std::uint8_t { no, yes };
  using Then = std::function<void(Lent)>;

  using IsGuest = std::function<bool(base::PlayerId)>;  ///< of another node, which has to be asked

  NameLoans(host::Host& host, Post post, Others others, IsGuest is_guest)
      : host_(host), post_(std::move(post)), others_(std::move(others)), is_guest_(std::move(is_guest)) {}

  /// Asks whether a visitor of this node may have it.
  void ask(base::PlayerId player, const std::string& name, Then then, base::Time now);
  bool has(base::PlayerId player, const std::string& name) const;
  /// The visitor is called so from now on; "" for who is gone.
  void called(base::PlayerId player, const std::string& name, base::Time now);

  void take(cluster::NodeId from, const cluster::NameAsked& asked, base::Time now);
  void take(cluster::NodeId from, const cluster::NameLent& lent, base::Time now);
  void take(const cluster::NameBack& back, base::Time now);

  /// A node is gone, or all are: nobody waits for it, and what it has borrowed is its owner's again.
  void forget(cluster::NodeId node, base::Time now);
  void forget_all(base::Time now);
  /// Time has passed: nobody is waited for any longer who does not answer.
  void turn(base::Time now);

 private:
  struct Waiting {
    base::PlayerId player;
    std::string name;
    std::string address;
    Then then;
    base::Time until;
    std::set<cluster::NodeId> nodes;  ///< that have not answered
  };

  bool lend(const std::string& name, const std::string& address, base::Time now);
  void finish(std::uint64_t number, Lent lent, base::Time now);

  host::Host& host_;
  Post post_;
  Others others_;
  IsGuest is_guest_;
  std::map<std::uint64_t, Waiting> waiting_;  ///< visitors of this node, by the number of their question
  std::map<base::PlayerId, std::string> borrowed_;  ///< by visitors of this node
  std::map<std::string, cluster::NodeId> lent_;     ///< to visitors of other nodes
  std::uint64_t last_number_ = 0;
};

}  // namespace server
