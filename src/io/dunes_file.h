// The keys of a scene file that belong to a dunes world (docs/scenes.md).
#pragma once

#include <string>
#include <string_view>

#include "io/json_reader.h"
#include "scene/scene.h"

namespace quicksand {

inline constexpr std::string_view kDunesKeys[] = {"threshold", "transfer", "wet_threshold", "rule",
                                                  "steps",     "wind",     "heights",       "ground",
                                                  "sand",      "piles",    "colliders",     "emitters",
                                                  "condense"};  // the last means nothing: once every scene could say it

// WorldKind::read: the settings (dunes/dunes_scene.h), and from its heights the size. Pictures are looked for beside
// the scene's file.
void read_dunes(JsonReader& reader, const JsonValue& document, Scene& scene);

// WorldKind::write.
std::string dunes_text(const Scene& scene);

}  // namespace quicksand
