// The messages of My Shelfie as data.
#include "protocols/grammar.hpp"

#include <array>
#include <boost/json.hpp>

#include "protocols/shelfie/tools.hpp"

namespace protocols::shelfie {
namespace {

using enum Way;

// The type of the header and the key of the payload.
constexpr Rule kUnknown{"shelfie.rulings.md, 19",
                        "a line that is no message, a type and a key that do not belong together, a missing "
                        "payload, a message that only servers send"};

constexpr std::array kForms{
    Form{to_server, "CONNECTION", " CONNECTION_CREATION", kUnknown},
    Form{to_server, "LOBBY",
         " (CREATE_GAME_LOBBY|JOIN_SPECIFIC_GAME_LOBBY|JOIN_RANDOM_GAME_LOBBY|QUIT_SERVER)", kUnknown},
    Form{to_server, "DATA", " (SELECT_FROM_BOARD|SELECT_ORDER_TILES|SELECT_COLUMN|END_GAME)", kUnknown},
    Form{to_server, "ERROR", " ERROR_DATA", kUnknown},
    Form{to_server, "PING", "", kUnknown},
    Form{to_client, "LOBBY", " GLOBAL_LOBBY_DECISION", kUnknown},
    Form{to_client, "CONNECTION", " (BROADCAST|RECONNECTION)", kUnknown},
    Form{to_client, "DATA", " (ALL_INFO|SELECT_ORDER_TILES|SELECT_COLUMN|END_TURN|END_GAME)", kUnknown},
    Form{to_client, "ERROR", " (ERROR_CONNECTION|ERROR_LOBBY|ERROR_DATA)", kUnknown},
    Form{to_client,
         "PING",
         "",
         {"shelfie.rulings.md, Ping", "Server to client every second, payload null, never answered."}},
};

constexpr std::array kPremises{
    Premise{"", "", to_server, R"("CONNECTION_CREATION")", "",
            R"({"payload":{"data":{"ERROR":"DISCONNECTION_FORCED"}}})", base::Code::malformed},
};

/// The type and the key of a message; "" of what is none.
std::string words_of(std::string_view message) {
  boost::json::error_code problem;
  const auto value = boost::json::parse({message.data(), message.size()}, problem);
  try {
    if (problem) return {};
    const std::string type(value.at("header").at("type").as_string());
    const auto& payload = value.at("payload");
    if (payload.is_null()) return type;
    return type + " " + std::string(payload.at("key").as_string());
  } catch (const std::exception&) {  // Boost throws where something is missing or of another kind
    return {};
  }
}

}  // namespace

const Grammar kGrammar{
    .separator = ' ', .unknown = kUnknown, .forms = kForms, .premises = kPremises, .words = words_of};

}  // namespace protocols::shelfie
