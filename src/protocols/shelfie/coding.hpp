// One connection's bytes as messages, in both directions and both encodings (rulings, "Java stream", "JSON
// mapping").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.hpp"
#include "protocols/lines.hpp"
#include "protocols/shelfie/java/decoder.hpp"

namespace protocols::shelfie {

enum class Encoding : std::uint8_t { java, json };

class Coding {
 public:
  enum class Found : std::uint8_t {
    message,
    nothing,        ///< more bytes are needed
    not_a_message,  ///< a line that is none; the next may be one
    broken,         ///< nothing more will ever be understood
  };

  /// The peer's first byte decides: 0xAC is a Java stream, '{' is JSON, anything else is broken.
  Coding() = default;
  /// In the encoding of one's own choice.
  explicit Coding(Encoding encoding);

  void receive(std::string_view bytes);

  Found next(java::Tree& message);
  /// What was wrong with the last that was no message.
  const std::string& problem() const { return problem_; }

  /// What must be sent before everything else, once, as soon as the encoding is known; "" if nothing.
  std::string_view take_greeting();

  /// Appends the message in the connection's encoding; nothing while that is unknown.
  void write(const java::Tree& message, std::string& out) const;

  /// False while more waits than any one message needs.
  bool hungry() const;
  /// Whether something has come of an object whose end has not.
  bool is_within_object() const;
  /// How many bytes wait, of whole messages or not.
  std::size_t untaken() const;

 private:
  struct Strange {};

  Found next_object(java::Decoder& decoder, java::Tree& message);
  Found next_line(Lines& lines, java::Tree& message);

  std::variant<std::monostate, java::Decoder, Lines, Strange> reader_;
  bool greeted_ = false;
  std::string problem_;
};

}  // namespace protocols::shelfie
