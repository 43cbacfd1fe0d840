# Headers that most sources of a target read, compiled once for all of them: the standard library's, and some of our own.
set(parlor_standard <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <ranges> <set> <span> <string>
    <string_view> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

function(parlor_precompile target)
  target_precompile_headers(${target} PRIVATE ${parlor_standard} ${ARGN})
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")  # so that the cache knows it again
endfunction()

# The same headers as another target's, which was compiled with the same flags.
function(parlor_precompile_as target other)
  target_precompile_headers(${target} REUSE_FROM ${other})
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()
