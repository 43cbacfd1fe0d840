// The names by which this server may be asked for.
#include "server/web/hosts.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace server::web {
namespace {

/// What stands before the port: "[::1]:80", "10.0.0.1", "Play.Example.org.:80".
std::string name_in(std::string_view field) {
  if (field.starts_with('[')) {
    const auto end = std::min(field.find(']'), field.size() - 1) + 1;
    const bool is_port = field.substr(end).empty() || field.substr(end).starts_with(':');
    return std::string(field.substr(0, is_port ? end : field.size()));
  }
  std::string name(field.substr(0, field.rfind(':')));
  if (name.ends_with('.')) name.pop_back();
  std::ranges::transform(name, name.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return name;
}

bool is_number(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  if (name.starts_with('['))
    return name.ends_with(']') &&
           ::inet_pton(AF_INET6, name.substr(1, name.size() - 2).c_str(), bytes.data()) == 1;
  return ::inet_pton(AF_INET, name.c_str(), bytes.data()) == 1;
}

}  // namespace

Hosts::Hosts(const std::set<std::string, std::less<>>& named) : names_{"localhost"} {
  for (std::string_view one : named) {
    if (const auto scheme = one.find("://"); scheme != std::string_view::npos) one.remove_prefix(scheme + 3);
    if (auto name = name_in(one); !name.empty()) names_.insert(std::move(name));
  }
}

bool Hosts::welcomes(std::string_view field) const {
  const auto name = name_in(field);
  return field.empty() || is_number(name) || names_.contains(name);
}

}  // namespace server::web
