// Reads messages from a Java stream however it is cut into pieces, and believes nothing in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "protocols/shelfie/java/stream.hpp"
#include "protocols/shelfie/java/tree.hpp"

namespace protocols::shelfie::java {

/// One direction of one connection. Feed it bytes as they come and ask for messages until there are no more.
///
/// A message is given as soon as its last byte is there; the reset may come with the next one. The root of
/// what it gives is an object of Class::message, every field holds what the class table says, maps have
/// constants of Data as keys, each once, there are no cycles, and all limits of stream.hpp hold. Any cut of
/// the stream gives the same messages. After an error the stream is lost: the same error comes again for
/// ever.
class Decoder {
 public:
  void feed(std::string_view bytes);

  /// The next message; none: more bytes are needed. Code::malformed: the connection must be closed.
  base::Result<std::optional<Tree>> next();

  /// Whether something has come of a message whose end has not.
  bool is_within() const { return place_ == Place::inside || waiting() > 0; }
  /// Bytes that were not looked at yet.
  std::size_t waiting() const { return buffer_.size() - position_; }

 private:
  class Cursor;
  enum class Place : std::uint8_t { start, between, inside };
  enum class Progress : std::uint8_t { some, none, message };

  /// Something that can be referred to: a class, a value, or the signature of a field.
  struct Handle {
    enum class What : std::uint8_t { descriptor, value, signature } what{};
    Class of{};
    Value value{};
    std::string_view signature{};  ///< in the class table
  };
  /// A value whose parts are being read.
  struct Frame {
    Value value;
    std::uint32_t next;    ///< the part that comes next
    std::uint32_t count;   ///< of all parts
    std::uint32_t keys;    ///< of a map: one bit for each constant that was a key
    std::size_t unfolded;  ///< so far, see kMaxUnfolded
  };
  /// What stands in one place: an old value, or a new one whose parts follow.
  struct Content {
    Value value;
    bool has_parts = false;
    std::size_t count = 0;
  };

  // One step takes one whole token off the buffer or nothing: what is read twice is short, so no cut is
  // expensive. The functions that read return false if the bytes ran out (Cursor knows) or if they are wrong
  // (problem_ says why).
  Progress step();
  bool read_token(Cursor& cursor);
  bool read_header(Cursor& cursor);
  bool read_between(Cursor& cursor);
  bool read_inside(Cursor& cursor);
  bool read_part(Cursor& cursor, Content& content);
  bool read_content(Cursor& cursor, Content& content);
  bool read_reference(Cursor& cursor, Content& content);
  bool read_text(Cursor& cursor, Content& content);
  bool read_constant(Cursor& cursor, Content& content);
  bool read_object(Cursor& cursor, Content& content);
  bool read_array(Cursor& cursor, Content& content);
  bool read_descriptor(Cursor& cursor, Class& of);
  bool read_new_descriptor(Cursor& cursor, Class& of);
  bool read_field(Cursor& cursor, const Field& field);
  bool read_signature(Cursor& cursor, std::string_view expected);

  const Handle* find_handle(Cursor& cursor);
  bool add(Cursor& cursor, const Content& content);
  bool open(Cursor& cursor, const Content& content);
  void close_finished();
  void reset();
  void make(Kind kind, Class of, std::size_t count, Content& content);
  bool bad(const Cursor& cursor, std::string_view why);

  std::string buffer_;
  std::size_t position_ = 0;  ///< all before is read
  std::size_t read_ = 0;      ///< bytes of this message that are read
  Place place_ = Place::start;
  bool fresh_ = true;  ///< nothing came since the last reset
  std::string problem_;
  Tree tree_;
  std::vector<Frame> stack_;
  std::vector<Handle> handles_;
  std::vector<std::size_t> unfolded_;  ///< of each value of the tree that has an identity
};

}  // namespace protocols::shelfie::java
