// The server's half of the browser's protocol: docs/formats/web.md.
#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <span>

#include "protocols/all.hpp"
#include "protocols/line_halves.hpp"
#include "protocols/web/scribe.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {

inline constexpr int kVersion = 1;
inline constexpr std::size_t kLongestMessage = 64 * 1024;
inline constexpr std::size_t kRememberedAnswers = 64;
/// What others are shown is short.
inline constexpr std::size_t kLongestLobbyName = 32;
inline constexpr std::size_t kLongestSaying = 1000;

class Session final : public LineSession {
 public:
  explicit Session(const SessionContext& context);

  std::optional<Request> next() override;
  std::optional<Query> take_query() override { return std::exchange(query_, std::nullopt); }
  void tell(const Notice& notice) override;
  void tell_answer(const Answer& answer) override;
  void tick() override;
  bool finished() const override { return finished_; }

 private:
  /// The request that waits for its answer.
  struct Asked {
    std::optional<std::int64_t> id;  ///< none: the session asks on its own behalf
    std::string what;
  };
  /// An answer that was given, for when the request comes again. There are many browsers, and nearly all
  /// answers say no more than that it is so.
  struct Given {
    std::int64_t id;
    std::unique_ptr<const std::string> text;  ///< none: just that
  };

  /// What is asked may hold passwords, of which no copy is to be left: so it is read where it was parsed.
  using Object = boost::json::object;
  std::optional<Request> read(std::string_view line);
  std::optional<Request> understand(std::string_view what, const Object& message);
  std::optional<Request> read_seek(const Object& message);
  std::optional<Request> read_move(const Object& message);
  std::optional<Request> read_leave(const Object& message);
  std::optional<Request> read_offer(const Object& message);
  std::optional<Request> read_reply(const Object& message);
  std::optional<Request> read_say(const Object& message);
  std::optional<Request> read_hall(const Object& message);
  std::optional<Request> read_account(std::string_view what, const Object& message);
  void forget(Object& message);
  /// Wires (inspect.cpp).
  std::optional<Request> read_connections(const Object& message);
  std::optional<Request> read_inspect(const Object& message);
  std::optional<Request> read_transcript(const Object& message);
  std::optional<Request> read_screen(const Object& message);
  void try_move(const Object& message);
  std::optional<Request> ask_server(Query query);
  std::optional<Request> refuse(base::Reason code, std::string_view why);
  std::optional<Request> refuse(std::string_view code, std::string_view why);
  void answer(base::Members more = {});
  void reply(base::Value ok, base::Members more);
  void complain(std::string_view why);

  void on(const table::Accepted& accepted);
  void on(const table::Refused& refused);
  void on(const table::Renamed& renamed);
  void on(const table::Gathered& gathered);
  void on(const table::Started& started);
  void on(const table::Resumed& resumed);
  void on(const table::Happened& happened);
  void on(const table::Presence& presence);
  void on(const table::Over& over);
  void on(const table::Agreed& agreed);
  void on(const table::Said& said);
  void on(const table::Offered& offered);
  void on(const table::Wished& wished);
  void on(const table::ClockReading& reading);
  void on(const table::Elsewhere& elsewhere);
  void on(const table::Listed& /*listed*/) {}
  void on(const table::Recorded& /*recorded*/) {}

  void on(const HallAnswer& hall);
  void on(const std::shared_ptr<const Replay>& replay);
  void on(const AccountAnswer& account);
  void on(const std::vector<Connection>& connections);
  void on(const Overheard& overheard);
  void on(const Transcript& transcript);

  void send(base::Members message);
  void send_welcome(const std::string& name);
  void note_account(const std::string& account);
  /// Why a whole table is told: its game begins, one is back at it, or it was asked for.
  enum class Why : std::uint8_t { begins, back, asked };
  void send_table(Why why);
  void send_talk(const std::vector<table::Said>& said);
  void send_update(const base::Value& line);
  void sit_down(const table::Started& seat);

  /// The table at which one sits or stands.
  struct Place {
    table::Started seat;
    bool watches = false;
    bool screen = false;  ///< watches with the eyes of a seat
    bool shown = false;   ///< another tab of the same browser shows it, too
    std::shared_ptr<const games::AnyView> view;
    Scribe scribe;
    base::Value state{};
    std::optional<games::Outcome> outcome{};
    std::shared_ptr<const table::Times> times{};  ///< as they were told last
    std::string last_move{};                      ///< the last move of one's own that was taken, in notation
  };

  const games::Kits& kits_;
  std::span<const Level> bots_;
  const table::Clocks* clocks_;
  std::string line_;
  bool arrived_ = false;        ///< has asked to come back by the token
  std::vector<Query> own_;      ///< what the session itself wants to know
  std::optional<Query> query_;  ///< to be asked now
  std::optional<Asked> asked_;
  std::vector<Given> answers_;  ///< the last ones, from old to new
  std::optional<Place> place_;
  bool accounts_;        ///< whether there are any
  std::string account_;  ///< to which the browser is signed in; empty: to none
  bool welcomed_ = false;
  bool sees_hall_ = false;
  std::shared_ptr<const std::string> hall_;  ///< as it was told last
  bool sees_connections_ = false;
  std::string connections_;  ///< as they were told last
  bool finished_ = false;
};

}  // namespace protocols::web
