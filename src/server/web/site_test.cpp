// What is answered on the web listener: files in every form, the page, games, tokens, upgrades.
#include "server/web/site.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "server/web/hosts.hpp"
#include "server/web/pace.hpp"
#include "server/web/upgrade.hpp"

namespace server::web {
namespace {

constexpr std::array kFiles{
    Embedded{"/index.html", "aa", {"<html>", 6}, {"gz", 2}, {"br", 2}},
    Embedded{"/assets/x-1.js", "bb", {"script", 6}, {"gz", 2}, {nullptr, 0}},
    Embedded{"/favicon.svg", "cc", {"<svg>", 5}, {nullptr, 0}, {nullptr, 0}},
};

/// Game 12 is everybody's, game 13 that of one browser.
std::string player_of_13;

base::Result<std::string> write_game(base::TableId table, std::string_view format, std::string_view browser) {
  const bool is_private = table.value == 13 && !browser.empty() && browser == player_of_13;
  if (table.value != 12 && !is_private) return base::fail(base::Code::storage, "no such game");
  return std::string(format);
}

/// The fingerprints of passes that were given to browsers later.
std::map<std::string, std::string, std::less<>> renewed_passes;

base::Result<std::optional<std::string>> pass_of(std::string_view browser) {
  const auto found = renewed_passes.find(browser);
  if (found == renewed_passes.end()) return std::nullopt;
  if (found->second == "unreadable") return base::fail(base::Code::storage, "no");
  return found->second;
}

Browsers make_browsers(std::string secret = "secret", Channel channel = Channel::plain) {
  return {Tokens(std::move(secret), channel), pass_of};
}

Browsers plain_browsers = make_browsers();
const Site kSite(kFiles, plain_browsers, write_game);

net::HttpAnswer get(std::string path, net::HttpFields fields = {}, const Site& site = kSite) {
  const auto answer =
      site.answer({net::HttpRequest::Method::get, std::move(path), "", std::move(fields), true});
  const auto* work = std::get_if<Site::Work>(&answer);
  return work == nullptr ? std::get<net::HttpAnswer>(answer) : (*work)();
}

std::string field(const net::HttpAnswer& answer, std::string_view name) {
  const auto found = std::ranges::find(answer.fields, name, &std::pair<std::string, std::string>::first);
  return found == answer.fields.end() ? "" : found->second;
}

std::string cookie_of(const net::HttpAnswer& answer) {
  const auto text = field(answer, "Set-Cookie");
  return text.substr(0, text.find(';'));
}

TEST(WebSite, FilesInTheFormThatIsAccepted) {
  const auto form = [](std::string accepted) {
    const auto answer = get("/", {{"Accept-Encoding", std::move(accepted)}});
    return answer.body + "|" + field(answer, "Content-Encoding") + "|" + field(answer, "ETag");
  };
  EXPECT_EQ(form(""), "<html>||\"aa\"");
  EXPECT_EQ(form("identity"), "<html>||\"aa\"");
  EXPECT_EQ(form("gzip, deflate"), "gz|gzip|\"aa-gzip\"");
  EXPECT_EQ(form("gzip, deflate, br, zstd"), "br|br|\"aa-br\"");
  EXPECT_EQ(form("br;q=0, gzip;q=0.5"), "gz|gzip|\"aa-gzip\"");
  EXPECT_EQ(form("br; q=0.000,gzip;q=0"), "<html>||\"aa\"");
  EXPECT_EQ(get("/assets/x-1.js", {{"Accept-Encoding", "br, gzip"}}).body, "gz")
      << "there is no smaller form";
  EXPECT_EQ(get("/favicon.svg", {{"Accept-Encoding", "br, gzip"}}).body, "<svg>");
}

TEST(WebSite, Caching) {
  EXPECT_EQ(field(get("/"), "Cache-Control"), "no-cache");
  EXPECT_EQ(field(get("/favicon.svg"), "Cache-Control"), "no-cache");
  EXPECT_EQ(field(get("/assets/x-1.js"), "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(field(get("/"), "Vary"), "Accept-Encoding");
  for (const auto* known : {"\"aa\"", "W/\"aa\"", "\"zz\", \"aa\"", "*"}) {
    const auto answer = get("/", {{"If-None-Match", known}});
    EXPECT_EQ(answer.status, 304U) << known;
    EXPECT_EQ(answer.body, "");
    EXPECT_EQ(field(answer, "ETag"), "\"aa\"");
  }
  EXPECT_EQ(get("/", {{"If-None-Match", "\"aa-gzip\""}}).status, 200U);
}

TEST(WebSite, Paths) {
  for (const auto* path : {"/", "/table/12", "/replay/3", "/join/chess/1", "/join/chess/v1.5",
                           "/seat/12-0-9f", "/inspect", "/inspect/3", "/inspect/", "/index.html"}) {
    EXPECT_EQ(get(path).status, 200U) << path;
    EXPECT_EQ(get(path).body, "<html>") << path;
  }
  EXPECT_EQ(get("/").type, "text/html; charset=utf-8");
  EXPECT_EQ(get("/assets/x-1.js").type, "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/favicon.svg").type, "image/svg+xml");
  for (const auto* path : {"/x.js", "/assets/../index.html", "/assets/x-1.js/", "/.", "/etc/passwd.txt"})
    EXPECT_EQ(get(path).status, 404U) << path;
}

TEST(WebSite, ThePageSaysThatNothingIsAtAnAddress) {
  for (const auto* path : {"/foo", "/foo/bar", "/x//y", "/table", "/table/", "/table/x", "/table/-1",
                           "/table/12/3", "/table/1234567890123456", "/replay", "/join/chess",
                           "/join/chess/1/2", "/seat", "/inspect/x", "/Inspect"}) {
    const auto answer = get(path, {{"If-None-Match", "\"aa\""}});
    EXPECT_EQ(answer.status, 404U) << path;
    EXPECT_EQ(answer.body, "<html>") << path;
    EXPECT_EQ(answer.type, "text/html; charset=utf-8") << path;
  }
}

TEST(WebSite, WithoutPages) {
  const Site empty({}, plain_browsers, write_game);
  EXPECT_EQ(get("/", {}, empty).status, 200U);
  EXPECT_NE(get("/", {}, empty).body.find("were not built"), std::string::npos);
  EXPECT_EQ(get("/x.js", {}, empty).status, 404U);
  EXPECT_EQ(get("/foo", {}, empty).status, 404U);
}

TEST(WebSite, Games) {
  EXPECT_EQ(get("/export/12.pgn").body, "pgn");
  EXPECT_EQ(get("/export/12.pgn").type, "application/vnd.chess-pgn");
  EXPECT_EQ(get("/export/12.gcg").body, "gcg");
  EXPECT_EQ(get("/export/12.gcg").type, "text/plain; charset=utf-8");
  const auto json = get("/export/12.json");
  EXPECT_EQ(json.body + " " + json.type, "json application/json");
  EXPECT_EQ(field(json, "Content-Disposition"), "attachment; filename=\"parlor-12.json\"");
  EXPECT_EQ(get("/export/13.pgn").body, "no such game\n");
  for (const auto* path : {"/export/13.pgn", "/export/12", "/export/", "/export/12.pgn.exe", "/export/-1.pgn",
                           "/export/x.pgn", "/export/12.PGN", "/export/99999999999999999999.pgn"})
    EXPECT_EQ(get(path).status, 404U) << path;
}

TEST(WebSite, GamesOfOneBrowser) {
  const auto cookie = cookie_of(get("/"));
  player_of_13 = plain_browsers.find(cookie).value();
  EXPECT_EQ(get("/export/13.pgn", {{"Cookie", cookie}}).body, "pgn");
  EXPECT_EQ(get("/export/13.pgn", {{"Cookie", cookie_of(get("/"))}}).status, 404U);
  EXPECT_EQ(get("/export/13.pgn", {{"Cookie", "parlor=" + player_of_13}}).status, 404U);
  EXPECT_EQ(get("/export/13.pgn").status, 404U);
}

TEST(WebToken, IsSetWithThePageUntilThereIsOne) {
  const auto cookie = cookie_of(get("/"));
  EXPECT_EQ(cookie.size(), std::string("parlor=").size() + 87);
  EXPECT_TRUE(plain_browsers.find(cookie));
  EXPECT_EQ(cookie_of(get("/table/1", {{"Cookie", "a=b; " + cookie + "; c=d"}})), "");
  EXPECT_NE(cookie_of(get("/", {{"Cookie", "parlor=short"}})), "");
  EXPECT_NE(cookie_of(get("/", {{"If-None-Match", "\"aa\""}})), "") << "also with what is cached";
  EXPECT_EQ(cookie_of(get("/assets/x-1.js")), "");
  EXPECT_EQ(field(get("/"), "Set-Cookie").substr(94),
            "; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000");
}

TEST(WebToken, BelongsToAnEncryptedSiteAlone) {
  auto browsers = make_browsers("secret", Channel::encrypted);
  const Site encrypted(kFiles, browsers, write_game);
  const auto told = field(get("/", {}, encrypted), "Set-Cookie");
  EXPECT_TRUE(told.starts_with("__Host-parlor=") && told.ends_with("; Secure")) << told;
  const auto cookie = cookie_of(get("/", {}, encrypted));
  EXPECT_TRUE(browsers.find(cookie));
  EXPECT_FALSE(plain_browsers.find(cookie));
  EXPECT_FALSE(browsers.find(cookie.substr(std::string("__Host-").size())))
      << "a page in plain may have set it";
}

TEST(WebToken, IsNeverTheSame) {
  std::set<std::string> tokens;
  for (int count = 0; count < 1000; ++count) tokens.insert(cookie_of(get("/")));
  EXPECT_EQ(tokens.size(), 1000U);
}

TEST(WebToken, IsMadeByThisServerAlone) {
  const auto good = cookie_of(get("/")).substr(std::string("parlor=").size());
  EXPECT_TRUE(plain_browsers.find("parlor=" + good));
  EXPECT_TRUE(make_browsers().find("parlor=" + good)) << "also after a restart";
  EXPECT_FALSE(make_browsers("another secret").find("parlor=" + good));
  for (std::size_t at = 0; at < good.size(); ++at) {
    auto forged = good;
    forged[at] = forged[at] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(plain_browsers.find("parlor=" + forged)) << at;
    EXPECT_NE(cookie_of(get("/", {{"Cookie", "parlor=" + forged}})), "") << "it is replaced";
  }
  for (const auto& wrong :
       {std::string(), std::string("parlor="), "parlor=" + good + "A", "parlor=" + good.substr(1),
        "Parlor=" + good, "xparlor=" + good, "parlor=" + std::string(43, 'A'), good})
    EXPECT_FALSE(plain_browsers.find(wrong)) << wrong;
}

TEST(WebToken, OfBeforeASignInIsWorthNothing) {
  auto browsers = make_browsers();
  const Site site(kFiles, browsers, write_game);
  const auto old = cookie_of(get("/", {}, site));
  const auto other = cookie_of(get("/", {}, site));
  const auto browser = browsers.find(old).value();
  const auto fresh = browsers.renew(browser);
  const auto word = browsers.promise(fresh);
  renewed_passes[browser] = fingerprint(fresh.pass);
  EXPECT_FALSE(browsers.find(old));
  EXPECT_EQ(get("/renew/" + word, {{"Cookie", other}}, site).status, 404U) << "nobody else is given it";
  EXPECT_EQ(get("/renew/" + word, {}, site).status, 404U);
  EXPECT_EQ(get("/renew/x", {{"Cookie", old}}, site).status, 404U);
  const auto answer = get("/renew/" + word, {{"Cookie", old}}, site);
  EXPECT_EQ(answer.status, 200U);
  EXPECT_EQ(browsers.find(cookie_of(answer)), browser) << "the same browser";
  EXPECT_EQ(get("/renew/" + word, {{"Cookie", old}}, site).status, 404U) << "once";
  EXPECT_NE(cookie_of(get("/", {{"Cookie", old}}, site)), "")
      << "whoever still has the old one is a stranger";
  renewed_passes[browser] = "unreadable";
  EXPECT_FALSE(browsers.find(cookie_of(answer)));
  EXPECT_EQ(cookie_of(get("/", {{"Cookie", cookie_of(answer)}}, site)), "") << "nobody loses it by that";
  renewed_passes.erase(browser);
}

TEST(WebToken, FingerprintIsSha256) {
  EXPECT_EQ(fingerprint("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

class WebUpgrade : public testing::Test {
 protected:
  net::HttpFields fields_{{"Host", "x:8080"},
                          {"Origin", "http://x:8080"},
                          {"Upgrade", "websocket"},
                          {"Connection", "keep-alive, Upgrade"},
                          {"Sec-WebSocket-Version", "13"},
                          {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
                          {"Cookie", cookie_of(get("/"))}};

  void set(std::string_view name, std::string value) {
    std::ranges::find(fields_, name, &std::pair<std::string, std::string>::first)->second = std::move(value);
  }
  std::expected<Upgrade, RefusedUpgrade> ask(std::string_view origin = "") {
    return upgrade({net::HttpRequest::Method::get, "/ws", "", fields_, true}, origin, plain_browsers);
  }
  std::pair<unsigned, Refusal> refused(std::string_view name, std::string value) {
    const auto before = fields_;
    set(name, std::move(value));
    const auto asked = ask();
    fields_ = before;
    return asked ? std::pair{101U, Refusal::frame}
                 : std::pair{asked.error().answer.status, asked.error().reason};
  }
};

TEST_F(WebUpgrade, Agrees) {
  const auto agreed = ask();
  ASSERT_TRUE(agreed);
  EXPECT_EQ(agreed->browser, plain_browsers.find(fields_.back().second));
  EXPECT_TRUE(agreed->answer.starts_with("HTTP/1.1 101 "));
  EXPECT_NE(agreed->answer.find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"), std::string::npos);
}

TEST_F(WebUpgrade, WhatIsNoHandshake) {
  EXPECT_EQ(refused("Upgrade", "h2c"), std::pair(426U, Refusal::handshake));
  EXPECT_EQ(refused("Connection", "close"), std::pair(426U, Refusal::handshake));
  EXPECT_EQ(refused("Sec-WebSocket-Version", "8"), std::pair(426U, Refusal::handshake));
  EXPECT_EQ(refused("Sec-WebSocket-Key", "x"), std::pair(400U, Refusal::handshake));
  EXPECT_EQ(upgrade({net::HttpRequest::Method::head, "/ws", "", fields_, true}, "", plain_browsers)
                .error()
                .answer.status,
            426U);
}

TEST_F(WebUpgrade, Origins) {
  for (const auto* wrong : {"", "null", "http://y:8080", "http://x", "http://x:8081",
                            "http://x:8080.evil.org", "http://evil.org/x:8080", "x:8080", "ftp://x:8080"})
    EXPECT_EQ(refused("Origin", wrong), std::pair(403U, Refusal::origin)) << wrong;
  set("Origin", "https://X:8080");
  EXPECT_TRUE(ask());
  set("Origin", "https://play.example.org");
  EXPECT_FALSE(ask());
  EXPECT_FALSE(ask("http://play.example.org"));
  EXPECT_TRUE(ask("https://play.example.org"));
  set("Origin", "http://");
  set("Host", "");
  EXPECT_FALSE(ask());
}

TEST_F(WebUpgrade, Tokens) {
  EXPECT_EQ(refused("Cookie", ""), std::pair(401U, Refusal::cookie));
  EXPECT_EQ(refused("Cookie", "parlor=forged"), std::pair(401U, Refusal::cookie));
}

TEST(WebHosts, NumbersAndWhatTheHostHasNamed) {
  const Hosts hosts({"games.local", "https://Play.Example.org:444", ""});
  for (const auto* right : {"127.0.0.1", "127.0.0.1:8080", "192.168.1.7:80", "[::1]", "[::1]:8080",
                            "[2001:db8::1]:80", "localhost", "LOCALHOST:8080", "localhost.:80", "games.local",
                            "games.local:8080", "play.example.org", "PLAY.example.org:80", ""})
    EXPECT_TRUE(hosts.welcomes(right)) << right;
  for (const auto* wrong :
       {"evil.org", "evil.org:8080", "localhost.evil.org", "127.0.0.1.evil.org", "[::1].evil.org", "[::1",
        "[]", "xlocalhost", "example.org", "127.1", "0x7f000001", ":8080", "."})
    EXPECT_FALSE(hosts.welcomes(wrong)) << wrong;
  EXPECT_FALSE(Hosts().welcomes("games.local"));
}

TEST(WebPace, AtMostSoManyInAnyStretch) {
  Pace pace;
  const auto at = [](long long millis) { return base::from_millis(millis); };
  for (std::size_t step = 0; step < kMostSteps; ++step)
    EXPECT_TRUE(pace.step(at(static_cast<long long>(step) * 10)));
  EXPECT_FALSE(pace.step(at(5000)));
  EXPECT_FALSE(pace.step(at(9999)));
  EXPECT_TRUE(pace.step(at(10'000)));
  EXPECT_FALSE(pace.step(at(10'000)));
  EXPECT_TRUE(pace.step(at(10'010)));
}

}  // namespace
}  // namespace server::web
