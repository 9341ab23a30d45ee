# cmake -DFOLDER=web/dist -DASSEMBLY=page.S -DGZIP=gzip -P embed_page.cmake: writes an assembly with the files of the page.
# In C++: crownhead_page_names, _begins, _ends, _gz_begins and _gz_ends, each ended by a null pointer, of index.html and the
# files of assets/; and crownhead_report_begin and crownhead_report_end.
file(GLOB assets RELATIVE ${FOLDER} ${FOLDER}/assets/*)
cmake_path(GET ASSEMBLY PARENT_PATH scratch)
set(scratch ${scratch}/page)
file(REMOVE_RECURSE ${scratch})
file(MAKE_DIRECTORY ${scratch})

set(bytes "")
set(tables names begins ends gz_begins gz_ends)
foreach(table IN LISTS tables)
  set(${table} "")
endforeach()
set(number 0)
foreach(file IN LISTS assets ITEMS index.html)
  set(compressed ${scratch}/${number}.gz)
  execute_process(COMMAND ${GZIP} -9 -n -c ${FOLDER}/${file} OUTPUT_FILE ${compressed} COMMAND_ERROR_IS_FATAL ANY)
  string(APPEND bytes "name_${number}: .asciz \"${file}\"
begins_${number}: .incbin \"${FOLDER}/${file}\"
ends_${number}: .byte 0
gz_begins_${number}: .incbin \"${compressed}\"
gz_ends_${number}: .byte 0
")
  string(APPEND names "    .quad name_${number}\n")
  foreach(table begins ends gz_begins gz_ends)
    string(APPEND ${table} "    .quad ${table}_${number}\n")
  endforeach()
  math(EXPR number "${number} + 1")
endforeach()

set(text "// Made by cmake/embed_page.cmake.
    .section .rodata
    .global crownhead_report_begin
    .global crownhead_report_end
crownhead_report_begin: .incbin \"${FOLDER}/report.html\"
crownhead_report_end: .byte 0
${bytes}
    .section .data.rel.ro, \"aw\"
    .balign 8
")
foreach(table IN LISTS tables)
  string(APPEND text "    .global crownhead_page_${table}\ncrownhead_page_${table}:\n${${table}}    .quad 0\n")
endforeach()
string(APPEND text "    .section .note.GNU-stack, \"\", %progbits\n")
file(WRITE ${ASSEMBLY} "${text}")
