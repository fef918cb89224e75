// Other materials for a world that is played, because their files have changed on the disk.
//
// All stays as it is, by the materials' names: as if the world were saved, and the save opened with the new materials.
#pragma once

#include <vector>

#include "app/open_world.h"
#include "core/result.h"
#include "io/file_watch.h"
#include "io/material_file.h"

namespace quicksand {

// The materials of what is played, as their files are now. `read` notes these, also where they are wrong or missing.
Result<MaterialSet> read_materials(const OpenedWorld& opened, FileStamps& read);
// The same, but with these changes over the files.
Result<MaterialSet> read_materials(const OpenedWorld& opened, const std::vector<MaterialChange>& changes,
                                   FileStamps& read);

// What the world holds and cannot hold with these materials, a line each; empty: nothing. `file`: for the messages.
std::vector<Diagnostic> what_is_in_the_way(const World& world, const MaterialTable& table, const std::string& file);

// Goes on with the materials, which were read from these files. Fails, and nothing has changed, where something is in
// the way, or where the scene has yet to bring a material that is gone.
Status change_materials(OpenedWorld& opened, const MaterialSet& materials, FileStamps read);

}  // namespace quicksand
