// Which protocols there are. A new one is a folder and a row in all.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "protocols/session.hpp"

namespace protocols {

struct Protocol {
  std::string_view name;  ///< in flags, configuration, metrics and the journal
  std::uint16_t port;     ///< where it listens unless told otherwise
  std::string_view game;
  std::string_view line_end;  ///< what ends a message, for transcripts
  std::unique_ptr<Session> (*serve)();
  std::unique_ptr<Client> (*play)();
};

std::span<const Protocol> all();

/// The protocol of that name; nullptr if there is none.
const Protocol* find(std::string_view name);

}  // namespace protocols
