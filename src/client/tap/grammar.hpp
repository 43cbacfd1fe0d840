// Whether a message is one that its document knows: by its words alone, whatever was said before.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocols/all.hpp"

namespace client::tap {

/// Which way a message goes.
enum class Way : std::uint8_t { to_server, to_client };

/// A sentence of a document that a message breaks.
struct Fault {
  std::string_view cite;  ///< the file in docs/protocols/ and the place in it
  std::string_view sentence;

  friend bool operator==(const Fault&, const Fault&) = default;
};

/// One message of a document.
struct Form {
  Way way;
  std::string_view verb;
  std::string_view rest;  ///< a regular expression for all that follows the verb
  Fault fault;            ///< what a message with this verb and another rest breaks
};

/// The messages of one protocol.
struct Grammar {
  std::string_view protocol;
  char separator;  ///< behind the verb
  Fault unknown;   ///< what a message without a form breaks
  std::span<const Form> forms;
};

/// nullptr: its messages have no such form (web).
const Grammar* grammar_of(const protocols::Protocol& protocol);
std::span<const Grammar> all_grammars();

/// A message without what a reader passes over: CR LF for LF, LF for CR LF, both around other separators,
/// stray NUL bytes.
std::string_view without_strays(std::string_view message);

/// What is wrong with a message as it stands in a transcript (transcript::Ear); nothing if the document knows
/// it.
std::optional<Fault> check(const Grammar& grammar, Way way, std::string_view message);

}  // namespace client::tap
