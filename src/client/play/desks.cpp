// Which games have a picture in the terminal: one row each. The others are shown plainly.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "client/play/chess/desk.hpp"
#include "client/play/plain_desk.hpp"
#include "client/play/scrabble/desk.hpp"
#include "client/play/shelfie/desk.hpp"
#include "client/play/spectrangle/desk.hpp"

namespace client::play {
namespace {

/// What the terminal knows of one game; its folder is called like it.
struct Picture {
  std::string_view game;
  std::unique_ptr<Desk> (*make)();
  /// Nothing if the event is of another game.
  std::optional<std::string> (*label)(const games::AnyEvent& event, Names names,
                                      const std::optional<games::AnyView>& before);
};

template <class Game, auto say>
std::optional<std::string> label(const games::AnyEvent& event, Names names,
                                 const std::optional<games::AnyView>& before) {
  const auto* own = games::get_if<typename Game::Event>(&event);
  if (own == nullptr) return std::nullopt;
  return say(*own, names, before ? games::get_if<typename Game::View>(&*before) : nullptr);
}

template <class Game, auto make, auto say>
constexpr Picture kPicture{Game::name, make, label<Game, say>};

constexpr std::array kPictures{
    kPicture<games::chess::Rules, chess::make_empty_desk, chess::label>,
    kPicture<games::scrabble::Rules, scrabble::make_empty_desk, scrabble::label>,
    kPicture<games::spectrangle::Rules, spectrangle::make_empty_desk, spectrangle::label>,
    kPicture<games::shelfie::Rules, shelfie::make_empty_desk, shelfie::label>,
};

/// nullptr if there is none.
const Picture* picture_of(std::string_view game) {
  const auto* const found = std::ranges::find(kPictures, game, &Picture::game);
  return found == kPictures.end() ? nullptr : found;
}

}  // namespace

bool is_drawn(std::string_view game, Pictures pictures) {
  return pictures == Pictures::own && picture_of(game) != nullptr;
}

std::unique_ptr<Desk> make_desk(const games::AnyView& view, Pictures pictures) {
  const auto game = games::game_of(view);
  auto desk = is_drawn(game, pictures) ? picture_of(game)->make() : std::make_unique<PlainDesk>();
  desk->show(view);
  return desk;
}

std::string describe(const games::AnyEvent& event, Names names, const std::optional<games::AnyView>& before) {
  for (const auto& picture : kPictures) {
    if (auto words = picture.label(event, names, before)) return *std::move(words);
  }
  return "";
}

std::optional<std::string> sheet_label(const games::AnyEvent& event) {
  const auto* own = games::get_if<games::shelfie::Event>(&event);
  return own == nullptr ? std::nullopt : shelfie::sheet_label(*own);
}

std::string name_at(Names names, base::Seat seat) {
  if (seat.value < names.size() && !names[seat.value].empty()) return names[seat.value];
  return fmt::format("seat {}", seat.value + 1);
}

}  // namespace client::play
