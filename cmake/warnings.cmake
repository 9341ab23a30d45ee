# Warnings for our own code, as errors.
function(crownhead_warnings target)
  target_compile_options(${target} INTERFACE
    -Werror -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual
    -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference -Wformat=2 -Wimplicit-fallthrough)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} INTERFACE -Wduplicated-cond -Wlogical-op
      -Wno-null-dereference -Wno-restrict)  # both give false alarms inside std::string with g++ 12
  else()
    target_compile_options(${target} INTERFACE
      -Wno-deprecated-declarations)  # std::stable_sort of libstdc++ 12 uses what C++23 has deprecated
  endif()
endfunction()
