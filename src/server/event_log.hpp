// What happens as lines of the log: what a host wants to know, and not more of it than can be read.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocols/account_query.hpp"
#include "protocols/all.hpp"
#include "server/limits.hpp"
#include "table/records.hpp"

namespace server {

/// The first refusal of a connection is a line, the others are counted in the line of its end. A limit that
/// is reached again and again is a line a minute.
class EventLog {
 public:
  void connected(const protocols::Protocol& protocol, base::PlayerId player, std::string_view address);
  void disconnected(const protocols::Protocol& protocol, base::PlayerId player);
  void refused(const protocols::Protocol& protocol, base::PlayerId player, const protocols::Remark& remark);
  void slowed(const protocols::Protocol& protocol, base::PlayerId player);
  /// `whose`: the address, or the player.
  void limited(Reached limit, const std::string& whose, base::Time now);
  void begun(const table::Header& header);
  void ended(const table::Closing& closing);
  void asked_account(std::string_view act, const protocols::AccountAnswer& answer);

 private:
  struct Counts {
    std::size_t refused = 0;
    std::size_t slowed = 0;
  };
  struct Limited {
    base::Time told{};
    std::size_t since = 0;  ///< how often since then
  };

  std::unordered_map<base::PlayerId, Counts> counts_;  ///< of those of whom there is something to count
  std::map<std::string, Limited> limited_;
};

}  // namespace server
