// The table of classes: names, SUIDs and fields as an existing Java client has them.
#include "protocols/shelfie/java/classes.hpp"

#include <algorithm>
#include <array>

namespace protocols::shelfie::java {

namespace {

using std::string_view;

constexpr string_view kString = "Ljava/lang/String;";
constexpr string_view kTypeSignature = "Lit/polimi/ingsw/model/Type;";

constexpr std::array kMessage{
    Field{'L', "messageHeader", "Lit/polimi/ingsw/message/MessageHeader;", Holds::one, Class::message_header},
    Field{'L', "messagePayload", "Lit/polimi/ingsw/message/MessagePayload;", Holds::one,
          Class::message_payload}};
constexpr std::array kMessageHeader{
    Field{'L', "messageType", "Lit/polimi/ingsw/message/MessageType;", Holds::one, Class::message_type},
    Field{'L', "nickname", kString, Holds::text}};
constexpr std::array kMessagePayload{
    Field{'L', "data", "Ljava/util/Map;", Holds::one, Class::hash_map},
    Field{'L', "key", "Lit/polimi/ingsw/message/KeyAbstractPayload;", Holds::keys}};
constexpr std::array kBoardBoxView{
    Field{'I', "freeEdges", {}, Holds::number}, Field{'Z', "occupiable", {}, Holds::truth},
    Field{'I', "x", {}, Holds::number}, Field{'I', "y", {}, Holds::number},
    Field{'L', "itemTileView", "Lit/polimi/ingsw/model/modelView/ItemTileView;", Holds::one,
          Class::item_tile_view}};
constexpr std::array kItemTileView{Field{'I', "tileID", {}, Holds::number},
                                   Field{'L', "type", kTypeSignature, Holds::one, Class::type}};
constexpr std::array kPlayerPointsView{Field{'I', "adjacentPoints", {}, Holds::number},
                                       Field{'[', "commonGoalPoints", "[I", Holds::one, Class::ints},
                                       Field{'L', "nickname", kString, Holds::text}};
constexpr std::array kPersonalGoalCard{
    Field{'I', "idPersonal", {}, Holds::number},
    Field{'L', "cells", "Ljava/util/ArrayList;", Holds::one, Class::array_list}};
constexpr std::array kPersonalGoalBox{Field{'I', "x", {}, Holds::number}, Field{'I', "y", {}, Holds::number},
                                      Field{'L', "type", kTypeSignature, Holds::one, Class::type}};
constexpr std::array kInteger{Field{'I', "value", {}, Holds::number}};
constexpr std::array kHashMap{Field{'F', "loadFactor", {}, Holds::real},
                              Field{'I', "threshold", {}, Holds::number}};
constexpr std::array kArrayList{Field{'I', "size", {}, Holds::number}};

constexpr std::array<string_view, 5> kMessageTypes{"ERROR", "PING", "CONNECTION", "LOBBY", "DATA"};
constexpr std::array<string_view, 17> kData{"ERROR",
                                            "RANKING",
                                            "CONTENT",
                                            "SELECTED_ITEMS",
                                            "PHASE",
                                            "PERSONAL_POINTS",
                                            "MAX_SELECTABLE_TILES",
                                            "NEXT_PLAYER",
                                            "WHO_CHANGE",
                                            "NEW_BOARD",
                                            "NEW_BOOKSHELF",
                                            "POINTS",
                                            "TOKEN",
                                            "PERSONAL_GOAL_CARD",
                                            "VALUE_CLIENT",
                                            "COMMON_GOAL",
                                            "BOOKSHELF_FULL_PLAYER"};
constexpr std::array<string_view, 3> kConnectionKeys{"CONNECTION_CREATION", "RECONNECTION", "BROADCAST"};
constexpr std::array<string_view, 5> kLobbyKeys{"GLOBAL_LOBBY_DECISION", "CREATE_GAME_LOBBY",
                                                "JOIN_SPECIFIC_GAME_LOBBY", "JOIN_RANDOM_GAME_LOBBY",
                                                "QUIT_SERVER"};
constexpr std::array<string_view, 3> kErrorKeys{"ERROR_CONNECTION", "ERROR_LOBBY", "ERROR_DATA"};
constexpr std::array<string_view, 6> kPhases{"ALL_INFO",      "SELECT_FROM_BOARD", "SELECT_ORDER_TILES",
                                             "SELECT_COLUMN", "END_TURN",          "END_GAME"};
constexpr std::array<string_view, 6> kTypes{"CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT"};
constexpr std::array<string_view, kMostConstants> kErrors{"PING_NOT_RECEIVED",
                                                          "DISCONNECTION_FORCED",
                                                          "DISCONNECTION",
                                                          "ERROR_CONNECTION",
                                                          "ERR_NICKNAME_LENGTH",
                                                          "ERR_NICKNAME_TAKEN",
                                                          "ONLY_PLAYER",
                                                          "ERR_NUM_PLAYER_WANTED",
                                                          "ERR_JOINING_GAME_LOBBY",
                                                          "ERR_GAME_FULL",
                                                          "ERR_GAME_NOT_FOUND",
                                                          "ERR_NO_FREE_SPOTS",
                                                          "ERR_RECONNECT_TO_GAME_LOBBY",
                                                          "ERR_JOIN_GLOBAL_LOBBY",
                                                          "ILLEGAL_TURN",
                                                          "ILLEGAL_PHASE",
                                                          "INVALID_COLUMN",
                                                          "INVALID_INPUT",
                                                          "NOT_ENOUGH_FREE_CELLS_COLUMN",
                                                          "NOT_SELECTABLE_TILE",
                                                          "TOO_MANY_TILES",
                                                          "INVALID_ORDER_TILE_REPETITION",
                                                          "INVALID_ORDER_TILE_NUMBER",
                                                          "NOT_VALUE_SELECTED",
                                                          "INVALID_COORDINATES",
                                                          "NOT_SAME_ROW_OR_COLUMN",
                                                          "NOT_ENOUGH_FREE_EDGES",
                                                          "WRONG_PHASE"};

constexpr std::uint8_t kPlain = 0x02;     // SC_SERIALIZABLE
constexpr std::uint8_t kWithData = 0x03;  // and SC_WRITE_METHOD: block data follow the fields
constexpr std::uint8_t kEnum = 0x12;      // and SC_ENUM

constexpr ClassInfo object(string_view name, std::uint64_t suid, std::span<const Field> fields) {
  return {name, suid, kPlain, Shape::object, fields, {}, {}};
}
constexpr ClassInfo constants(string_view name, std::span<const string_view> names) {
  return {name, 0, kEnum, Shape::constant, {}, Class::any_enum, names};
}
constexpr ClassInfo array(string_view name, std::uint64_t suid, Holds holds, Class of = {}) {
  return {name, suid, kPlain, Shape::array, {}, {}, {}, holds, of};
}

constexpr std::array<ClassInfo, kClasses> kTable{
    object("it.polimi.ingsw.message.Message", 0xb8683ac4cfbc1c14, kMessage),
    object("it.polimi.ingsw.message.MessageHeader", 0xf18d6a384380f924, kMessageHeader),
    object("it.polimi.ingsw.message.MessagePayload", 0xbe3f1366424610b6, kMessagePayload),
    object("it.polimi.ingsw.model.modelView.BoardBoxView", 0xd3690aecd19b4077, kBoardBoxView),
    object("it.polimi.ingsw.model.modelView.ItemTileView", 0xed34a82a3f5e561a, kItemTileView),
    object("it.polimi.ingsw.model.modelView.PlayerPointsView", 0xf85c6e3e6621ccdb, kPlayerPointsView),
    object("it.polimi.ingsw.model.PersonalGoalCard", 0x16d1f8ac1af3fec6, kPersonalGoalCard),
    object("it.polimi.ingsw.model.PersonalGoalBox", 0x079143b9cd4320bb, kPersonalGoalBox),
    ClassInfo{"java.lang.Integer", 0x12e2a0a4f7818738, kPlain, Shape::object, kInteger, Class::number, {}},
    ClassInfo{"java.lang.Number", 0x86ac951d0b94e08b, kPlain, Shape::abstract, {}, {}, {}},
    constants("it.polimi.ingsw.message.MessageType", kMessageTypes),
    constants("it.polimi.ingsw.message.Data", kData),
    constants("it.polimi.ingsw.message.KeyConnectionPayload", kConnectionKeys),
    constants("it.polimi.ingsw.message.KeyLobbyPayload", kLobbyKeys),
    constants("it.polimi.ingsw.message.KeyErrorPayload", kErrorKeys),
    constants("it.polimi.ingsw.message.ErrorType", kErrors),
    constants("it.polimi.ingsw.controller.TurnPhase", kPhases),
    constants("it.polimi.ingsw.model.Type", kTypes),
    ClassInfo{"java.lang.Enum", 0, kEnum, Shape::abstract, {}, {}, {}},
    ClassInfo{"java.util.HashMap", 0x0507dac1c31660d1, kWithData, Shape::map, kHashMap, {}, {}},
    ClassInfo{"java.util.ArrayList", 0x7881d21d99c7619d, kWithData, Shape::list, kArrayList, {}, {}},
    array("[I", 0x4dba602676eab2a5, Holds::number),
    array("[[I", 0x17f7e44f198f893c, Holds::one, Class::ints),
    array("[Lit.polimi.ingsw.model.modelView.BoardBoxView;", 0x659f0560c7d7fef1, Holds::one,
          Class::board_box_view),
    array("[[Lit.polimi.ingsw.model.modelView.BoardBoxView;", 0x04d14189f4f2ccd4, Holds::one,
          Class::board_boxes),
    array("[Lit.polimi.ingsw.model.modelView.ItemTileView;", 0x5ae1b6f73d478e7d, Holds::one,
          Class::item_tile_view),
    array("[[Lit.polimi.ingsw.model.modelView.ItemTileView;", 0x80e5a73aff32d1fb, Holds::one,
          Class::item_tiles),
    array("[Lit.polimi.ingsw.model.modelView.PlayerPointsView;", 0xad9650fd92db8cc9, Holds::one,
          Class::player_points_view),
};

}  // namespace

const ClassInfo& info(Class of) { return kTable[static_cast<int>(of)]; }

std::optional<Class> find_class(std::string_view name) {
  const auto found = std::ranges::find(kTable, name, &ClassInfo::name);
  if (found == kTable.end()) return std::nullopt;
  return static_cast<Class>(found - kTable.begin());
}

std::optional<std::uint8_t> find_constant(Class of, std::string_view name) {
  const auto names = info(of).constants;
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - names.begin());
}

}  // namespace protocols::shelfie::java
