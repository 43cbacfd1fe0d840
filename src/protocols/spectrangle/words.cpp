// The words of the Spectrangle protocol. Rulings are those of docs/protocols/spectrangle.rulings.md.
#include "protocols/spectrangle/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "games/spectrangle/notation.hpp"

namespace protocols::spectrangle {

using base::Code;
using games::spectrangle::Move;

namespace {

/// Texts and what a client makes of them, by number.
struct Meaning {
  std::string_view text;
  Code code;
};

constexpr std::array<Meaning, 10> kMeanings{{
    {"Generic / unknown error", Code::system},
    {"Unrecognized command", Code::malformed},
    {"Invalid arguments", Code::malformed},
    {"Invalid player name", Code::bad_name},
    {"Player name already taken", Code::name_taken},
    {"Not your turn", Code::not_your_turn},
    {"Invalid move", Code::illegal_move},
    {"Not in a lobby", Code::no_lobby},
    {"Not in a game", Code::not_at_table},
    {"Unsupported extension", Code::bad_options},
}};

bool is_word_character(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

constexpr std::string_view kMain = "main";
constexpr char kGivenByClient = ':';  ///< before a lobby's name in the hall, so that no number is meant

/// The number of a lobby that has one: 1 for `main`, k for `main-k`; 0 for others.
unsigned number_of(std::string_view lobby) {
  if (lobby == kMain) return 1;
  if (!lobby.starts_with(kMain) || lobby.substr(kMain.size(), 1) != "-") return 0;
  const auto digits = lobby.substr(kMain.size() + 1);
  const auto number = base::to_number<unsigned>(digits);
  return number && *number >= 2 && !digits.starts_with('0') ? *number : 0;
}

}  // namespace

std::string_view text_of(Fault fault) { return kMeanings[static_cast<std::size_t>(fault)].text; }

Fault fault_of(Code code) {
  switch (code) {
    case Code::bad_name:
      return Fault::invalid_name;
    case Code::name_taken:
      return Fault::name_taken;
    case Code::not_your_turn:
      return Fault::not_your_turn;
    case Code::illegal_move:
      return Fault::invalid_move;
    case Code::game_over:
    case Code::not_at_table:
      return Fault::not_in_game;
    case Code::malformed:
      return Fault::invalid_arguments;
    case Code::unknown_game:
    case Code::bad_options:
    case Code::bad_seats:
    case Code::other_queue:
    case Code::game_running:
    case Code::no_lobby:
    case Code::lobby_full:
    case Code::already_seated:
    case Code::other_kit:
    case Code::storage:
    case Code::corrupt:
    case Code::system:
      return Fault::generic;
  }
  std::unreachable();
}

Code code_of(std::string_view number) {
  const auto index = base::to_number<std::size_t>(number);
  return index && *index < kMeanings.size() ? kMeanings[*index].code : Code::malformed;
}

std::string_view Words::at(std::size_t index) const {
  return index < arguments.size() ? arguments[index] : std::string_view{};
}

Words cut_words(std::string_view line) {
  Words words;
  for (const auto part : base::split(line, ' ')) {
    if (part.empty()) continue;
    if (words.command.empty()) {
      words.command = part;
    } else {
      words.arguments.push_back(part);
    }
  }
  return words;
}

bool is_player_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_word_character);
}

bool is_lobby_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return is_word_character(c) || c == '.'; });
}

std::string wire_player(std::string_view name) {
  if (is_player_name(name)) return std::string(name);
  std::string text;
  std::uint32_t mark = 2166136261U;  // FNV-1a, so that everybody is told the same
  for (const char c : name) {
    mark = (mark ^ static_cast<unsigned char>(c)) * 16777619U;
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;  // a character of UTF-8
    if (!continues) text += is_word_character(c) ? c : '_';
  }
  return fmt::format("{}-{:06x}", text, mark & 0xFFFFFFU);
}

std::string hall_lobby(std::string_view name) {
  if (name.empty()) return {};
  const auto number = number_of(name);
  return number > 0 ? std::to_string(number) : fmt::format("{}{}", kGivenByClient, name);
}

std::string wire_lobby(std::string_view name) {
  if (name.starts_with(kGivenByClient)) return std::string(name.substr(1));
  if (!base::to_number<unsigned>(name)) return {};
  return name == "1" ? std::string(kMain) : fmt::format("{}-{}", kMain, name);
}

base::Result<Move> read_move(const Words& words) {
  if (words.command == "MOVE_SKIP") return games::spectrangle::Skip{};
  const auto tile = games::spectrangle::parse_tile(words.at(0));
  if (!tile) return std::unexpected(tile.error());
  if (words.command == "MOVE_SWAP") return games::spectrangle::Swap{*tile};
  const auto location = games::spectrangle::parse_location(words.at(1));
  if (!location) return std::unexpected(location.error());
  return games::spectrangle::Play{*tile, *location};
}

std::string write_command(const Move& move) {
  if (const auto* play = std::get_if<games::spectrangle::Play>(&move)) {
    return fmt::format("MOVE_PLAY {} {}", games::spectrangle::write_tile(play->tile), play->location.value);
  }
  if (const auto* swap = std::get_if<games::spectrangle::Swap>(&move)) {
    return fmt::format("MOVE_SWAP {}", games::spectrangle::write_tile(swap->tile));
  }
  return "MOVE_SKIP";
}

std::string write_event(const games::spectrangle::Event& event, std::string_view player) {
  if (const auto* placed = std::get_if<games::spectrangle::Placed>(&event)) {
    auto text = fmt::format("UPDATE {} {} {}\n", player, games::spectrangle::write_tile(placed->tile),
                            placed->location.value);
    if (placed->drawn) text += write_tile(player, *placed->drawn);
    return text;
  }
  if (const auto* swapped = std::get_if<games::spectrangle::Swapped>(&event)) {
    return fmt::format("UPDATE {} {}\n{}", player, games::spectrangle::write_tile(swapped->tile),
                       write_tile(player, swapped->drawn));
  }
  if (std::holds_alternative<games::spectrangle::Skipped>(event)) return fmt::format("UPDATE {}\n", player);
  return {};
}

std::string write_tile(std::string_view player, games::spectrangle::Tile tile) {
  return fmt::format("TILE {} {}\n", player, games::spectrangle::write_tile({tile, 0}));
}

}  // namespace protocols::spectrangle
