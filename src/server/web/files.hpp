// The files of the browser's pages, as they are embedded into the binary.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace server::web {

/// One file in up to three forms; the layout is that of tools/embed_files.py. A form of size 0 is not there.
struct Embedded {
  struct Form {
    const char* data;
    std::size_t size;

    std::string_view bytes() const { return {data, size}; }
  };

  const char* path;  ///< begins with '/'
  const char* hash;  ///< of the content
  Form plain;
  Form gzip;
  Form brotli;
};

/// All files of web/dist when this was built; none if it was not there.
std::span<const Embedded> embedded_files();

/// The Content-Type for a path, by its ending.
std::string_view content_type(std::string_view path);

}  // namespace server::web
