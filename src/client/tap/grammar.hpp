// Whether a message is one that its document knows: by its words alone, whatever was said before.
#pragma once

#include <optional>
#include <string_view>

#include "protocols/all.hpp"
#include "protocols/grammar.hpp"

namespace client::tap {

using protocols::Grammar;
using protocols::Rule;
using protocols::Way;

/// The sentence that a message breaks, as it stands in a transcript (transcript::MessageCutter); nothing if
/// the document knows it.
std::optional<Rule> check(const Grammar& grammar, Way way, std::string_view message);

/// The expression (Form::answer) for what a server says to a request that it takes; "" if nothing.
std::string_view answer_to(const Grammar& grammar, std::string_view request);
/// Whether a message of the server is such an answer.
bool is_answer(const Grammar& grammar, std::string_view answer, std::string_view message);

}  // namespace client::tap
