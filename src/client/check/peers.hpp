// The people of a script: their connections to the server, and what they have heard.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/charset.hpp"
#include "client/check/pace.hpp"
#include "client/check/raw_message.hpp"
#include "client/check/sieve.hpp"
#include "net/tcp.hpp"
#include "transcript/message_cutter.hpp"
#include "transcript/speech.hpp"

namespace client::check {

/// Connections by the letters of a transcript, driven step by step. Time passes only inside these calls.
class Peers final : net::Conversations {
 public:
  Peers(net::Address server, const protocols::Protocol& protocol, std::string_view encoding, Charset charset);

  bool knows(char peer) const { return people_.contains(peer); }
  /// Tries again for so long while nobody listens there. Code::system says why nobody is there.
  base::Result<void> connect(char peer, Milliseconds patience);
  /// What a transcript's '>' line sends; the bytes are as of transcript::Line.
  void send(char peer, std::string_view bytes);
  /// The next message, as a transcript writes it; nothing if none came in time, or none will come any more.
  std::optional<std::string> hear(char peer, Milliseconds patience);
  /// Whether the server has ended the connection; waits for that so long.
  bool is_closed(char peer, Milliseconds patience);
  /// Whether the server has hung up on somebody who is still here.
  bool is_cut_off(char peer) const;
  /// What has arrived of a message whose end has not, or else what was passed over last; "" if nothing.
  std::string unfinished(char peer) const;
  /// What is wrong about the frame of the last message that came whole, in one sentence; "" if nothing is.
  std::string fault_of_last(char peer) const;
  /// Whether that message ends otherwise than the document says, in a way that everybody takes.
  bool ends_otherwise(char peer) const;
  /// The same of what has arrived of a message whose end has not; without such a thing of the last message.
  std::string fault_of_rest(char peer) const;
  /// Whether a message came, known or not.
  bool has_spoken(char peer) const { return people_.at(peer).spoken; }
  void hang_up(char peer);
  /// Everybody hangs up; whether the server has ended all connections, too, so that it knows they are gone.
  /// Waits for that so long.
  bool part(Milliseconds patience);
  /// Lets time pass until nobody has heard anything for so long, or it never ends.
  void listen(Milliseconds quiet);
  /// Everything that was heard and not asked for: letter and message.
  std::optional<std::pair<char, std::string>> left_over();

 private:
  struct Person {
    net::LinkId link = 0;
    Recoder recoder;
    Sieve sieve;
    transcript::MessageCutter cutter;
    RawMessage raw;
    std::unique_ptr<transcript::Speech> speech;
    bool open = false;
    bool closed = false;
    bool gone = false;        ///< hung up itself
    bool spoken = false;      ///< some message
    std::size_t untaken = 0;  ///< bytes since a message was taken
    std::string why{};        ///< of closed
    std::string strange{};    ///< the last message that nobody knows, since one was heard
  };

  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void settle() override {
    const auto links = tcp_.links();
    const bool fewer = links < std::exchange(links_, links);
    if (std::exchange(stirred_, false) || fewer) loop_.stop();
  }

  std::optional<std::string> next(Person& person);
  base::Result<void> try_to_connect(char peer, Milliseconds patience);
  template <class Done>
  bool wait(Milliseconds patience, Done done);

  net::Address server_;
  const protocols::Protocol& protocol_;
  std::string_view encoding_;
  Charset charset_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this};
  net::Loop::Timer timer_{loop_};
  std::map<char, Person> people_;
  std::size_t links_ = 0;  ///< there were so many after the last round
  bool heard_ = false;     ///< since it was last asked
  bool stirred_ = false;   ///< something has happened in this round
};

}  // namespace client::check
