// A browser on a virtual server: asks, and hears JSON.
#pragma once

#include <fmt/format.h>

#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "harness/virtual_server.hpp"

namespace harness {

/// The server is one, or several that are one hall.
template <class Server>
class BrowserAt {
 public:
  explicit BrowserAt(Server& server, std::string_view token = "x")
      : BrowserAt(server, server.connect(*protocols::find("web"), "token:" + std::string(token))) {}
  /// One that has connected already.
  BrowserAt(Server& server, base::PlayerId player) : server_(server), player_(player) {}

  /// Asks, with the members of the request behind its id: R"("ask":"hall")". Gives the answer.
  boost::json::object ask(std::string_view members) {
    const auto id = ++last_id_;
    server_.receive(player_, fmt::format("{{\"id\":{},{}}}\n", id, members));
    boost::json::object answer;
    listen();
    std::erase_if(heard_, [&](const boost::json::object& one) {
      if (one.at("type") != "answer" || one.at("id") != id) return false;
      answer = one;
      return true;
    });
    return answer;
  }

  /// What was told and not taken yet, of one type.
  std::vector<boost::json::object> take(std::string_view type) {
    listen();
    std::vector<boost::json::object> taken;
    std::erase_if(heard_, [&](const boost::json::object& one) {
      if (one.at("type").as_string() != type) return false;
      taken.push_back(one);
      return true;
    });
    return taken;
  }

  base::PlayerId player() const { return player_; }

 private:
  void listen() {
    const auto text = server_.take(player_);
    for (const auto line : base::split(text, '\n')) {
      if (!line.empty()) heard_.push_back(boost::json::parse({line.data(), line.size()}).as_object());
    }
  }

  Server& server_;
  base::PlayerId player_;
  std::int64_t last_id_ = 0;
  std::vector<boost::json::object> heard_;
};

using Browser = BrowserAt<VirtualServer>;

}  // namespace harness
