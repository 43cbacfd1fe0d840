// What a host can set: from a file, the environment and flags, in rising order of authority.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "protocols/all.hpp"
#include "server/limits.hpp"

namespace server {

enum class LogFormat : std::uint8_t { text, json };

struct Config {
  std::string data = "./parlor-data";
  std::string cluster;   ///< the address of a database of PostgreSQL; empty: all is in the data directory
  bool standby = false;  ///< whether to wait while another server has that database
  std::chrono::seconds takeover_after{3};  ///< and for how long its beat must stand still until it is dead
  std::chrono::seconds drain_wait{
      0};            ///< how long it stays for those who could not come back, when it is to stop
  std::string link;  ///< HOST:PORT where other nodes reach this one; empty: it serves alone
  std::string link_tls_certificate{};  ///< a file for links; empty: they are not encrypted
  std::string link_tls_key{};          ///< a file; belongs to the certificate
  std::string link_tls_authority{};    ///< a file: whoever has no certificate of it is refused
  bool accept_loss = false;            ///< whether to start where moves are missing that somebody was told of
  std::string host = "127.0.0.1";
  std::map<std::string, std::string>
      listen;                            ///< by protocol: HOST:PORT or "off"; missing: host and its own port
  std::string admin = "127.0.0.1:9464";  ///< or "off"
  std::string log_level = "info";
  LogFormat log_format = LogFormat::text;
  std::optional<base::Seed> seed;   ///< of all chance, to repeat a test; missing: a fresh one for each table
  std::chrono::seconds hold{120};   ///< how long a seat waits after a restart, or a lost node
  std::chrono::seconds grace{0};    ///< how long a seat waits for its player after a broken connection
  bool resume_any_address = false;  ///< whether players may come back from another address
  std::string lexicon;              ///< a file for Scrabble; empty: the words that are built in
  std::string rules_file;           ///< a file for My Shelfie; empty: the rules that are built in
  std::chrono::seconds abandon{600};  ///< how long a player alone waits for others to return
  std::string tls_certificate;        ///< a file for the web listener; empty: it does not encrypt
  std::string tls_key;                ///< a file; belongs to the certificate
  bool accounts = true;               ///< whether people may have accounts
  std::string web_origin;             ///< where pages may also come from, for a server behind a proxy
  std::set<std::string, std::less<>> web_hosts;      ///< names by which pages are asked for, besides numbers
  std::set<std::string, std::less<>> trust_proxies;  ///< networks of proxies that say for whom they connect
  bool no_inspector = false;  ///< whether browsers see no wire connections, not even from their own address
  bool tell_deals = false;    ///< whether commitments to deals are told on the wire
  std::string second_screen;  ///< where browsers find pages, to be told on the wire; empty: that is not told
  std::set<std::string, std::less<>> switches;  ///< of protocols, those that are on
  table::Clocks clocks;                         ///< of new tables by game; missing: none
  Limits limits;

  friend bool operator==(const Config&, const Config&) = default;
};

/// One setting as text, whatever it came from: {"log.level", "debug"}.
using Setting = std::pair<std::string, std::string>;

/// What the environment calls a setting: PARLOR_LOG_LEVEL for log.level, PARLOR_TWENTE_RETRY for
/// twente-retry.
std::string environment_name(std::string_view key);

/// Puts one setting into the configuration. Code::bad_options says what is wrong with it.
base::Result<void> assign(Config& config, const Setting& setting);

/// The settings in the text of a TOML file; errors name the line.
base::Result<std::vector<Setting>> read_toml(std::string_view text, std::string_view file);

/// The settings in variables such as "PARLOR_LOG_LEVEL=debug". Unknown PARLOR_ variables are errors;
/// PARLOR_CONFIG is not a setting and is passed over.
base::Result<std::vector<Setting>> read_environment(std::span<const std::string> variables);

/// Where a protocol listens: what was set for it, else the host and its own port; or "off".
std::string listen_address(const Config& config, const protocols::Protocol& protocol);

/// The configuration as the TOML file that would give it, with every listener named.
std::string write_toml(const Config& config);

}  // namespace server
