# Flags that every target shares.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
                    -fno-omit-frame-pointer)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_compile_options(-march=x86-64-v2)  # population count: every x86 machine since 2009
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
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PARLOR_CCACHE})
endif()
find_program(PARLOR_MOLD mold)
if(PARLOR_MOLD)
  add_link_options(-fuse-ld=mold)
else()
  add_link_options(-fuse-ld=lld-19)
endif()
