// The keys of a scene file that belong to a dunes world (docs/dunes.md), for its WorldKind; io/dunes_format.h has a row
// for each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/json_reader.h"
#include "scene/scene.h"

namespace quicksand {

struct ObjectSchema;

std::span<const std::string_view> dunes_keys();
std::span<const std::string_view> dunes_start_keys();

// The settings (dunes/dunes_scene.h), and from its heights the size. Pictures are looked for beside the reader's file.
void read_dunes(JsonReader& reader, const JsonValue& document, Scene& scene);

std::string dunes_text(const Scene& scene);

ObjectSchema dunes_schema();

}  // namespace quicksand
