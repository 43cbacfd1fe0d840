// Messages are judged by their frame and words, by what was said before, and by how the server answers them.
#include "client/tap/watch.hpp"

#include <fmt/format.h>

#include <utility>

#include "client/framed.hpp"

namespace client::tap {
namespace {

/// What is longer and has no end is not cut into messages any more.
constexpr std::size_t kLongestKept = std::size_t{64} * 1024;

}  // namespace

Watch::Watch(const protocols::Protocol& protocol, Charset charset, const games::Kits* kits)
    : protocol_(&protocol),
      grammar_(protocol.grammar),
      order_(protocol),
      unanswered_(protocol.grammar),
      follower_(kits == nullptr ? nullptr : make_follower(protocol, *kits)),
      decoder_(make_decoder(protocol, charset)) {}

std::vector<Sight> Watch::see(Way way, std::string_view bytes) {
  std::vector<Sight> sights;
  auto& endless = endless_[static_cast<std::size_t>(way)];
  if (endless) {
    const auto end = bytes.find(protocol_->line_end.back());
    if (end == std::string_view::npos) return sights;
    bytes.remove_prefix(end + 1);
    endless = false;
  }
  decoder_->hear(way, bytes);
  while (auto heard = decoder_->next(way)) {
    if (heard->kind == Heard::Kind::carrier) {
      sights.push_back({Sight::Kind::carrier, way, std::move(heard->text)});
      continue;
    }
    told_of_object_[static_cast<std::size_t>(way)] = false;
    sights.push_back({Sight::Kind::message, way, heard->text});
    endless = heard->text.size() > kLongestKept && heard->text.ends_with('\\');
    if (endless) {
      order_.lose();
      sights.push_back({Sight::Kind::frame, way, heard->text, frame_fault_of(*protocol_, heard->text)});
      continue;
    }
    judge(way, heard->text, sights);
  }
  return sights;
}

/// Where the server refuses what it was asked, the client broke the sentence that the refusal stands for.
void Watch::judge(Way way, const std::string& message, std::vector<Sight>& sights) {
  auto fault = find_fault(way, message);
  if (fault) sights.push_back(*fault);
  if (way == Way::to_server) {
    auto standing = follower_ == nullptr ? Standing::open : follower_->say(message);
    if (fault) standing = Standing::blamed;
    return unanswered_.ask(message, standing);
  }
  if (follower_ != nullptr) follower_->hear(message);
  const auto refusal =
      protocol_->rule == nullptr ? std::nullopt : protocol_->rule(without_strays(message), std::nullopt);
  if (!refusal) {
    unanswered_.answer(message);
  } else if (const auto asked = unanswered_.refuse(); asked && asked->standing != Standing::blamed) {
    auto frame = frame_fault_of(*protocol_, asked->message);
    sights.push_back(frame.empty()
                         ? blame(Way::to_server, asked->message, *refusal)
                         : Sight{Sight::Kind::frame, Way::to_server, asked->message, std::move(frame)});
  }
}

/// What is wrong with a message by itself, or since it comes too early.
std::optional<Sight> Watch::find_fault(Way way, const std::string& message) {
  if (const auto broken = grammar_ == nullptr ? std::nullopt : check(*grammar_, way, message)) {
    order_.lose();
    if (auto frame = frame_fault_of(*protocol_, message); !frame.empty())
      return Sight{Sight::Kind::frame, way, message, std::move(frame)};
    return blame(way, message, *broken);
  }
  if (const auto early = order_.check(way, message)) return blame(way, message, *early);
  return std::nullopt;
}

Sight Watch::blame(Way way, const std::string& message, const Rule& broken) const {
  Sight sight{Sight::Kind::fault, way, message, fmt::format("{}: \"{}\"", broken.cite, broken.sentence)};
  if (follower_ != nullptr && way == Way::to_server) sight.hint = follower_->hint(message);
  return sight;
}

std::optional<Sight> Watch::part_of_object(Sight::Kind kind, Way way) const {
  if (!decoder_->is_within_object(way)) return std::nullopt;
  return Sight{kind, way, "part of an object", "its end has not come; is it flushed?"};
}

std::vector<Sight> Watch::pause() {
  unanswered_.settle();
  std::vector<Sight> sights;
  for (const Way way : {Way::to_server, Way::to_client}) {
    auto object = part_of_object(Sight::Kind::unfinished, way);
    if (object && !std::exchange(told_of_object_[static_cast<std::size_t>(way)], true))
      sights.push_back(*std::move(object));
    auto rest = decoder_->rest(way);
    auto& told = told_[static_cast<std::size_t>(way)];
    if (rest == told) continue;
    told = rest;
    if (!is_stray(*protocol_, rest))
      sights.push_back({Sight::Kind::unfinished, way, rest, frame_fault_of(*protocol_, rest)});
  }
  return sights;
}

std::vector<Sight> Watch::end() const {
  std::vector<Sight> sights;
  for (const Way way : {Way::to_server, Way::to_client}) {
    auto object = part_of_object(Sight::Kind::frame, way);
    const bool stood = told_of_object_[static_cast<std::size_t>(way)];
    if (object && (way == Way::to_server || stood)) sights.push_back(*std::move(object));
    const auto rest = decoder_->rest(way);
    if (rest.empty()) continue;
    sights.push_back({Sight::Kind::message, way, rest});
    if (is_stray(*protocol_, rest)) continue;
    // A server may hang up wherever it is; that it has stood so, or is no server of this, is another thing.
    const bool may_be_cut = way == Way::to_client && told_[static_cast<std::size_t>(way)] != rest;
    const auto seen = std::string_view(rest).substr(0, rest.size() - (may_be_cut && rest.ends_with('\\')));
    if (auto fault = frame_fault_of(*protocol_, seen); !fault.empty() || !may_be_cut)
      sights.push_back({Sight::Kind::frame, way, rest, std::move(fault)});
  }
  return sights;
}

}  // namespace client::tap
