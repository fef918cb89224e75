# For arm64, with Debian's cross compiler; tools/arm64 puts the libraries into build/arm64-libraries.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(libraries ${CMAKE_CURRENT_LIST_DIR}/../build/arm64-libraries)
get_filename_component(libraries ${libraries} ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${libraries})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${libraries})
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/usr/lib/aarch64-linux-gnu/pkgconfig:${libraries}/usr/share/pkgconfig)
# Libraries need one another, and lie in two folders: the old kind of path holds for what they need as well.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,--disable-new-dtags,-rpath,${libraries}/usr/lib/aarch64-linux-gnu,-rpath,${libraries}/lib/aarch64-linux-gnu")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
