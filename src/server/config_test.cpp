// Settings from a file, the environment and flags.
#include "server/config.hpp"

#include <gtest/gtest.h>

namespace {

using server::Config;
using server::Limits;
using server::Setting;

std::string problem_with(const Setting& setting) {
  Config config;
  const auto done = server::assign(config, setting);
  return done ? "" : done.error().detail;
}

TEST(Config, TakesEverySetting) {
  Config config;
  for (const auto& setting : std::vector<Setting>{{"data", "/x"},
                                                  {"host", "0.0.0.0"},
                                                  {"listen.chess", "[::1]:7"},
                                                  {"admin", "off"},
                                                  {"log.level", "debug"},
                                                  {"log.format", "json"},
                                                  {"seed", "18446744073709551615"},
                                                  {"hold", "0"},
                                                  {"grace", "5"},
                                                  {"resume-any-address", "true"},
                                                  {"lexicon", "/words"},
                                                  {"clock.chess", "300+5"},
                                                  {"clock.scrabble", "move=60"},
                                                  {"clock.scrabble", "none"},
                                                  {"limits.connections-per-address", "50"},
                                                  {"limits.requests-per-second", "0"},
                                                  {"shelfie-rules", "/rules"},
                                                  {"shelfie-abandon", "60"},
                                                  {"tls-cert", "/c"},
                                                  {"tls-key", "/k"},
                                                  {"accounts", "off"},
                                                  {"web-origin", "https://play.example.org:444"},
                                                  {"trust-proxy", "10.0.0.0/8,::1"},
                                                  {"trust-proxy", "127.0.0.1"},
                                                  {"no-inspector", "true"},
                                                  {"tell-deals", "true"},
                                                  {"accept-loss", "true"},
                                                  {"second-screen", "http://10.0.0.1:8080"}}) {
    ASSERT_TRUE(server::assign(config, setting)) << setting.first;
  }
  EXPECT_EQ(config.data, "/x");
  EXPECT_EQ(config.listen.at("chess"), "[::1]:7");
  EXPECT_EQ(config.seed, 18446744073709551615U);
  EXPECT_EQ(config.hold.count(), 0);
  EXPECT_EQ(config.grace.count(), 5);
  EXPECT_TRUE(config.resume_any_address);
  EXPECT_EQ(config.lexicon, "/words");
  EXPECT_EQ(config.clocks, (table::Clocks{{"chess", "300+5"}}));
  EXPECT_EQ(config.limits, (Limits{.connections_per_address = 50, .requests_per_second = 0}));
  EXPECT_EQ(config.trust_proxies, (std::set<std::string, std::less<>>{"10.0.0.0/8", "127.0.0.1", "::1"}));
  EXPECT_EQ(config.rules_file, "/rules");
  EXPECT_EQ(config.abandon.count(), 60);
  EXPECT_EQ(config.tls_certificate, "/c");
  EXPECT_EQ(config.tls_key, "/k");
  EXPECT_FALSE(config.accounts);
  EXPECT_NE(server::write_toml(config).find("accounts = false"), std::string::npos);
  EXPECT_EQ(server::write_toml({}).find("accounts"), std::string::npos) << "they are on by default";
  EXPECT_EQ(config.web_origin, "https://play.example.org:444");
  EXPECT_TRUE(config.no_inspector);
  EXPECT_TRUE(config.tell_deals);
  EXPECT_TRUE(config.accept_loss);
  EXPECT_EQ(config.second_screen, "http://10.0.0.1:8080");
  EXPECT_EQ(server::environment_name("resume-any-address"), "PARLOR_RESUME_ANY_ADDRESS");
  EXPECT_EQ(config.log_format, server::LogFormat::json);
}

TEST(Config, SaysWhatIsWrong) {
  EXPECT_EQ(problem_with({"accounts", "maybe"}), "'accounts' must be true or false");
  EXPECT_EQ(problem_with({"dta", "x"}), "there is no setting called 'dta'");
  EXPECT_EQ(problem_with({"listen.halma", "off"}), "there is no protocol called 'halma'");
  EXPECT_EQ(problem_with({"listen.chess", "6343"}), "'6343' is no address: HOST:PORT is meant");
  EXPECT_EQ(problem_with({"admin", "127.0.0.1:65536"}),
            "'127.0.0.1:65536' is no address: HOST:PORT is meant");
  EXPECT_EQ(problem_with({"clock.halma", "60+0"}), "there is no game called 'halma'");
  EXPECT_EQ(problem_with({"limits.people", "5"}), "there is no limit called 'people'");
  EXPECT_EQ(problem_with({"limits.connections", "many"}),
            "limits.connections: 'many' is no limit: a whole number is meant, 0 for none");
  EXPECT_NE(problem_with({"limits.connections", "-1"}), "");
  EXPECT_NE(problem_with({"clock.chess", "5 minutes"}).find("'5 minutes' is no clock"), std::string::npos);
  EXPECT_NE(problem_with({"log.level", "loud"}), "");
  EXPECT_NE(problem_with({"log.format", "xml"}), "");
  EXPECT_NE(problem_with({"seed", "-1"}), "");
  EXPECT_NE(problem_with({"hold", "1.5"}), "");
  EXPECT_NE(problem_with({"hold", "-1"}), "");
  EXPECT_NE(problem_with({"data", ""}), "");
  EXPECT_NE(problem_with({"shelfie-rules", ""}), "");
  EXPECT_NE(problem_with({"shelfie-abandon", "soon"}), "");
  EXPECT_NE(problem_with({"tls-key", ""}), "");
  for (const auto* wrong :
       {"", "example.org", "https://", "ftp://x", "https:/x", "https://x/y", "https://x/"})
    EXPECT_EQ(problem_with({"web-origin", wrong}),
              "'" + std::string(wrong) + "' is no origin: https://HOST is meant");
  EXPECT_EQ(problem_with({"second-screen", "example.org"}),
            "'example.org' is no origin: https://HOST is meant");
  for (const auto* wrong : {"", "a,", "http://x", "x:80", "a b"})
    EXPECT_NE(problem_with({"web-host", wrong}).find("is no name of a host"), std::string::npos) << wrong;
  EXPECT_NE(problem_with({"trust-proxy", "localhost"}).find("is no network"), std::string::npos);
  EXPECT_EQ(problem_with({"no-inspector", "perhaps"}), "'no-inspector' must be true or false");
}

TEST(Config, FilesNameTheLineThatIsWrong) {
  const auto complaint = [](std::string_view text) {
    const auto read = server::read_toml(text, "p.toml");
    return read ? "" : read.error().detail;
  };
  EXPECT_EQ(complaint("data = \"x\"\n[log]\nlevel = \"info\"\n"), "");
  EXPECT_EQ(complaint("\nnonsense = 1\n"), "p.toml:2: there is no setting called 'nonsense'");
  EXPECT_EQ(complaint("hold = 1.5\n"), "p.toml:1: 'hold' must be a text, a whole number, true or false");
  EXPECT_EQ(complaint("a = 1\n\n[[\n").substr(0, 9), "p.toml:3:");
}

TEST(Config, TakesADatabaseAndWhenToTakeOver) {
  Config config;
  ASSERT_TRUE(server::assign(config, {"cluster", "postgres://db/parlor"}));
  ASSERT_TRUE(server::assign(config, {"standby", "true"}));
  ASSERT_TRUE(server::assign(config, {"takeover-after", "5"}));
  EXPECT_EQ(config.cluster, "postgres://db/parlor");
  EXPECT_TRUE(config.standby);
  EXPECT_EQ(config.takeover_after.count(), 5);
  EXPECT_FALSE(server::assign(config, {"takeover-after", "1"})) << "less than two beats";
  EXPECT_FALSE(server::assign(config, {"cluster", ""}));
}

TEST(Config, LinksAreWhereOthersFindThem) {
  Config config;
  ASSERT_TRUE(server::assign(config, {"link", "10.0.0.5:7310"}));
  EXPECT_EQ(config.link, "10.0.0.5:7310");
  for (const auto* wrong : {"", "10.0.0.5", "0.0.0.0:7310", "[::]:7310", "off"})
    EXPECT_FALSE(server::assign(config, {"link", wrong})) << wrong;
}

TEST(Config, WhatIsWrittenIsRead) {
  Config config;
  config.listen["chess"] = "off";
  config.data = "a \"quoted\" path";
  config.no_inspector = true;
  config.tell_deals = true;
  config.accept_loss = true;
  config.cluster = "postgres://db/parlor";
  config.standby = true;
  config.takeover_after = std::chrono::seconds(7);
  config.link = "10.0.0.5:7310";
  config.link_tls_certificate = "a.crt";
  config.link_tls_key = "a.key";
  config.link_tls_authority = "ca.crt";
  config.second_screen = "http://x";
  config.web_hosts = {"games.local", "play.example.org"};
  for (const std::uint64_t seed : {std::uint64_t{5}, ~std::uint64_t{0}}) {
    config.seed = seed;
    const auto settings = server::read_toml(server::write_toml(config), "written");
    ASSERT_TRUE(settings) << settings.error().detail;
    Config again;
    for (const auto& setting : *settings) ASSERT_TRUE(server::assign(again, setting));
    EXPECT_EQ(server::write_toml(again), server::write_toml(config));
    EXPECT_EQ(again.data, config.data);
    EXPECT_EQ(again.seed, config.seed);
    EXPECT_TRUE(again.no_inspector);
    EXPECT_TRUE(again.tell_deals);
    EXPECT_TRUE(again.accept_loss);
    EXPECT_EQ(again.cluster, config.cluster);
    EXPECT_TRUE(again.standby);
    EXPECT_EQ(again.takeover_after, config.takeover_after);
    EXPECT_EQ(again.link, config.link);
    EXPECT_EQ(again.link_tls_certificate, config.link_tls_certificate);
    EXPECT_EQ(again.link_tls_key, config.link_tls_key);
    EXPECT_EQ(again.link_tls_authority, config.link_tls_authority);
    EXPECT_EQ(again.second_screen, "http://x");
    EXPECT_EQ(again.web_hosts, config.web_hosts);
    EXPECT_EQ(again.listen.at("chess"), "off");
    EXPECT_NE(server::write_toml(Config{}).find("chess = '127.0.0.1:6343'"), std::string::npos);
  }
}

TEST(Config, EnvironmentHasTheSameSettings) {
  const std::vector<std::string> variables{"PATH=/bin", "PARLOR_LOG_LEVEL=warn", "PARLOR_LISTEN=chess=off",
                                           "PARLOR_CONFIG=x", "PARLOR_DATA=a=b"};
  const auto settings = server::read_environment(variables);
  ASSERT_TRUE(settings);
  EXPECT_EQ(*settings,
            (std::vector<Setting>{{"log.level", "warn"}, {"listen.chess", "off"}, {"data", "a=b"}}));
}

TEST(Config, WhatIsWrongInTheEnvironmentIsNamed) {
  for (const std::string name : {"PARLOR_LOGLEVEL", "PARLOR_HOLD", "PARLOR_LISTEN", "PARLOR_DATA"}) {
    const auto settings = server::read_environment(std::vector<std::string>{name + "="});
    ASSERT_FALSE(settings) << name;
    EXPECT_TRUE(settings.error().detail.starts_with(name + ": ")) << settings.error().detail;
  }
}

}  // namespace
