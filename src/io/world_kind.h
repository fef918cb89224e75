// What the game needs to know of a kind of world. Each kind fills in one of these; the list of them is
// app/kinds/world_kinds.cpp. Whoever reads, makes or saves worlds is given the list and asks it: no other code knows
// one kind from another. How a world is drawn the world itself says (World::seen_from_above(), World::planes()).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/world.h"
#include "io/json_reader.h"
#include "scene/scene.h"

namespace quicksand {

struct MaterialSet;
struct ObjectSchema;
struct SavedWorld;

// Something that a player may set while a world of the kind runs, as a number.
struct WorldNumber {
  std::string_view name;
  std::string_view help;
  double low = 0;
  double high = 1;
  bool is_whole = false;
  std::string_view unit = {};                // follows the number where it is shown; in UTF-8, no percent sign
  std::vector<std::string_view> words = {};  // not empty: it is one of these, by its index, and has no limits
  bool is_look = false;  // players see what it does by setting it to and fro: it stands in the panel Look
  bool (*counts)(const WorldSettings& settings) = nullptr;  // whether it means anything now; null: always
  double (*get)(const WorldSettings& settings) = nullptr;
  // The number is within the limits. It and others follow where they must to fit a world of that size.
  void (*set)(WorldSettings& settings, double number, GridSize world) = nullptr;
};

// A direction and a strength that are set at once, as by a needle.
struct DialPlace {
  int degrees = 0;      // clockwise from the right, as the world is seen; 0..359
  double strength = 0;  // 0..1; 0: there is none of it, whatever the direction
};

struct WorldDial {
  std::string_view name;
  std::string_view help;
  DialPlace (*get)(const WorldSettings& settings) = nullptr;
  void (*set)(WorldSettings& settings, const DialPlace& place, GridSize world) = nullptr;
};

struct WorldKind {
  std::string_view name;       // World::kind(), and the value of "world" in scene files and saves
  std::string_view materials;  // the set that its scenes have unless they name another

  std::string_view help = {};         // one line about it, for players
  int most_extent = kMaxWorldExtent;  // of its worlds, along either side
  int bytes_per_cell = 16;            // that a world needs, about
  // The settings of a world that a player begins with nothing but its size; null: those of a scene that has none.
  std::shared_ptr<const WorldSettings> (*fresh)() = nullptr;

  // The keys of scene files that belong to this kind alone. Empty, and null below: it has none, and no settings.
  std::span<const std::string_view> keys;

  // Those of them that say how a world begins: they cannot be set while it runs.
  std::span<const std::string_view> start_keys = {};

  // Reads them into Scene::settings, and into Scene::size where they imply it; reports to the reader what is wrong.
  void (*read)(JsonReader& reader, const JsonValue& document, Scene& scene) = nullptr;

  // Scene::settings as the text of a JSON object with these keys, which read() understands.
  std::string (*write)(const Scene& scene) = nullptr;

  // For settings that a command sets, after others before it: those with what is the same left out, which is long and seldom
  // changes; and what read() has found left out put in again. Without settings before, or where these have nothing to put
  // in, complete() fails. Null: nothing is ever left out.
  std::shared_ptr<const WorldSettings> (*since)(const WorldSettings& settings, const WorldSettings& before) = nullptr;
  Status (*complete)(WorldSettings& settings, const WorldSettings* before) = nullptr;

  // What the JSON Schema of scene files says of these keys (io/property_schema.h).
  ObjectSchema (*schema)() = nullptr;

  // Whether a world of this scene can be set so; null: always.
  Status (*check)(const Scene& scene, const WorldSettings& settings) = nullptr;

  // What a player may set, in the order in which it is shown; and another object of the kind's settings, to set it in.
  std::span<const WorldNumber> numbers = {};
  const WorldDial* dial = nullptr;  // beside them; null: none
  std::shared_ptr<WorldSettings> (*copy)(const WorldSettings& settings) = nullptr;

  // Names of the kernels that this machine runs for it, the fastest first.
  std::vector<std::string_view> (*kernels)() = nullptr;

  // The world that the scene describes, before anything is painted. Fails where the scene's parts do not fit together.
  // `kernel` is "auto" or one of kernels().
  Result<std::unique_ptr<World>> (*make)(const Scene& scene, const MaterialSet& materials,
                                         const std::string& kernel) = nullptr;

  // Names of the planes that its saves may hold, those of older saves too; and how long World::extra_state() may be of
  // a world of that size, in bytes. Neither is null.
  std::vector<std::string_view> (*saved_planes)() = nullptr;
  size_t (*most_rest)(GridSize size) = nullptr;

  // The world of a save. Fails where `materials` lack one of its materials, or where what is saved cannot be. `file` is
  // used in messages.
  Result<std::unique_ptr<World>> (*restore)(const SavedWorld& saved, const MaterialSet& materials,
                                            const std::string& kernel, const std::string& file) = nullptr;

  // The settings with all places in them moved; null: there are none in them.
  std::shared_ptr<const WorldSettings> (*moved)(const WorldSettings& settings, CellPos by) = nullptr;

  // Makes SavedWorld::rest that of a world of this size, in which the upper left cell of the one before is `by`. The
  // scene has the size before. False: what is saved cannot be.
  bool (*resize_rest)(SavedWorld& saved, GridSize size, CellPos by) = nullptr;

  // What is in a save, as World::copy() would give it. Null: its worlds take no patches.
  Result<std::shared_ptr<const Patch>> (*patch)(const SavedWorld& saved, const std::string& file) = nullptr;
};

// At least one; a scene that does not say its kind is of the first.
using WorldKinds = std::span<const WorldKind>;

// The kind of this name; null if there is none.
inline const WorldKind* find_kind(WorldKinds kinds, std::string_view name) {
  for (const WorldKind& kind : kinds)
    if (kind.name == name) return &kind;
  return nullptr;
}

}  // namespace quicksand
