// The materials and mods that a scene or a save is played with.
//
// A scene is played with the set and the mods that it names, and with the mod in whose folder of scenes it lies, or with
// those that the player asks for; where they are missing, it cannot be opened.
//
// A save can always be opened. Who decides, from the first on:
//   1. The player, with --materials, or with a --mod that the save does not have: as for a scene.
//   2. The save. It goes on under the very rules under which it was saved, so that its state hashes do not depend on
//      what lies on this machine. Where the set and the mods that it names are here and have the same rules, they are
//      played: only colours, names and descriptions can differ.
//   3. The set and the mods that it names, if they have a material that was missing when the save was written.
//   4. Older saves, which hold no materials: the set and the mods that they name, and where these are missing the set
//      that the kind of world usually has.
// The changes of single properties that the save was played with are among its rules; the player's own, --set, are laid
// over whatever it is played with, and over them what the player has edited (app/material_edits.h). A material of the
// save that is nowhere gets a placeholder (io/placeholders.h).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/open_world.h"
#include "io/file_watch.h"
#include "io/material_file.h"
#include "io/save_file.h"
#include "scene/scene.h"

namespace quicksand {

struct ChosenMaterials {
  MaterialSet set;
  std::shared_ptr<const MaterialSet> own{};  // what the set was before edits; null: those are laid over its files
  std::vector<Diagnostic> notes;             // what the player should know
  bool is_as_played = true;                  // the save was made under these very rules, or does not say
};

// A scene as that file names its materials and mods: what lies in the file's folder or below it, and what that
// folder lies in itself, as seen from there, "./…", so that they can be moved and given away together; all else as it is.
Scene as_named_in(const std::filesystem::path& file, Scene scene);

// Both leave in the scene's `materials` and `mods` what a save of it shall name, and note in `read` the files that were
// looked at.
Result<MaterialSet> materials_of_scene(Scene& scene, const WorldRequest& request, FileStamps& read);

// `file`: of the save.
Result<ChosenMaterials> materials_of_save(SavedWorld& saved, const WorldRequest& request, const std::string& file,
                                          FileStamps& read);

}  // namespace quicksand
