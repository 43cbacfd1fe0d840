// Passwords: hashed by argon2id, which is slow on purpose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/secret.hpp"

namespace server {

/// How much work a hash is: what an attacker must do for each guess, or as little as tests want.
enum class Strength : std::uint8_t { real, quick };

/// 8 to 256 characters of UTF-8.
bool is_password(std::string_view text);

/// The hash with its salt and parameters, as text. Code::system if there is too little memory for it.
base::Result<std::string> hash_password(const base::Secret& password, Strength strength);

/// Whether the password is the one that was hashed, and there is memory enough to tell; takes as long as
/// hashing it.
bool verify_password(std::string_view hash, const base::Secret& password);

/// A password that nobody guesses, in 20 letters and digits that are not mistaken for each other.
base::Secret make_password();

}  // namespace server
