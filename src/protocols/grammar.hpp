// The messages of a protocol's document as data, for who watches a conversation without taking part in it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "protocols/rule.hpp"

namespace protocols {

struct Hints;

/// Which way a message goes.
enum class Way : std::uint8_t { to_server, to_client };

/// One message of a document. Several may have one verb: then the first one's rule is what is broken.
struct Form {
  Way way;
  std::string_view verb;  ///< "": of lines that begin with none
  std::string_view rest;  ///< an extended regular expression (POSIX) for all that follows the verb
  Rule rule;              ///< what a message with this verb and another rest breaks
  /// Of what a client says: an expression for what a server says to it if it takes it. "": nothing.
  std::string_view answer = {};
  std::string_view example = {};  ///< one such message, for people who type; of what a client says
  Rule about = {};                ///< what it is for; where there is none, `rule` says enough
};

/// What a client may say only once something was said.
struct Premise {
  std::string_view said;  ///< the words that it begins with; "": everything but `free`
  std::string_view free;
  Way way;                   ///< of what allows it
  std::string_view allows;   ///< how that begins, or what in quotes it contains
  std::string_view forbids;  ///< and of what takes it back; "": nothing does
  std::string_view refusal;  ///< what a server answers to it, which stands for the sentence
  Reason why;
};

/// Messages are as they stand in a transcript (transcript::MessageCutter).
struct Grammar {
  char separator;  ///< behind the verb
  Rule unknown;    ///< what a message without a form breaks
  std::span<const Form> forms;
  std::span<const Premise> premises;
  char bare = '\0';  ///< with which a line without a verb begins if it is not empty
  /// The words of a message that is no line of words; "" of what is no message. nullptr: as it stands.
  std::string (*words)(std::string_view message) = nullptr;
  const Hints* hints = nullptr;  ///< what clients may have meant (hints.hpp); nullptr: nobody knows
};

}  // namespace protocols
