// How much of the server one peer, one address and all together may take.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace server {

/// A class of 100 behind one address meets none of them. 0 stands for no limit.
struct Limits {
  std::size_t connections = 0;  ///< and never more than there are descriptors for
  std::size_t connections_per_address = 10'000;
  std::size_t unread_mebibytes = 32;
  std::size_t requests_per_second = 2'000;
  std::size_t address_requests_per_second = 20'000;
  std::size_t address_tables_per_second = 1'000;
  std::size_t account_requests_per_second = 2'000;
  std::size_t account_tables_per_second = 100;
  std::size_t bots_per_address = 1'000;
  std::size_t chat_per_second = 2;
  std::size_t chat_heard_per_second = 20'000;
  std::size_t acts_per_game = 10'000;
  std::size_t idle_minutes = 360;

  friend bool operator==(const Limits&, const Limits&) = default;
};

/// What somebody has come up against.
enum class Reached : std::uint8_t {
  connections,              ///< there are as many as there may be
  connections_per_address,  ///< of that address
  descriptors,              ///< the process has none left
  unread,                   ///< too much waits for a peer that does not read
  requests,                 ///< of one connection in a second
  address,                  ///< requests, or tables, of all connections of one address in a second
  account,                  ///< likewise, of all browsers that are signed in to one account
  bots,                     ///< invited from one address
  idle,                     ///< nothing was said for too long
};

/// In the order of the enum.
inline constexpr std::array<std::string_view, 9> kReached{
    "connections",        "connections-per-address", "descriptors",      "unread", "requests-per-second",
    "address-per-second", "account-per-second",      "bots-per-address", "idle"};

/// A limit as hosts call it.
struct LimitName {
  std::string_view name;
  std::size_t Limits::* limit;
  std::string_view about;  ///< a line for people
};

inline constexpr std::array kLimitNames{
    LimitName{"connections", &Limits::connections, "connections in total"},
    LimitName{"connections-per-address", &Limits::connections_per_address,
              "connections of one address (IPv6: of one /64); never more than are left for others"},
    LimitName{"unread-mebibytes", &Limits::unread_mebibytes, "what waits for all peers that do not read"},
    LimitName{"requests-per-second", &Limits::requests_per_second,
              "requests of one wire connection, which waits beyond; a refused one counts ten times"},
    LimitName{"address-requests-per-second", &Limits::address_requests_per_second,
              "requests of all connections of one address, which wait beyond"},
    LimitName{"address-tables-per-second", &Limits::address_tables_per_second,
              "tables and lobbies asked for from one address, which wait beyond"},
    LimitName{"account-requests-per-second", &Limits::account_requests_per_second,
              "requests of all browsers that are signed in to one account, which wait beyond"},
    LimitName{"account-tables-per-second", &Limits::account_tables_per_second,
              "tables and lobbies asked for by one account, which waits beyond"},
    LimitName{"bots-per-address", &Limits::bots_per_address,
              "the server's own bots that sit where somebody of one address wants them"},
    LimitName{"chat-per-second", &Limits::chat_per_second,
              "lines of one connection, and of one account, in the hall, which wait beyond"},
    LimitName{
        "chat-heard-per-second", &Limits::chat_heard_per_second,
        "lines in the hall, counted for everybody who hears them; who speaks waits beyond, 5 s at most"},
    LimitName{"acts-per-game", &Limits::acts_per_game, "acts in a game, which ends without a result then"},
    LimitName{"idle-minutes", &Limits::idle_minutes,
              "how long a wire connection may stay on which nothing is said by either side"},
};

}  // namespace server
