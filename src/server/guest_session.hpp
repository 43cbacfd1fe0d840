// A visitor of another node at this one: a session whose bytes are letters.
#pragma once

#include <deque>
#include <optional>

#include "cluster/letters.hpp"
#include "protocols/session.hpp"
#include "store/journal.hpp"

namespace server {

/// Takes requests as they are, and no bytes; says letters that the front understands, each with
/// cluster::kBetween after it. Acts are said as the journal keeps them (table::Recorded), so that no view or
/// event ever crosses.
class GuestSession final : public protocols::Session {
 public:
  explicit GuestSession(cluster::StayId stay) : stay_(stay) {}

  void receive(std::string_view /*bytes*/) override {}
  std::optional<protocols::Request> next() override;
  void tell(const protocols::Notice& notice) override;
  bool hungry() const override { return true; }
  std::size_t untaken() const override { return asked_.size(); }
  bool finished() const override { return false; }

  cluster::StayId stay() const { return stay_; }
  /// The visitor is told something without having asked.
  void expect_news() { has_asked_ = true; }
  /// The visitor asks for this.
  void ask(protocols::Request request);
  /// The visitor takes up the place that they had; the Resumed to come is about that.
  void attach(cluster::Attach attach);
  /// The table as it is kept, for the Resumed to come.
  void look_back(store::StoredTable past) { past_ = std::move(past); }
  /// Whether the Resumed to come brings nothing that the visitor does not know, where there were so many
  /// acts.
  bool knows(std::uint64_t acts) const { return attach_ && attach_->told >= acts; }
  /// Whether something was asked, and all of it is answered.
  bool is_quiet() const { return has_asked_ && asked_.empty() && !asking_ && !attach_; }

 private:
  void say(const cluster::Letter& letter);
  void on(const table::Recorded& recorded);
  void on(const table::Started& started);
  void on(const table::Happened& /*happened*/) {}  // the front makes it of what was recorded
  void on(const table::Resumed& resumed);
  void on(const auto& other) { say(cluster::Told{stay_, other}); }
  void take_up(const cluster::Attach& attach, const table::Resumed& resumed);

  cluster::StayId stay_;
  std::deque<protocols::Request> asked_;
  bool has_asked_ = false;   ///< who comes asks for something, or is told something at once
  bool asking_ = false;      ///< a request is with the hall,
  bool is_unheard_ = false;  ///< and nobody waits for its answer any more
  table::Header header_;     ///< of the table that begins
  store::StoredTable past_;  ///< of the table to which they come back
  std::optional<cluster::Attach> attach_;
  int resumes_ = 0;  ///< that are to come for it, and for those before it
};

}  // namespace server
