# The default lexicon: words of Debian's scowl package, compiled at build time and embedded into the binary.
#
# Gives the target parlor_lexicon: link it to have the symbols parlor_lexicon_begin and parlor_lexicon_end around the
# compiled bytes (src/games/scrabble/lexicon.hpp), aligned to 64. The file itself is build/lexicon, the list build/lexicon.txt.
set(PARLOR_SCOWL /usr/share/dict/scowl CACHE PATH "the folder of scowl's word lists")
if(NOT EXISTS ${PARLOR_SCOWL}/english-words.10)
  message(FATAL_ERROR "no word lists in ${PARLOR_SCOWL}: install the package scowl")
endif()

add_executable(compile_lexicon ${PROJECT_SOURCE_DIR}/data/scrabble/compile_lexicon.cpp
               ${PROJECT_SOURCE_DIR}/src/games/scrabble/lexicon.cpp
               ${PROJECT_SOURCE_DIR}/src/games/scrabble/lexicon_build.cpp)
target_include_directories(compile_lexicon PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(compile_lexicon PRIVATE fmt::fmt)

set(lexicon_list ${PROJECT_BINARY_DIR}/lexicon.txt)
set(lexicon_file ${PROJECT_BINARY_DIR}/lexicon)
set(lexicon_tool ${PROJECT_SOURCE_DIR}/data/scrabble/list-words)
set(lexicon_short ${PROJECT_SOURCE_DIR}/data/scrabble/two-letter-words.txt)
add_custom_command(
  OUTPUT ${lexicon_list}
  COMMAND ${lexicon_tool} ${PARLOR_SCOWL} ${lexicon_short} > ${lexicon_list}
  DEPENDS ${lexicon_tool} ${lexicon_short}
  VERBATIM)
add_custom_command(
  OUTPUT ${lexicon_file}
  COMMAND compile_lexicon ${lexicon_list} ${lexicon_file}
  DEPENDS compile_lexicon ${lexicon_list}
  VERBATIM)

set(lexicon_source ${PROJECT_BINARY_DIR}/lexicon.S)
file(CONFIGURE OUTPUT ${lexicon_source} @ONLY CONTENT [[
    .section .rodata
    .balign 64
    .global parlor_lexicon_begin
    .global parlor_lexicon_end
parlor_lexicon_begin:
    .incbin "@lexicon_file@"
parlor_lexicon_end:
    .section .note.GNU-stack,"",@progbits
]])
set_source_files_properties(${lexicon_source} PROPERTIES OBJECT_DEPENDS ${lexicon_file})
add_library(parlor_lexicon STATIC ${lexicon_source})
# Also for those who only ask whether it is there.
target_link_options(parlor_lexicon INTERFACE -Wl,-u,parlor_lexicon_begin)
