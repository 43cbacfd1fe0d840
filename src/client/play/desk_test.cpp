// What is so of every desk.
#include <gtest/gtest.h>

#include "client/play/desk_fixture.hpp"
#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"

namespace client::play {
namespace {

TEST(EveryDesk, HelpAndKeysFitOnASmallScreen) {
  games::Kits kits;
  kits.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("DOG");
  for (const auto game : games::names()) {
    const auto desk = make_desk(games::view(*games::start(kits, game, "", 2, 1), Seat{0}));
    EXPECT_LT(desk->keys().size(), 79U) << game;
    EXPECT_LT(desk->keys_with_offers().size(), 79U) << game;
    EXPECT_LE(desk->help().size(), 12U) << game;
    for (const auto line : desk->help()) EXPECT_LT(line.size(), 79U) << line;
  }
}

}  // namespace
}  // namespace client::play
