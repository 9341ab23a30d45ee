# The flags behind the asan and tsan presets: CROWNHEAD_SANITIZE is a comma-separated list.
function(crownhead_sanitizers target)
  if(CROWNHEAD_SANITIZE)
    target_compile_options(${target} INTERFACE -fsanitize=${CROWNHEAD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    if(CROWNHEAD_SANITIZE MATCHES "undefined")
      # The address sanitizer ends the program at these too, and checking each twice makes a third of the compile time.
      target_compile_options(${target} INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
    endif()
    target_link_options(${target} INTERFACE -fsanitize=${CROWNHEAD_SANITIZE})
    # Sanitized programs are large, and each test is one: lld links them five times as quickly.
    find_program(CROWNHEAD_LLD ld.lld-19)
    if(CROWNHEAD_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      target_link_options(${target} INTERFACE --ld-path=${CROWNHEAD_LLD})
    endif()
  endif()
endfunction()
