// What `parlor check` asks of a server: every transcript that says something of any server, as a case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocols/all.hpp"
#include "transcript/transcript.hpp"

namespace client::check {

/// One thing that is asked of a peer.
struct Case {
  std::string id;        ///< stable: protocol, encoding where there are several, name of the transcript
  std::string sentence;  ///< of the document or the rulings
  transcript::Level level = transcript::Level::must;
  std::string_view text{};      ///< of the transcript; empty for what is asked of clients
  std::string_view encoding{};  ///< as on the command line; empty where there is no choice
};

std::string_view name_of(transcript::Level level);

/// The cases for servers of a protocol, in one of its encodings or, without a name, in all of them.
std::vector<Case> server_cases(const protocols::Protocol& protocol, std::string_view encoding);

/// Whether a name fits a pattern in which '*' stands for any text and '?' for any character.
bool fits_pattern(std::string_view pattern, std::string_view name);

}  // namespace client::check
