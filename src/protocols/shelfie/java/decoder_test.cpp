// Forged streams: wrong classes, handles, lengths, depths and places are all refused, and nothing grows
// without bound.
#include "protocols/shelfie/java/decoder.hpp"

#include <gtest/gtest.h>

#include "protocols/shelfie/java/encoder.hpp"

namespace protocols::shelfie::java {
namespace {

std::string bytes(std::initializer_list<int> list) {
  std::string text;
  for (const int byte : list) text += static_cast<char>(byte);
  return text;
}

std::string number32(std::uint32_t number) {
  return bytes({static_cast<int>(number >> 24U), static_cast<int>(number >> 16U & 255U),
                static_cast<int>(number >> 8U & 255U), static_cast<int>(number & 255U)});
}

/// A message that holds this one value under VALUE_CLIENT.
Tree message_with(Tree tree, Value value) {
  const Value header = tree.object(Class::message_header, {constant(MessageType::data), tree.text("alice")});
  const std::pair<Data, Value> entry{Data::value_client, value};
  const Value payload =
      tree.object(Class::message_payload, {tree.map({&entry, 1}), constant(TurnPhase::end_game)});
  tree.root = tree.object(Class::message, {header, payload});
  return tree;
}

std::string stream_of(const Tree& tree) {
  std::string stream(kStreamHeader);
  encode(tree, stream);
  return stream;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

void expect_bad(const std::string& stream, std::string_view why) {
  Decoder decoder;
  decoder.feed(stream);
  const auto tree = decoder.next();
  ASSERT_FALSE(tree) << "should be refused: " << why;
  EXPECT_EQ(tree.error().code, base::Code::malformed);
  EXPECT_NE(tree.error().detail.find(why), std::string::npos) << tree.error().detail << " / " << why;
  decoder.feed(stream);
  EXPECT_FALSE(decoder.next()) << "an error is for ever";
  Decoder slow;
  bool refused = false;
  for (const char byte : stream) {
    slow.feed({&byte, 1});
    refused = refused || !slow.next();
  }
  EXPECT_TRUE(refused) << "byte by byte too: " << why;
}

Tree decoded(const std::string& stream) {
  Decoder decoder;
  decoder.feed(stream);
  auto tree = decoder.next();
  EXPECT_TRUE(tree && *tree) << (tree ? "needs more" : tree.error().detail);
  return tree && *tree ? **std::move(tree) : Tree{};
}

std::string plain() { return stream_of(message_with({}, {})); }

/// The same, with these bytes instead of the null under VALUE_CLIENT.
std::string with_value(std::string_view value) {
  return replaced(plain(), "VALUE_CLIENT\x70", "VALUE_CLIENT" + std::string(value));
}

using namespace std::string_view_literals;
constexpr std::string_view kListHead =
    "\x73\x72\x00\x13java.util.ArrayList\x78\x81\xd2\x1d\x99\xc7\x61\x9d\x03\x00\x01I\x00\x04size\x78\x70"sv;

std::string list_of(std::uint32_t count) {
  return std::string(kListHead) + number32(count) + bytes({0x77, 4}) + number32(count);
}

TEST(ShelfieJavaDecoder, TheHeaderMustBeThere) {
  expect_bad("GET / HTTP/1.1", "what is no Java stream");
  expect_bad(replaced(plain(), bytes({0, 5}), bytes({0, 6})), "what is no Java stream");
}

TEST(ShelfieJavaDecoder, NullsAndResetsBetweenMessagesAreSkipped) {
  const std::string message = plain().substr(4);
  Decoder decoder;
  decoder.feed(std::string(kStreamHeader) + bytes({0x70, 0x79, 0x79, 0x70}) + message + bytes({0x70}) +
               message);
  for (int i = 0; i < 2; ++i) {
    const auto tree = decoder.next();
    ASSERT_TRUE(tree && *tree);
    EXPECT_TRUE(**tree == message_with({}, {}));
  }
  EXPECT_TRUE(decoder.next() && !*decoder.next());
}

TEST(ShelfieJavaDecoder, EveryMessageNeedsAResetBeforeTheNext) {
  const std::string message = plain().substr(4);
  Decoder decoder;
  decoder.feed(std::string(kStreamHeader) + message.substr(0, message.size() - 1) + message);
  EXPECT_TRUE(decoder.next() && true);
  const auto second = decoder.next();
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().detail.find("reset"), std::string::npos);
}

TEST(ShelfieJavaDecoder, OnlyMessagesStandAtTheTop) {
  expect_bad(std::string(kStreamHeader) + bytes({0x74, 0, 1, 'x'}), "something else than a message");
  expect_bad(std::string(kStreamHeader) + bytes({0x77, 1, 0}), "something else than a message");
  expect_bad(std::string(kStreamHeader) + list_of(0), "something else than a message");
}

TEST(ShelfieJavaDecoder, ClassesMustBeTheTables) {
  expect_bad(replaced(plain(), "message.MessageHeader", "message.MessageFooter"), "not in the table");
  expect_bad(replaced(plain(), "java.util.HashMap", "java.util.TreeMap"), "not in the table");
  expect_bad(replaced(plain(), "\xb8\x68\x3a\xc4", "\xb8\x68\x3a\xc5"), "SUID");
  expect_bad(replaced(plain(), "\x1c\x14\x02", "\x1c\x14\x03"), "flags");
  expect_bad(replaced(plain(), bytes({2, 0, 2, 'L'}), bytes({2, 0, 1, 'L'})), "flags or fields");
  expect_bad(replaced(plain(), "messagePayload", "messagePayloaf"), "other fields");
  expect_bad(replaced(plain(), "Ljava/lang/String;", "Ljava/lang/Strung;"), "other fields");
  expect_bad(replaced(plain(), bytes({'L', 0, 8, 'n', 'i'}), bytes({'[', 0, 8, 'n', 'i'})), "other fields");
  expect_bad(replaced(plain(), bytes({0x78, 0x70, 0x73}), bytes({0x78, 0x73, 0x73})), "super class");
  expect_bad(replaced(plain(), bytes({0x78, 0x70, 0x73}), bytes({0x77, 0x70, 0x73})), "annotations");
}

TEST(ShelfieJavaDecoder, AnArrayMayHaveAnotherSuid) {
  Tree tree;
  const Value ints = tree.ints(std::array{1, 2});
  const std::string stream = stream_of(message_with(tree, ints));
  EXPECT_TRUE(decoded(replaced(stream, "\x4d\xba\x60\x26", "\x11\xba\x60\x26")) == decoded(stream));
}

TEST(ShelfieJavaDecoder, ConstantsMustBeOfTheirEnum) {
  expect_bad(replaced(plain(), "VALUE_CLIENT", "VALUE_SERVER"), "constant");
  expect_bad(replaced(plain(), bytes({0x74, 0, 4, 'D', 'A', 'T', 'A'}), bytes({0x71, 0, 0x7E, 0, 1})),
             "name");
  expect_bad(with_value(bytes({0x7E, 0x71, 0, 0x7E, 0, 0, 0x74, 0, 1, 'X'})), "no enum");
}

TEST(ShelfieJavaDecoder, ReferencesMustBeToSomethingFinishedOfTheRightKind) {
  for (const std::uint32_t handle : {0U, 0x7DFFFFU, 0x7E00FFU, 0x80000000U, 0xFFFFFFFFU}) {
    expect_bad(with_value(bytes({0x71}) + number32(handle)), "reference to nothing");
  }
  expect_bad(with_value(bytes({0x71}) + number32(0x7E0000)), "a class where a value");
  expect_bad(with_value(bytes({0x71}) + number32(0x7E0003)), "holds itself");
  expect_bad(with_value(bytes({0x73, 0x71}) + number32(0x7E0003)), "a value where a class");
  expect_bad(with_value(list_of(1) + bytes({0x71}) + number32(0x7E0017)), "holds itself");
}

TEST(ShelfieJavaDecoder, ASignatureIsATextLikeAnyOther) {
  const Tree tree = decoded(with_value(bytes({0x71}) + number32(0x7E0001)));
  const Value payload = tree.items(tree.root)[1];
  EXPECT_EQ(tree.text_of(tree.find(tree.items(payload)[0], Data::value_client)),
            "Lit/polimi/ingsw/message/MessageHeader;");
  EXPECT_TRUE(decoded(stream_of(tree)) == tree);
}

TEST(ShelfieJavaDecoder, LengthsAreNotBelieved) {
  for (const std::uint32_t count : {4097U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU}) {
    expect_bad(with_value(list_of(count)), "too many");
    expect_bad(with_value("\x75\x72" +
                          bytes({0, 2, '[', 'I', 0x4d, 0xba, 0x60, 0x26, 0x76, 0xea, 0xb2, 0xa5, 2, 0, 0,
                                 0x78, 0x70}) +
                          number32(count)),
               "too many");
    expect_bad(replaced(plain(), bytes({0x77, 8, 0, 0, 0, 16, 0, 0, 0, 1}),
                        bytes({0x77, 8, 0, 0, 0, 16}) + number32(count)),
               "too many");
  }
  expect_bad(
      replaced(plain(), bytes({0x77, 8, 0, 0, 0, 16, 0, 0, 0, 1}), bytes({0x77, 8, 0, 0, 0, 16, 0, 0, 0, 0})),
      "more than a map");
  expect_bad(replaced(plain(), bytes({0x77, 8, 0, 0, 0, 16}), bytes({0x77, 9, 0, 0, 0, 16})),
             "without its size");
  expect_bad(with_value(std::string(kListHead) + number32(0) + bytes({0x77, 5, 0, 0, 0, 0})), "capacity");
}

TEST(ShelfieJavaDecoder, MapsHaveEachKeyOnceAndNoOthers) {
  const std::string two = replaced(plain(), bytes({16, 0, 0, 0, 1}), bytes({16, 0, 0, 0, 2}));
  const std::string key = bytes({0x71}) + number32(0x7E0014);
  expect_bad(replaced(two, "VALUE_CLIENT\x70", "VALUE_CLIENT\x70" + key + "\x70"), "twice");
  expect_bad(replaced(two, "VALUE_CLIENT\x70", "VALUE_CLIENT\x70\x70"), "no Data");
}

TEST(ShelfieJavaDecoder, FieldsHoldWhatTheyShould) {
  Tree tree;
  tree.root = tree.object(Class::message, {tree.text("not a header"), Value{}});
  expect_bad(stream_of(tree), "wrong class");
  tree.root = tree.object(Class::message,
                          {tree.object(Class::message_header, {constant(Type::cat), Value{}}), Value{}});
  expect_bad(stream_of(tree), "wrong class");
  tree.root = tree.object(Class::message,
                          {Value{}, tree.object(Class::message_payload, {Value{}, constant(Type::cat)})});
  expect_bad(stream_of(tree), "wrong class");
  const std::array<Value, 1> row{tree.ints({})};
  const Value rows = tree.array(Class::board_boxes, row);
  expect_bad(stream_of(message_with(tree, rows)), "wrong class");
  tree.root = tree.object(Class::message, {Value{}, Value{}});
  EXPECT_TRUE(decoded(stream_of(tree)) == tree) << "null fits every field of a class";
}

TEST(ShelfieJavaDecoder, DepthIsLimited) {
  for (const int depth : {29, 30, 10'000}) {
    std::string nested = list_of(1);
    const std::string deeper =
        bytes({0x73, 0x71}) + number32(0x7E0016) + number32(1) + bytes({0x77, 4}) + number32(1);
    for (int i = 1; i < depth; ++i) nested += deeper;
    nested += "\x70";
    nested.append(depth, '\x78');
    if (depth > 29) {
      expect_bad(with_value(nested), "too deep");
    } else {
      decoded(with_value(nested));
    }
  }
}

TEST(ShelfieJavaDecoder, AMessageHasAtMost64KiB) {
  const std::size_t rest = with_value(bytes({0x74, 0, 0})).size() - kStreamHeader.size() - 1;
  const auto text = [](std::size_t size) {
    return bytes({0x74, static_cast<int>(size >> 8U), static_cast<int>(size & 255U)}) +
           std::string(size, 'x');
  };
  decoded(with_value(text(kMaxMessage - rest)));
  expect_bad(with_value(text(kMaxMessage - rest + 1)), "64 KiB");
  const std::string start = with_value(text(65535));
  Decoder decoder;
  bool refused = false;
  for (std::size_t at = 0; at < start.size() && !refused; at += 1000) {
    decoder.feed(std::string_view(start).substr(at, 1000));
    refused = !decoder.next();
  }
  EXPECT_TRUE(refused) << "before it is whole";
}

TEST(ShelfieJavaDecoder, AMessageThatUnfoldsWithoutEndIsRefused) {
  Tree tree;
  Value value = tree.list({});
  for (int i = 0; i < 25; ++i) value = tree.list(std::array{value, value});
  expect_bad(stream_of(message_with(tree, value)), "unfolded");
  Tree texts;
  const Value text = texts.text(std::string(1000, 'x'));
  const Value list = texts.list(std::vector<Value>(300, text));
  expect_bad(stream_of(message_with(texts, list)), "unfolded");
}

TEST(ShelfieJavaDecoder, TagsOutOfPlaceAreRefused) {
  for (int tag = 0; tag < 256; ++tag) {
    if ((tag >= 0x70 && tag <= 0x75 && tag != 0x72) || tag == 0x7E) continue;
    expect_bad(with_value(bytes({tag})), "tag");
  }
}

TEST(ShelfieJavaDecoder, TextsAreModifiedUtf8) {
  const auto read_text = [](const std::string& coded) {
    const Tree tree = decoded(with_value(bytes({0x74, 0, static_cast<int>(coded.size())}) + coded));
    EXPECT_TRUE(decoded(stream_of(tree)) == tree);
    return std::string(tree.text_of(tree.find(tree.items(tree.items(tree.root)[1])[0], Data::value_client)));
  };
  EXPECT_EQ(read_text("\xC0\x80"), std::string(1, '\0'));
  EXPECT_EQ(read_text("\xC3\xA9\xE2\x82\xAC"), "é€");
  EXPECT_EQ(read_text("\xED\xA0\xBD\xED\xB8\x80"), "😀");
  for (const std::string coded : {"\xC3", "\x80", "\xC1\x81", "\xE0\x80\x80", "\xF0\x9F\x98\x80",
                                  "\xED\xA0\xBD", "\xED\xB8\x80", "\xED\xA0\xBDx", "\xE2\x82", "\xC3\x28"}) {
    expect_bad(with_value(bytes({0x74, 0, static_cast<int>(coded.size())}) + coded), "UTF-8");
  }
  expect_bad(with_value(bytes({0x74, 0, 1, 0})), "UTF-8");
}

TEST(ShelfieJavaDecoder, WhatIsBuiltIsWhatIsRead) {
  Tree tree;
  const Value name = tree.text("bob");
  const Value tile = tree.object(Class::item_tile_view, {number(-1), Value{}});
  const Value box = tree.object(Class::board_box_view, {number(2), truth(true), number(3), number(4), tile});
  const Value card = tree.object(
      Class::personal_goal_card,
      {number(6), tree.list(std::array{tree.object(Class::personal_goal_box,
                                                   {number(0), number(1), constant(Type::plant)})})});
  const Value points = tree.object(Class::player_points_view, {number(5), tree.ints(std::array{8, 0}), name});
  const Value row = tree.array(Class::board_boxes, std::array{box, Value{}, box});
  const Value rows = tree.array(Class::board_box_rows, std::array{row, row});
  const std::array<std::pair<Data, Value>, 6> entries{
      {{Data::new_board, rows},
       {Data::personal_goal_card, card},
       {Data::points, tree.array(Class::player_points, std::array{points})},
       {Data::next_player, name},
       {Data::personal_points, tree.integer(-7)},
       {Data::error, constant(ErrorType::wrong_phase)}}};
  const Value map = tree.map(entries);
  const Value payload = tree.object(Class::message_payload, {map, constant(KeyErrorPayload::error_data)});
  tree.root = tree.object(Class::message, {Value{}, payload});
  const Tree read = decoded(stream_of(tree));
  EXPECT_TRUE(read == tree);
  const Value entries_read = read.items(read.items(read.root)[1])[0];
  EXPECT_EQ(read.number_of(read.find(entries_read, Data::personal_points)), -7);
  EXPECT_EQ(as<ErrorType>(read.find(entries_read, Data::error)), ErrorType::wrong_phase);
  EXPECT_EQ(as<Data>(read.find(entries_read, Data::error)), std::nullopt);
  EXPECT_EQ(read.text_of(read.find(entries_read, Data::next_player)), "bob");
  EXPECT_EQ(read.find(entries_read, Data::token), Value{});
  tree.root = tree.object(Class::message, {Value{}, Value{}});
  EXPECT_FALSE(read == tree);
}

TEST(ShelfieJavaDecoder, EveryConstantTravels) {
  for (int index = 0; index < kClasses; ++index) {
    const auto of = static_cast<Class>(index);
    const auto names = info(of).constants;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Tree tree =
          message_with({}, {.kind = Kind::constant, .of = of, .ordinal = static_cast<std::uint8_t>(i)});
      EXPECT_TRUE(decoded(stream_of(tree)) == tree);
      EXPECT_NE(stream_of(tree).find(names[i]), std::string::npos);
    }
    EXPECT_EQ(find_class(info(of).name), of);
  }
}

TEST(ShelfieJavaDecoder, AFullMapGrowsAsJavas) {
  Tree tree;
  std::vector<std::pair<Data, Value>> entries;
  for (int i = 0; i <= static_cast<int>(Data::bookshelf_full_player); ++i)
    entries.push_back({static_cast<Data>(i), {}});
  const Value payload = tree.object(Class::message_payload, {tree.map(entries), Value{}});
  tree.root = tree.object(Class::message, {Value{}, payload});
  EXPECT_NE(stream_of(tree).find(number32(24) + bytes({0x77, 8}) + number32(32) + number32(17)),
            std::string::npos);
  EXPECT_TRUE(decoded(stream_of(tree)) == tree);
}

}  // namespace
}  // namespace protocols::shelfie::java
