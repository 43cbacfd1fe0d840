# The transcripts of all protocols, embedded into the binary: `parlor check` plays them.
#
# Gives the target parlor_transcripts: link it to have the table from parlor_transcripts_begin to
# parlor_transcripts_end (src/client/check/cases.cpp).
set(transcripts_folder ${PROJECT_SOURCE_DIR}/src/protocols)
set(transcripts_tool ${PROJECT_SOURCE_DIR}/tools/embed_transcripts.py)
set(transcripts_source ${PROJECT_BINARY_DIR}/transcripts.S)
file(GLOB transcripts CONFIGURE_DEPENDS ${transcripts_folder}/*/transcripts/*.txt)
string(SHA256 transcripts_list "${transcripts}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/transcripts.list CONTENT "${transcripts_list}")  # changes when a file comes or goes
add_custom_command(
  OUTPUT ${transcripts_source}
  COMMAND python3 ${transcripts_tool} ${transcripts_folder} ${transcripts_source}
  DEPENDS ${transcripts_tool} ${transcripts} ${PROJECT_BINARY_DIR}/transcripts.list
  VERBATIM)
add_library(parlor_transcripts STATIC ${transcripts_source})
