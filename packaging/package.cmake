# `cpack` in the build folder makes a Debian package, and an archive that runs wherever it is unpacked.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_VENDOR "The Quicksand authors")
set(QUICKSAND_CONTACT "The Quicksand authors <quicksand@quicksand.invalid>" CACHE STRING
    "Whom packages name as their maintainer")
set(CPACK_PACKAGE_CONTACT ${QUICKSAND_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "falling-sand game")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME quicksand-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION misc) # "games" is for what lies in /usr/games
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Pour sand, water, oil, acid and three dozen other materials into a world
of cells; each of them falls, flows, heaps up, floats, gets wet, glows,
reacts, burns, melts, explodes or carries sparks by a few simple rules.
It runs in a window or without one, and gives the same result every
time, to the last cell.")
# The libraries that the program is linked to are found by dpkg-shlibdeps; these it opens while it runs.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(QUICKSAND_WINDOW)
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1, libegl1, libgl1-mesa-dri, fonts-dejavu-core")
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "xclip | wl-clipboard")
endif()
include(CPack)
