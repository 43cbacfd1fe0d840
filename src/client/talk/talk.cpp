// Standard input, a connection and a screen.
#include "client/talk/talk.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

#include "client/framed.hpp"
#include "client/talk/wording.hpp"
#include "client/transport.hpp"
#include "net/tcp.hpp"
#include "transcript/message_cutter.hpp"

namespace client::talk {
namespace {

using base::Result;

constexpr std::size_t kMostUnfinished = std::size_t{64} * 1024;  ///< of a line that is read, and of a message
constexpr std::chrono::seconds kPause{1};                        ///< after which what is unfinished is shown
/// The end of a pipe is told whatever is watched for: so only once.
constexpr std::uint32_t kNothing = EPOLLET;
constexpr int kMostWaits = 10;  ///< for the connection, and where the server never falls silent

class Talk final : net::Conversations, net::Watcher {
 public:
  explicit Talk(const Settings& settings)
      : settings_(settings),
        protocol_(*settings.protocol),
        wording_(protocol_, settings.encoding),
        transport_(make_transport(protocol_, settings.server, "", settings.charset)),
        heard_(protocol_) {}

  Result<Report> run();

 private:
  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void caught_up(net::LinkId /*link*/) override { read_on(); }
  void settle() override {}
  void ready(std::uint32_t events) override;

  void read_on();
  void read_input();
  void read_keys(std::string_view bytes);
  void read_lines(std::string_view bytes);
  void input_ended();
  bool say(const std::string& line);
  void hear(const std::string& message);
  void pause();
  void finish(Ending ending, std::string detail = {});

  const Settings& settings_;
  const protocols::Protocol& protocol_;
  Wording wording_;
  std::unique_ptr<Transport> transport_;
  transcript::MessageCutter heard_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this};
  net::Loop::Timer pause_{loop_};
  net::Loop::Timer tick_{loop_};
  net::Loop::Timer wait_{loop_};
  net::Loop::Timer longest_wait_{loop_};
  net::LinkId link_ = 0;
  std::optional<Screen> screen_;  ///< once there is somebody to talk to
  bool watched_ = false;          ///< the loop says when there is something to read
  bool reads_ = false;            ///< from the input
  bool input_ended_ = false;
  bool spoke_ = false;   ///< the server has said something
  int line_ = 0;         ///< of the input
  std::string partial_;  ///< of it
  std::string told_;     ///< of what is unfinished
  Report report_;
  std::optional<base::Error> problem_;
};

Result<Report> Talk::run() {
  loop_.on_signals({SIGINT, SIGTERM, SIGHUP, SIGWINCH}, [this](int signal) {
    if (signal != SIGWINCH) return loop_.stop();
    if (screen_) screen_->draw();
  });
  const auto link = tcp_.dial(settings_.server, 0);
  if (!link) return std::unexpected(link.error());
  link_ = *link;
  const auto patience = settings_.wait * kMostWaits;
  longest_wait_.set(patience, [this, patience] {
    closed(link_, fmt::format("no answer for {} s", std::chrono::duration<double>(patience).count()));
  });
  loop_.run();
  if (screen_) screen_->end();
  if (problem_) return std::unexpected(*problem_);
  return report_;
}

void Talk::opened(net::LinkId /*link*/, int /*tag*/, const net::Address& /*peer*/) {
  longest_wait_.cancel();
  screen_.emplace(settings_.look, [this](std::string_view line) { return complete(protocol_, line); });
  if (settings_.look.terminal)
    screen_->tell(fmt::format("- this is {} at {}; help shows what can be said", protocol_.name,
                              net::write_address(settings_.server)));
  tcp_.send(link_, transport_->take_output());
  tick_.repeat(kPause, [this] { screen_->tick(); });
  read_on();
}

/// As long as the server takes what is said.
void Talk::read_on() {
  if (reads_ || input_ended_ || !screen_) return;
  reads_ = true;
  if (watched_) return loop_.change(STDIN_FILENO, EPOLLIN, *this);
  // A file is always ready, and cannot be watched.
  epoll_event event{};
  const int test = ::epoll_create1(0);
  watched_ = ::epoll_ctl(test, EPOLL_CTL_ADD, STDIN_FILENO, &event) == 0;
  ::close(test);
  if (watched_) return loop_.watch(STDIN_FILENO, EPOLLIN, *this);
  loop_.post([this] { read_input(); });
}

void Talk::ready(std::uint32_t events) {
  if (reads_ && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) read_input();
}

void Talk::read_input() {
  std::array<char, 4096> bytes{};
  const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
  if (count <= 0) return input_ended();
  const std::string_view read(bytes.data(), static_cast<std::size_t>(count));
  if (settings_.look.terminal) {
    read_keys(read);
  } else {
    read_lines(read);
  }
  if (tcp_.is_behind(link_)) {
    reads_ = false;
    if (watched_) loop_.change(STDIN_FILENO, kNothing, *this);
  } else if (!watched_ && !input_ended_) {
    loop_.post([this] { read_input(); });
  }
}

void Talk::read_keys(std::string_view bytes) {
  for (const char byte : bytes) {
    const auto typed = screen_->editor().type(byte);
    if (!typed) continue;
    switch (typed->kind) {
      case Typed::Kind::line:
        if (!typed->text.empty() && !say(typed->text)) return;
        break;
      case Typed::Kind::choices:
        for (const auto& choice : typed->choices) screen_->tell("  " + choice);
        break;
      case Typed::Kind::suspend:
        RawTerminal::suspend();
        break;
      case Typed::Kind::end:
        return finish(Ending::said);
    }
  }
  screen_->draw();
}

void Talk::read_lines(std::string_view bytes) {
  partial_ += bytes;
  std::size_t from = 0;
  for (auto end = partial_.find('\n'); end != std::string::npos; end = partial_.find('\n', from)) {
    auto line = partial_.substr(from, end - from);
    from = end + 1;
    ++line_;
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty() && !say(line)) return;
  }
  partial_.erase(0, from);
  if (partial_.size() > kMostUnfinished)
    finish(Ending::unsayable, fmt::format("line {} of the input is longer than 64 KiB", line_ + 1));
}

void Talk::input_ended() {
  if (std::exchange(input_ended_, true)) return;
  if (watched_) loop_.change(STDIN_FILENO, kNothing, *this);
  if (settings_.look.terminal) return finish(Ending::said);
  if (!partial_.empty() && !say(std::exchange(partial_, {}))) return;
  wait_.set(settings_.wait, [this] { finish(Ending::said); });
  longest_wait_.set(settings_.wait * kMostWaits, [this] { finish(Ending::said); });
}

/// False once nothing more is to be said.
bool Talk::say(const std::string& line) {
  screen_->pause();
  if (const auto own = own_word(protocol_, line)) {
    if (own->kind == Own::Kind::quit) {
      finish(Ending::said);
      return false;
    }
    for (const auto& one : explain(protocol_, own->name)) screen_->tell(one);
    return true;
  }
  const auto bytes = wording_.say(line);
  if (!bytes && !settings_.look.terminal) {
    finish(Ending::unsayable, fmt::format("line {} of the input: {}", line_, bytes.error().detail));
    return false;
  }
  if (settings_.look.terminal) screen_->message('>', line);
  if (!bytes) {
    screen_->tell("! not sent: " + bytes.error().detail);
    return true;
  }
  transport_->say(*bytes);
  tcp_.send(link_, transport_->take_output());
  return true;
}

void Talk::received(net::LinkId /*link*/, std::string_view bytes) {
  heard_.hear(transport_->receive(bytes));
  tcp_.send(link_, transport_->take_output());
  if (const auto problem = transport_->problem()) return finish(Ending::no_messages, *problem);
  while (const auto message = heard_.next()) {
    hear(*message);
    if (report_.ending != Ending::said) return;
  }
  pause_.set(kPause, [this] { pause(); });
}

void Talk::hear(const std::string& message) {
  if (message.size() > kMostUnfinished) {
    const auto fault = frame_fault_of(protocol_, message);
    return finish(Ending::no_messages, fmt::format("the server sends what is no message of {}: {}",
                                                   protocol_.name, fault.empty() ? "it is too long" : fault));
  }
  if (!protocol_.ping.empty() && message.contains(protocol_.ping)) return;
  spoke_ = true;
  screen_->message('<', message);
  const auto refused = protocol_.rule == nullptr ? std::nullopt : protocol_.rule(message, std::nullopt);
  if (refused && settings_.look.terminal)
    screen_->tell(fmt::format("  {}: \"{}\"", refused->cite, refused->sentence));
  if (input_ended_) wait_.set(settings_.wait, [this] { finish(Ending::said); });
}

void Talk::pause() {
  const auto rest = heard_.rest();
  if (rest != std::exchange(told_, rest) && !is_stray(protocol_, rest)) {
    spoke_ = true;
    screen_->message('<', rest);
    screen_->tell("! unfinished for 1 s: " + frame_fault_of(protocol_, rest));
  }
  screen_->pause();
}

void Talk::closed(net::LinkId /*link*/, std::string_view why) {
  const auto server = net::write_address(settings_.server);
  if (!screen_) {
    problem_ = {base::Code::system, fmt::format("cannot connect to {}: {}", server, why)};
    return loop_.stop();
  }
  pause();
  if (settings_.look.terminal) screen_->tell("- the server hung up");
  const bool done = spoke_ && (input_ended_ || settings_.look.terminal);
  if (done) return finish(Ending::said);
  finish(Ending::hung_up,
         fmt::format("{} hung up {}", server, spoke_ ? "before all was said" : "without a word"));
}

void Talk::finish(Ending ending, std::string detail) {
  report_ = {ending, std::move(detail)};
  transport_->end();
  tcp_.send(link_, transport_->take_output());
  tcp_.close(link_);
  loop_.stop();
}

}  // namespace

Result<Report> run(const Settings& settings) { return Talk(settings).run(); }

}  // namespace client::talk
