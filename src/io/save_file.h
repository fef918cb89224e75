// Saves: a PNG picture of the world whose private chunk "quSK" holds the state.
//
// The chunk: the letters "QSAV", the version and the length of the header (32-bit little-endian each), a
// JSON header, and one zstd frame with the planes, row after row without padding, plane after plane, and then the rest
// of the state, if there is any: then the version is 3, and the header says how many bytes these are. The header names
// the materials in the order of their numbers, so that a save survives a table whose order has changed, and carries
// what is left of the scene: its sources and the paint to come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/world.h"
#include "io/world_kind.h"
#include "scene/scene.h"
#include "view/image.h"

namespace quicksand {

struct SavedPlane {
  std::string name;
  std::vector<uint8_t> bytes;  // row-major, size.cells() of them
};

// What a save holds, whatever the kind of world.
struct SavedWorld {
  Scene scene;  // kind of world, size, seed, border, materials; the paint to come and the sources
  uint64_t tick = 0;
  uint64_t paint_serial = 0;
  std::vector<std::string> entry_names;
  std::vector<SavedPlane> planes;
  std::string rest;  // World::extra_state()
};

// The plane of this name; null if there is none.
const SavedPlane* find_plane(const SavedWorld& saved, std::string_view name);

// The bytes of a save file. `scene` is as in SavedWorld, but that its settings are the world's. Fails when the state is
// too large for a chunk.
Result<std::string> encode_save(const World& world, const Scene& scene, const Image& picture,
                                WorldKinds kinds);

// A save without what it holds: its planes have no bytes, and there is no rest. None: the file is a PNG, but only a picture.
Result<std::optional<SavedWorld>> decode_save_header(std::string_view png, const std::string& file, WorldKinds kinds);

// Reads a save. None as above. Sizes are checked before memory is asked for.
Result<std::optional<SavedWorld>> decode_save(std::string_view png, const std::string& file, WorldKinds kinds);

}  // namespace quicksand
