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
