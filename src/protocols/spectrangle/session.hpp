// The server's half of the Spectrangle protocol.
#pragma once

#include "protocols/line_halves.hpp"
#include "protocols/spectrangle/words.hpp"

namespace protocols::spectrangle {

class Session final : public LineSession {
 public:
  std::optional<Request> next() override;
  void tell(const Notice& notice) override;
  void show(std::string_view words) override;
  bool finished() const override { return finished_; }
  bool asks_by_itself() const override { return false; }

 private:
  using Asking = std::optional<Request>;

  /// A command, how many arguments it takes, and who reads them.
  struct Command {
    std::string_view word;
    std::size_t fewest;
    std::size_t most;
    Asking (Session::*read)(const Words& words);
  };

  /// The request that waits for its answer, if the answer changes something here.
  enum class Asked : std::uint8_t { other, join, exit };

  Asking read(std::string_view line);
  Asking read_join(const Words& words);
  Asking read_ready(const Words& words);
  Asking read_move(const Words& words);
  Asking read_exit(const Words& words);
  Asking read_extensions(const Words& words);
  Asking read_enable_extension(const Words& words);
  Asking read_chat(const Words& words);
  Asking read_lobbies(const Words& words);
  Asking refuse(Fault fault, base::Reason code, std::string_view why);

  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Gathered& gathered);
  void on(const table::Started& started);
  void on(const table::Resumed& resumed);
  void on(const table::Happened& happened);
  void on(const table::Over& over);
  void on(const table::Said& said);
  void on(const table::Listed& listed);
  void on(const table::Renamed& renamed);
  void on(const table::Agreed& /*agreed*/) {}  // a rematch begins by READY
  void on(const table::Presence& /*presence*/) {}
  void on(const table::BesidesTheGame auto& /*unheard*/) {}

  using Hands = std::array<games::spectrangle::Hand, games::spectrangle::kMostPlayers>;
  void begin(const table::Started& started, const Hands& dealt);
  void send_event(const table::Happened& happened);
  void send_lobby();

  std::string line_;
  Asked asked_ = Asked::other;
  bool joined_ = false;
  bool playing_ = false;
  bool chats_ = false;  ///< the client enabled the extension
  bool finished_ = false;
  std::vector<std::string> present_;  ///< in the lobby, as the hall calls them
  std::vector<std::string> players_;  ///< of the game being played, by seat, as START called them
  std::vector<base::Seat> order_;     ///< in which they take turns
};

}  // namespace protocols::spectrangle
