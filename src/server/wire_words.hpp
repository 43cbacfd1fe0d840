// What the inspectors of nodes ask and tell each other, and how it is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/wire_query.hpp"
#include "server/inspector.hpp"

namespace server {

/// What a browser of another node asks.
struct WireQuestion {
  enum class About : std::uint8_t { list, follow, unfollow, transcript };

  About about = About::list;
  std::uint64_t connection = 0;
  Inspector::FarBrowser browser{};
};

struct WireRefusal {
  std::uint8_t code = 0;  ///< of base::Code
  std::string why{};
};

/// What it is told: that which was asked for, or why not.
struct WireAnswer {
  std::vector<protocols::Connection> connections{};
  std::optional<protocols::Overheard> overheard{};
  std::optional<protocols::Transcript> transcript{};
  std::optional<WireRefusal> refusal{};
};

std::string write(const WireQuestion& question);
std::string write(const WireAnswer& answer);
/// Nothing if it is none.
std::optional<WireQuestion> read_question(std::string_view text);
std::optional<WireAnswer> read_answer(std::string_view text);

}  // namespace server
