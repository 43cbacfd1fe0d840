// The admin listener's visitors: one request each, and always room for another.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "net/http.hpp"
#include "net/loop.hpp"
#include "net/tcp.hpp"
#include "server/listener.hpp"

namespace server {

class Admin final : public Listener {
 public:
  using Page = std::function<net::HttpAnswer(const net::HttpRequest& request)>;
  Admin(net::Loop& loop, net::Tcp& tcp, Page page) : tcp_(tcp), page_(std::move(page)), timer_(loop) {}

  void opened(base::PlayerId visitor, const net::Address& peer, base::Time now) override;
  void received(base::PlayerId visitor, std::string_view bytes, base::Time now) override;
  void closed(base::PlayerId visitor, base::Time /*now*/) override { visits_.erase(visitor.value); }
  bool is_for_players() const override { return false; }

 private:
  struct Visit {
    net::HttpReader reader{};
    net::Loop::Clock::time_point since{};
  };

  void let_go_of_idle();

  net::Tcp& tcp_;
  Page page_;
  std::unordered_map<net::LinkId, Visit> visits_;
  net::Loop::Timer timer_;
};

}  // namespace server
