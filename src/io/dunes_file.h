// The keys of a scene file that belong to a dunes world (docs/scenes.md).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "io/json_reader.h"
#include "scene/dunes_scene.h"

namespace quicksand {

inline constexpr std::string_view kDunesKeys[] = {"threshold", "transfer", "wet_threshold", "rule",
                                                  "steps",     "wind",     "heights",       "ground",
                                                  "sand",      "piles",    "colliders",     "emitters"};

// Reports to the reader what is wrong. Pictures are looked for beside `file`.
DunesScene read_dunes(JsonReader& reader, const JsonValue& document, const std::string& file);

// How it is set, without the start: what a save needs.
void write_dunes(const DuneSettings& settings, nlohmann::ordered_json& json);

}  // namespace quicksand
