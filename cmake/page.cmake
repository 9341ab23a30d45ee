# crownhead_page(target): builds web/ into the page (web/dist/index.html and the files of web/dist/assets) and the report of
# a run (web/dist/report.html), and puts their bytes into a library (apps/server/page.hpp). All build folders share web/dist.
set(CROWNHEAD_PAGE "" CACHE FILEPATH "A page that was built elsewhere, with report.html and assets/ beside it; otherwise npm builds web/")

function(crownhead_page target)
  set(page ${CROWNHEAD_PAGE})
  if(NOT page)
    set(web ${PROJECT_SOURCE_DIR}/web)
    set(page ${web}/dist/index.html)
    find_program(NODE node)
    find_program(NPM npm)
    set(node_version "nothing")
    if(NODE)
      execute_process(COMMAND ${NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
      string(REGEX REPLACE "^v" "" node_version "${node_version}")
    endif()
    if(NOT NODE OR NOT NPM OR node_version VERSION_LESS 18)
      message(FATAL_ERROR
        "The web page (web/) is built by Node.js 18 or later and npm; found: node ${node_version}, npm ${NPM}. "
        "`scripts/setup build` installs them on Debian 12. "
        "-DCROWNHEAD_PAGE=FILE takes a page that was built elsewhere (web/dist/index.html).")
    endif()

    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/* ${web}/scripts/* ${PROJECT_SOURCE_DIR}/data/messages/*.txt
         ${PROJECT_SOURCE_DIR}/data/lessons/*.txt)
    list(FILTER sources EXCLUDE REGEX "\\.gen\\.ts$")  # made by the build itself
    add_custom_command(OUTPUT ${page} ${web}/dist/report.html
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/page
      DEPENDS ${PROJECT_SOURCE_DIR}/scripts/page ${sources} ${PROJECT_SOURCE_DIR}/apps/server/protocol.json
              ${web}/index.html ${web}/report.html ${web}/package.json ${web}/package-lock.json ${web}/tsconfig.json
              ${web}/vite.config.ts
      COMMENT "Building the page"
      VERBATIM)
    add_custom_target(page DEPENDS ${page})
  endif()

  # Which files there are is known when the page has been built.
  find_program(GZIP gzip REQUIRED)
  cmake_path(GET page PARENT_PATH folder)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/page.S)
  add_custom_command(OUTPUT ${assembly}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DASSEMBLY=${assembly} -DGZIP=${GZIP}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
    DEPENDS ${page} ${folder}/report.html ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
    COMMENT "Compressing the page"
    VERBATIM)
  add_library(${target} STATIC ${assembly})
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)  # clang-tidy reads C++ only
  if(TARGET page)
    add_dependencies(${target} page)
  endif()
endfunction()
