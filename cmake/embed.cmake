# crownhead_embed(target name files...): puts text files into a library. In C++ they are two arrays of strings with C
# linkage, <name>_names and <name>_texts, each ended by a null pointer; names are without folder and extension.
function(crownhead_embed target name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  set(names "")
  set(texts "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(stem ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND names "    \"${stem}\",\n")
    string(APPEND texts "    R\"embedded(${text})embedded\",\n")
  endforeach()
  set(content "// Made by cmake/embed.cmake.
extern \"C\" {
extern const char* const ${name}_names[];
extern const char* const ${name}_texts[];
const char* const ${name}_names[] = {
${names}    nullptr};
const char* const ${name}_texts[] = {
${texts}    nullptr};
}
")
  file(CONFIGURE OUTPUT ${source} CONTENT "${content}" @ONLY)
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # it repeats declarations of its users
  target_sources(${target} PRIVATE ${source})
endfunction()

# crownhead_embed_binary(target name files...): a library with files of any bytes: <name>_names, <name>_begins and <name>_ends.
function(crownhead_embed_binary target name)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/${name}.S)
  set(bytes "")
  set(names "")
  set(begins "")
  set(ends "")
  set(number 0)
  foreach(file IN LISTS ARGN)
    get_filename_component(stem ${file} NAME_WE)
    string(APPEND bytes "name_${number}: .asciz \"${stem}\"\n    .balign 8\nbegin_${number}: .incbin \"${file}\"\nend_${number}:\n")
    string(APPEND names "    .quad name_${number}\n")
    string(APPEND begins "    .quad begin_${number}\n")
    string(APPEND ends "    .quad end_${number}\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${assembly} CONTENT "// Made by cmake/embed.cmake.
    .section .rodata
${bytes}
    .section .data.rel.ro, \"aw\"
    .balign 8
    .global ${name}_names
    .global ${name}_begins
    .global ${name}_ends
${name}_names:
${names}    .quad 0
${name}_begins:
${begins}    .quad 0
${name}_ends:
${ends}    .quad 0
    .section .note.GNU-stack, \"\", %progbits
" @ONLY)
  set_source_files_properties(${assembly} PROPERTIES OBJECT_DEPENDS "${ARGN}")
  add_library(${target} STATIC ${assembly})
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)  # clang-tidy reads C++ only
endfunction()
