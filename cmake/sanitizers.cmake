# The flags behind the asan and tsan presets: CROWNHEAD_SANITIZE is a comma-separated list.
function(crownhead_sanitizers target)
  if(CROWNHEAD_SANITIZE)
    target_compile_options(${target} INTERFACE -fsanitize=${CROWNHEAD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g)
    target_link_options(${target} INTERFACE -fsanitize=${CROWNHEAD_SANITIZE})
  endif()
endfunction()
