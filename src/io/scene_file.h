// Scene files: "quicksand-scene/1". docs/scenes.md describes the format for those who write them; io/scene_format.h has
// a row for each key.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "io/json_document.h"
#include "io/world_kind.h"
#include "scene/scene.h"

namespace quicksand {

inline constexpr std::string_view kSceneFormat = "quicksand-scene/1";

// Reads the text of a scene file of one of the kinds of world, of which there is at least one. Names every mistake;
// `file` is used in messages and becomes Scene::file. Material names are checked later, against the world's palette
// (Director::create).
Result<Scene> parse_scene(std::string_view text, const std::string& file, WorldKinds kinds);

// What a list shows of a scene, of which the rest is not looked at: it may be large, name pictures, and be wrong.
struct SceneHead {
  std::string title;  // empty: it has none
  std::string group;
  std::optional<GridSize> size;  // none: it does not say, or it follows from something else
};
SceneHead read_scene_head(std::string_view text);

// As parse_scene(), for the scene within a save, which comes from anywhere: it may name no pictures.
Result<Scene> read_scene_of_save(const JsonValue& document, const std::string& file, WorldKinds kinds);

// The scene as the text of a file that parse_scene() reads back. One that gets longer than `most` bytes ends early, and is
// of no use but for its size: of recorded commands there may be so many that the whole would not fit into memory.
std::string scene_text(const Scene& scene, WorldKinds kinds, size_t most = std::numeric_limits<size_t>::max());

// The JSON Schema of scene files of these kinds of world.
std::string scene_schema(WorldKinds kinds);

}  // namespace quicksand
