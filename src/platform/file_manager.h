// The system's file manager.
#pragma once

#include <filesystem>

#include "core/result.h"

namespace quicksand {

// Shows the folder, which is made if need be. Fails where the system has nothing to show folders with.
Status show_folder(const std::filesystem::path& folder);

}  // namespace quicksand
