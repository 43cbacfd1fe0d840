// One case with one client: what the server does when, and whether the client has done well.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "client/check/client_cases.hpp"
#include "client/check/host.hpp"
#include "client/check/play.hpp"
#include "client/check/raw_message.hpp"
#include "transcript/message_cutter.hpp"

namespace client::check {

/// Driven from outside: bytes, time and the end of the connection come in; bytes and a finding come out.
class ClientStage {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  ClientStage(const ClientCase& played, const protocols::Protocol& protocol, const games::Kits& kits,
              std::uint64_t seed, Milliseconds patience, Moment now);

  const ClientCase& played() const { return played_; }
  void receive(std::string_view bytes, Moment now);
  void hang_up(Moment now);
  void tick(Moment now);
  /// What is to be sent now.
  std::string take_output(Moment now);
  /// Some of it waits for its time.
  bool has_more_to_say() const { return !outbox_.empty(); }
  /// Set once it is known what came of it.
  const std::optional<Finding>& finding() const { return finding_; }

 private:
  void take(std::string_view piece, Moment now);
  void look_for_silence(Moment now);
  void fail_by_frame(Moment now);
  void note_said(std::string message);
  void note_end();
  void follow_plot(Moment now);
  void move_bots(Moment now);
  void look_for_faults(Moment now);
  void collect_output();
  void blame(const protocols::Remark& remark);
  std::string broken_sentence(const protocols::Remark& remark) const;
  std::string_view verb_of_other_half() const;
  std::string verb_in_capitals() const;
  bool is_bots_turn() const;
  void leave(Moment now);
  void log(char sign, std::string_view text);
  void pass(Moment now);
  void fail(std::string came, std::string right, Moment now);
  std::string awaited() const;

  const ClientCase played_;
  const protocols::Protocol& protocol_;
  Host host_;
  transcript::MessageCutter hears_;  ///< what the client says
  transcript::MessageCutter tells_;  ///< what it is told
  Milliseconds patience_;
  Moment begin_;
  Moment last_act_;                     ///< of the client
  Moment next_tick_;                    ///< of the protocol
  std::optional<Moment> thinking_{};    ///< since when a bot thinks
  std::optional<Moment> left_{};        ///< when the bots left, or the game ended
  std::optional<int> moves_at_wait_{};  ///< of the client, when a bot had thought for long
  std::size_t known_remarks_ = 0;
  std::string outbox_;
  Moment last_sent_{};
  RawMessage raw_;                      ///< what the client says, as it came
  bool objects_ = false;                ///< it is not lines that are spoken
  bool took_leave_ = false;             ///< what is to be said at the end was said
  bool came_through_ = false;           ///< what needs two messages was said
  std::size_t way_ = 0;                 ///< so much of the way into a game was said
  std::string said_;                    ///< last by the client
  std::string before_;                  ///< by the client, before that
  std::string told_;                    ///< last to the client, before that
  std::string last_told_;               ///< to the client
  std::vector<std::string> answers_{};  ///< to what it said
  Finding draft_;
  std::optional<Finding> finding_;
};

}  // namespace client::check
