// The names by which this server may be asked for.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace server::web {

/// A page that another site's name led to this machine (DNS rebinding) asks for that name. Numbers,
/// "localhost" and what the host of the server names are asked for by nobody but those who mean this server.
class Hosts {
 public:
  /// Names and origins ("https://play.example.org:444"); empty ones are passed over.
  explicit Hosts(const std::set<std::string, std::less<>>& named = {});

  /// Whether the value of a Host field, with or without a port, is one of them. No browser leaves it out.
  bool welcomes(std::string_view field) const;

 private:
  std::set<std::string, std::less<>> names_;
};

/// What anybody else is told, with status 421.
inline constexpr std::string_view kOtherHost =
    "this server is not known by that name: ask for its address, or have its host allow the name by "
    "--web-host\n";

}  // namespace server::web
