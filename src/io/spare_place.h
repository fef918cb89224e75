// A place for what cannot be written where it belongs: on a full disk, in a folder that may only be read, or that has
// gone. What a player has made is then not lost.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace quicksand {

struct WrittenFile {
  std::filesystem::path file;
  std::string why_not_there;  // why it is not where it belongs, with that place; empty: it is
};

// Where such things go, the first that can be written: a folder in the user's home, and one for temporary files that is
// the user's alone.
std::vector<std::filesystem::path> spare_folders();

// Writes a file by `write`; where that fails, into a spare folder, under its name or, if there is one of that name,
// with a number behind it. `why_not_there` is then the first failure. Fails with it where the file can be written
// nowhere.
Result<WrittenFile> write_or_elsewhere(const std::filesystem::path& file,
                                       const std::function<Status(const std::filesystem::path&)>& write);

// The same for a file of its own (write_new_file()).
Result<WrittenFile> write_new_or_elsewhere(const std::filesystem::path& file, std::string_view bytes);

// The file of this name in the folder, or, where there is one already, one with a number behind it. Others may take it
// meanwhile: for who holds a lock, or writes what they do not.
std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);

}  // namespace quicksand
