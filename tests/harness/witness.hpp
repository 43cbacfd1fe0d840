// The witness hears everything that anybody is told and compares it with what is durable at that moment.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "protocols/query.hpp"
#include "store/journal.hpp"
#include "table/hall.hpp"

namespace harness {

/// Nobody is told what is not durable, nor what their eyes may not see.
class Witness {
 public:
  explicit Witness(store::Journal& journal) : journal_(journal) {}

  void told(base::PlayerId player, const table::Notice& notice);
  void told_answer(base::PlayerId player, const protocols::Answer& answer);
  void gone(base::PlayerId player) {
    places_.erase(player);
    replaced_.erase(player);
  }
  /// All connections are gone.
  void forget() {
    places_.clear();
    replaced_.clear();
  }

  /// What a peer sees, with whose eyes, and how much of it was told.
  struct Place {
    base::TableId table;
    games::Viewer eyes;
    std::size_t acts = 0;    ///< told as a whole
    std::size_t events = 0;  ///< told of the next one
  };
  /// nullptr for who sees none.
  const Place* place_of(base::PlayerId player) const;

  /// What a peer who has a seat at a table that goes on was not told of it, though it is durable; empty:
  /// nothing.
  std::string missed_by(base::PlayerId player);
  /// What was told and should not have been; empty: nothing.
  const std::string& problem() const { return problem_; }

  /// When nothing is under way, every table that is kept can be played again, equals the one in the hall, and
  /// is closed once it is over, with the outcome that it has: what is wrong then, "" if nothing is.
  std::string compare(const table::Hall& hall);

 private:
  /// What is durable of a table, played once.
  struct Ledger {
    table::Table table;
    struct Act {
      table::Entry entry;
      std::vector<games::AnyEvent> events;
      std::optional<base::Seat> to_move;
    };
    std::vector<Act> acts;
  };

  void hear(base::PlayerId player, const table::Started& started);
  void hear(base::PlayerId player, const table::Resumed& resumed);
  void hear(base::PlayerId player, const table::Happened& happened);
  void hear(base::PlayerId player, const table::Over& over);
  void hear(base::PlayerId player, const table::Elsewhere& elsewhere);
  template <class Other>
  void hear(base::PlayerId /*player*/, const Other& /*other*/) {}

  void look(const table::Overview& overview);
  void look(const protocols::Replay& replay);
  void check_view(base::PlayerId player, const Ledger& ledger, const Place& place,
                  const std::shared_ptr<const games::AnyView>& view);
  std::string compare(const store::StoredTable& stored, const table::Table* live);
  Ledger* ledger_of(base::TableId table);
  void complain(base::PlayerId player, std::string what);

  store::Journal& journal_;
  std::map<base::TableId, Ledger> ledgers_;
  std::unordered_map<base::PlayerId, Place> places_;
  std::unordered_set<base::PlayerId> replaced_;  ///< their sessions say nothing more
  std::string problem_;
};

}  // namespace harness
