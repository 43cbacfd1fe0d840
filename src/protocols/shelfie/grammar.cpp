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
    Form{
        to_server,
        "CONNECTION",
        " CONNECTION_CREATION",
        kUnknown,
        "LOBBY .*|CONNECTION .*",
        R"({"header":{"type":"CONNECTION","nickname":"anna"},"payload":{"key":"CONNECTION_CREATION","data":{}}})",
        {"shelfie.rulings.md, 1", R"(the client sends it first: it is the login.)"}},
    Form{
        to_server,
        "LOBBY",
        " CREATE_GAME_LOBBY",
        kUnknown,
        "CONNECTION BROADCAST",
        R"({"header":{"type":"LOBBY","nickname":"anna"},"payload":{"key":"CREATE_GAME_LOBBY","data":{"VALUE_CLIENT":2}}})",
        {"shelfie.rulings.md, message 5", R"(VALUE_CLIENT=Integer players)"}},
    Form{
        to_server,
        "LOBBY",
        " JOIN_SPECIFIC_GAME_LOBBY",
        kUnknown,
        "CONNECTION BROADCAST",
        R"({"header":{"type":"LOBBY","nickname":"anna"},"payload":{"key":"JOIN_SPECIFIC_GAME_LOBBY","data":{"VALUE_CLIENT":1}}})",
        {"shelfie.rulings.md, message 6", R"(VALUE_CLIENT=Integer id)"}},
    Form{
        to_server,
        "LOBBY",
        " JOIN_RANDOM_GAME_LOBBY",
        kUnknown,
        "CONNECTION BROADCAST",
        R"({"header":{"type":"LOBBY","nickname":"anna"},"payload":{"key":"JOIN_RANDOM_GAME_LOBBY","data":{"VALUE_CLIENT":-1}}})",
        {"shelfie.rulings.md, message 7",
         R"(9, or BROADCAST(ERR_NO_FREE_SPOTS text) then 9 with a new 2-player lobby)"}},
    Form{
        to_server,
        "LOBBY",
        " QUIT_SERVER",
        kUnknown,
        "",
        R"({"header":{"type":"LOBBY","nickname":"anna"},"payload":{"key":"QUIT_SERVER","data":{"VALUE_CLIENT":-1}}})",
        {"shelfie.rulings.md, message 8", R"(not in the document; accept it: leave the lobby, close)"}},
    Form{
        to_server,
        "DATA",
        " SELECT_FROM_BOARD",
        kUnknown,
        "DATA SELECT_ORDER_TILES",
        R"({"header":{"type":"DATA","nickname":"anna"},"payload":{"key":"SELECT_FROM_BOARD","data":{"VALUE_CLIENT":[1,3]}}})",
        {"shelfie.rulings.md, message 12", R"(VALUE_CLIENT=int[] x0,y0,x1,y1.. (2..6 ints))"}},
    Form{
        to_server,
        "DATA",
        " SELECT_ORDER_TILES",
        kUnknown,
        "DATA SELECT_COLUMN",
        R"({"header":{"type":"DATA","nickname":"anna"},"payload":{"key":"SELECT_ORDER_TILES","data":{"VALUE_CLIENT":[0]}}})",
        {"shelfie.rulings.md, message 13", R"(VALUE_CLIENT=int[] permutation)"}},
    Form{
        to_server,
        "DATA",
        " SELECT_COLUMN",
        kUnknown,
        "DATA (END_TURN|END_GAME)",
        R"({"header":{"type":"DATA","nickname":"anna"},"payload":{"key":"SELECT_COLUMN","data":{"VALUE_CLIENT":0}}})",
        {"shelfie.rulings.md, message 14", R"(VALUE_CLIENT=Integer 0..4)"}},
    Form{
        to_server,
        "DATA",
        " END_GAME",
        kUnknown,
        "LOBBY .*",
        R"({"header":{"type":"DATA","nickname":"anna"},"payload":{"key":"END_GAME","data":{"VALUE_CLIENT":null}}})",
        {"shelfie.rulings.md, 14",
         R"(Each player is released by its own acknowledgement and gets the lobby choice again.)"}},
    Form{
        to_server,
        "ERROR",
        " ERROR_DATA",
        kUnknown,
        "DATA (ALL_INFO|END_GAME)",
        R"({"header":{"type":"ERROR","nickname":"anna"},"payload":{"key":"ERROR_DATA","data":{"VALUE_CLIENT":null}}})",
        {"shelfie.rulings.md, 9", R"(always answered by `ALL_INFO` (or `END_GAME` when it is over).)"}},
    Form{to_server,
         "PING",
         "",
         kUnknown,
         "",
         R"({"header":{"type":"PING","nickname":"anna"},"payload":null})",
         {"shelfie.rulings.md, Ping", "Server to client every second, payload null, never answered."}},
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
    std::string type(value.at("header").at("type").as_string());
    const auto& payload = value.at("payload");
    if (payload.is_null()) return type;
    return type + " " + std::string(payload.at("key").as_string());
  } catch (const std::exception&) {  // Boost throws where something is missing or of another kind
    return {};
  }
}

}  // namespace

const Grammar kGrammar{.separator = ' ',
                       .unknown = kUnknown,
                       .forms = kForms,
                       .premises = kPremises,
                       .words = words_of,
                       .hints = &kHints};

}  // namespace protocols::shelfie
