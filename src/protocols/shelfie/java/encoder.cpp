// Writes a message: every class, constant, text and object once, and a reference wherever it comes again.
#include "protocols/shelfie/java/encoder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/java/utf.hpp"

namespace protocols::shelfie::java {

namespace {

constexpr std::uint32_t kNotYet = 0;
constexpr int kMostSignatures = 16;

/// No message of this tree is longer: all class descriptors and constants once, then each value and part at
/// its widest.
std::size_t most_bytes(const Tree& tree) {
  constexpr std::size_t kAllDescriptors = 4096;
  constexpr std::size_t kAllConstants = 4096;
  constexpr std::size_t kWidestValue = 32;  // tag, reference to the class, and a map's numbers and block data
  constexpr std::size_t kWidestPart = 5;    // a reference
  return kAllDescriptors + kAllConstants + tree.values() * kWidestValue + tree.parts() * kWidestPart +
         tree.characters() * 2;
}

class Writer {
 public:
  Writer(const Tree& tree, char* out) : tree_(tree), out_(out), values_(tree.values(), kNotYet) {}

  void write(Value value);
  void put(Tag tag) { *out_++ = static_cast<char>(tag); }
  const char* end() const { return out_; }

 private:
  void put8(std::uint8_t byte) { *out_++ = static_cast<char>(byte); }
  void put16(std::size_t number) {
    put8(static_cast<std::uint8_t>(number >> 8U));
    put8(static_cast<std::uint8_t>(number));
  }
  void put32(std::uint32_t number) {
    const std::uint32_t swapped = __builtin_bswap32(number);
    std::memcpy(out_, &swapped, sizeof swapped);
    out_ += sizeof swapped;
  }
  void put64(std::uint64_t number) {
    put32(static_cast<std::uint32_t>(number >> 32U));
    put32(static_cast<std::uint32_t>(number));
  }
  void put_utf(std::string_view modified) {
    put16(modified.size());
    std::memcpy(out_, modified.data(), modified.size());
    out_ += modified.size();
  }
  /// Refers to what was written before. If it was not: gives it its number, and the caller writes it.
  bool refer(std::uint32_t& handle) {
    if (handle == kNotYet) return false;
    put(Tag::reference);
    put32(handle);
    return true;
  }
  void number(std::uint32_t& handle) { handle = next_handle_++; }

  void descriptor(Class of);
  void signature(std::string_view text);
  void constant(Value value);
  void text(Value value);
  void compound(Value value);
  void fields(Value value);
  void map(Value value);
  void list(Value value);
  void array(Value value);

  const Tree& tree_;
  char* out_;
  std::uint32_t next_handle_ = kFirstHandle;
  std::vector<std::uint32_t> values_;
  std::array<std::uint32_t, kClasses> descriptors_{};
  std::array<std::array<std::uint32_t, kMostConstants>, kClasses> constants_{};
  std::array<std::pair<std::string_view, std::uint32_t>, kMostSignatures> signatures_{};
  int signature_count_ = 0;
};

void Writer::write(Value value) {
  switch (value.kind) {
    case Kind::null:
      return put(Tag::null);
    case Kind::number:
      return put32(static_cast<std::uint32_t>(value.number));
    case Kind::truth:
      return put8(static_cast<std::uint8_t>(value.number));
    case Kind::constant:
      return constant(value);
    case Kind::text:
      return text(value);
    case Kind::object:
    case Kind::array:
    case Kind::list:
    case Kind::map:
      return compound(value);
  }
}

void Writer::descriptor(Class of) {
  if (refer(descriptors_[static_cast<int>(of)])) return;
  const ClassInfo& known = info(of);
  put(Tag::class_desc);
  put_utf(known.name);
  put64(known.suid);
  number(descriptors_[static_cast<int>(of)]);
  put8(known.flags);
  put16(known.fields.size());
  for (const Field& field : known.fields) {
    put8(static_cast<std::uint8_t>(field.code));
    put_utf(field.name);
    if (!field.signature.empty()) signature(field.signature);
  }
  put(Tag::end_block_data);
  known.super ? descriptor(*known.super) : put(Tag::null);
}

/// Java interns signatures, so equal ones are one String.
void Writer::signature(std::string_view text) {
  for (int i = 0; i < signature_count_; ++i) {
    if (signatures_[i].first == text) {
      refer(signatures_[i].second);
      return;
    }
  }
  put(Tag::string);
  auto& [known, handle] = signatures_[signature_count_++];
  known = text;
  number(handle);
  put_utf(text);
}

/// The name is always written afresh: Java's reader takes no reference there (rulings, rule 2).
void Writer::constant(Value value) {
  auto& handle = constants_[static_cast<int>(value.of)][value.ordinal];
  if (refer(handle)) return;
  put(Tag::constant);
  descriptor(value.of);
  number(handle);
  put(Tag::string);
  ++next_handle_;
  put_utf(info(value.of).constants[value.ordinal]);
}

void Writer::text(Value value) {
  if (refer(values_[value.number])) return;
  put(Tag::string);
  number(values_[value.number]);
  const std::string_view characters = tree_.text_of(value);
  is_plain(characters) ? put_utf(characters) : put_utf(to_modified(characters));
}

void Writer::compound(Value value) {
  if (refer(values_[value.number])) return;
  put(value.kind == Kind::array ? Tag::array : Tag::object);
  descriptor(value.of);
  number(values_[value.number]);
  switch (value.kind) {
    case Kind::map:
      return map(value);
    case Kind::list:
      return list(value);
    case Kind::array:
      return array(value);
    default:
      return fields(value);
  }
}

void Writer::fields(Value value) {
  for (const Value field : tree_.items(value)) write(field);
}

/// Capacity and threshold as a HashMap that grew by insertions has them (rulings, rule 5).
void Writer::map(Value value) {
  constexpr std::uint32_t kThreeQuarters = 0x3F400000;
  const auto entries = tree_.items(value);
  const auto size = static_cast<std::uint32_t>(entries.size() / 2);
  std::uint32_t buckets = 16;
  while (size > buckets / 4 * 3) buckets *= 2;
  put32(kThreeQuarters);
  put32(size == 0 ? 0 : buckets / 4 * 3);
  put(Tag::block_data);
  put8(8);
  put32(buckets);
  put32(size);
  for (const Value entry : entries) write(entry);
  put(Tag::end_block_data);
}

void Writer::list(Value value) {
  const auto items = tree_.items(value);
  put32(static_cast<std::uint32_t>(items.size()));
  put(Tag::block_data);
  put8(4);
  put32(static_cast<std::uint32_t>(items.size()));
  for (const Value item : items) write(item);
  put(Tag::end_block_data);
}

void Writer::array(Value value) {
  const auto elements = tree_.items(value);
  put32(static_cast<std::uint32_t>(elements.size()));
  for (const Value element : elements) write(element);
}

}  // namespace

void encode(const Tree& tree, std::string& out) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + most_bytes(tree), [&](char* bytes, std::size_t) {
    Writer writer(tree, bytes + before);
    writer.write(tree.root);
    writer.put(Tag::reset);
    return static_cast<std::size_t>(writer.end() - bytes);
  });
}

}  // namespace protocols::shelfie::java
