// One player at one terminal: connects, listens, thinks, and keeps the screen up to date.
#pragma once

#include <filesystem>
#include <fstream>
#include <set>

#include "client/play/console.hpp"
#include "client/play/face.hpp"
#include "client/play/facets.hpp"
#include "client/play/local.hpp"
#include "client/play/play.hpp"
#include "client/play/record.hpp"
#include "client/play/thinker.hpp"
#include "client/transport.hpp"
#include "net/tcp.hpp"

namespace client::play {

/// Who begins in a game of two, as the player wants it.
table::First first_of(const Settings& settings);

class Runner final : net::Conversations, net::Watcher, Outside {
 public:
  explicit Runner(const Settings& settings);

  base::Result<int> run();

 private:
  // Conversations
  void opened(net::LinkId link, int tag, const net::Address& peer) override;
  void received(net::LinkId link, std::string_view bytes) override;
  void closed(net::LinkId link, std::string_view why) override;
  void settle() override;
  // Watcher: standard input
  void ready(std::uint32_t events) override;
  // Outside
  base::Result<void> ask(const table::Request& request) override;
  void think(const games::AnyView& view) override;
  base::Result<std::string> save(const std::string& file) override;
  void begin_again() override;
  void quit() override;

  base::Result<void> begin();
  base::Result<void> dial();
  void open_local();
  base::Result<void> make_face();
  void watch_input();
  void read_input();
  void input_ended();
  void lose_patience_connecting();
  void lose_patience(std::chrono::milliseconds waited);
  void tell_of_silence();
  void introduce();
  void seek();
  void keep_time();
  void show();
  void send();
  void hang_up();
  base::Result<void> open_record();
  void write_record();
  void listen_to_client();
  void let_bots_move();
  void keep(const KeptGame& game);
  std::filesystem::path token_file() const;
  std::string read_token() const;
  void keep_token();
  void ended();
  void come_back();
  void give_up(std::string sentence);
  void stop(base::Error error);
  std::string why_not_this_protocol() const;

  const Settings& settings_;
  const Facets facets_;
  net::Loop loop_;
  net::Tcp tcp_{loop_, *this};
  net::Loop::Timer tick_{loop_};
  net::Loop::Timer patience_{
      loop_};  ///< for connection and first words of the server, and for the last ones to it
  net::Loop::Timer retry_{loop_};
  net::Loop::Timer clock_{loop_};  ///< until a clock shows something else
  net::Loop::Timer wake_{loop_};   ///< until the table here must know how late it is
  Console console_;
  std::unique_ptr<Face> face_;
  std::unique_ptr<protocols::Client> client_;
  std::unique_ptr<Transport> transport_;  ///< between the client half and the wire
  LocalTable* local_ = nullptr;           ///< the client, if the game is here
  net::LinkId link_ = 0;
  bool connected_ = false;
  bool gone_ = false;              ///< the connection has ended
  bool met_ = false;               ///< a server of the protocol was there at least once
  bool seeks_when_named_ = false;  ///< the answer to come first is about the player's name
  bool bot_thinks_ = false;
  bool quitting_ = false;
  int attempts_ = 0;              ///< to come back after a lost connection
  bool told_of_keeping_ = false;  ///< that it fails
  std::optional<KeptGame> resumed_;
  std::set<std::string> saved_;  ///< files that were written here
  std::string kept_token_;
  std::optional<Record> record_;
  std::ofstream record_file_;
  std::string first_bytes_;  ///< that the server sent
  std::string last_refusal_;
  int exit_code_ = 0;
  std::optional<base::Error> problem_;
  std::optional<Thinker> thinker_;  ///< begun after the signals are taken care of
};

}  // namespace client::play
