# Compiles the words of Debian's scowl package into ${lexicon_file}.
set(PARLOR_SCOWL /usr/share/dict/scowl CACHE PATH "the folder of scowl's word lists")
if(NOT EXISTS ${PARLOR_SCOWL}/english-words.10)
  message(FATAL_ERROR "no word lists in ${PARLOR_SCOWL}: install the package scowl")
endif()

add_executable(compile_lexicon ${PROJECT_SOURCE_DIR}/data/scrabble/compile_lexicon.cpp
               ${PROJECT_SOURCE_DIR}/src/games/scrabble/lexicon.cpp
               ${PROJECT_SOURCE_DIR}/src/games/scrabble/lexicon_build.cpp)
target_include_directories(compile_lexicon PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(compile_lexicon PRIVATE ${parlor_fmt})

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
