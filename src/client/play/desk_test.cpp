// What is so of every desk.
#include <gtest/gtest.h>

#include "client/play/desk_fixture.hpp"
#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"

namespace client::play {
namespace {

void fits_on_a_small_screen(const Desk& desk) {
  EXPECT_LT(desk.keys().size(), 79U);
  EXPECT_LT(desk.keys_with_offers().size(), 79U);
  EXPECT_LE(desk.help().size(), 12U);
  for (const auto line : desk.help()) EXPECT_LT(line.size(), 79U) << line;
}

TEST(EveryDesk, HelpAndKeysFitOnASmallScreen) {
  games::Kits kits;
  kits.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("DOG");
  for (const auto game : games::names()) {
    SCOPED_TRACE(game);
    const auto view = games::view(*games::start(kits, game, "", 2, 1), Seat{0});
    fits_on_a_small_screen(*make_desk(view));
    fits_on_a_small_screen(*make_desk(view, Pictures::none));
  }
}

}  // namespace
}  // namespace client::play
