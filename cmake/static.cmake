# Where libraries are taken from: as Debian has them, or, for the tools that run anywhere, linked into the program.
if(PARLOR_TOOLS)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(OPENSSL_USE_STATIC_LIBS TRUE)
  add_link_options(-s)
  # Debian has no static library of it: it is compiled into what uses it.
  add_library(parlor_fmt INTERFACE)
  target_compile_definitions(parlor_fmt INTERFACE FMT_HEADER_ONLY=1)
  set(parlor_fmt parlor_fmt)
else()
  find_package(fmt REQUIRED)
  set(parlor_fmt fmt::fmt)
endif()
