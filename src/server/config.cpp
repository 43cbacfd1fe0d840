// Configuration: one table of settings serves file, environment and flags.
#include "server/config.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/text.hpp"
#include "games/any.hpp"
#include "net/address.hpp"
#include "net/networks.hpp"

namespace server {
namespace {

using base::Code;
using base::fail;
using base::Result;

constexpr std::array kLevels{"trace", "debug", "info", "warn", "error", "off"};

Result<void> check_address(std::string_view text) {
  if (text == "off") return {};
  if (auto address = net::read_address(text); !address)
    return fail(Code::bad_options, address.error().detail);
  return {};
}

Result<void> set_listen(Config& config, std::string_view protocol, const std::string& value) {
  if (protocols::find(protocol) == nullptr) {
    return fail(Code::bad_options, fmt::format("there is no protocol called '{}'", protocol));
  }
  if (auto right = check_address(value); !right) return right;
  config.listen[std::string(protocol)] = value;
  return {};
}

Result<void> set_clock(Config& config, std::string_view game, std::string_view value) {
  if (auto known = games::facts_of(game); !known) return fail(Code::bad_options, known.error().detail);
  const auto rule = table::read_clock(value);
  if (!rule) return std::unexpected(rule.error());
  if (auto text = table::write_clock(*rule); text.empty()) {
    config.clocks.erase(std::string(game));
  } else {
    config.clocks[std::string(game)] = std::move(text);
  }
  return {};
}

Result<void> set_limit(Config& config, std::string_view name, std::string_view value) {
  const auto* found = std::ranges::find(kLimitNames, name, &LimitName::name);
  if (found == kLimitNames.end())
    return fail(Code::bad_options, fmt::format("there is no limit called '{}'", name));
  const auto number = base::to_number<std::uint32_t>(value);
  if (!number) {
    return fail(Code::bad_options,
                fmt::format("limits.{}: '{}' is no limit: a whole number is meant, 0 for none", name, value));
  }
  config.limits.*found->limit = *number;
  return {};
}

Result<void> set_admin(Config& config, const std::string& value) {
  if (auto right = check_address(value); !right) return right;
  config.admin = value;
  return {};
}

Result<void> set_level(Config& config, const std::string& value) {
  if (std::ranges::find(kLevels, value) == kLevels.end()) {
    return fail(Code::bad_options,
                fmt::format("'{}' is no log level: trace, debug, info, warn, error or off", value));
  }
  config.log_level = value;
  return {};
}

Result<void> set_format(Config& config, const std::string& value) {
  if (value != "text" && value != "json") {
    return fail(Code::bad_options, fmt::format("'{}' is no log format: text or json", value));
  }
  config.log_format = value == "json" ? LogFormat::json : LogFormat::text;
  return {};
}

Result<void> set_seed(Config& config, const std::string& value) {
  const auto seed = base::read_seed(value);
  if (!seed) {
    return fail(Code::bad_options,
                fmt::format("'{}' is no seed: a whole number is meant, or 64 hexadecimal digits", value));
  }
  config.seed = seed;
  return {};
}

Result<void> set_time(std::chrono::seconds& time, std::string_view key, const std::string& value) {
  const auto number = base::to_number<int>(value);
  if (!number || *number < 0) {
    return fail(Code::bad_options,
                fmt::format("{}: '{}' is no time: a whole number of seconds is meant", key, value));
  }
  time = std::chrono::seconds(*number);
  return {};
}

/// Beats come twice a second at least: who waits for less than two of them would take the living for dead.
Result<void> set_takeover(Config& config, const std::string& value) {
  std::chrono::seconds time{};
  if (auto set = set_time(time, "takeover-after", value); !set) return set;
  if (time < std::chrono::seconds(2))
    return fail(Code::bad_options, "takeover-after: it must be at least 2 seconds");
  config.takeover_after = time;
  return {};
}

/// Others are told this address: one that means any would lead them nowhere.
Result<void> set_link(Config& config, const std::string& value) {
  const auto address = net::read_address(value);
  if (!address) return fail(Code::bad_options, fmt::format("link: {}", address.error().detail));
  if (address->host == "0.0.0.0" || address->host == "::")
    return fail(Code::bad_options,
                fmt::format("link: '{}' is no address at which others find this node", value));
  config.link = value;
  return {};
}

Result<bool> read_switch(std::string_view key, std::string_view value) {
  if (value == "true" || value == "on" || value == "1") return true;
  if (value == "false" || value == "off" || value == "0") return false;
  return fail(Code::bad_options, fmt::format("'{}' must be true or false", key));
}

/// The switches that are no protocol's; nullptr for any other key.
bool* flag_setting(Config& config, std::string_view key) {
  if (key == "resume-any-address") return &config.resume_any_address;
  if (key == "no-inspector") return &config.no_inspector;
  if (key == "tell-deals") return &config.tell_deals;
  if (key == "accounts") return &config.accounts;
  if (key == "accept-loss") return &config.accept_loss;
  if (key == "standby") return &config.standby;
  return nullptr;
}

Result<void> set_switch(Config& config, const std::string& key, std::string_view value) {
  const auto on = read_switch(key, value);
  if (!on) return std::unexpected(on.error());
  if (bool* flag = flag_setting(config, key)) {
    *flag = *on;
  } else if (*on) {
    config.switches.insert(key);
  } else {
    config.switches.erase(key);
  }
  return {};
}

Result<void> set_origin(std::string& origin, const std::string& value) {
  auto host = std::string_view(value);
  const auto scheme = base::cut(host, '/');
  if ((scheme != "http:" && scheme != "https:") || !host.starts_with('/') || host.size() == 1 ||
      host.find('/', 1) != std::string_view::npos) {
    return fail(Code::bad_options, fmt::format("'{}' is no origin: https://HOST is meant", value));
  }
  origin = value;
  return {};
}

/// "play.example.org,games.local": they are added to those before.
Result<void> add_hosts(std::set<std::string, std::less<>>& hosts, std::string_view value) {
  for (const auto name : base::split(value, ',')) {
    if (name.empty() || name.find_first_of("/:[] \t") != std::string_view::npos)
      return fail(Code::bad_options, fmt::format("'{}' is no name of a host, as play.example.org", name));
    hosts.emplace(name);
  }
  return {};
}

/// "10.0.0.0/8,127.0.0.1": they are added to those before.
Result<void> add_proxies(std::set<std::string, std::less<>>& proxies, std::string_view value) {
  for (const auto network : base::split(value, ',')) {
    if (auto right = net::Networks().add(network); !right)
      return fail(Code::bad_options, fmt::format("trust-proxy: {}", right.error().detail));
    proxies.emplace(network);
  }
  return {};
}

/// The settings that are names of files, directories or hosts; nullptr for any other key.
std::string* text_setting(Config& config, std::string_view key) {
  if (key == "data") return &config.data;
  if (key == "cluster") return &config.cluster;
  if (key == "host") return &config.host;
  if (key == "lexicon") return &config.lexicon;
  if (key == "shelfie-rules") return &config.rules_file;
  if (key == "tls-cert") return &config.tls_certificate;
  if (key == "tls-key") return &config.tls_key;
  if (key == "link-tls-cert") return &config.link_tls_certificate;
  if (key == "link-tls-key") return &config.link_tls_key;
  if (key == "link-tls-ca") return &config.link_tls_authority;
  return nullptr;
}

/// "chess=0.0.0.0:6343,web=off": the environment's form of a table of settings.
std::vector<Setting> split_table(std::string_view table, std::string_view value) {
  std::vector<Setting> settings;
  for (auto part : base::split(value, ',')) {
    const auto name = base::cut(part, '=');
    settings.emplace_back(fmt::format("{}.{}", table, name), part);
  }
  return settings;
}

/// The settings that are neither a table nor a protocol's switch.
constexpr std::array<std::string_view, 30> kKeys{
    "data",           "host",          "admin",
    "log.level",      "log.format",    "seed",
    "hold",           "grace",         "resume-any-address",
    "lexicon",        "shelfie-rules", "shelfie-abandon",
    "tls-cert",       "tls-key",       "web-origin",
    "no-inspector",   "second-screen", "accounts",
    "web-host",       "accept-loss",   "trust-proxy",
    "tell-deals",     "cluster",       "standby",
    "takeover-after", "link",          "link-tls-cert",
    "link-tls-key",   "link-tls-ca",   "drain-wait",
};

/// Every key that the environment can set.
std::vector<std::string_view> all_keys() {
  std::vector<std::string_view> keys(kKeys.begin(), kKeys.end());
  for (const auto& one : protocols::all_switches()) keys.push_back(one.name);
  return keys;
}

/// The settings that a variable stands for; one of an unknown name is a setting that nobody knows.
std::vector<Setting> read_variable(std::string_view name, std::string_view value) {
  if (name == "PARLOR_LISTEN") return split_table("listen", value);
  if (name == "PARLOR_CLOCK") return split_table("clock", value);
  if (name == "PARLOR_LIMITS") return split_table("limits", value);
  const auto keys = all_keys();
  const auto known = std::ranges::find(keys, name, environment_name);
  return {{std::string(known == keys.end() ? name : *known), std::string(value)}};
}

Result<void> gather(const toml::table& table, const std::string& prefix, std::string_view file,
                    std::vector<Setting>& settings) {
  for (const auto& [key, node] : table) {
    const auto name = prefix + std::string(key.str());
    if (const auto* inner = node.as_table()) {
      if (auto done = gather(*inner, name + ".", file, settings); !done) return done;
    } else if (const auto text = node.value_exact<std::string>()) {
      settings.emplace_back(name, *text);
    } else if (const auto number = node.value_exact<std::int64_t>()) {
      settings.emplace_back(name, std::to_string(*number));
    } else if (const auto yes = node.value_exact<bool>()) {
      settings.emplace_back(name, *yes ? "true" : "false");
    } else {
      return fail(Code::bad_options, fmt::format("{}:{}: '{}' must be a text, a whole number, true or false",
                                                 file, node.source().begin.line, name));
    }
    Config scratch;
    if (auto right = node.is_table() ? Result<void>{} : assign(scratch, settings.back()); !right) {
      return fail(Code::bad_options,
                  fmt::format("{}:{}: {}", file, node.source().begin.line, right.error().detail));
    }
  }
  return {};
}

}  // namespace

std::string environment_name(std::string_view key) {
  std::string name = "PARLOR_";
  for (const char c : key) {
    const bool lower = c >= 'a' && c <= 'z';
    name += c == '.' || c == '-' ? '_' : lower ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return name;
}

Result<void> assign(Config& config, const Setting& setting) {
  const auto& [key, value] = setting;
  if (key.starts_with("listen.")) return set_listen(config, std::string_view(key).substr(7), value);
  if (key.starts_with("clock.")) return set_clock(config, std::string_view(key).substr(6), value);
  if (key.starts_with("limits.")) return set_limit(config, std::string_view(key).substr(7), value);
  if (key == "admin") return set_admin(config, value);
  if (key == "log.level") return set_level(config, value);
  if (key == "log.format") return set_format(config, value);
  if (key == "seed") return set_seed(config, value);
  if (key == "hold") return set_time(config.hold, key, value);
  if (key == "grace") return set_time(config.grace, key, value);
  if (key == "takeover-after") return set_takeover(config, value);
  if (key == "drain-wait") return set_time(config.drain_wait, key, value);
  if (key == "link") return set_link(config, value);
  if (key == "shelfie-abandon") return set_time(config.abandon, key, value);
  if (flag_setting(config, key) != nullptr || protocols::is_switch(key))
    return set_switch(config, key, value);
  if (key == "web-origin") return set_origin(config.web_origin, value);
  if (key == "web-host") return add_hosts(config.web_hosts, value);
  if (key == "trust-proxy") return add_proxies(config.trust_proxies, value);
  if (key == "second-screen") return set_origin(config.second_screen, value);
  if (std::string* text = text_setting(config, key)) {
    if (value.empty()) return fail(Code::bad_options, fmt::format("'{}' must not be empty", key));
    *text = value;
    return {};
  }
  return fail(Code::bad_options, fmt::format("there is no setting called '{}'", key));
}

Result<std::vector<Setting>> read_toml(std::string_view text, std::string_view file) try {
  std::vector<Setting> settings;
  if (auto gathered = gather(toml::parse(text, file), "", file, settings); !gathered)
    return std::unexpected(std::move(gathered).error());
  return settings;
} catch (const toml::parse_error& error) {
  return fail(Code::bad_options,
              fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
}

Result<std::vector<Setting>> read_environment(std::span<const std::string> variables) {
  std::vector<Setting> settings;
  for (std::string_view variable : variables) {
    const auto name = base::cut(variable, '=');
    if (!name.starts_with("PARLOR_") || name == "PARLOR_CONFIG") continue;
    const auto read = read_variable(name, variable);
    Config scratch;
    for (const auto& setting : read) {
      if (auto right = assign(scratch, setting); !right)
        return fail(Code::bad_options, fmt::format("{}: {}", name, right.error().detail));
    }
    settings.insert(settings.end(), read.begin(), read.end());
  }
  return settings;
}

std::string listen_address(const Config& config, const protocols::Protocol& protocol) {
  const auto chosen = config.listen.find(std::string(protocol.name));
  return chosen != config.listen.end() ? chosen->second : net::write_address({config.host, protocol.port});
}

std::string write_toml(const Config& config) {
  toml::table listen;
  for (const auto& protocol : protocols::all())
    listen.insert(protocol.name, listen_address(config, protocol));
  toml::table limits;
  for (const auto& one : kLimitNames)
    limits.insert(one.name, static_cast<std::int64_t>(config.limits.*one.limit));
  toml::table table{
      {"data", config.data},
      {"host", config.host},
      {"admin", config.admin},
      {"hold", static_cast<std::int64_t>(config.hold.count())},
      {"shelfie-abandon", static_cast<std::int64_t>(config.abandon.count())},
      {"listen", std::move(listen)},
      {"limits", std::move(limits)},
      {"log", toml::table{{"level", config.log_level},
                          {"format", config.log_format == LogFormat::json ? "json" : "text"}}},
  };
  if (!config.cluster.empty()) {
    table.insert("cluster", config.cluster);
    table.insert("takeover-after", static_cast<std::int64_t>(config.takeover_after.count()));
    table.insert("drain-wait", static_cast<std::int64_t>(config.drain_wait.count()));
  }
  if (config.standby) table.insert("standby", true);
  if (!config.link.empty()) table.insert("link", config.link);
  if (!config.link_tls_certificate.empty()) table.insert("link-tls-cert", config.link_tls_certificate);
  if (!config.link_tls_key.empty()) table.insert("link-tls-key", config.link_tls_key);
  if (!config.link_tls_authority.empty()) table.insert("link-tls-ca", config.link_tls_authority);
  if (config.grace.count() > 0) table.insert("grace", static_cast<std::int64_t>(config.grace.count()));
  if (config.resume_any_address) table.insert("resume-any-address", true);
  if (!config.lexicon.empty()) table.insert("lexicon", config.lexicon);
  if (!config.rules_file.empty()) table.insert("shelfie-rules", config.rules_file);
  if (!config.tls_certificate.empty()) table.insert("tls-cert", config.tls_certificate);
  if (!config.tls_key.empty()) table.insert("tls-key", config.tls_key);
  if (!config.accounts) table.insert("accounts", false);
  if (!config.web_origin.empty()) table.insert("web-origin", config.web_origin);
  if (!config.web_hosts.empty())
    table.insert("web-host", fmt::format("{}", fmt::join(config.web_hosts, ",")));
  if (!config.clocks.empty()) {
    toml::table clocks;
    for (const auto& [game, clock] : config.clocks) clocks.insert(game, clock);
    table.insert("clock", std::move(clocks));
  }
  if (config.accept_loss) table.insert("accept-loss", true);
  if (config.no_inspector) table.insert("no-inspector", true);
  if (config.tell_deals) table.insert("tell-deals", true);
  if (!config.trust_proxies.empty())
    table.insert("trust-proxy", fmt::format("{}", fmt::join(config.trust_proxies, ",")));
  if (!config.second_screen.empty()) table.insert("second-screen", config.second_screen);
  for (const auto& name : config.switches) table.insert(name, true);
  if (config.seed && !config.seed->key() && std::in_range<std::int64_t>(config.seed->number())) {
    table.insert("seed", static_cast<std::int64_t>(config.seed->number()));
  } else if (config.seed) {
    table.insert("seed", base::write_seed(*config.seed));  // more than a number of this format holds
  }
  std::ostringstream text;
  text << table << '\n';
  return text.str();
}

}  // namespace server
