# The program for the page, and one for node that has no window and sees the files of the machine.
set(web_options -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=128MB -sMAXIMUM_MEMORY=2GB)
if(QUICKSAND_WEB_THREADS)
  list(APPEND web_options -Wno-pthreads-mem-growth)
endif()

if(QUICKSAND_WINDOW)
  # A browser gives no new threads while the game runs, so as many as it may need are there from the beginning: those of
  # the solver, of which the page asks for 8 at most, and one each for pictures of worlds, films and the autosave.
  if(QUICKSAND_WEB_THREADS)
    list(APPEND page_options "-sPTHREAD_POOL_SIZE=Module['threads']+3")
  endif()
  # What SDL2 uses of the compiler's own JavaScript. In a file, as no shell may see the dollars.
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/library_functions.json "[\"$autoResumeAudioContext\", \"$dynCall\"]")
  list(APPEND page_options -sDEFAULT_LIBRARY_FUNCS_TO_INCLUDE=@${CMAKE_CURRENT_BINARY_DIR}/library_functions.json
       -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -lidbfs.js -sEXPORTED_RUNTIME_METHODS=FS,ccall
       "SHELL:--pre-js ${CMAKE_CURRENT_LIST_DIR}/files.js"
       "SHELL:--preload-file ${PROJECT_SOURCE_DIR}/assets@/assets" "SHELL:--preload-file ${PROJECT_SOURCE_DIR}/shaders@/shaders"
       "SHELL:--preload-file /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf@/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
       "SHELL:--preload-file /usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf@/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
  target_link_options(quicksand PRIVATE ${web_options} ${page_options})
  set_property(TARGET quicksand APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/files.js)
endif()

add_executable(quicksand_node main/main.cpp)
target_link_libraries(quicksand_node PRIVATE quicksand_options)
target_compile_options(quicksand_node PRIVATE ${cold_option})
target_link_options(quicksand_node PRIVATE ${web_options} -sNODERAWFS=1 -sEXIT_RUNTIME=1 "SHELL:--pre-js ${CMAKE_CURRENT_LIST_DIR}/node.js")
if(QUICKSAND_WEB_THREADS)
  target_link_options(quicksand_node PRIVATE -sPROXY_TO_PTHREAD=1)
endif()
set_target_properties(quicksand_node PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/node)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/node)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/assets ${CMAKE_BINARY_DIR}/node/assets SYMBOLIC)
set_property(TARGET quicksand_node APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/node.js)
