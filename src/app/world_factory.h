// Makes worlds: the one place of the application that knows which kinds there are.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "core/world.h"
#include "io/material_file.h"
#include "io/save_file.h"
#include "scene/scene.h"

namespace quicksand {

// The world that the scene describes, before anything is painted. Fails where the scene's parts do not fit together. `kernel` must be "auto" or a kernel's name.
Result<std::unique_ptr<World>> make_world(const Scene& scene, const MaterialSet& materials, const std::string& kernel);

// The world of a save. Its materials are matched by name; one that `materials` lack, or a plane that is missing, is a
// failure. `file` is used in messages.
Result<std::unique_ptr<World>> restore_world(const SavedWorld& saved, const MaterialSet& materials,
                                             const std::string& kernel, const std::string& file);

// Whether --kernel takes this name.
bool is_kernel_name(const std::string& name);

}  // namespace quicksand
