// The styles as data.
#include "client/spar/style.hpp"

#include <algorithm>
#include <array>

namespace client::spar {
namespace {

using protocols::Liberty;
using protocols::Rule;

constexpr Rule kAnySplit{"README.md",
                         "**Any split of the byte stream gives the same conversation.** "
                         "Whole, byte by byte, or many messages in one packet."};

constexpr Rule kEnds{
    "README.md", "Accept LF for CRLF and CR LF around separators; skip stray NUL bytes between messages;"};

constexpr std::array kAll{
    Style{.name = "plain", .about = "an easy one to begin with", .everywhere = kAnySplit},
    Style{.name = "slow",
          .about = "every message comes after a while",
          .pace = Pace::slow,
          .everywhere = kAnySplit},
    Style{.name = "bytes", .about = "one byte at a time", .pace = Pace::bytes, .everywhere = kAnySplit},
    Style{.name = "packet",
          .about = "all that is said in a while comes in one packet",
          .pace = Pace::packet,
          .everywhere = kAnySplit},
    Style{.name = "endings",
          .about = "lines and messages end with CR LF, LF or as they should, by turns",
          .mixes_ends = true,
          .everywhere = kEnds},
    Style{.name = "refuse",
          .about = "every second move is refused, whatever it is",
          .refuses = true,
          .liberty = Liberty::refuses},
    Style{.name = "leaver",
          .about = "the opponent leaves in the middle of the game",
          .manner = Manner::leaves,
          .liberty = Liberty::leaver},
    Style{.name = "names",
          .about = "the opponent has the longest name that is allowed, of unusual characters",
          .manner = Manner::long_name,
          .liberty = Liberty::long_names},
    Style{.name = "chat",
          .about = "the opponent talks with every move, in all scripts",
          .manner = Manner::chats,
          .liberty = Liberty::chat},
    Style{.name = "rename",
          .about = "the opponent has another name in the middle of the game",
          .manner = Manner::renames,
          .liberty = Liberty::renames},
    Style{.name = "crowd",
          .about = "others come into the lobby and go again",
          .manner = Manner::crowd,
          .liberty = Liberty::crowd},
    Style{.name = "unexpected",
          .about = "what is allowed and nobody expects: rare moves, more words, another order",
          .embellishes = true,
          .liberty = Liberty::unexpected},
    Style{.name = "hang-up-connect",
          .about = "the connection ends as soon as it stands",
          .hangs_up_in = Phase::connected,
          .liberty = Liberty::hangs_up},
    Style{.name = "hang-up-lobby",
          .about = "it ends in the queue or lobby",
          .hangs_up_in = Phase::gathered,
          .liberty = Liberty::hangs_up},
    Style{.name = "hang-up-start",
          .about = "it ends when the game begins",
          .hangs_up_in = Phase::started,
          .liberty = Liberty::hangs_up},
    Style{.name = "hang-up-game",
          .about = "it ends in the middle of the game",
          .hangs_up_in = Phase::played,
          .liberty = Liberty::hangs_up},
    Style{.name = "hang-up-message",
          .about = "it ends in the middle of a message",
          .hangs_up_in = Phase::played,
          .cuts = true,
          .liberty = Liberty::hangs_up},
    Style{.name = "hang-up-end",
          .about = "it ends with the game, before anybody could wish for another",
          .hangs_up_in = Phase::over,
          .liberty = Liberty::hangs_up},
};

}  // namespace

std::span<const Style> all() { return kAll; }

std::optional<Rule> allowance(const Style& style, const protocols::Protocol& protocol) {
  if (protocol.sparring == nullptr) return std::nullopt;
  if (!style.liberty) return style.everywhere;
  const auto allowed = protocol.sparring->allowed;
  const auto found = std::ranges::find(allowed, *style.liberty, &protocols::Allowance::liberty);
  if (found == allowed.end()) return std::nullopt;
  return found->rule;
}

std::vector<const Style*> styles_of(const protocols::Protocol& protocol) {
  std::vector<const Style*> styles;
  for (const auto& style : all()) {
    if (allowance(style, protocol)) styles.push_back(&style);
  }
  return styles;
}

}  // namespace client::spar
