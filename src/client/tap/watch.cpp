// Messages are judged by their words, by what was said before, and by how the server answers them.
#include "client/tap/watch.hpp"

#include <fmt/format.h>

namespace client::tap {

Watch::Watch(const protocols::Protocol& protocol, Charset charset)
    : protocol_(&protocol),
      grammar_(protocol.grammar),
      order_(protocol),
      decoder_(make_decoder(protocol, charset)) {}

std::vector<Sight> Watch::see(Way way, std::string_view bytes) {
  std::vector<Sight> sights;
  decoder_->hear(way, bytes);
  while (auto heard = decoder_->next(way)) {
    if (heard->kind == Heard::Kind::carrier) {
      sights.push_back({Sight::Kind::carrier, way, std::move(heard->text)});
      continue;
    }
    ++messages_;
    sights.push_back({Sight::Kind::message, way, heard->text});
    judge(way, heard->text, sights);
  }
  return sights;
}

/// Where the server refuses what it was asked, the client broke the sentence that the refusal stands for.
void Watch::judge(Way way, const std::string& message, std::vector<Sight>& sights) {
  auto broken = grammar_ == nullptr ? std::nullopt : check(*grammar_, way, message);
  if (broken) order_.lose();
  if (!broken) broken = order_.check(way, message);
  if (broken) blame(way, message, *broken, sights);
  if (way == Way::to_server) {
    asked_ = message;
    asked_blamed_ = broken.has_value();
    return;
  }
  if (protocol_->rule == nullptr || asked_.empty() || asked_blamed_) return;
  const auto rule = protocol_->rule(message, std::nullopt);
  if (rule) blame(Way::to_server, std::exchange(asked_, {}), *rule, sights);
}

void Watch::blame(Way way, const std::string& message, const Rule& broken, std::vector<Sight>& sights) {
  ++faults_;
  sights.push_back(
      {Sight::Kind::fault, way, message, fmt::format("{}: \"{}\"", broken.cite, broken.sentence)});
}

std::vector<Sight> Watch::end() const {
  std::vector<Sight> sights;
  for (const Way way : {Way::to_server, Way::to_client}) {
    if (auto rest = decoder_->rest(way); !rest.empty())
      sights.push_back({Sight::Kind::message, way, std::move(rest)});
  }
  return sights;
}

}  // namespace client::tap
