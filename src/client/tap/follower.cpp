// The client half as a reader, and guesses that are tried in the game as it stands.
#include "client/tap/follower.hpp"

#include <algorithm>
#include <utility>

#include "client/framed.hpp"
#include "client/meant.hpp"
#include "protocols/grammar.hpp"
#include "protocols/hints.hpp"

namespace client::tap {
namespace {

/// The client half that reads lines of text.
std::unique_ptr<protocols::Client> make_reader(const protocols::Protocol& protocol, const games::Kits& kits) {
  const auto plain = std::ranges::find(protocol.encodings, nullptr, &protocols::Encoding::translate);
  return plain == protocol.encodings.end() ? protocol.make_client(kits) : plain->make_client(kits);
}

class ReadsAlong final : public Follower {
 public:
  ReadsAlong(const protocols::Protocol& protocol, const games::Kits& kits)
      : protocol_(protocol), hints_(*protocol.grammar->hints), client_(make_reader(protocol, kits)) {
    // A half may wait for a name that the client whom it follows has not said yet.
    static_cast<void>(client_->ask(table::Name{"nobody"}));
  }

  Standing say(std::string_view message) override {
    const auto stripped = without_strays(message);
    auto standing = Standing::open;
    for (const auto& request : hints_.requests(stripped, before_)) {
      if (const auto* play = std::get_if<table::Play>(&request)) standing = try_out(play->move);
      static_cast<void>(client_->ask(request));
    }
    before_ = stripped;
    forget();
    return standing;
  }

  void hear(std::string_view message) override {
    if (const auto bytes = message_bytes(protocol_, message)) client_->receive(*bytes);
    forget();
  }

  std::string hint(std::string_view message) const override {
    return tell(find_meant(protocol_, message, before_,
                           [&](const games::AnyMove& move) { return try_out(move) == Standing::right; }));
  }

 private:
  /// In a world that looks as this one does to the player.
  Standing try_out(const games::AnyMove& move) const {
    const auto view = client_->view();
    if (client_->finished() || !view || games::game_of(*view) != games::game_of(move)) return Standing::open;
    if (games::to_move(*view) != seat_) return Standing::wrong;
    base::Rng rng(1);
    auto state = games::imagine(*view, rng);
    const auto played = games::play(state, seat_, move);
    return played || played.error().code == hints_.half ? Standing::right : Standing::wrong;
  }

  /// What the half says is nobody's business here, and of what it notices only where it sits.
  void forget() {
    client_->take_output();
    while (const auto notice = client_->next()) {
      if (const auto* started = std::get_if<table::Started>(&*notice)) seat_ = started->seat;
    }
  }

  const protocols::Protocol& protocol_;
  const protocols::Hints& hints_;
  std::unique_ptr<protocols::Client> client_;
  base::Seat seat_;
  std::string before_;
};

}  // namespace

std::unique_ptr<Follower> make_follower(const protocols::Protocol& protocol, const games::Kits& kits) {
  const bool knows = protocol.grammar != nullptr && protocol.grammar->hints != nullptr;
  if (!knows || protocol.make_client == nullptr) return nullptr;
  return std::make_unique<ReadsAlong>(protocol, kits);
}

}  // namespace client::tap
