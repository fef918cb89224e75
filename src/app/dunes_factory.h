// Makes dunes worlds from scenes and saves.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "core/world.h"
#include "io/material_file.h"
#include "io/save_file.h"
#include "scene/scene.h"

namespace quicksand {

// The scene must be of a dunes world. Fails where its parts do not fit together.
Result<std::unique_ptr<World>> make_dunes(const Scene& scene, const MaterialSet& materials, const std::string& kernel);

// As restore_world().
Result<std::unique_ptr<World>> restore_dunes(const SavedWorld& saved, const MaterialSet& materials,
                                             const std::string& kernel, const std::string& file);

}  // namespace quicksand
