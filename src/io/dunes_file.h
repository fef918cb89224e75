// The keys of a scene file that belong to a dunes world (docs/dunes.md), for its WorldKind; io/dunes_format.h has a row
// for each.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/result.h"
#include "io/json_reader.h"
#include "scene/scene.h"

namespace quicksand {

struct ObjectSchema;

std::span<const std::string_view> dunes_keys();
std::span<const std::string_view> dunes_start_keys();

// The settings (dunes/dunes_scene.h), and from its heights the size. Pictures are looked for beside the reader's file.
void read_dunes(JsonReader& reader, const JsonValue& document, Scene& scene);

std::string dunes_text(const Scene& scene);

// Of bodies whose paths are those of the body at the same place of their list before, the path is left out: a body that is
// dragged is set anew in every frame, and others may have paths of thousands of places. And put in again.
std::shared_ptr<const WorldSettings> dunes_since(const WorldSettings& settings, const WorldSettings& before);
Status complete_dunes(WorldSettings& settings, const WorldSettings* before);

ObjectSchema dunes_schema();

}  // namespace quicksand
