// The client's half of the browser's protocol: docs/formats/web.md.
#pragma once

#include <map>

#include "protocols/line_halves.hpp"
#include "protocols/web/told.hpp"

namespace protocols::web {

/// The longest message that a server is heard with: a whole game to replay, a hall full of tables.
inline constexpr std::size_t kLongestFromServer = std::size_t{16} * 1024 * 1024;

/// Keeps the table as it was told. Where a message does not fit what came before, it asks for the whole table
/// again (`since`) and goes on with that.
class Client final : public LineClient {
 public:
  explicit Client(const games::Kits& kits) : LineClient(kLongestFromServer), kits_(kits) {}

  base::Result<void> ask(const Request& request) override;
  base::Result<void> ask_query(const Query& query) override;
  std::optional<games::AnyView> view() const override;

 private:
  using Value = base::Value;
  enum class Kind : std::uint8_t { asked, move, leave, replay, heal };

  /// The table at which one sits, or at which one watches.
  struct Place {
    std::uint64_t table = 0;
    std::uint64_t seq = 0;
    Told told;
    games::AnyView view;
    std::vector<table::Sitter> sitters;
    std::optional<games::AnyMove> asked{};        ///< a move of one's own that was not yet seen on the table
    bool over = false;                            ///< the end was told
    std::string clock{};                          ///< its rule (table/clock.hpp); "" without one
    std::shared_ptr<const table::Times> times{};  ///< as they were told last, if there is a clock
  };

  /// A finished game, as far as its pieces have come.
  struct Pieces {
    std::shared_ptr<Replay> game;
    Told told;
  };

  void read(std::string_view line) override;
  void read_message(const Value& message);
  void read_answer(const Value& message);
  void read_lobby(const Value& message);
  void read_table(const Value& message);
  void read_update(const Value& message);
  void read_presence(const Value& message);
  void read_renamed(const Value& message);
  void read_hall(const Value& message);
  void read_offer(const Value& message);
  void read_wish(const Value& message);
  void read_clock(const Value& message);
  void read_replay(const Value& replay);
  bool read_step(const Value& step);

  std::optional<Place> read_place(const Value& message) const;
  void arrive(Place place);
  void catch_up(Place place);
  void tell_act(const games::LogLine& line, const std::vector<games::AnyEvent>& events);
  void tell_end();
  void tell_times();
  table::TableFacts read_facts(const Value& table) const;

  void send(Kind kind, std::string_view word, base::Members fields);
  base::Result<void> play(const games::AnyMove& move);
  void seek(const table::Seek& seek);
  void heal();

  const games::Kits& kits_;
  std::int64_t last_id_ = 0;
  std::map<std::int64_t, Kind> waiting_;  ///< requests without an answer, by id
  std::optional<Place> place_;
  std::optional<Pieces> replay_;
  bool healing_ = false;  ///< the whole table was asked for
};

}  // namespace protocols::web
