// Lobbies: where people gather for a table, and which lobby somebody comes into.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "table/chat.hpp"
#include "table/messages.hpp"

namespace table {

/// Lobbies whose name begins so are for those who know it. Neither they nor their tables are shown.
inline constexpr char kSecret = '-';
inline bool is_secret(std::string_view lobby) { return lobby.starts_with(kSecret); }

/// How few and how many may play.
struct Limits {
  int fewest = 0;
  int most = 0;

  friend bool operator==(const Limits&, const Limits&) = default;
};

/// How few and how many the game with these options takes; the game must be known, the options complete.
Limits limits_of(const games::Kits& kits, std::string_view game, std::string_view options);

/// What makes tables alike: who seeks one finds only lobbies for such.
struct Kind {
  std::string game;
  std::string options;  ///< in their shortest form
  std::string clock{};  ///< so, too

  friend auto operator<=>(const Kind&, const Kind&) = default;
};

struct Lobby {
  struct Member {
    PlayerId player;
    bool ready = false;
    int seats = 0;  ///< how many the game must be for; 0: any number
    First first = First::as_they_came;
  };

  std::string game;
  std::string options;  ///< in their shortest form
  std::string name;
  Limits limits;
  bool standing = false;
  int made_for = 0;  ///< of a standing lobby: how many it is for
  std::vector<Member> members;
  std::optional<TableId> table{};  ///< the game of a standing lobby
  std::string clock{};             ///< of its tables
  int begun = 0;                   ///< how many games have begun in it
  std::shared_ptr<Chat> chat{};    ///< of a standing lobby
  bool played = false;             ///< a game of it has ended

  /// How many the game must be for; 0: any number.
  int seats() const;
  /// Whether one more, who wants a game for `wanted` (0: any number), may come in.
  bool has_room(int wanted) const;
  /// Whether the game can begin.
  bool is_complete() const;
  /// Whether people wait here for others: not those who look at the end of their game.
  bool is_open() const;
};

/// All lobbies. Pointers to them last until they are removed.
class Lobbies {
 public:
  /// The lobby that the seeker would come into, or nullptr if one is to be made, as if the seeker were in no
  /// lobby yet. Code::no_lobby, Code::lobby_full.
  Result<Lobby*> choose(const Seek& seek, const Kind& kind, PlayerId seeker);
  /// A new lobby for the seeker, who is not yet in it.
  Lobby& make(const Seek& seek, const Kind& kind, Limits limits);
  /// The standing lobby in which a table is played, made if there is none.
  Lobby& obtain(const Header& header, Limits limits);
  void remove(const Lobby& lobby);

  /// The lobby of that name; nullptr if there is none.
  Lobby* find(const Kind& kind, std::string_view name);
  /// Calls `visit` for all lobbies of a game.
  void each(std::string_view game, const std::function<void(const Lobby&)>& visit) const;

 private:
  /// Numbers in their order, which is that of their length first.
  struct ShorterFirst {
    bool operator()(const std::string& left, const std::string& right) const {
      return std::pair(left.size(), std::string_view(left)) <
             std::pair(right.size(), std::string_view(right));
    }
  };
  using ByName = std::map<std::string, Lobby, ShorterFirst>;

  std::map<Kind, ByName> lobbies_;
};

}  // namespace table
