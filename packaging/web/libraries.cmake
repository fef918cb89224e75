# The libraries that the game needs, compiled for the browser from the sources of Debian's packages, which tools/web has
# unpacked into QUICKSAND_WEB_SOURCES. They go by the names that find_package and pkg_check_modules give them elsewhere.
enable_language(C)
set(QUICKSAND_WEB_SOURCES "${PROJECT_SOURCE_DIR}/build/web-libraries" CACHE PATH "Where tools/web has unpacked the libraries")

function(web_library name)
  cmake_parse_arguments(LIBRARY "" "FOLDER;ALIAS" "SOURCES;EXCEPT;INCLUDES;DEFINES;OPTIONS" ${ARGN})
  set(folder ${QUICKSAND_WEB_SOURCES}/${LIBRARY_FOLDER})
  if(NOT IS_DIRECTORY ${folder})
    message(FATAL_ERROR "${folder} is missing: tools/web fetches it")
  endif()
  list(TRANSFORM LIBRARY_SOURCES PREPEND ${folder}/)
  file(GLOB sources CONFIGURE_DEPENDS ${LIBRARY_SOURCES})
  foreach(pattern IN LISTS LIBRARY_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "/${pattern}$")
  endforeach()
  add_library(${name} STATIC ${sources})
  list(TRANSFORM LIBRARY_INCLUDES PREPEND ${folder}/)
  target_include_directories(${name} SYSTEM PUBLIC ${folder} ${LIBRARY_INCLUDES})
  target_compile_definitions(${name} PUBLIC ${LIBRARY_DEFINES})
  target_compile_options(${name} PRIVATE -w ${LIBRARY_OPTIONS})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  add_library(${LIBRARY_ALIAS} ALIAS ${name})
endfunction()

function(web_headers alias folder)
  string(MAKE_C_IDENTIFIER web_${alias} name)
  add_library(${name} INTERFACE)
  target_include_directories(${name} SYSTEM INTERFACE ${QUICKSAND_WEB_SOURCES}/${folder})
  add_library(${alias} ALIAS ${name})
endfunction()

web_headers(nlohmann_json::nlohmann_json headers/usr/include)
web_headers(CLI11::CLI11 headers/usr/include)

web_library(web_zlib ALIAS ZLIB::ZLIB FOLDER zlib SOURCES *.c DEFINES HAVE_UNISTD_H)
web_library(web_zstd ALIAS PkgConfig::zstd FOLDER libzstd/lib SOURCES common/*.c compress/*.c decompress/*.c)
web_library(web_gif ALIAS GIF::GIF FOLDER giflib
            SOURCES dgif_lib.c egif_lib.c gifalloc.c gif_err.c gif_hash.c openbsd-reallocarray.c quantize.c)
web_library(web_hwy ALIAS hwy::hwy FOLDER highway SOURCES hwy/aligned_allocator.cc hwy/targets.cc hwy/per_target.cc)

set(settings ${CMAKE_CURRENT_BINARY_DIR}/web-settings)
configure_file(${QUICKSAND_WEB_SOURCES}/libpng/scripts/pnglibconf.h.prebuilt ${settings}/png/pnglibconf.h COPYONLY)
web_library(web_png ALIAS PNG::PNG FOLDER libpng SOURCES png*.c EXCEPT pngtest.c)
target_include_directories(web_png SYSTEM PUBLIC ${settings}/png)
target_link_libraries(web_png PUBLIC web_zlib)

set(BUILD web)
set(INLINE inline)
set(THREAD_LOCAL __thread)
set(VERSION 2.1.5)
set(SIZE_T 4)
set(JPEG_LIB_VERSION 62)
set(LIBJPEG_TURBO_VERSION_NUMBER 2001005)
set(BITS_IN_JSAMPLE 8)
set(MEM_SRCDST_SUPPORTED ON)
configure_file(${QUICKSAND_WEB_SOURCES}/libjpeg-turbo/jconfig.h.in ${settings}/jpeg/jconfig.h)
configure_file(${QUICKSAND_WEB_SOURCES}/libjpeg-turbo/jconfigint.h.in ${settings}/jpeg/jconfigint.h)
configure_file(${QUICKSAND_WEB_SOURCES}/libjpeg-turbo/jversion.h.in ${settings}/jpeg/jversion.h)
web_library(web_turbojpeg ALIAS PkgConfig::turbojpeg FOLDER libjpeg-turbo
  SOURCES j*.c turbojpeg.c transupp.c rdbmp.c rdppm.c wrbmp.c wrppm.c
  EXCEPT jcstest.c jpegtran.c jaricom.c jcarith.c jdarith.c jccolext.c jdcolext.c jdcol565.c jdmrgext.c jdmrg565.c jstdhuff.c
  OPTIONS -DBMP_SUPPORTED -DPPM_SUPPORTED)
target_include_directories(web_turbojpeg SYSTEM PUBLIC ${settings}/jpeg)

# Headers alone; elsewhere the distribution compiles them.
file(CONFIGURE OUTPUT ${settings}/stb.cpp CONTENT "#define STB_IMAGE_IMPLEMENTATION\n#define STB_IMAGE_WRITE_IMPLEMENTATION\n#include <stb_image.h>\n#include <stb_image_write.h>\n")
add_library(web_stb STATIC ${settings}/stb.cpp)
target_include_directories(web_stb SYSTEM PUBLIC ${QUICKSAND_WEB_SOURCES}/headers/usr/include/stb)
target_compile_options(web_stb PRIVATE -w)
add_library(PkgConfig::stb ALIAS web_stb)

if(QUICKSAND_WINDOW)
  # What SDL2's own description for browsers (SDL_config_emscripten.h) names.
  set(sdl_parts . atomic audio audio/dummy audio/disk audio/emscripten cpuinfo dynapi events file filesystem/emscripten haptic
      haptic/dummy hidapi joystick joystick/emscripten libm loadso/dlopen locale locale/emscripten misc misc/emscripten power
      power/emscripten render render/opengles2 render/software sensor sensor/dummy stdlib thread timer timer/unix video video/dummy
      video/emscripten video/yuv2rgb)
  if(QUICKSAND_WEB_THREADS)
    list(APPEND sdl_parts thread/pthread)
  else()
    list(APPEND sdl_parts thread/generic)
  endif()
  list(TRANSFORM sdl_parts REPLACE "(.+)" "src/\\1/*.c")
  web_library(web_sdl2 ALIAS SDL2::SDL2 FOLDER libsdl2 SOURCES ${sdl_parts} INCLUDES include)
  web_library(web_imgui ALIAS PkgConfig::imgui FOLDER imgui INCLUDES backends misc/cpp
    SOURCES imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp backends/imgui_impl_sdl.cpp backends/imgui_impl_opengl3.cpp
            misc/cpp/imgui_stdlib.cpp)
  target_link_libraries(web_imgui PUBLIC web_sdl2)
  target_compile_definitions(web_imgui PRIVATE IMGUI_IMPL_OPENGL_ES3)
endif()
