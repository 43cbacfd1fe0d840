// The inspector: wire connections with all that was said on them of late, for browsers at the same address.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/recording.hpp"
#include "server/seat_links.hpp"
#include "table/hall.hpp"

namespace server {

using base::PlayerId;
using base::TableId;
using base::Time;

/// How long a connection is listed after its end, and how many of one address are.
inline constexpr base::Duration kRemembered = std::chrono::minutes(10);
inline constexpr std::size_t kMostListed = 50;
/// So many connections of one address are kept, open ones first; who comes then is not.
inline constexpr std::size_t kMostKept = 1000;
inline constexpr base::Duration kSweep = std::chrono::minutes(1);
/// How much is kept of one conversation, and from which sum of all on much less is.
inline constexpr std::size_t kTapeLength = std::size_t{64} * 1024;
inline constexpr std::size_t kShortRecording = std::size_t{2} * 1024;
inline constexpr std::size_t kAllRecordings = std::size_t{8} * 1024 * 1024;
/// So many messages are told at once; of more, the last.
inline constexpr std::size_t kMostTold = 300;

/// Who ended a connection.
enum class Ended : std::uint8_t { by_peer, by_server };

/// One wire connection.
struct WireConnection {
  /// A game in which its player had a seat.
  struct Sat {
    TableId table;
    base::Seat seat;
    base::Seed seed{};
    bool has_chance = true;                ///< whether the seed matters
    bool resumed = false;                  ///< came back to it on this connection
    std::vector<std::string> protocols{};  ///< of all seats
    bool over = false;                     ///< its player was told so
  };

  std::uint64_t number = 0;
  PlayerId player;
  const protocols::Protocol* protocol = nullptr;
  std::string host;
  std::uint16_t port = 0;
  Time since{};
  std::uint64_t opened = 0;  ///< its place in the order of everything
  std::optional<Time> closed{};
  std::uint64_t closed_order = 0;
  Ended ended = Ended::by_peer;
  std::string name{};  ///< once it is closed
  std::vector<Sat> tables{};
  std::size_t refused = 0;
  char first = 0;  ///< byte that the client has said
  Recording recording;
  std::optional<Reader> counter{};  ///< has counted the messages
  std::size_t messages = 0;         ///< as far as they were counted
  std::size_t followers = 0;
  bool fresh = false;  ///< something was said that followers have not been told
};

/// A table of another node as somebody here sees it.
struct FarSight {
  const table::Table* table = nullptr;
  games::Viewer eyes{};
  bool watches = false;
};

struct InspectorSettings {
  bool on = true;            ///< otherwise nobody sees anything, and nothing is kept
  std::string secret{};      ///< of the links
  std::string transcript{};  ///< the options of transcripts besides the seed
};

class Inspector {
 public:
  Inspector(const table::Hall& hall, InspectorSettings settings)
      : hall_(hall), settings_(std::move(settings)), links_(settings_.secret) {}

  /// Tables may be at other nodes; which of those a connection sees, if any.
  using LookBeyond = std::function<std::optional<FarSight>(PlayerId)>;
  void look_beyond(LookBeyond look) { beyond_ = std::move(look); }

  /// A wire connection; nullptr if it is not kept.
  std::shared_ptr<WireConnection> open(PlayerId player, const protocols::Protocol& protocol,
                                       std::string_view host, std::uint16_t port, Time now);
  void note(WireConnection& track, Speaker speaker, std::string_view bytes, Time now);
  void note_refusal(WireConnection& track, const protocols::Remark& remark, Time now);
  void note_seat(WireConnection& track, const table::Started& seat, bool resumed);
  /// Its player was told that the game is over.
  void note_over(WireConnection& track);
  /// While its player is still in the hall.
  void close(WireConnection& track, Ended ended, Time now);

  /// A browser comes from that address, and goes.
  void arrive(PlayerId browser, std::string_view host);
  void depart(PlayerId browser);
  /// A browser of another node, which is nobody in the hall here: where it is, and what it sees of tables.
  struct FarBrowser {
    std::string place{};  ///< as of place_of_host
    std::vector<table::Sight> sights{};
  };
  /// It looks as this number from now on, until it departs.
  void arrive_from_afar(PlayerId number, FarBrowser browser);
  /// As what a browser that is here has to look at another node.
  FarBrowser as_far(PlayerId browser) const;
  /// What a browser asks: which connections there are; what was said on one of late, to be told more of it
  /// from now on; no more of it; and all of it.
  std::vector<protocols::Connection> list(PlayerId browser, Time now);
  base::Result<protocols::Overheard> follow(PlayerId browser, std::uint64_t number, Time now);
  void stop_following(PlayerId browser);
  base::Result<protocols::Transcript> transcript(PlayerId browser, std::uint64_t number, Time now);

  bool has_news() const { return !fresh_.empty(); }
  /// What followers are to be told now.
  std::vector<std::pair<PlayerId, protocols::Overheard>> take_news();

  const SeatLinks& links() const { return links_; }

 private:
  using Tracks = std::vector<std::shared_ptr<WireConnection>>;
  struct Following {
    std::shared_ptr<WireConnection> track;
    Reader reader;
  };

  std::uint64_t next_order() { return ++order_; }
  void forget_old(Tracks& tracks, Time now);
  bool forget_oldest(Tracks& tracks);
  void sweep(Time now);
  std::optional<table::Place> place_of(const WireConnection& track) const;
  bool is_running(const WireConnection::Sat& sat) const;
  std::vector<table::Sight> sights_of(PlayerId browser) const;
  bool is_secret_from(PlayerId browser, const WireConnection& track) const;
  protocols::Connection describe(PlayerId browser, WireConnection& track) const;
  base::Result<std::shared_ptr<WireConnection>> find(PlayerId browser, std::uint64_t number, Time now);
  protocols::Overheard overhear(PlayerId browser, Following& following) const;
  protocols::WireLine line_of(const WireConnection& track, const Message& message, bool secret) const;
  base::Result<protocols::Transcript> write(PlayerId browser,
                                            const std::shared_ptr<WireConnection>& track) const;

  const table::Hall& hall_;
  InspectorSettings settings_;
  SeatLinks links_;
  LookBeyond beyond_;                                                   ///< empty: there are no other nodes
  std::map<std::string, Tracks, std::less<>> tracks_;                   ///< by host
  std::unordered_map<PlayerId, std::string> browsers_;                  ///< and their places
  std::unordered_map<PlayerId, std::vector<table::Sight>> far_sights_;  ///< of browsers of other nodes
  std::unordered_map<PlayerId, Following> following_;
  std::vector<std::shared_ptr<WireConnection>> fresh_;
  std::uint64_t order_ = 0;
  std::uint64_t last_number_ = 0;
  std::size_t held_ = 0;  ///< bytes of all recordings
  Time swept_{};          ///< when everything old was forgotten last
};

/// Where somebody is, as one name: all of loopback is one place, and IPv4 in the form of IPv6 is IPv4.
std::string place_of_host(std::string_view host);

}  // namespace server
