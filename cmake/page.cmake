# crownhead_page(target): builds web/ into one file, web/dist/index.html, and puts its bytes into a library between the
# symbols crownhead_page_begin and crownhead_page_end, and by gzip between crownhead_page_gz_begin and _end
# (apps/server/page.hpp). All build folders share web/dist.
set(CROWNHEAD_PAGE "" CACHE FILEPATH "A page that was built elsewhere; otherwise npm builds web/")

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

    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/*)
    add_custom_command(OUTPUT ${page}
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/page
      DEPENDS ${PROJECT_SOURCE_DIR}/scripts/page ${sources} ${web}/index.html ${web}/package.json
              ${web}/package-lock.json ${web}/tsconfig.json ${web}/vite.config.ts
      COMMENT "Building the page"
      VERBATIM)
    add_custom_target(page DEPENDS ${page})
  endif()

  find_program(GZIP gzip REQUIRED)
  set(compressed ${CMAKE_CURRENT_BINARY_DIR}/page.html.gz)
  add_custom_command(OUTPUT ${compressed}
    COMMAND ${GZIP} -9 -n -c ${page} > ${compressed}
    DEPENDS ${page}
    COMMENT "Compressing the page")

  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/page.S)
  file(CONFIGURE OUTPUT ${assembly} @ONLY CONTENT
"// Made by cmake/page.cmake.
    .section .rodata
    .global crownhead_page_begin
    .global crownhead_page_end
crownhead_page_begin:
    .incbin \"@page@\"
crownhead_page_end:
    .byte 0
    .global crownhead_page_gz_begin
    .global crownhead_page_gz_end
crownhead_page_gz_begin:
    .incbin \"@compressed@\"
crownhead_page_gz_end:
    .byte 0
    .section .note.GNU-stack, \"\", %progbits
")
  set_source_files_properties(${assembly} PROPERTIES OBJECT_DEPENDS "${page};${compressed}")
  add_library(${target} STATIC ${assembly})
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)  # clang-tidy reads C++ only
  if(TARGET page)
    add_dependencies(${target} page)
  endif()
endfunction()
