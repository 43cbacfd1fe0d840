# Flags that every target shares.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
                    -fno-omit-frame-pointer)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_compile_options(-march=x86-64-v2)  # population count: every x86 machine since 2009
endif()
# What makes a mistake in memory harder to use: canaries, checked copies, tables that are read-only after the start,
# and targets of jumps that the processor checks.
add_compile_options(-fstack-protector-strong -fPIE)
add_link_options($<IF:$<BOOL:${PARLOR_TOOLS}>,-static-pie,-pie> -Wl,-z,relro,-z,now)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_compile_options(-fcf-protection=full)
endif()
if(PARLOR_SANITIZE)
  add_compile_options(-fsanitize=${PARLOR_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PARLOR_SANITIZE})
endif()
if(PARLOR_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(PARLOR_CCACHE ccache)
if(PARLOR_CCACHE)
  # Paths below this checkout are not part of what is cached, nor is when a header was precompiled. What is compiled with
  # precompiled headers is served to this checkout only.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${PARLOR_CCACHE})
endif()
find_program(PARLOR_MOLD mold)
if(PARLOR_MOLD AND NOT CMAKE_CROSSCOMPILING)
  add_link_options(-fuse-ld=mold)
else()
  add_link_options(-fuse-ld=lld-19)
endif()
