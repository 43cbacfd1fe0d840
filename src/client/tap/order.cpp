// What must have been said before.
#include "client/tap/order.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace client::tap {
namespace {

using enum Way;

/// What a client may say only once something was said.
struct Row {
  std::string_view protocol;
  std::string_view said;  ///< how it begins, or several such words; "": everything but `free`
  std::string_view free;
  Way way;                   ///< of what allows it
  std::string_view allows;   ///< how that begins, or what it contains
  std::string_view forbids;  ///< and of what takes it back; "": nothing does
  std::string_view refusal;  ///< what a server answers to it, which stands for the sentence
  protocols::Reason why;
};

constexpr std::array kRows{
    Row{"chess", "MOVE PROMOTION REPLAY", "", to_client, "COLOR ", "", "ERROR 1", base::Code::not_your_turn},
    Row{"scrabble-clarkson", "", "HELLO QUIT", to_server, "HELLO ", "", "GOODBYE", base::Code::malformed},
    Row{"scrabble-clarkson", "PLACE PASS EXCHANGE", "", to_client, "TURN ", "", "NOK",
        base::Code::not_your_turn},
    Row{"scrabble-twente", "REQUESTGAME", "", to_server, "ANNOUNCE|", "", "ERROR|E013", {}},
    Row{"scrabble-twente", "MAKEMOVE", "", to_client, "NOTIFYTURN|1|", "STARTGAME|", "ERROR|E009",
        base::Code::not_your_turn},
    Row{"spectrangle", "READY", "", to_server, "JOIN ", "", "ERROR 7", {}},
    Row{"spectrangle", "MOVE_PLAY MOVE_SWAP MOVE_SKIP", "", to_client, "START ", "", "ERROR 8", {}},
    Row{"shelfie", "", "", to_server, R"("CONNECTION_CREATION")", "",
        R"({"payload":{"data":{"ERROR":"DISCONNECTION_FORCED"}}})", base::Code::malformed},
};

bool has(std::string_view message, std::string_view sign) {
  if (sign.empty()) return false;
  return sign.starts_with('"') ? message.contains(sign) : message.starts_with(sign);
}

bool begins_with_one_of(std::string_view message, std::string_view words) {
  const auto verb = message.substr(0, message.find_first_of(" |"));
  const auto all = base::split(words, ' ');
  return std::ranges::find(all, verb) != all.end();
}

}  // namespace

Order::Order(const protocols::Protocol& protocol)
    : protocol_(&protocol),
      allowed_(static_cast<std::size_t>(std::ranges::count(kRows, protocol.name, &Row::protocol))) {}

std::optional<Fault> Order::check(Way way, std::string_view message) {
  if (protocol_->rule == nullptr || !sure_) return std::nullopt;
  message = without_strays(message);
  std::optional<Fault> fault;
  std::size_t at = 0;
  for (const auto& row : kRows) {
    if (row.protocol != protocol_->name) continue;
    std::vector<bool>::reference allowed = allowed_[at++];
    if (way == row.way && has(message, row.allows)) allowed = true;
    if (way == row.way && has(message, row.forbids)) allowed = false;
    if (way != to_server || allowed || fault) continue;
    const bool spoken_of =
        row.said.empty() ? !begins_with_one_of(message, row.free) : begins_with_one_of(message, row.said);
    if (!spoken_of) continue;
    if (const auto rule = protocol_->rule(row.refusal, row.why)) fault = Fault{rule->cite, rule->sentence};
  }
  return fault;
}

}  // namespace client::tap
