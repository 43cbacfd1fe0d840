// What the web listener answers to requests: the pages, and finished games as files.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.hpp"
#include "base/ids.hpp"
#include "net/http.hpp"
#include "server/web/browsers.hpp"
#include "server/web/files.hpp"

namespace server::web {

/// A finished game in the format "pgn", "gcg" or "json" for a browser, "" if it is none that is known. An
/// error says why there is none, for people. May be called on any thread.
using Export = std::function<base::Result<std::string>(base::TableId table, std::string_view format,
                                                       std::string_view browser)>;

class Site {
 public:
  /// The files and the browsers must outlive the site.
  Site(std::span<const Embedded> files, Browsers& browsers, Export write_game);

  /// What is answered at once; or work that makes it, which takes long and may be done on any thread.
  using Work = std::function<net::HttpAnswer()>;
  using Answer = std::variant<net::HttpAnswer, Work>;
  Answer answer(const net::HttpRequest& request) const;

 private:
  net::HttpAnswer page(const net::HttpRequest& request, unsigned status = 200) const;
  Answer game(std::string_view name, const net::HttpRequest& request) const;
  net::HttpAnswer renewed(std::string_view word, const net::HttpRequest& request) const;
  const Embedded* find(std::string_view path) const;

  std::span<const Embedded> files_;
  Browsers& browsers_;
  Export write_game_;
};

/// Adds what every answer carries: what the page may load, and that nobody may guess or frame it.
void protect(net::HttpAnswer& answer);

}  // namespace server::web
