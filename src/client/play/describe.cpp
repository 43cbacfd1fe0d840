// What happened in a game, in words; and which desk belongs to which game.
#include <fmt/format.h>

#include <array>

#include "client/play/chess_desk.hpp"
#include "client/play/scrabble_desk.hpp"
#include "client/play/shelfie_desk.hpp"
#include "client/play/spectrangle_desk.hpp"
#include "games/all.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/san.hpp"
#include "games/spectrangle/notation.hpp"

namespace client::play {
namespace {

using Names = std::span<const std::string>;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

std::string say(const games::chess::Event& event, Names names, const games::chess::View* before) {
  const auto who = name_at(names, event.seat);
  using games::chess::What;
  if (event.what == What::left) return fmt::format("{} left", who);
  if (event.what == What::resigned) return fmt::format("{} resigned", who);
  if (event.what == What::claimed) return fmt::format("{} claimed a draw", who);
  if (event.what == What::timed_out) return fmt::format("the time of {} is up", who);
  if (event.what == What::agreed) return "a draw is agreed on";
  if (event.what == What::taken_back)
    return event.plies > 1 ? fmt::format("the last {} moves are taken back", event.plies)
                           : "the last move is taken back";
  if (before == nullptr || !games::chess::is_legal(before->state.position, event.move)) {
    return fmt::format("{}: {}", who, games::chess::write_move(event.move));
  }
  const auto& position = before->state.position;
  const auto dots = position.turn == games::chess::Color::white ? "." : "...";
  return fmt::format("{}{} {}", position.number, dots, games::chess::write_san(position, event.move));
}

std::string say(const games::scrabble::Event& event, Names names, const games::scrabble::View* /*before*/) {
  namespace s = games::scrabble;
  return std::visit(
      Overloaded{
          [&](const s::Placed& placed) {
            const auto word =
                placed.move.kind == s::MoveKind::spots
                    ? s::write_move(placed.move)
                    : fmt::format("{} {}", placed.move.letters(), s::write_square(placed.move.start()));
            return fmt::format("{}: {} +{}", name_at(names, placed.seat), word, placed.points);
          },
          [&](const s::Exchanged& exchanged) {
            return fmt::format("{} exchanged {}", name_at(names, exchanged.seat), exchanged.count);
          },
          [&](const s::Passed& passed) { return fmt::format("{} passed", name_at(names, passed.seat)); },
          [&](const s::Forfeited& forfeited) {
            return fmt::format("{} lost the turn", name_at(names, forfeited.seat));
          },
          [&](const s::Drew& drew) {
            return drew.tiles.empty() ? std::string() : fmt::format("drawn: {}", drew.tiles.tiles());
          },
          [&](const s::Left& left) { return fmt::format("{} left", name_at(names, left.seat)); },
          [&](const s::Ended&) { return std::string(); },
      },
      event);
}

std::string say(const games::spectrangle::Event& event, Names names,
                const games::spectrangle::View* /*before*/) {
  namespace s = games::spectrangle;
  return std::visit(
      Overloaded{
          [&](const s::Placed& placed) {
            return fmt::format("{}: {} on {} +{}", name_at(names, placed.seat), s::write_tile(placed.tile),
                               placed.location.value, placed.points);
          },
          [&](const s::Swapped& swapped) {
            return fmt::format("{} swapped {}", name_at(names, swapped.seat),
                               s::letters_of(swapped.tile.tile));
          },
          [&](const s::Skipped& skipped) { return fmt::format("{} skipped", name_at(names, skipped.seat)); },
          [&](const s::Left& left) { return fmt::format("{} left", name_at(names, left.seat)); },
          [&](const s::Ended&) { return std::string(); },
      },
      event);
}

std::string say(const games::shelfie::Event& event, Names names, const games::shelfie::View* before) {
  namespace s = games::shelfie;
  return std::visit(
      Overloaded{
          [&](const s::Selected& selected) {
            return fmt::format("{} took {}", name_at(names, selected.seat), selected.hand.count);
          },
          [&](const s::Ordered&) { return std::string(); },
          [&](const s::Placed& placed) {
            return fmt::format("{} filled column {}", name_at(names, placed.seat), placed.column);
          },
          [&](const s::FilledShelf& filled) {
            return fmt::format("{}: the first full shelf", name_at(names, filled.seat));
          },
          [&](const s::TurnEnded& ended) {
            const int tokens = ended.tokens[0] + ended.tokens[1];
            if (tokens > 0) return fmt::format("{}: goal +{}", name_at(names, ended.seat), tokens);
            const bool unseen = before != nullptr && before->open.phase == s::Phase::select;
            return unseen ? fmt::format("{} made a turn", name_at(names, ended.seat)) : std::string();
          },
          [&](const s::Refilled&) { return std::string("the board was refilled"); },
          [&](const s::Moved& moved) {
            constexpr std::array<std::string_view, 3> kWords{"is back", "is away", "left"};
            return fmt::format("{} {}", name_at(names, moved.seat),
                               kWords[static_cast<std::size_t>(moved.presence)]);
          },
          [&](const s::Paused&) { return std::string("the game waits for others"); },
          [&](const s::Ended&) { return std::string(); },
      },
      event);
}

}  // namespace

std::unique_ptr<Desk> make_desk(const games::AnyView& view) {
  const auto make = Overloaded{
      [](const games::chess::View&) -> std::unique_ptr<Desk> { return std::make_unique<ChessDesk>(); },
      [](const games::scrabble::View&) -> std::unique_ptr<Desk> { return std::make_unique<ScrabbleDesk>(); },
      [](const games::spectrangle::View&) -> std::unique_ptr<Desk> {
        return std::make_unique<SpectrangleDesk>();
      },
      [](const games::shelfie::View&) -> std::unique_ptr<Desk> { return std::make_unique<ShelfieDesk>(); },
  };
  auto desk = games::All::open(view, [&](auto, const auto& own) { return make(own); });
  desk->show(view);
  return desk;
}

std::string describe(const games::AnyEvent& event, Names names, const std::optional<games::AnyView>& before) {
  return games::All::open(event, [&](auto index, const auto& own) {
    using View = typename games::All::At<index>::View;
    const auto* view = before ? games::get_if<View>(&*before) : nullptr;
    return say(own, names, view);
  });
}

std::string name_at(Names names, base::Seat seat) {
  if (seat.value < names.size() && !names[seat.value].empty()) return names[seat.value];
  return fmt::format("seat {}", seat.value + 1);
}

}  // namespace client::play
