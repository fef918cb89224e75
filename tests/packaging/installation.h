// The game as it is installed, into a folder of a test's own.
#pragma once

#include <filesystem>
#include <string>

#include "main/program.h"

namespace quicksand {

// Installs below the folder, as a package does with its prefix /usr. Returns that prefix; empty: it cannot be done.
inline std::filesystem::path install_into(const std::filesystem::path& folder) {
  const Output output = shell("DESTDIR=" + folder.string() +
                              " " QUICKSAND_CMAKE " --install " QUICKSAND_BUILD_FOLDER " --prefix /usr 2>&1");
  return output.exit_code == 0 ? folder / "usr" : std::filesystem::path();
}

}  // namespace quicksand
