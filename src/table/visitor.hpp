// A visitor: somebody who is here by a connection, or the person who looks at several of them as tabs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any.hpp"
#include "table/records.hpp"

namespace table {

struct Lobby;
struct Sitting;

/// Whether a visitor is told how things stand after each act (Happened::view).
enum class Views : std::uint8_t { no, yes };

/// What a visitor hears besides the game: what is offered to them (Offered), and how clocks stand (Times).
enum class Hears : std::uint8_t { game_only, offers };

/// Whether somebody chose their name, and can so come back, or was given it.
enum class Naming : std::uint8_t { given, chosen };

/// What is gone: a visitor's connection, or the whole node at which they were, which is not their doing.
enum class Loss : std::uint8_t { connection, node };

/// Visitors whose address begins so are known by the rest of it, a token: they come back by it alone, and
/// their seats wait for them as long as `kTokenGrace` even where there is no grace for others. All who come
/// with the same token are tabs of one person, who has one name, and one seat that all tabs show.
inline constexpr std::string_view kToken = "token:";
inline constexpr base::Duration kTokenGrace = std::chrono::minutes(2);

/// The protocol of bots that the server itself seats; their address is their level.
inline constexpr std::string_view kBotProtocol = "bot";

/// What else is known of a visitor who comes by a browser, and whose address is a token.
struct Browser {
  std::string_view host{};     ///< the network address
  std::string_view account{};  ///< to which the browser is signed in; empty: to none
};

/// How somebody is called who has a name already.
struct Named {
  std::string_view name{};  ///< empty: they have none yet
  Naming naming = Naming::given;
};

/// A tab has a person, a person has tabs; all else is known of either. Only persons and those without tabs
/// have names, seats and lobbies.
struct Visitor {
  std::string_view protocol;
  std::string address;
  std::string name;
  Views views = Views::no;
  Hears hears = Hears::game_only;
  Naming naming = Naming::given;
  std::string host{};     ///< of a browser: its network address
  std::string account{};  ///< of a browser that is signed in
  std::string lent{};     ///< the key of an account whose owner, maybe at another node, shares its name
  std::optional<PlayerId> person{};  ///< of a tab: who looks at it
  bool welcomed = true;              ///< of a tab: is told what its person is told
  std::vector<PlayerId> tabs{};      ///< of a person
  PlayerId seeker{};                 ///< of a person: the tab that asked for a game last

  // Where they are, which the hall sees to.
  Sitting* sitting = nullptr;
  Seat seat{};
  Lobby* lobby = nullptr;
  bool away = false;  ///< is at another node, which tells them what they hear
  std::optional<TableId> watched{};
  games::Viewer eyes{};  ///< with which it is watched

  bool has_token() const { return address.starts_with(kToken); }
  bool is_bot() const { return protocol == kBotProtocol; }
  /// Neither gathers nor sits anywhere.
  bool is_idle() const { return sitting == nullptr && lobby == nullptr; }
};

}  // namespace table
