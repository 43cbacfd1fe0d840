# The pages of the browser: every file of web/dist, compressed at build time and embedded into the binary.
#
# Gives the target parlor_web: link it to have the table from parlor_web_begin to parlor_web_end
# (src/server/web/files.hpp). Without web/dist the table is empty.
find_program(PARLOR_BROTLI brotli)
if(NOT PARLOR_BROTLI)
  message(FATAL_ERROR "no brotli: install the package brotli")
endif()

set(web_dist ${PROJECT_SOURCE_DIR}/web/dist)
set(web_tool ${PROJECT_SOURCE_DIR}/tools/embed_files.py)
set(web_source ${PROJECT_BINARY_DIR}/web.S)
file(GLOB_RECURSE web_files CONFIGURE_DEPENDS ${web_dist}/*)
string(SHA256 web_list "${web_files}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/web.list CONTENT "${web_list}")  # changes when a file comes or goes
add_custom_command(
  OUTPUT ${web_source}
  COMMAND python3 ${web_tool} ${web_dist} ${PROJECT_BINARY_DIR}/web ${web_source} --brotli ${PARLOR_BROTLI}
  DEPENDS ${web_tool} ${web_files} ${PROJECT_BINARY_DIR}/web.list
  VERBATIM)
add_library(parlor_web STATIC ${web_source})
