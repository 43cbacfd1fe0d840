// Cutting the stream of the protocol into messages, and what programs in the wild do to it.
#pragma once

#include "base/utf16.hpp"
#include "protocols/intake.hpp"

namespace protocols::scrabble_twente {

inline constexpr char kEnd = '\x1e';   ///< ends a message
inline constexpr char kUnit = '\x1f';  ///< stands between its units

/// Messages in both directions. A peer whose first byte is 0 speaks UTF-16BE and is answered so; one that
/// sends LF behind a message is answered with LF behind a message; CR and LF around messages are skipped.
class Framing {
 public:
  using Found = Intake::Found;

  void receive(std::string_view bytes);

  /// Takes the next message, in UTF-8. After too_long there is nothing more, ever.
  Found next(std::string& message);

  /// Whether fewer than the most complete messages wait.
  bool hungry() const { return intake_.hungry(); }
  std::size_t untaken() const { return intake_.untaken(); }

  /// A message as the peer wants to read it.
  std::string frame(std::string_view message) const;

  /// The LF that is owed to a peer who was answered before it showed that it wants one; "" if none is.
  std::string take_line_feed();

 private:
  enum class Coding : std::uint8_t { unknown, utf8, utf16 };
  enum class LineFeed : std::uint8_t { unwanted, owed, wanted };

  std::string encode(std::string_view text) const;

  Intake intake_{kEnd};  ///< in UTF-8
  base::Utf16Reader utf16_;
  Coding coding_ = Coding::unknown;
  LineFeed line_feed_ = LineFeed::unwanted;
  bool behind_message_ = false;  ///< nothing but CR and LF since the last message
};

}  // namespace protocols::scrabble_twente
