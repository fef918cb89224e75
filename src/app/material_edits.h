// What the player edits of materials while the world is played.
//
// Edits are changes of single properties, as --set makes them (io/material_changes.h), over the scene's own. The world
// goes on under them as it does when material files change (reload.h). To take an edit back is to go on with fewer, so
// whoever edits hands over all that hold from now on. They are among the scene's changes: saves and recordings have
// them, and a world that begins anew keeps them.
#pragma once

#include <vector>

#include "app/open_world.h"
#include "core/result.h"
#include "io/file_watch.h"
#include "io/material_file.h"

namespace quicksand {

// The materials of what is played with these edits in place of those that it has. Where they come from files, these are
// read as they are now, and noted.
Result<MaterialSet> edited_materials(const OpenedWorld& opened, const std::vector<MaterialChange>& edits,
                                     FileStamps& read);

// Goes on with these edits. Fails, and nothing has changed, where an edit is wrong, or the world cannot go on with it.
Status edit_materials(OpenedWorld& opened, std::vector<MaterialChange> edits);

}  // namespace quicksand
