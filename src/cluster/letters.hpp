// What crosses links: a line each. Nodes carry acts, as the journal keeps them, and no views or events.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cluster/ids.hpp"
#include "table/messages.hpp"
#include "table/overview.hpp"
#include "table/visitor.hpp"

namespace cluster {

using base::PlayerId;
using base::Result;

// From the front, where somebody's connection is, to the owner, where they gather or sit. A stay is one
// visitor's time with one owner; its number is never used again by that front.

/// Somebody comes who is free, for something that is in that shard.
struct Come {
  StayId stay;
  ShardId shard;
  std::string protocol;
  table::Hears hears = table::Hears::game_only;
  std::string name;
  table::Naming naming = table::Naming::given;
  std::string address{};
  std::string host{};
  std::string account{};
  std::string lent{};  ///< as of table::Visitor

  friend bool operator==(const Come&, const Come&) = default;
};

/// Somebody who came before a shard moved takes up the place that they have: a seat, or watching with
/// somebody's eyes. They know the first `told` acts, and besides that `owed` of the later ones are their own,
/// which were accepted.
struct Attach {
  Come who;
  StayId before;  ///< as which they stayed until now, maybe here
  base::TableId table;
  std::optional<base::Seat> seat{};
  games::Viewer eyes{};
  std::uint64_t told = 0;
  std::uint32_t owed = 0;
  bool over = false;                      ///< they were told that the game is
  std::optional<table::Wish> wish{};      ///< and have said whether they want another
  std::optional<table::Request> asked{};  ///< nobody knows what became of it
};

/// A request. It came to the front so long ago: thinking ended then.
struct Ask {
  StayId stay;
  base::Duration age{};
  table::Request request;
};

/// The visitor is gone: by its protocol, or because the connection broke.
struct Gone {
  enum class How : std::uint8_t { said, broken };

  StayId stay;
  How how = How::said;

  friend bool operator==(const Gone&, const Gone&) = default;
};

/// A further tab of somebody who has a place in that shard comes to be shown it.
struct Show {
  Come tab;

  friend bool operator==(const Show&, const Show&) = default;
};

// From the owner to the front.

/// The visitor is told this. Never Started, Happened or Resumed, which the front makes itself from these:
struct Told {
  StayId stay;
  table::Notice notice;
};

/// The visitor sits down at a table that begins (Started).
struct Sat {
  StayId stay;
  table::Header header;
  base::Seat seat;
  std::shared_ptr<const table::Times> times{};
};

/// There was an act at the visitor's table (Happened, if something did).
struct Acted {
  StayId stay;
  table::Entry entry;
  std::shared_ptr<const table::Times> times{};
};

/// The visitor is back at a table, or watches it (Resumed), which has come so far.
struct Returned {
  StayId stay;
  table::Header header;
  std::vector<table::Entry> entries{};
  games::Viewer eyes{};
  std::vector<bool> here{};  ///< by seat
  bool watches = false;      ///< as of Resumed, as the next ones
  bool screen = false;
  bool shown = false;
  std::vector<table::Said> said{};
  std::shared_ptr<const table::Times> times{};
};

/// The visitor neither gathers nor sits nor watches here any more: the stay has ended, and they are free.
struct Home {
  StayId stay;
  std::string name;  ///< that they have now
  table::Naming naming = table::Naming::given;

  friend bool operator==(const Home&, const Home&) = default;
};

/// There is no such stay, or no such table here (any more): the front asks whoever owns it now.
struct Unknown {
  StayId stay;

  friend bool operator==(const Unknown&, const Unknown&) = default;
};

// Among all.

/// Somebody who is neither at a table nor in a standing lobby has said something.
struct HallSaid {
  std::string from;
  std::string text;

  friend bool operator==(const HallSaid&, const HallSaid&) = default;
};

/// A tab of whoever has that token has come, and there is nothing to show it here.
struct TabCame {
  std::string address;

  friend bool operator==(const TabCame&, const TabCame&) = default;
};

/// Whoever has that token, or is signed in to the same account by another browser, gathers or sits in that
/// shard: all their tabs are shown it.
struct Placed {
  std::string address;
  ShardId shard;

  friend bool operator==(const Placed&, const Placed&) = default;
};

/// There is an account of that name, or there is none any more.
struct AccountIs {
  std::string name;
  bool there = false;

  friend bool operator==(const AccountIs&, const AccountIs&) = default;
};

/// Whoever has that token is signed in to that account from now on; "": to none any more.
struct SignedIn {
  std::string address;
  std::string account;

  friend bool operator==(const SignedIn&, const SignedIn&) = default;
};

/// Whoever has that token is called so from now on, in all tabs.
struct TabCalled {
  std::string address;
  std::string name;

  friend bool operator==(const TabCalled&, const TabCalled&) = default;
};

/// A visitor there asks for a name that is taken: may they have it, as somebody here is signed in to the
/// account of that name at their network address, or is called so in another tab, by their token? The number
/// is that of the question.
struct NameAsked {
  std::uint64_t number = 0;
  std::string name{};
  std::string address{};

  friend bool operator==(const NameAsked&, const NameAsked&) = default;
};

/// The answer.
struct NameLent {
  std::uint64_t number = 0;
  std::string name{};
  bool lent = false;

  friend bool operator==(const NameLent&, const NameLent&) = default;
};

/// Nobody there uses that name any more.
struct NameBack {
  std::string name;

  friend bool operator==(const NameBack&, const NameBack&) = default;
};

/// Shards of this node are others' now: the directory knows whose.
struct Moved {
  friend bool operator==(const Moved&, const Moved&) = default;
};

/// What the node knows of the hall; told when it has changed, and not more often than once a second.
struct Part {
  table::OverviewPart part;
};

// Between inspectors, whose words these are.

/// A browser here asks about wire connections there; what it asks last has the highest number.
struct WiresAsked {
  PlayerId browser;
  std::uint64_t number = 0;
  std::string question{};

  friend bool operator==(const WiresAsked&, const WiresAsked&) = default;
};

/// What it is told: as the answer to that, or, without a number, as what it follows.
struct WiresTold {
  PlayerId browser;
  std::uint64_t number = 0;
  std::string answer{};

  friend bool operator==(const WiresTold&, const WiresTold&) = default;
};

using Letter = std::variant<Come, Attach, Ask, Gone, Told, Sat, Acted, Returned, Home, Unknown, HallSaid,
                            Part, Moved, WiresAsked, WiresTold, Show, TabCame, Placed, NameAsked, NameLent,
                            NameBack, TabCalled, AccountIs, SignedIn>;

/// What a line holds several letters with: those that are told together, as an answer and what it brings
/// about.
inline constexpr char kBetween = '\t';

/// One letter without an end, in words between spaces; and back. Words at the end that are not known are
/// passed over. Code::malformed if it is of no kind that is known, or does not hold what it should.
std::string write(const Letter& letter);
Result<Letter> read(std::string_view line);

}  // namespace cluster
