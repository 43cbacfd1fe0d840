// What the web listener answers to requests.
#include "server/web/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "games/any.hpp"

namespace server::web {
namespace {

constexpr std::string_view kPage = "/index.html";
constexpr std::string_view kNotBuilt =
    "Parlor is running, but the pages for browsers were not built into it: build web/ with npm, then build "
    "Parlor again.\n";

bool is_format(std::string_view name) {
  const auto formats = games::all_formats();
  return name == "json" || std::ranges::find(formats, name, &games::Format::name) != formats.end();
}

/// ".pgn, .gcg or .json"
std::string endings() {
  std::vector<std::string> all;
  for (const auto& format : games::all_formats()) all.push_back(fmt::format(".{}", format.name));
  return fmt::format("{} or .json", fmt::join(all, ", "));
}

/// Whether Accept-Encoding has the coding, and not with a weight of nothing: "br", "gzip;q=0.5".
bool accepts(const net::HttpRequest& request, std::string_view coding) {
  for (auto part : base::split(request.field("Accept-Encoding"), ',')) {
    if (base::trim(base::cut(part, ';')) != coding) continue;
    part = base::trim(part);
    return !part.starts_with("q=0") || part.find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

bool is_known(const net::HttpRequest& request, const std::string& tag) {
  const auto known = base::split(request.field("If-None-Match"), ',');
  return std::ranges::any_of(known, [&](std::string_view one) {
    one = base::trim(one);
    if (one.starts_with("W/")) one.remove_prefix(2);
    return one == tag || one == "*";
  });
}

/// A file; with another status than 200 it is not what was asked for, and nothing that a browser knows
/// already.
net::HttpAnswer file(const Embedded& file, const net::HttpRequest& request, unsigned status = 200) {
  const bool brotli = file.brotli.size > 0 && accepts(request, "br");
  const bool gzip = !brotli && file.gzip.size > 0 && accepts(request, "gzip");
  const std::string_view coding = brotli ? "br" : gzip ? "gzip" : "";
  const auto tag = fmt::format("\"{}{}{}\"", file.hash, coding.empty() ? "" : "-", coding);
  const std::string_view path = file.path;
  net::HttpAnswer answer;
  answer.fields = {
      {"ETag", tag},
      {"Vary", "Accept-Encoding"},
      {"Cache-Control", path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"}};
  if (status == 200 && is_known(request, tag)) {
    answer.status = 304;
    return answer;
  }
  if (!coding.empty()) answer.fields.emplace_back("Content-Encoding", coding);
  answer.status = status;
  answer.type = content_type(path);
  answer.body = (brotli ? file.brotli : gzip ? file.gzip : file.plain).bytes();
  return answer;
}

net::HttpAnswer nothing(std::string sentence) {
  return {404, std::move(sentence) + '\n', "text/plain; charset=utf-8", {{"Cache-Control", "no-store"}}};
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 15 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The client's own routes (docs/formats/web.md, "HTTP"), as web/src/ui/App.svelte reads them.
bool is_route(std::string_view path) {
  auto parts = base::split(path, '/');
  std::erase(parts, "");
  if (parts.empty()) return true;
  if (parts.size() == 1) return parts[0] == "inspect" || path == kPage;
  if (parts.size() == 3) return parts[0] == "join";
  if (parts.size() != 2) return false;
  if (parts[0] == "seat") return true;
  return (parts[0] == "table" || parts[0] == "replay" || parts[0] == "inspect") && is_number(parts[1]);
}

/// Of a format that is known.
std::string media_type_of(std::string_view format) {
  if (format == "json") return "application/json";
  const auto formats = games::all_formats();
  return std::string(std::ranges::find(formats, format, &games::Format::name)->media_type);
}

net::HttpAnswer game_file(base::Result<std::string> text, base::TableId table, std::string_view format) {
  if (!text) return nothing(std::move(text).error().detail);
  return {
      200,
      *std::move(text),
      media_type_of(format),
      {{"Cache-Control", "private, no-cache"},
       {"Content-Disposition", fmt::format("attachment; filename=\"parlor-{}.{}\"", table.value, format)}}};
}

}  // namespace

Site::Site(std::span<const Embedded> files, Browsers& browsers, Export write_game)
    : files_(files), browsers_(browsers), write_game_(std::move(write_game)) {}

Site::Answer Site::answer(const net::HttpRequest& request) const {
  const std::string_view path = request.path;
  constexpr std::string_view kExport = "/export/";
  if (path.starts_with(kExport)) return game(path.substr(kExport.size()), request);
  constexpr std::string_view kRenew = "/renew/";
  if (path.starts_with(kRenew)) return renewed(path.substr(kRenew.size()), request);
  if (is_route(path)) return page(request);
  if (const auto* found = find(path)) return file(*found, request);
  if (path.find('.') == std::string_view::npos) return page(request, 404);
  return nothing("there is no such file");
}

/// The page itself, with a token for a browser that has none. It says by itself when nothing is at its
/// address.
net::HttpAnswer Site::page(const net::HttpRequest& request, unsigned status) const {
  const auto* found = find(kPage);
  auto answer =
      found != nullptr
          ? file(*found, request, status)
          : net::HttpAnswer{
                status, std::string(kNotBuilt), "text/plain; charset=utf-8", {{"Cache-Control", "no-cache"}}};
  const auto browser = browsers_.find(request.field("Cookie"));
  if (!browser && browser.error() == Unknown::stranger)
    answer.fields.emplace_back("Set-Cookie", browsers_.welcome());
  return answer;
}

/// The new token of a browser in which somebody has signed in or out.
net::HttpAnswer Site::renewed(std::string_view word, const net::HttpRequest& request) const {
  auto cookie = browsers_.keep_promise(word, request.field("Cookie"));
  if (!cookie) return nothing("no new token waits for this browser");
  return {200,
          "renewed\n",
          "text/plain; charset=utf-8",
          {{"Cache-Control", "no-store"}, {"Set-Cookie", *std::move(cookie)}}};
}

/// "12.pgn"
Site::Answer Site::game(std::string_view name, const net::HttpRequest& request) const {
  auto format = name;
  const auto number = base::to_number<std::uint64_t>(base::cut(format, '.'));
  if (!number || !is_format(format)) return nothing(fmt::format("games are at /export/NUMBER{}", endings()));
  auto browser = browsers_.find(request.field("Cookie")).value_or("");
  return [&write = write_game_, table = base::TableId{*number}, format = std::string(format),
          browser = std::string(browser)] { return game_file(write(table, format, browser), table, format); };
}

const Embedded* Site::find(std::string_view path) const {
  const auto found =
      std::ranges::find(files_, path, [](const Embedded& one) { return std::string_view(one.path); });
  return found == files_.end() ? nullptr : &*found;
}

void protect(net::HttpAnswer& answer) {
  answer.fields.emplace_back("Content-Security-Policy",
                             "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
                             "'self'; frame-ancestors 'none'");
  answer.fields.emplace_back("X-Content-Type-Options", "nosniff");
  answer.fields.emplace_back("Referrer-Policy", "no-referrer");
}

}  // namespace server::web
