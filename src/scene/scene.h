// A scene: how a world begins, and what is painted into it while it runs.
//
// Levels, tests, benchmarks and recorded sessions are all scenes. A scene names materials; Director (director.h) turns
// them into the numbers of a world's palette. The file format is io's business (io/scene_file.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/command.h"
#include "core/geometry.h"
#include "core/world.h"

namespace quicksand {

// Where in the scene file a material's name stands, for messages.
struct NamedEntry {
  std::string name;
  int line = 0;
  int column = 0;

  bool operator==(const NamedEntry& other) const { return name == other.name; }
};

// A timed paint command: `command.entries` and `onto_entry` are filled in from the names.
struct ScenePaint {
  uint64_t tick = 0;  // applied before this tick runs
  PaintCommand command;
  std::vector<NamedEntry> materials;
  NamedEntry onto;  // with Onto::kEntry
};

// A tap: in each tick from `from` until `until` (excluded) every empty cell of the rectangle becomes the material with
// probability `rate`. With emptiness a drain: every cell becomes empty.
struct SceneSource {
  PaintCommand command;
  std::vector<NamedEntry> materials;
  uint64_t from = 0;
  uint64_t until = std::numeric_limits<uint64_t>::max();
};

inline bool has_cell(const SceneSource& source, CellPos cell) {
  const CellPos from = source.command.from;
  const CellPos to = source.command.to;
  return std::min(from.x, to.x) <= cell.x && cell.x <= std::max(from.x, to.x) && std::min(from.y, to.y) <= cell.y &&
         cell.y <= std::max(from.y, to.y);
}

// A push that is applied in each tick from `from` until `until` (excluded).
struct SceneForce {
  ForceCommand command;
  uint64_t from = 0;
  uint64_t until = std::numeric_limits<uint64_t>::max();
};

// A touch that is applied in each tick from `from` until `until` (excluded).
struct SceneTouch {
  TouchCommand command;
  uint64_t from = 0;
  uint64_t until = std::numeric_limits<uint64_t>::max();
};

// A command as it was recorded. It names materials, as it outlives the table that their numbers belong to; the entries
// in `command` are filled in from the names.
struct SceneCommand {
  uint64_t tick = 0;  // applied before this tick runs
  Command command;
  std::vector<NamedEntry> materials;  // of paint
  NamedEntry onto;                    // of paint with Onto::kEntry
  int line = 0;                       // where a piece stands that is pasted, for messages
  int column = 0;
  bool by_scene = false;  // in the log of a session: the scene gave it, not the player
};

// A property of a material that is other than the material's files say. io/material_changes.h reads it.
struct MaterialChange {
  std::string material;
  std::string key;    // of the material's file
  std::string part;   // of an object under the key; empty: all of the key
  std::string value;  // as JSON
  std::string file;   // the place that asks for it, for messages; without lines there is none
  int line = 0;
  int column = 0;

  // "sand.friction", "acid.dissolves.sand".
  std::string path() const { return material + "." + key + (part.empty() ? "" : "." + part); }
};

inline constexpr size_t kMostHints = 50;
inline constexpr size_t kMostHintBytes = 1000;

struct Scene {
  std::string name;   // as --scene takes it
  std::string title;  // one line about it, for menus; may be empty
  std::string group;  // a word for the heading below which menus list it; may be empty
  // At most kMostHints of at most kMostHintBytes.
  std::vector<NamedEntry> hints;  // what one can try in it, a line each, for who plays for the first time
  bool paused = false;            // a window waits at its start until the player lets time run
  std::string file;               // where it was read from, for messages
  std::string world;              // the name of its kind of world (io/world_kind.h)
  GridSize size{640, 360};
  uint64_t seed = 1;
  bool open_border = false;
  double daylight = 0.5;                         // of pictures alone: 0 is night, 1 bright noon
  std::string materials = "core";                // a name, or a file; relative files are relative to the scene's folder
  int materials_line = 0;                        // where the file says so, for messages; 0: it does not
  int materials_column = 0;
  std::vector<NamedEntry> mods;                  // names or folders, over the materials in this order
  std::vector<MaterialChange> material_changes;  // over these and the materials, in this order
  std::vector<ScenePaint> paint;                 // by rising tick; equal ticks in the file's order
  std::vector<SceneSource> sources;
  std::vector<Sign> signs;
  std::vector<SceneForce> forces;
  std::vector<SceneTouch> touches;
  std::vector<SceneCommand> commands;  // of a recorded session, in the order in which they were given
  std::optional<uint64_t> recorded_until;  // the tick at which the recording ended; none: it is no recording
  std::shared_ptr<const WorldSettings>
      settings;  // what only its kind understands; null: as the kind has them by itself
};

// The tick at which a recorded session ended, after the commands that came then; none: the scene is no recording.
inline std::optional<uint64_t> recording_end(const Scene& scene) {
  if (scene.commands.empty()) return scene.recorded_until;
  return std::max(scene.recorded_until.value_or(0), scene.commands.back().tick);
}

// The scene's settings as those of its kind, which has none but these; by default as they are without any.
template <class Settings>
const Settings& settings_of(const Scene& scene) {
  static const Settings kDefault;
  if (!scene.settings) return kDefault;
  const auto* const settings = dynamic_cast<const Settings*>(scene.settings.get());
  QS_CHECK(settings, "a scene has the settings of another kind of world");
  return *settings;
}

}  // namespace quicksand
