// The files of the browser's pages: the table that the build has made.
#include "server/web/files.hpp"

#include <algorithm>
#include <array>
#include <utility>

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): named by the assembler
extern const server::web::Embedded parlor_web_begin[];
extern const server::web::Embedded parlor_web_end[];
// NOLINTEND(readability-identifier-naming)
}

namespace server::web {

std::span<const Embedded> embedded_files() { return {parlor_web_begin, parlor_web_end}; }

std::string_view content_type(std::string_view path) {
  using Row = std::pair<std::string_view, std::string_view>;
  static constexpr std::array kTypes{
      Row{".html", "text/html; charset=utf-8"},
      Row{".js", "text/javascript; charset=utf-8"},
      Row{".css", "text/css; charset=utf-8"},
      Row{".json", "application/json"},
      Row{".webmanifest", "application/manifest+json"},
      Row{".svg", "image/svg+xml"},
      Row{".png", "image/png"},
      Row{".ico", "image/x-icon"},
      Row{".woff2", "font/woff2"},
      Row{".mp3", "audio/mpeg"},
      Row{".ogg", "audio/ogg"},
      Row{".wav", "audio/wav"},
      Row{".txt", "text/plain; charset=utf-8"},
  };
  const auto* found = std::ranges::find_if(kTypes, [&](const Row& row) { return path.ends_with(row.first); });
  return found == kTypes.end() ? "application/octet-stream" : found->second;
}

}  // namespace server::web
