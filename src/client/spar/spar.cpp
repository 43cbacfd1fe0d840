// A server to practise against: sockets and time around houses.
#include "client/spar/spar.hpp"

#include <fmt/format.h>

#include <csignal>
#include <deque>
#include <map>
#include <utility>

#include "client/spar/rewording.hpp"
#include "net/tcp.hpp"

namespace client::spar {
namespace {

using base::Result;

constexpr std::chrono::milliseconds kWhile{200};  ///< between messages of a slow one
constexpr std::chrono::milliseconds kMoment{10};  ///< in which a packet is gathered
constexpr std::chrono::seconds kPause{1};         ///< after which what is unfinished is told

base::Time now() {
  return base::Time(
      std::chrono::duration_cast<base::Duration>(std::chrono::system_clock::now().time_since_epoch()));
}

class Server final : net::Conversations {
 public:
  Server(const Settings& settings, const Audience& audience) : settings_(settings), audience_(audience) {}

  Result<Scores> run();

 private:
  struct Guest {
    Guest(net::Loop& loop, int its_number, const Style& its_style, const HouseSettings& house_settings)
        : number(its_number),
          style(its_style),
          house(house_settings, now()),
          rewording(*house_settings.protocol, its_style),
          referee(*house_settings.protocol, its_style),
          timer(loop),
          listening(loop) {}

    int number;
    const Style& style;
    House house;
    Rewording rewording;
    Referee referee;
    std::deque<std::string> pieces;  ///< to be sent
    net::Loop::Timer timer;
    net::Loop::Timer listening;  ///< until it is told that nothing, or nothing whole, was heard
    std::string told;            ///< of what nobody can understand
    bool sending = false;        ///< a piece is on its way out, or waits for the timer
    bool closing = false;        ///< once everything is sent
    Ending ending = Ending::guest_left;
    int refused = 0;  ///< on purpose, as far as the referee knows
  };

  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void settle() override {}

  void tick();
  void speak(net::LinkId link, Guest& guest);
  void tell_of_silence(const Guest& guest);
  void tell_of_puzzle(Guest& guest);
  void hang_up_if_it_is_time(Guest& guest);
  void send_soon(net::LinkId link, Guest& guest);
  void send_next(net::LinkId link);
  void judge(const Guest& guest);
  void end(net::LinkId link);

  const Settings& settings_;
  const Audience& audience_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this};
  net::Loop::Timer tick_{loop_};
  std::map<net::LinkId, std::unique_ptr<Guest>> guests_;
  Scores scores_;
  int came_ = 0;
  int ended_ = 0;
};

Result<Scores> Server::run() {
  loop_.on_signals({SIGINT, SIGTERM}, [this](int) { loop_.stop(); });
  const auto where = tcp_.listen(settings_.listen, 0);
  if (!where) return std::unexpected(where.error());
  audience_.listening(*where);
  tick_.repeat(settings_.protocol->tick, [this] { tick(); });
  loop_.run();
  for (const auto& [link, guest] : guests_) {
    if (!guest->closing) guest->ending = Ending::still_here;
    judge(*guest);
  }
  return scores_;
}

void Server::tick() {
  std::vector<net::LinkId> links;
  links.reserve(guests_.size());
  for (const auto& [link, guest] : guests_) links.push_back(link);
  for (const auto link : links) {
    auto& guest = *guests_.at(link);
    guest.house.tick(now());
    speak(link, guest);
  }
}

void Server::opened(net::LinkId link, int /*tag*/, const net::Address& peer) {
  const auto& style = *settings_.styles[static_cast<std::size_t>(came_) % settings_.styles.size()];
  ++came_;
  audience_.tell(
      came_, fmt::format("comes from {}, style {}: {}", net::write_address(peer), style.name, style.about));
  const HouseSettings house{.protocol = settings_.protocol,
                            .kits = settings_.kits,
                            .bot = settings_.bot,
                            .style = &style,
                            .seed = settings_.seed + static_cast<std::uint64_t>(came_),
                            .address = peer.host,
                            .port = peer.port};
  auto& guest = *guests_.emplace(link, std::make_unique<Guest>(loop_, came_, style, house)).first->second;
  guest.listening.set(settings_.patience, [this, &guest] { tell_of_silence(guest); });
  speak(link, guest);
}

void Server::received(net::LinkId link, std::string_view bytes) {
  const auto found = guests_.find(link);
  if (found == guests_.end() || found->second->closing) return;
  auto& guest = *found->second;
  guest.referee.hear(bytes);
  guest.listening.set(kPause, [this, &guest] { tell_of_puzzle(guest); });
  guest.house.receive(bytes, now());
  speak(link, guest);
}

void Server::closed(net::LinkId link, std::string_view /*why*/) {
  const auto found = guests_.find(link);
  if (found == guests_.end()) return;
  audience_.tell(found->second->number, "hung up");
  end(link);
}

void Server::tell_of_silence(const Guest& guest) {
  audience_.tell(guest.number, fmt::format("has said nothing of {} for {} s", settings_.protocol->name,
                                           std::chrono::duration<double>(settings_.patience).count()));
}

void Server::tell_of_puzzle(Guest& guest) {
  const auto puzzle = guest.referee.puzzle();
  if (puzzle.empty() || puzzle == std::exchange(guest.told, puzzle)) return;
  audience_.tell(guest.number, "says what cannot be understood: " + puzzle);
}

/// Takes what the house says, in the style's way.
void Server::speak(net::LinkId link, Guest& guest) {
  for (const auto& news : guest.house.take_news()) audience_.tell(guest.number, news);
  if (guest.closing) return;
  const auto words = guest.house.take_output();
  guest.referee.tell(words);
  guest.referee.reach(guest.house.phase());
  if (guest.house.refused_on_purpose() > std::exchange(guest.refused, guest.house.refused_on_purpose()))
    guest.referee.refuse_on_purpose();
  for (auto& piece : guest.rewording.say(words)) guest.pieces.push_back(std::move(piece));
  guest.closing = guest.house.finished();
  if (guest.closing) guest.ending = Ending::closed;
  hang_up_if_it_is_time(guest);
  send_soon(link, guest);
}

void Server::hang_up_if_it_is_time(Guest& guest) {
  const auto when = guest.style.hangs_up_in;
  if (!when || guest.house.phase() < *when || guest.closing) return;
  if (*when == Phase::connected) guest.pieces.clear();
  if (guest.style.cuts) {
    if (guest.pieces.empty()) return;  // there is nothing to be cut yet
    guest.pieces.back().resize(guest.pieces.back().size() / 2);
  }
  guest.closing = true;
  guest.ending = Ending::hung_up_on;
  audience_.tell(guest.number, "is hung up on");
}

void Server::send_soon(net::LinkId link, Guest& guest) {
  if (guest.sending || (guest.pieces.empty() && !guest.closing)) return;
  guest.sending = true;
  const auto send = [this, link] { send_next(link); };
  if (guest.style.pace == Pace::slow || guest.style.pace == Pace::packet) {
    guest.timer.set(guest.style.pace == Pace::slow ? kWhile : kMoment, send);
  } else if (guest.style.pace == Pace::bytes) {
    loop_.post(send);
  } else {
    send();
  }
}

void Server::send_next(net::LinkId link) {
  const auto found = guests_.find(link);
  if (found == guests_.end()) return;
  auto& guest = *found->second;
  guest.sending = false;
  const bool one = guest.style.pace == Pace::slow || guest.style.pace == Pace::bytes;
  std::string bytes;
  while (!guest.pieces.empty() && (bytes.empty() || !one)) {
    bytes += guest.pieces.front();
    guest.pieces.pop_front();
  }
  tcp_.send(link, bytes);
  if (!guest.pieces.empty()) return send_soon(link, guest);
  if (!guest.closing) return;
  tcp_.close(link);
  end(link);
}

void Server::judge(const Guest& guest) {
  const auto verdict = guest.referee.judge(guest.ending);
  scores_.add(guest.number, guest.style, verdict);
}

void Server::end(net::LinkId link) {
  judge(*guests_.at(link));
  guests_.erase(link);
  if (++ended_ == settings_.connections) loop_.stop();
}

}  // namespace

Result<Scores> run(const Settings& settings, const Audience& audience) {
  return Server(settings, audience).run();
}

}  // namespace client::spar
