// Writes a message: every class, constant, text and object once, and a reference wherever it comes again.
#include "protocols/shelfie/java/encoder.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/java/utf.hpp"

namespace protocols::shelfie::java {

namespace {

constexpr std::uint32_t kNotYet = 0;
constexpr int kMostSignatures = 16;
constexpr int kFirstEnum = static_cast<int>(Class::message_type);
constexpr int kEnums = static_cast<int>(Class::type) - kFirstEnum + 1;

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

// Each of these writes at `out` and returns where the next byte goes: a pointer that is passed along stays in
// a register, which makes writing three times as fast as through a member.

char* put(char* out, Tag tag) {
  *out = static_cast<char>(tag);
  return out + 1;
}

template <class Number>
char* put(char* out, Number number) {
  if constexpr (std::endian::native == std::endian::little && sizeof number > 1)
    number = std::byteswap(number);
  std::memcpy(out, &number, sizeof number);
  return out + sizeof number;
}

char* put_utf(char* out, std::string_view modified) {
  out = put(out, static_cast<std::uint16_t>(modified.size()));
  std::memcpy(out, modified.data(), modified.size());
  return out + modified.size();
}

char* put_reference(char* out, std::uint32_t handle) { return put(put(out, Tag::reference), handle); }

class Writer {
 public:
  explicit Writer(const Tree& tree) : tree_(tree), values_(tree.values(), kNotYet) {}

  char* write(char* out, Value value);

 private:
  std::uint32_t next_handle() { return next_handle_++; }
  char* descriptor(char* out, Class of);
  [[gnu::noinline]] char* new_descriptor(char* out, Class of);
  char* signature(char* out, std::string_view text);
  char* constant(char* out, Value value);
  [[gnu::noinline]] char* new_constant(char* out, Value value, std::uint32_t& handle);
  [[gnu::noinline]] char* text(char* out, Value value);
  char* compound(char* out, Value value);
  char* parts(char* out, std::span<const Value> parts);
  [[gnu::noinline]] char* map(char* out, std::span<const Value> entries);
  [[gnu::noinline]] char* list(char* out, std::span<const Value> items);
  char* array(char* out, std::span<const Value> elements);

  const Tree& tree_;
  std::uint32_t next_handle_ = kFirstHandle;
  std::vector<std::uint32_t> values_;  // the handle of everything that was written, kNotYet of what was not
  std::array<std::uint32_t, kClasses> descriptors_{};
  std::array<std::array<std::uint32_t, kMostConstants>, kEnums> constants_{};
  std::array<std::pair<std::string_view, std::uint32_t>, kMostSignatures> signatures_{};
  int signature_count_ = 0;
};

char* Writer::write(char* out, Value value) {
  switch (value.kind) {
    case Kind::null:
      return put(out, Tag::null);
    case Kind::number:
      return put(out, static_cast<std::uint32_t>(value.number));
    case Kind::truth:
      return put(out, static_cast<std::uint8_t>(value.number));
    case Kind::constant:
      return constant(out, value);
    case Kind::text:
      return text(out, value);
    case Kind::object:
    case Kind::array:
    case Kind::list:
    case Kind::map:
      return compound(out, value);
  }
  return out;
}

char* Writer::descriptor(char* out, Class of) {
  const std::uint32_t known = descriptors_[static_cast<int>(of)];
  return known == kNotYet ? new_descriptor(out, of) : put_reference(out, known);
}

char* Writer::new_descriptor(char* out, Class of) {
  const ClassInfo& known = info(of);
  out = put_utf(put(out, Tag::class_desc), known.name);
  out = put(out, known.suid);
  descriptors_[static_cast<int>(of)] = next_handle();
  out = put(out, known.flags);
  out = put(out, static_cast<std::uint16_t>(known.fields.size()));
  for (const Field& field : known.fields) {
    out = put_utf(put(out, static_cast<std::uint8_t>(field.code)), field.name);
    if (!field.signature.empty()) out = signature(out, field.signature);
  }
  out = put(out, Tag::end_block_data);
  return known.super ? descriptor(out, *known.super) : put(out, Tag::null);
}

/// Java interns signatures, so equal ones are one String.
char* Writer::signature(char* out, std::string_view text) {
  for (int i = 0; i < signature_count_; ++i) {
    if (signatures_[i].first == text) return put_reference(out, signatures_[i].second);
  }
  signatures_[signature_count_++] = {text, next_handle()};
  return put_utf(put(out, Tag::string), text);
}

char* Writer::constant(char* out, Value value) {
  std::uint32_t& handle = constants_[static_cast<int>(value.of) - kFirstEnum][value.ordinal];
  return handle == kNotYet ? new_constant(out, value, handle) : put_reference(out, handle);
}

/// The name is always written afresh: Java's reader takes no reference there (rulings, rule 2).
char* Writer::new_constant(char* out, Value value, std::uint32_t& handle) {
  out = descriptor(put(out, Tag::constant), value.of);
  handle = next_handle();
  next_handle();  // the name's
  return put_utf(put(out, Tag::string), info(value.of).constants[value.ordinal]);
}

char* Writer::text(char* out, Value value) {
  std::uint32_t& handle = values_[value.number];
  if (handle != kNotYet) return put_reference(out, handle);
  handle = next_handle();
  const std::string_view characters = tree_.text_of(value);
  out = put(out, Tag::string);
  return is_plain(characters) ? put_utf(out, characters) : put_utf(out, to_modified(characters));
}

char* Writer::compound(char* out, Value value) {
  if (const std::uint32_t known = values_[value.number]; known != kNotYet) return put_reference(out, known);
  out = descriptor(put(out, value.kind == Kind::array ? Tag::array : Tag::object), value.of);
  values_[value.number] = next_handle();
  const std::span<const Value> all = tree_.items(value);
  switch (value.kind) {
    case Kind::map:
      return map(out, all);
    case Kind::list:
      return list(out, all);
    case Kind::array:
      return array(out, all);
    default:
      return parts(out, all);
  }
}

/// Most parts are numbers: they are written here, without a call.
char* Writer::parts(char* out, std::span<const Value> parts) {
  for (const Value part : parts) {
    if (part.kind == Kind::number) {
      out = put(out, static_cast<std::uint32_t>(part.number));
    } else if (part.kind == Kind::truth) {
      out = put(out, static_cast<std::uint8_t>(part.number));
    } else if (part.kind == Kind::null) {
      out = put(out, Tag::null);
    } else {
      out = write(out, part);
    }
  }
  return out;
}

/// Capacity and threshold as a HashMap that grew by insertions has them (rulings, rule 5).
char* Writer::map(char* out, std::span<const Value> entries) {
  constexpr std::uint32_t kThreeQuarters = 0x3F400000;
  const auto size = static_cast<std::uint32_t>(entries.size() / 2);
  std::uint32_t buckets = 16;
  while (size > buckets / 4 * 3) buckets *= 2;
  out = put(out, kThreeQuarters);
  out = put(out, size == 0 ? 0 : buckets / 4 * 3);
  out = put(put(out, Tag::block_data), std::uint8_t{8});
  out = put(put(out, buckets), size);
  return put(parts(out, entries), Tag::end_block_data);
}

char* Writer::list(char* out, std::span<const Value> items) {
  const auto size = static_cast<std::uint32_t>(items.size());
  out = put(out, size);
  out = put(put(out, Tag::block_data), std::uint8_t{4});
  out = put(out, size);
  return put(parts(out, items), Tag::end_block_data);
}

char* Writer::array(char* out, std::span<const Value> elements) {
  return parts(put(out, static_cast<std::uint32_t>(elements.size())), elements);
}

}  // namespace

void encode(const Tree& tree, std::string& out) {
  const std::size_t before = out.size();
  out.resize_and_overwrite(before + most_bytes(tree), [&](char* bytes, std::size_t) {
    char* const end = Writer(tree).write(bytes + before, tree.root);
    return static_cast<std::size_t>(put(end, Tag::reset) - bytes);
  });
}

}  // namespace protocols::shelfie::java
