// Java streams as lines of the JSON mapping, and back.
#pragma once

#include <memory>

#include "protocols/translator.hpp"

namespace protocols::shelfie {

std::unique_ptr<Translator> translate_java();

}  // namespace protocols::shelfie
