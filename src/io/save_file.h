// Saves: a PNG picture of the world whose private chunk "quSK" holds the state.
//
// The chunk: the letters "QSAV", the version and the length of the header (32-bit little-endian each), a
// JSON header, and one zstd frame with the planes, row after row without padding, plane after plane, then the rest
// of the state, and last the definition of the materials; the header says how many bytes these two are. The header
// names the materials in the order of their numbers, so that a save survives a table whose order has changed, and
// carries what is left of the scene: its sources and the paint to come.
//
// The materials are the text of a file that stands by itself (io/material_file.h): all that the world uses or may come
// to use, as it was played, with every mod and every set that it extends. Which materials a save is played with:
// app/scene_materials.h.
//
// Version 7 has materials; 2 to 6 have a rest, in older forms the smaller it is; 1 has neither. The least that will do
// is written. A program refuses versions that it does not know, and says that a newer one is needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/world.h"
#include "io/material_file.h"
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
  std::string materials;                  // the text of a material file; empty: an older save, or too large a set
  std::vector<std::string> placeholders;  // those of them that no file described when it was saved
};

// The most bytes that the materials may have. A larger set is only named.
inline constexpr size_t kMaxSavedMaterialBytes = size_t{64} << 20;

// The plane of this name; null if there is none.
const SavedPlane* find_plane(const SavedWorld& saved, std::string_view name);

// All of a world but its materials: a copy, which outlives it. `scene` is as in SavedWorld, but that its settings are
// the world's.
SavedWorld copy_to_save(const World& world, Scene scene);

// Whether a world of which so much is yet to come, but for commands that it records, can be saved at all: what
// a save tells of its scene is limited. Half of that is left to what the player does.
Status check_can_be_saved(const World& world, Scene scene, WorldKinds kinds);

// Gives the save these materials.
void embed(const MaterialSet& materials, SavedWorld& save);

// The bytes of a save file. Fails when the state is too large for a chunk.
Result<std::string> encode_save(const SavedWorld& save, const Image& picture, WorldKinds kinds);

// A save without what it holds: its planes have no bytes, and there is no rest and no definition of its materials.
// None: the file is a PNG, but only a picture.
Result<std::optional<SavedWorld>> decode_save_header(std::string_view png, const std::string& file, WorldKinds kinds);

// Reads a save. None as above. Sizes are checked before memory is asked for.
Result<std::optional<SavedWorld>> decode_save(std::string_view png, const std::string& file, WorldKinds kinds);

}  // namespace quicksand
