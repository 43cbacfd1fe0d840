// A host for one guest, and partners to play with.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/spar/partner.hpp"
#include "host/host.hpp"

namespace client::spar {

struct HouseSettings {
  const protocols::Protocol* protocol = nullptr;  ///< that allows the style
  const games::Kits* kits = nullptr;
  const bots::Bot* bot = nullptr;
  const Style* style = nullptr;
  std::uint64_t seed = 0;
  std::string address;  ///< of the guest
  std::uint16_t port = 0;
};

class House final : host::Surroundings {
 public:
  /// The settings' protocol, kits, bot and style outlive it.
  House(const HouseSettings& settings, base::Time now);

  void receive(std::string_view bytes, base::Time now);
  void tick(base::Time now);

  /// What is to be said to the guest; empties it.
  std::string take_output() { return std::exchange(output_, {}); }
  /// Nothing more will be said.
  bool finished() const { return finished_; }
  Phase phase() const { return phase_; }
  /// How many moves were refused though they may be right.
  int refused_on_purpose() const { return refused_; }
  /// What happened, for people; empties it.
  std::vector<std::string> take_news() { return std::exchange(news_, {}); }

 private:
  // Surroundings
  void send(base::PlayerId player, std::string_view bytes, base::Time now) override;
  void close(base::PlayerId player) override;
  void think(base::PlayerId /*bot*/, const host::Question& /*question*/) override {}
  void handle(table::Hall& hall, const host::Asked& asked, table::Effects& effects) override;
  void told(base::PlayerId player, const table::Notice& notice) override;

  bool ends_game(const games::AnyMove& move) const;
  bool refuse(const table::Request& request, table::Effects& effects);
  void bring_partners(const table::Seek& seek, base::Time now, table::Effects& effects);
  void pass_by(const table::Seek& seek, base::Time now, table::Effects& effects);

  HouseSettings settings_;
  host::Host host_;
  std::map<base::PlayerId, Partner*> partners_;  ///< by their sessions
  std::uint64_t next_player_ = 2;                ///< 1 is the guest
  int moves_ = 0;                                ///< asked for by the guest
  int refused_ = 0;                              ///< of those, since the style is so
  int acts_ = 0;                                 ///< in this game
  Phase phase_ = Phase::connected;
  bool finished_ = false;
  std::string output_;
  std::vector<std::string> news_;
};

}  // namespace client::spar
