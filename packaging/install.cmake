# What is installed, and where: GNUInstallDirs has the names of the folders, and DESTDIR stands before all of them.
set(QUICKSAND_RELEASE_DATE 2026-11-25) # and the same for Debian
set(QUICKSAND_RELEASE_DAY "Wed, 25 Nov 2026")
set(QUICKSAND_APPLICATION_ID org.quicksand_game.Quicksand)

install(TARGETS quicksand)
install(DIRECTORY assets shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/quicksand)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
configure_file(packaging/changelog.in changelog @ONLY)
execute_process(COMMAND gzip -9nkf ${CMAKE_BINARY_DIR}/changelog)
install(FILES ${CMAKE_BINARY_DIR}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET option_documents)
  # Where zsh looks: Debian has a folder of its own for packages.
  if(EXISTS /etc/debian_version)
    set(zsh_folder vendor-completions)
  else()
    set(zsh_folder site-functions)
  endif()
  set(documents ${CMAKE_BINARY_DIR}/option_documents)
  install(FILES ${documents}/quicksand.6.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man6)
  install(FILES ${documents}/quicksand.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME quicksand)
  install(FILES ${documents}/_quicksand DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh_folder})
endif()

if(QUICKSAND_WINDOW)
  install(FILES packaging/quicksand.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  configure_file(packaging/metainfo.xml.in ${QUICKSAND_APPLICATION_ID}.metainfo.xml @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${QUICKSAND_APPLICATION_ID}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  foreach(size 16 22 24 32 48 64 128 256 512)
    install(FILES packaging/icons/${size}.png RENAME quicksand.png
            DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
  endforeach()
endif()
