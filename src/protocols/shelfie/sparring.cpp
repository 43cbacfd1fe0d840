// What a server of this protocol may do to practise against.
#include "protocols/sparring.hpp"

#include <array>
#include <boost/json.hpp>

#include "games/shelfie/rules.hpp"
#include "protocols/shelfie/tools.hpp"

namespace protocols::shelfie {
namespace {

constexpr std::array kAllowed{
    Allowance{Liberty::hangs_up,
              {"shelfie.rulings.md, 17", "login with the same nickname is a reconnection."}},
    Allowance{Liberty::refuses, {"shelfie.rulings.md, 13", "every message with an error gets an answer"}},
    Allowance{Liberty::leaver,
              {"shelfie.rulings.md, 10",
               "if on turn: `END_TURN` first (what was half-selected goes back), then the disconnection "
               "broadcast to "
               "all others."}},
    Allowance{Liberty::long_names, {"shelfie.rulings.md, 3", "2-20 by default, from the rules file."}},
    Allowance{Liberty::unexpected,
              {"shelfie.rulings.md, JSON mapping",
               "Enum constants are strings, arrays are arrays, objects carry the field names of the class "
               "table below, "
               "null is null."}},
};

namespace json = boost::json;

/// The same value with the members of all objects the other way round.
json::value reversed(const json::value& value) {
  if (const auto* list = value.if_array()) {
    json::array turned;
    for (const auto& one : *list) turned.push_back(reversed(one));
    return turned;
  }
  const auto* object = value.if_object();
  if (object == nullptr) return value;
  json::object turned;
  for (auto member = object->end(); member != object->begin();) {
    --member;
    turned.emplace(member->key(), reversed(member->value()));
  }
  return turned;
}

std::string embellish(std::string_view message) {
  json::error_code problem;
  const auto value = json::parse({message.data(), message.size()}, problem);
  return problem ? std::string(message) : json::serialize(reversed(value));
}

std::string long_name(char digit) { return mixed_name(digit, 19); }

base::Error excuse(const games::AnyMove& move) {
  using games::shelfie::Phase;
  using enum games::shelfie::Refusal;
  const auto phase = games::get<games::shelfie::Move>(move).phase;
  const auto refusal = phase == Phase::select  ? not_enough_free_edges
                       : phase == Phase::order ? invalid_order_tile_number
                                               : not_enough_free_cells_column;
  return {base::Code::illegal_move, std::string(games::shelfie::sentence(refusal))};
}

}  // namespace

const Sparring kSparring{
    .allowed = kAllowed, .embellish = embellish, .long_name = long_name, .excuse = excuse};

}  // namespace protocols::shelfie
