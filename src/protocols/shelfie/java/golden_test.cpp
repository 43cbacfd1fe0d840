// The captured messages: each decodes to what it says, encodes to the same bytes, and does so in any pieces.
#include <gtest/gtest.h>

#include "harness/goldens.hpp"
#include "protocols/shelfie/java/decoder.hpp"
#include "protocols/shelfie/java/encoder.hpp"

namespace protocols::shelfie::java {
namespace {

using harness::Golden;
using harness::goldens;
namespace json = boost::json;

json::value to_json(const Tree& tree, Value value);

json::value object_to_json(const Tree& tree, Value value) {
  if (value.of == Class::integer) return *tree.number_of(value);
  json::object object;
  const auto fields = info(value.of).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    object[{fields[i].name.data(), fields[i].name.size()}] = to_json(tree, tree.items(value)[i]);
  }
  return object;
}

json::value map_to_json(const Tree& tree, Value value) {
  json::object object;
  const auto entries = tree.items(value);
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    const auto name = info(Class::data).constants[entries[i].ordinal];
    object[{name.data(), name.size()}] = to_json(tree, entries[i + 1]);
  }
  return object;
}

/// As the "decoded" part of the captured messages has it.
json::value to_json(const Tree& tree, Value value) {
  switch (value.kind) {
    case Kind::null:
      return nullptr;
    case Kind::number:
      return value.number;
    case Kind::truth:
      return value.number != 0;
    case Kind::text:
      return json::string(tree.text_of(value));
    case Kind::constant: {
      const std::string_view name = info(value.of).name;
      const std::string simple(name.substr(name.rfind('.') + 1));
      return json::string(simple + "." + std::string(info(value.of).constants[value.ordinal]));
    }
    case Kind::object:
      return object_to_json(tree, value);
    case Kind::map:
      return map_to_json(tree, value);
    case Kind::array:
    case Kind::list:
      break;
  }
  json::array items;
  for (const Value item : tree.items(value)) items.push_back(to_json(tree, item));
  return items;
}

std::string encoded(const Tree& tree) {
  std::string bytes;
  encode(tree, bytes);
  return bytes;
}

TEST(ShelfieJavaGolden, EveryMessageDecodesToWhatItSays) {
  ASSERT_GE(goldens().size(), 14);
  for (const Golden& golden : goldens()) {
    Decoder decoder;
    decoder.feed(kStreamHeader);
    decoder.feed(golden.bytes);
    const auto tree = decoder.next();
    ASSERT_TRUE(tree) << golden.name << ": " << tree.error().detail;
    ASSERT_TRUE(*tree) << golden.name << ": given before the reset comes";
    EXPECT_EQ(to_json(**tree, (*tree)->root), golden.decoded) << golden.name;
  }
}

TEST(ShelfieJavaGolden, EveryMessageEncodesToTheSameBytes) {
  for (const Golden& golden : goldens()) {
    Decoder decoder;
    decoder.feed(kStreamHeader);
    decoder.feed(golden.bytes);
    const Tree tree = **decoder.next();
    EXPECT_EQ(encoded(tree), golden.bytes + "\x79") << golden.name;
  }
}

TEST(ShelfieJavaGolden, OneStreamInAnyPieces) {
  std::string stream(kStreamHeader);
  for (const Golden& golden : goldens()) stream += golden.bytes + "\x79\x70";
  for (const std::size_t piece : {1, 2, 3, 5, 7, 64, 1000, 4096, 1 << 20}) {
    Decoder decoder;
    std::size_t messages = 0;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      decoder.feed(std::string_view(stream).substr(at, piece));
      for (;;) {
        const auto tree = decoder.next();
        ASSERT_TRUE(tree) << tree.error().detail;
        if (!*tree) break;
        ASSERT_LT(messages, goldens().size());
        EXPECT_EQ(encoded(**tree), goldens()[messages++].bytes + "\x79");
      }
    }
    EXPECT_EQ(messages, goldens().size()) << piece;
  }
}

TEST(ShelfieJavaGolden, ATruncatedMessageWaitsAndNeverFails) {
  for (const Golden& golden : goldens()) {
    for (std::size_t size = 0; size < golden.bytes.size(); size += golden.bytes.size() > 1000 ? 7 : 1) {
      Decoder decoder;
      decoder.feed(std::string(kStreamHeader) + golden.bytes.substr(0, size));
      const auto tree = decoder.next();
      ASSERT_TRUE(tree) << golden.name << " at " << size << ": " << tree.error().detail;
      EXPECT_FALSE(*tree);
    }
  }
}

TEST(ShelfieJavaGolden, AnyByteChangedIsRefusedOrDecodesToSomethingThatEncodesAgain) {
  for (const Golden& golden : goldens()) {
    if (golden.bytes.size() > 1000) continue;
    for (std::size_t at = 0; at < golden.bytes.size(); ++at) {
      for (const int change : {1, 0x80, 0xFF}) {
        std::string bytes = golden.bytes;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        Decoder decoder;
        decoder.feed(std::string(kStreamHeader) + bytes);
        const auto tree = decoder.next();
        if (!tree || !*tree) continue;
        Decoder again;
        again.feed(std::string(kStreamHeader) + encoded(**tree));
        const auto second = again.next();
        ASSERT_TRUE(second && *second);
        EXPECT_TRUE(**second == **tree);
      }
    }
  }
}

}  // namespace
}  // namespace protocols::shelfie::java
