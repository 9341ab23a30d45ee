# The flags behind the asan and tsan presets: CROWNHEAD_SANITIZE is a comma-separated list.
function(crownhead_sanitizers target)
  if(CROWNHEAD_SANITIZE)
    target_compile_options(${target} INTERFACE -fsanitize=${CROWNHEAD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    if(CROWNHEAD_SANITIZE MATCHES "undefined")
      # The address sanitizer ends the program at these too, and checking each twice makes a third of the compile time.
      target_compile_options(${target} INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
    endif()
    target_link_options(${target} INTERFACE -fsanitize=${CROWNHEAD_SANITIZE})
  endif()
endfunction()
