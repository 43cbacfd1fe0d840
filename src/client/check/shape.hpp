// What kind of message something is, and for what reason another one came.
#pragma once

#include <string>
#include <string_view>

#include "protocols/all.hpp"

namespace client::check {

/// Of capital letters, digits and underscores are commands and errors made.
bool is_sign_of_command(char sign);

/// What kind of message it is: its command, and of a refusal also which one. "" of no message.
std::string shape_of(const protocols::Protocol& protocol, std::string_view message);

/// By what it is known again that something went wrong for the same reason: what was right, and what came.
std::string reason_of(const protocols::Protocol& protocol, std::string_view right, std::string_view came);

/// The reason for which a client fails that gets messages of a shape wrong, whatever comes of each.
std::string reason_of_mistake(std::string_view shape);

}  // namespace client::check
