// What the system has to show folders and files with.
#pragma once

#include <filesystem>

#include "core/result.h"

namespace quicksand {

// Shows the folder, which is made if need be. Fails where the system has nothing to show folders with.
Status show_folder(const std::filesystem::path& folder);

// Opens the file, by its absolute path, in the program that the player has for its kind. Fails where there is none.
Status open_file(const std::filesystem::path& file);

}  // namespace quicksand
