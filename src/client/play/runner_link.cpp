// One player's connection to the server: made, lost, and made again.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "client/play/runner.hpp"
#include "client/stranger.hpp"

namespace client::play {

using base::Result;
using std::chrono::milliseconds;
using Stage = Scene::Stage;

namespace {

constexpr milliseconds kFaceMayWait{300};  ///< for a connection
constexpr milliseconds kSeatMayWait{700};  ///< until a new game is sought after coming back
constexpr std::array kRetries{milliseconds(500), milliseconds(1'000), milliseconds(2'000),
                              milliseconds(4'000), milliseconds(8'000)};

}  // namespace

Result<void> Runner::dial() {
  client_ = settings_.speak(*settings_.kits);
  transport_ = make_transport(*settings_.protocol, settings_.server,
                              transport_ ? transport_->token() : read_token(), settings_.charset);
  connected_ = gone_ = false;
  first_bytes_.clear();
  last_refusal_.clear();
  console_.connecting();
  const auto link = tcp_.dial(settings_.server, 0);
  if (!link) return std::unexpected(link.error());
  link_ = *link;
  // Who must wait for a connection sees that it is being made.
  const auto soon = std::min(kFaceMayWait, settings_.patience.usual);
  patience_.set(soon, [this, soon] {
    if (const auto made = make_face(); !made) return stop(made.error());
    patience_.set(settings_.patience.usual - soon, [this] { lose_patience_connecting(); });
  });
  return {};
}

void Runner::opened(net::LinkId link, int /*tag*/, const net::Address& /*peer*/) {
  if (link != link_) return;
  connected_ = true;
  if (record_) record_->opened();
  console_.connected();
  if (settings_.protocol->silent && !met_)
    console_.tell(fmt::format("Connected to {}. Nothing is said there before somebody else comes.",
                              net::write_address(settings_.server)));
  if (const auto made = make_face(); !made) return stop(made.error());
  introduce();
  tick_.repeat(settings_.protocol->tick, [this] {
    client_->tick();
    settle();
  });
  patience_.set(settings_.patience.usual, [this] { lose_patience(settings_.patience.usual); });
}

void Runner::lose_patience_connecting() {
  tcp_.drop(link_);
  closed(link_, fmt::format("no answer for {} s", in_seconds(settings_.patience.usual)));
  settle();
}

/// Where silence says nothing a server is waited for the longer, and for ever once it was met.
void Runner::lose_patience(milliseconds waited) {
  if (console_.scene().understood) return;
  const auto longest = settings_.patience.longest;
  if (may_be_waiting(*settings_.protocol, first_bytes_) && (met_ || waited < longest)) {
    if (!met_) patience_.set(longest - waited, [this, longest] { lose_patience(longest); });
    return tell_of_silence();
  }
  give_up(first_bytes_.empty() ? why_silent(*settings_.protocol, settings_.server, waited)
                               : why_not_this_protocol());
}

/// Where nobody hears anything before somebody else comes, one may wait at a wrong door.
void Runner::tell_of_silence() {
  console_.tell(fmt::format("{} has said nothing yet: nobody else has come, or it does not speak {}.",
                            net::write_address(settings_.server), settings_.protocol->name));
  show();
}

/// Says who the player is and what is wanted, as far as the protocol has words for it.
void Runner::introduce() {
  const auto named = settings_.account ? client_->ask_query(protocols::query::Account{*settings_.account})
                                       : client_->ask(table::Name{console_.name()});
  if (!named) {
    console_.hear(table::Refused{named.error()});
    return;
  }
  if (facets_.lobbies) static_cast<void>(client_->ask(table::ListLobbies{}));
  if (facets_.hall) static_cast<void>(client_->ask_query(protocols::query::Hall{}));
  const bool seat_may_wait = attempts_ > 0 && !facets_.ready;
  seeks_when_named_ = facets_.hall && !seat_may_wait;
  if (seeks_when_named_) return;  // as a guest nobody is found by their name
  if (!seat_may_wait) return seek();
  retry_.set(kSeatMayWait, [this] {
    if (!gone_ && console_.scene().stage != Stage::playing) seek();
    settle();
  });
}

void Runner::seek() {
  table::Seek wanted{.game = std::string(settings_.protocol->game),
                     .seats = settings_.players,
                     .ready = !facets_.ready,
                     .lobby = settings_.lobby,
                     .clock = settings_.clock};
  if (facets_.hall) {
    if (settings_.game.empty()) return;  // to be chosen in the hall
    wanted.game = settings_.game;
    if (settings_.players == 2) wanted.first = first_of(settings_);
    wanted.bots.assign(
        static_cast<std::size_t>(settings_.bots),
        settings_.level.empty() ? std::string(bots::usual(settings_.game).level) : settings_.level);
  }
  if (const auto asked = client_->ask(wanted); !asked) stop(asked.error());
}

void Runner::received(net::LinkId link, std::string_view bytes) {
  if (link != link_) return;
  if (first_bytes_.size() < kFirstBytes) first_bytes_ += bytes.substr(0, kFirstBytes - first_bytes_.size());
  const auto words = transport_->receive(bytes);
  keep_token();
  if (record_) record_->heard(words);
  client_->receive(words);
  if (const auto problem = transport_->problem()) {
    last_refusal_ = *problem;
    gone_ = true;
  }
}

void Runner::closed(net::LinkId link, std::string_view why) {
  if (link != link_) return;
  gone_ = true;
  if (record_) record_->closed(Record::By::server);
  if (connected_) return client_->hang_up();
  if (attempts_ > 0) return come_back();
  const auto sentence = fmt::format("cannot connect to {}: {}", net::write_address(settings_.server), why);
  if (met_) return console_.lose(as_sentence(sentence));
  stop({base::Code::system, sentence});
}

/// The conversation is over, by the server's doing or by ours.
void Runner::ended() {
  if (console_.scene().stage == Stage::lost) return;
  const bool broke = gone_;
  connected_ = false;
  tick_.cancel();
  patience_.cancel();
  hang_up();
  gone_ = true;
  if (!met_) return stop({base::Code::system, why_not_this_protocol()});
  if (console_.wants_again()) return begin_again();
  if (console_.scene().stage == Stage::over) return;
  const auto stage = console_.scene().stage;
  if (stage == Stage::playing) attempts_ = 0;
  const bool was_coming_back = stage == Stage::connecting && attempts_ > 0;
  if (broke && facets_.names && (stage == Stage::playing || was_coming_back)) return come_back();
  give_up(last_refusal_.empty() ? "the server ended the connection" : last_refusal_);
}

/// A seat may wait for its player: comes back by name, a few times.
void Runner::come_back() {
  const auto attempt = static_cast<std::size_t>(attempts_);
  if (attempt >= kRetries.size()) return give_up("the connection is lost, and the server cannot be reached");
  ++attempts_;
  console_.connecting();
  console_.tell(
      fmt::format("The connection is lost. Trying again ({} of {}) ...", attempts_, kRetries.size()));
  retry_.set(kRetries[attempt], [this] {
    if (const auto dialled = dial(); !dialled) give_up(dialled.error().detail);
  });
}

void Runner::give_up(std::string sentence) {
  hang_up();
  connected_ = false;
  gone_ = true;
  if (!met_ || !face_ || !face_->stays_when_lost()) return stop({base::Code::system, std::move(sentence)});
  console_.lose(as_sentence(sentence));
  show();
}

std::string Runner::why_not_this_protocol() const {
  return why_a_stranger(*settings_.protocol, settings_.server, first_bytes_, last_refusal_);
}

}  // namespace client::play
