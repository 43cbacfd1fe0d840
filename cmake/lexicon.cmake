# The default lexicon: words of Debian's scowl package, compiled at build time and embedded into the binary.
#
# Gives the target parlor_lexicon: link it to have the symbols parlor_lexicon_begin and parlor_lexicon_end around the
# compiled bytes (src/games/scrabble/lexicon.hpp), aligned to 64. The file itself is build/lexicon, the list build/lexicon.txt.
set(PARLOR_LEXICON "" CACHE FILEPATH "a compiled lexicon; where there is none, it is made of scowl's words")
set(lexicon_file ${PARLOR_LEXICON})
if(NOT PARLOR_LEXICON)
  include(cmake/scowl.cmake)
endif()

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
