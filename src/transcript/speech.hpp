// How the lines of a transcript become a peer's bytes, and how what the peer hears is compared with them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "protocols/all.hpp"

namespace transcript {

/// Whether a transcript speaks of pings, or they are passed over.
enum class Pings : std::uint8_t { passed_over, heard };

/// One peer's way to speak and to listen.
class Speech {
 public:
  virtual ~Speech() = default;

  /// The bytes that a '>' line sends; `text` is what stands there, with the protocol's end of line.
  virtual std::string say(std::string_view text) = 0;
  virtual void hear(std::string_view bytes) = 0;
  /// Takes what a '<' line asks for off the front of what was heard; false if something else is there.
  virtual bool take(std::string_view expected) = 0;
  /// What was heard and not taken, for people; "" if nothing.
  virtual std::string rest() const = 0;
};

/// The bytes themselves, or, where messages have values in JSON, those in the encoding of that name.
std::unique_ptr<Speech> make_speech(const protocols::Protocol& protocol, std::string_view encoding,
                                    Pings pings);

}  // namespace transcript
