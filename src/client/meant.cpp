// Guesses of the protocols, tried out.
#include "client/meant.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "client/framed.hpp"
#include "protocols/grammar.hpp"
#include "protocols/hints.hpp"

namespace client {
namespace {

const protocols::Hints* hints_of(const protocols::Protocol& protocol) {
  return protocol.grammar == nullptr ? nullptr : protocol.grammar->hints;
}

}  // namespace

std::vector<Meant> find_meant(const protocols::Protocol& protocol, std::string_view message,
                              std::string_view before, const WouldFit& would_fit) {
  constexpr std::size_t kMost = 3;
  const auto* hints = hints_of(protocol);
  std::vector<Meant> meant;
  if (hints == nullptr) return meant;
  for (const auto& guess : hints->guesses(without_strays(message))) {
    for (const auto& request : hints->requests(guess.message, before)) {
      const auto* play = std::get_if<table::Play>(&request);
      const bool known = std::ranges::find(meant, guess.why, &Meant::why) != meant.end();
      if (play == nullptr || known || meant.size() == kMost || !would_fit(play->move)) continue;
      meant.push_back(
          {.right = guess.shown.empty() ? guess.message : guess.shown, .why = std::string(guess.why)});
    }
  }
  return meant;
}

std::string find_mistake(const protocols::Protocol& protocol, std::string_view message,
                         std::string_view right) {
  const auto* hints = hints_of(protocol);
  if (hints == nullptr) return "";
  const auto guesses = hints->guesses(without_strays(message));
  const auto found = std::ranges::find(guesses, right, &protocols::Guess::message);
  return found == guesses.end() ? "" : std::string(found->why);
}

std::string tell(const std::vector<Meant>& meant) {
  std::string told;
  for (const auto& [right, why] : meant)
    told +=
        told.empty() ? fmt::format("{} would fit: {}", right, why) : fmt::format("; or {}: {}", right, why);
  return told;
}

}  // namespace client
