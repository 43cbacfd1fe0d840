// Chance that nobody can foresee, from libsodium's generator.
#pragma once

#include <span>

#include "base/seed.hpp"

namespace server {

void fill_with_chance(std::span<unsigned char> bytes);

/// A key that nobody can guess, another each time.
base::Seed fresh_seed();

}  // namespace server
