// The web listener's way to TCP, and to whoever looks things up for it.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "net/tcp.hpp"
#include "net/worker.hpp"
#include "server/log.hpp"
#include "server/web/listener.hpp"

namespace server::web {

inline net::Tcp::Reading reading(bool wanted) {
  return wanted ? net::Tcp::Reading::on : net::Tcp::Reading::off;
}

class TcpLinks final : public Links {
 public:
  using OnMade = std::function<void(PlayerId, const net::HttpAnswer&)>;
  using CountAs = std::function<bool(PlayerId, const std::string&)>;
  TcpLinks(net::Tcp& tcp, net::Worker& librarian, OnMade on_made, CountAs count_as)
      : tcp_(tcp), librarian_(librarian), on_made_(std::move(on_made)), count_as_(std::move(count_as)) {}
  bool count_as(PlayerId player, const std::string& address) override { return count_as_(player, address); }
  void send(PlayerId player, std::string_view bytes) override { tcp_.send(player.value, bytes); }
  void close(PlayerId player) override { tcp_.close(player.value); }
  void set_reading(PlayerId player, bool wanted) override { tcp_.set_reading(player.value, reading(wanted)); }
  void make(PlayerId player, Site::Work work, const std::string& address) override {
    librarian_.give(
        [this, player, work = std::move(work)] {
          return [this, player, answer = work()] { on_made_(player, answer); };
        },
        [this, player] {
          log(Level::error, "no memory for a file: it is refused",
              {{"player", std::to_string(player.value)}});
          on_made_(player, {503, "the server is too busy: try again later\n"});
        },
        address);
  }

 private:
  net::Tcp& tcp_;
  net::Worker& librarian_;
  OnMade on_made_;
  CountAs count_as_;
};

}  // namespace server::web
