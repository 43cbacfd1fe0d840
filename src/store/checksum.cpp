// Checksums of what is kept.
#include "store/checksum.hpp"

#include <fmt/format.h>
#include <sodium/crypto_shorthash.h>

#include <array>
#include <bit>
#include <span>
#include <string>

namespace store {
namespace {

constexpr std::string_view kKey = "Parlor's journal";
static_assert(kKey.size() == crypto_shorthash_KEYBYTES);

/// Every value with its type, and texts with their length: different lists never give the same text.
void write_value(std::string& text, sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
      text += "n;";
      return;
    case SQLITE_INTEGER:
      text += fmt::format("i{};", sqlite3_value_int64(value));
      return;
    default:
      break;
  }
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  text += fmt::format("t{}:", size);
  if (bytes != nullptr) text.append(bytes, size);
  text += ';';
}

void checksum_of_values(sqlite3_context* context, int count, sqlite3_value** values) {
  std::string text;
  for (auto* value : std::span(values, static_cast<std::size_t>(count))) write_value(text, value);
  sqlite3_result_int64(context, checksum(text));
}

}  // namespace

std::int64_t checksum(std::string_view bytes) {
  std::array<unsigned char, crypto_shorthash_BYTES> sum{};
  crypto_shorthash(sum.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                   reinterpret_cast<const unsigned char*>(kKey.data()));
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < sum.size(); ++at) number |= std::uint64_t{sum.at(at)} << (8 * at);
  return std::bit_cast<std::int64_t>(number);
}

void add_checksum(sqlite3* database) {
  sqlite3_create_function_v2(database, "checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                             checksum_of_values, nullptr, nullptr, nullptr);
}

}  // namespace store
