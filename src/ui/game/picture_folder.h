// Folders of pictures in the player's data folder: stamps, brushes.
#pragma once

#include <filesystem>
#include <vector>

namespace quicksand {

// Its PNG, JPEG, BMP and GIF files, the newest first. Empty: it has none, or cannot be read.
std::vector<std::filesystem::path> list_pictures(const std::filesystem::path& folder);

}  // namespace quicksand
