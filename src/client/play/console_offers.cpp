// What a player does about draws, moves taken back and games given up: keys and commands.
#include "client/play/console.hpp"

namespace client::play {

using Stage = Scene::Stage;

void Console::press_about_offers(char32_t character) {
  if (character == U'd' && can_offer()) sure_ = Sure::draw;
  if (character == U'd' && !can_offer()) offer(table::Proposal::draw);
  if (character == U't') offer(table::Proposal::takeback);
  if (character == U'r' && can_offer()) sure_ = Sure::resign;
  if (character == U'r' && !can_offer()) resign();
  if (character == U'y' && is_offered()) answer(table::Consent::accept);
  if (character == U'n' && is_offered()) answer(table::Consent::decline);
  if (character == U'w' && has_offered()) withdraw();
}

void Console::offer(table::Proposal what) {
  if (!about_.offers) return complain("This protocol has no word for offers.");
  if (scene_.stage != Stage::playing || !scene_.seat) return complain("There is no game going on.");
  if (!can_offer()) return complain("There is nothing to offer in this game.");
  request(table::Offer{what}, "");
}

void Console::resign() {
  if (scene_.stage != Stage::playing || !scene_.seat) return complain("There is no game going on.");
  if (!about_.offers) return complain("This protocol has no word for resigning; 'quit' leaves the game.");
  if (!can_offer()) return complain("Nobody resigns in this game; 'quit' leaves it.");
  request(table::Resign{}, "");
}

void Console::answer(table::Consent consent) {
  if (!is_offered()) return complain("Nothing is offered to you.");
  request(table::Reply{consent}, "");
}

void Console::withdraw() {
  if (!has_offered()) return complain("You have offered nothing.");
  request(table::Reply{table::Consent::decline}, "");
}

bool Console::command_about_offers(std::string_view word) {
  if (word == "draw") {
    offer(table::Proposal::draw);
  } else if (word == "takeback") {
    offer(table::Proposal::takeback);
  } else if (word == "accept") {
    answer(table::Consent::accept);
  } else if (word == "decline") {
    answer(table::Consent::decline);
  } else if (word == "withdraw") {
    withdraw();
  } else if (word == "resign") {
    resign();
  } else {
    return false;
  }
  return true;
}

}  // namespace client::play
