// Reads messages from a Java stream with a stack of its own: depth, lengths, handles and names are all
// checked.
#include "protocols/shelfie/java/decoder.hpp"

#include <algorithm>
#include <utility>

#include "protocols/shelfie/java/utf.hpp"

namespace protocols::shelfie::java {

/// Takes numbers off the front of some bytes. When they run out it says so, and gives zeros from then on.
class Decoder::Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

  bool ran_out() const { return ran_out_; }
  std::size_t used() const { return used_; }

  std::string_view take(std::size_t count) {
    if (ran_out_ || bytes_.size() - used_ < count) {
      ran_out_ = true;
      return {};
    }
    used_ += count;
    return bytes_.substr(used_ - count, count);
  }
  template <class Number>
  Number number() {
    Number number{};
    for (const char byte : take(sizeof(Number))) {
      number = static_cast<Number>(number << 8U | static_cast<unsigned char>(byte));
    }
    return number;
  }
  std::uint8_t byte() {
    const std::string_view one = take(1);
    return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one[0]);
  }
  Tag tag() { return static_cast<Tag>(byte()); }
  std::string_view utf() { return take(number<std::uint16_t>()); }

 private:
  std::string_view bytes_;
  std::size_t used_ = 0;
  bool ran_out_ = false;
};

namespace {

// Memory that an idle connection may hold on to.
constexpr std::size_t kKeepBytes = 4096;
constexpr std::size_t kKeepHandles = 256;

bool is_key(Class of) {
  return of == Class::key_connection_payload || of == Class::key_lobby_payload ||
         of == Class::key_error_payload || of == Class::turn_phase;
}

bool fits(Holds holds, Class of, Value value) {
  if (value.kind == Kind::null) return true;
  switch (holds) {
    case Holds::text:
      return value.kind == Kind::text;
    case Holds::keys:
      return value.kind == Kind::constant && is_key(value.of);
    case Holds::one:
      return value.kind >= Kind::constant && value.kind != Kind::text && value.of == of;
    case Holds::number:
    case Holds::truth:
    case Holds::real:
      break;
  }
  return false;
}

Kind kind_of(Shape shape) {
  switch (shape) {
    case Shape::map:
      return Kind::map;
    case Shape::list:
      return Kind::list;
    case Shape::array:
      return Kind::array;
    case Shape::object:
    case Shape::constant:
    case Shape::abstract:
      break;
  }
  return Kind::object;
}

bool ends_with_tag(Kind kind) { return kind == Kind::map || kind == Kind::list; }

}  // namespace

void Decoder::feed(std::string_view bytes) {
  if (!problem_.empty()) return;
  buffer_.erase(0, std::exchange(position_, 0));
  if (buffer_.empty() && buffer_.capacity() > kKeepBytes) buffer_.shrink_to_fit();
  buffer_.append(bytes);
}

base::Result<std::optional<Tree>> Decoder::next() {
  while (problem_.empty()) {
    switch (step()) {
      case Progress::some:
        break;
      case Progress::none:
        if (problem_.empty()) return std::nullopt;
        break;
      case Progress::message:
        return std::exchange(tree_, {});
    }
  }
  return base::fail(base::Code::malformed, problem_);
}

Decoder::Progress Decoder::step() {
  const std::string_view pending = std::string_view(buffer_).substr(position_);
  if (pending.empty()) return Progress::none;
  Cursor cursor(pending);
  const std::size_t handles = handles_.size();
  const bool was_inside = place_ == Place::inside;
  const bool good = read_token(cursor);
  if (cursor.ran_out()) {
    handles_.resize(handles, Handle{});
    if (read_ + pending.size() >= kMaxMessage) problem_ = "a message longer than 64 KiB";
    return Progress::none;
  }
  if (!good) return Progress::none;
  position_ += cursor.used();
  if (place_ == Place::inside || was_inside) read_ += cursor.used();
  if (read_ > kMaxMessage) problem_ = "a message longer than 64 KiB";
  if (!was_inside || place_ == Place::inside || !problem_.empty()) return Progress::some;
  read_ = 0;
  return Progress::message;
}

bool Decoder::bad(const Cursor& cursor, std::string_view why) {
  if (!cursor.ran_out()) problem_ = why;
  return false;
}

bool Decoder::read_token(Cursor& cursor) {
  switch (place_) {
    case Place::start:
      return read_header(cursor);
    case Place::between:
      return read_between(cursor);
    case Place::inside:
      return read_inside(cursor);
  }
  return false;
}

bool Decoder::read_header(Cursor& cursor) {
  if (cursor.take(kStreamHeader.size()) != kStreamHeader) return bad(cursor, "what is no Java stream");
  place_ = Place::between;
  return true;
}

bool Decoder::read_between(Cursor& cursor) {
  switch (cursor.tag()) {
    case Tag::null:
      return true;  // a stray null is skipped
    case Tag::reset:
      reset();
      return true;
    case Tag::object:
      break;
    default:
      return bad(cursor, "something else than a message");
  }
  if (!fresh_) return bad(cursor, "a message without a reset before it");
  Content content;
  if (!read_object(cursor, content)) return false;
  if (content.value.of != Class::message) return bad(cursor, "something else than a message");
  tree_.root = content.value;
  fresh_ = false;
  place_ = Place::inside;
  return open(cursor, content);
}

/// Handles start again. What one large message needed is not kept for the small ones that come.
void Decoder::reset() {
  fresh_ = true;
  handles_.clear();
  unfolded_.clear();
  if (handles_.capacity() > kKeepHandles) handles_.shrink_to_fit();
  if (unfolded_.capacity() > kKeepHandles) unfolded_.shrink_to_fit();
}

bool Decoder::read_inside(Cursor& cursor) {
  Frame& frame = stack_.back();
  if (frame.next == frame.count) {  // only maps and lists are left open until their end
    if (cursor.tag() != Tag::end_block_data) return bad(cursor, "more than a map or list should hold");
    ++frame.next;
  } else {
    Content content;
    if (!read_part(cursor, content) || cursor.ran_out() || !add(cursor, content)) return false;
  }
  close_finished();
  return problem_.empty();
}

bool Decoder::read_part(Cursor& cursor, Content& content) {
  const Frame& frame = stack_.back();
  const ClassInfo& known = info(frame.value.of);
  if (ends_with_tag(frame.value.kind)) return read_content(cursor, content);
  const bool is_array = frame.value.kind == Kind::array;
  const Holds holds = is_array ? known.holds : known.fields[frame.next].holds;
  if (holds == Holds::number) {
    content.value = number(static_cast<std::int32_t>(cursor.number<std::uint32_t>()));
    return true;
  }
  if (holds == Holds::truth) {
    content.value = truth(cursor.byte() != 0);
    return true;
  }
  if (!read_content(cursor, content)) return false;
  const Class of = is_array ? known.of : known.fields[frame.next].of;
  return fits(holds, of, content.value) || bad(cursor, "a value of the wrong class");
}

/// Puts what was read into its place in the value that is being read; its own parts, if any, come next.
bool Decoder::add(Cursor& cursor, const Content& content) {
  Frame& frame = stack_.back();
  if (frame.value.kind == Kind::map && frame.next % 2 == 0) {
    const auto key = as<Data>(content.value);
    if (!key) return bad(cursor, "a key that is no Data");
    const std::uint32_t bit = 1U << static_cast<unsigned>(*key);
    if ((frame.keys & bit) != 0) return bad(cursor, "a key that comes twice");
    frame.keys |= bit;
  }
  tree_.set(frame.value, frame.next, content.value);
  ++frame.next;
  ++frame.unfolded;
  if (content.has_parts) return open(cursor, content);
  if (content.value.kind >= Kind::text) frame.unfolded += unfolded_[content.value.number];
  if (frame.unfolded > kMaxUnfolded) return bad(cursor, "a message too large when unfolded");
  return true;
}

bool Decoder::open(Cursor& cursor, const Content& content) {
  if (stack_.size() == kMaxDepth) return bad(cursor, "values nested too deep");
  stack_.push_back({content.value, 0, static_cast<std::uint32_t>(content.count), 0, 1});
  return true;
}

/// Takes finished values off the stack. An object or array is finished with its last part, a map or list
/// behind its end.
void Decoder::close_finished() {
  while (!stack_.empty()) {
    const Frame frame = stack_.back();
    const std::uint32_t last = ends_with_tag(frame.value.kind) ? frame.count + 1 : frame.count;
    if (frame.next != last) return;
    stack_.pop_back();
    unfolded_[frame.value.number] = frame.unfolded;
    if (stack_.empty()) break;
    stack_.back().unfolded += frame.unfolded;
    if (stack_.back().unfolded > kMaxUnfolded) problem_ = "a message too large when unfolded";
  }
  place_ = Place::between;
}

bool Decoder::read_content(Cursor& cursor, Content& content) {
  switch (cursor.tag()) {
    case Tag::null:
      return true;
    case Tag::reference:
      return read_reference(cursor, content);
    case Tag::string:
      return read_text(cursor, content);
    case Tag::constant:
      return read_constant(cursor, content);
    case Tag::object:
      return read_object(cursor, content);
    case Tag::array:
      return read_array(cursor, content);
    default:
      return bad(cursor, "a tag that does not belong here");
  }
}

const Decoder::Handle* Decoder::find_handle(Cursor& cursor) {
  const std::uint32_t index = cursor.number<std::uint32_t>() - kFirstHandle;
  if (index < handles_.size()) return &handles_[index];
  bad(cursor, "a reference to nothing");
  return nullptr;
}

bool Decoder::read_reference(Cursor& cursor, Content& content) {
  const Handle* handle = find_handle(cursor);
  if (!handle || cursor.ran_out()) return false;
  if (handle->what == Handle::What::descriptor) return bad(cursor, "a class where a value should be");
  if (handle->what == Handle::What::signature) {
    content.value = tree_.text(handle->signature);
    unfolded_.push_back(1 + handle->signature.size());
    return true;
  }
  content.value = handle->value;
  const auto unfinished = [&](const Frame& frame) { return frame.value == content.value; };
  return std::ranges::none_of(stack_, unfinished) || bad(cursor, "a value that holds itself");
}

bool Decoder::read_text(Cursor& cursor, Content& content) {
  const std::string_view bytes = cursor.utf();
  if (cursor.ran_out()) return false;
  if (is_plain(bytes)) {
    content.value = tree_.text(bytes);
  } else {
    const auto text = from_modified(bytes);
    if (!text) return bad(cursor, "a text that is no modified UTF-8");
    content.value = tree_.text(*text);
  }
  unfolded_.push_back(1 + bytes.size());
  handles_.push_back({.what = Handle::What::value, .value = content.value});
  return true;
}

/// The name must be written out: Java's reader takes no reference there (rulings, rule 2).
bool Decoder::read_constant(Cursor& cursor, Content& content) {
  Class of{};
  if (!read_descriptor(cursor, of)) return false;
  if (info(of).shape != Shape::constant) return bad(cursor, "a constant of a class that is no enum");
  if (cursor.tag() != Tag::string) return bad(cursor, "a constant without its name");
  const std::string_view name = cursor.utf();
  const auto ordinal = find_constant(of, name);
  if (!ordinal) return bad(cursor, "a constant that the enum does not have");
  content.value = {.kind = Kind::constant, .of = of, .ordinal = *ordinal};
  handles_.push_back({.what = Handle::What::value, .value = content.value});
  handles_.push_back({.what = Handle::What::signature, .signature = info(of).constants[*ordinal]});
  return true;
}

void Decoder::make(Kind kind, Class of, std::size_t count, Content& content) {
  content = {.value = tree_.reserve(kind, of, count), .has_parts = true, .count = count};
  unfolded_.push_back(0);
  handles_.push_back({.what = Handle::What::value, .value = content.value});
}

bool Decoder::read_object(Cursor& cursor, Content& content) {
  Class of{};
  if (!read_descriptor(cursor, of)) return false;
  const Shape shape = info(of).shape;
  std::size_t count = info(of).fields.size();
  if (shape == Shape::map) {  // load factor, threshold, then buckets and size as block data
    cursor.take(8);
    if (cursor.tag() != Tag::block_data || cursor.byte() != 8) return bad(cursor, "a map without its size");
    cursor.take(4);
    count = cursor.number<std::uint32_t>();
  } else if (shape == Shape::list) {  // size, then capacity as block data
    count = cursor.number<std::uint32_t>();
    if (cursor.tag() != Tag::block_data || cursor.byte() != 4)
      return bad(cursor, "a list without its capacity");
    cursor.take(4);
  } else if (shape != Shape::object) {
    return bad(cursor, "an object of a class that has none");
  }
  if (cursor.ran_out()) return false;
  if (count > kMaxItems) return bad(cursor, "too many items");
  make(kind_of(shape), of, shape == Shape::map ? count * 2 : count, content);
  return true;
}

bool Decoder::read_array(Cursor& cursor, Content& content) {
  Class of{};
  if (!read_descriptor(cursor, of)) return false;
  if (info(of).shape != Shape::array) return bad(cursor, "an array of a class that is none");
  const auto count = cursor.number<std::uint32_t>();
  if (cursor.ran_out()) return false;
  if (count > kMaxItems) return bad(cursor, "too many elements");
  make(Kind::array, of, count, content);
  return true;
}

bool Decoder::read_descriptor(Cursor& cursor, Class& of) {
  const Tag tag = cursor.tag();
  if (tag == Tag::class_desc) return read_new_descriptor(cursor, of);
  if (tag != Tag::reference) return bad(cursor, "something else than a class");
  const Handle* handle = find_handle(cursor);
  if (!handle || cursor.ran_out()) return false;
  of = handle->of;
  return handle->what == Handle::What::descriptor || bad(cursor, "a value where a class should be");
}

/// A descriptor must be the table's, to the last field. Only arrays may have another SUID (rulings, rule 6).
bool Decoder::read_new_descriptor(Cursor& cursor, Class& of) {
  const std::string_view name = cursor.utf();
  const auto suid = cursor.number<std::uint64_t>();
  const auto found = find_class(name);
  if (!found) return bad(cursor, "a class that is not in the table");
  of = *found;
  const ClassInfo& known = info(of);
  if (suid != known.suid && known.shape != Shape::array) return bad(cursor, "a class with another SUID");
  handles_.push_back({.what = Handle::What::descriptor, .of = of});
  if (cursor.byte() != known.flags || cursor.number<std::uint16_t>() != known.fields.size()) {
    return bad(cursor, "a class with other flags or fields");
  }
  for (const Field& field : known.fields) {
    if (!read_field(cursor, field)) return false;
  }
  if (cursor.tag() != Tag::end_block_data) return bad(cursor, "a class with annotations");
  if (!known.super) return cursor.tag() == Tag::null || bad(cursor, "a class with another super class");
  Class super{};
  if (!read_descriptor(cursor, super)) return false;
  return super == *known.super || bad(cursor, "a class with another super class");
}

bool Decoder::read_field(Cursor& cursor, const Field& field) {
  if (cursor.byte() != static_cast<std::uint8_t>(field.code) || cursor.utf() != field.name) {
    return bad(cursor, "a class with other fields");
  }
  return field.signature.empty() || read_signature(cursor, field.signature);
}

bool Decoder::read_signature(Cursor& cursor, std::string_view expected) {
  const Tag tag = cursor.tag();
  if (tag == Tag::string) {
    handles_.push_back({.what = Handle::What::signature, .signature = expected});
    return cursor.utf() == expected || bad(cursor, "a class with other fields");
  }
  if (tag != Tag::reference) return bad(cursor, "a class with other fields");
  const Handle* handle = find_handle(cursor);
  if (!handle) return false;
  const std::string_view text =
      handle->what == Handle::What::signature ? handle->signature : tree_.text_of(handle->value);
  return text == expected || bad(cursor, "a class with other fields");
}

}  // namespace protocols::shelfie::java
