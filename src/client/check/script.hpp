// Makes a transcript ready for one try on a server.
#pragma once

#include <string_view>

#include "protocols/script.hpp"
#include "transcript/transcript.hpp"

namespace client::check {

using protocols::Script;
using protocols::Step;

/// The names that people take in it are written with the ending behind them. Its protocol must have Checks.
Script make_script(const transcript::Transcript& source, std::string_view encoding, std::string_view ending);

}  // namespace client::check
