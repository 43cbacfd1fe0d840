// A whole server for one guest, without I/O: a hall, the server's half of a protocol, and partners to play
// with.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/spar/partner.hpp"
#include "table/hall.hpp"

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

class House {
 public:
  /// The settings' protocol, kits, bot and style outlive it.
  House(const HouseSettings& settings, base::Time now);

  void receive(std::string_view bytes, base::Time now);
  void tick(base::Time now);

  /// What is to be said to the guest; empties it.
  std::string take_output() { return session_->take_output(); }
  /// Nothing more will be said.
  bool finished() const { return session_->finished(); }
  Phase phase() const { return phase_; }
  /// What happened, for people; empties it.
  std::vector<std::string> take_news() { return std::exchange(news_, {}); }

 private:
  void settle(base::Time now);
  bool ask_guest(base::Time now);
  bool ask_partners(base::Time now);
  bool refuse(const table::Request& request);
  void handle(base::PlayerId player, const table::Request& request, base::Time now);
  void deliver(table::Effects& effects);
  void observe(const table::Notice& notice);
  void bring_partners(const table::Seek& seek, base::Time now);
  void pass_by(const table::Seek& seek, base::Time now);
  void dismiss(base::PlayerId partner, base::Time now);

  HouseSettings settings_;
  table::Hall hall_;
  protocols::Switches switches_;
  std::unique_ptr<protocols::Session> session_;
  std::map<base::PlayerId, Partner> partners_;
  std::uint64_t next_player_ = 2;      ///< 1 is the guest
  std::optional<table::Seek> sought_;  ///< by the guest, and answered when the partners come
  int moves_ = 0;                      ///< asked for by the guest
  int acts_ = 0;                       ///< in this game
  Phase phase_ = Phase::connected;
  std::vector<std::string> news_;
};

}  // namespace client::spar
