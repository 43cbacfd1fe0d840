// The admin listener's visitors: one request each, and always room for another.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "net/http.hpp"
#include "net/loop.hpp"
#include "net/tcp.hpp"

namespace server {

class Admin {
 public:
  using Page = std::function<net::HttpAnswer(const net::HttpRequest& request)>;
  Admin(net::Loop& loop, net::Tcp& tcp, Page page) : tcp_(tcp), page_(std::move(page)), timer_(loop) {}

  bool knows(net::LinkId link) const { return visits_.contains(link); }
  void opened(net::LinkId link);
  void received(net::LinkId link, std::string_view bytes);
  void closed(net::LinkId link) { visits_.erase(link); }

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
