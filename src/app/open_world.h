// Opens whatever a player names: a scene, a save or a picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/edit_deeds.h"
#include "app/kinds/world_kinds.h"
#include "core/result.h"
#include "core/world.h"
#include "io/file_watch.h"
#include "io/material_file.h"
#include "io/save_file.h"
#include "scene/director.h"
#include "scene/scene.h"

namespace quicksand {

inline constexpr std::string_view kDefaultScene = "oasis";

inline constexpr uint64_t kMostSeed = uint64_t{1} << 53;  // whole numbers that every JSON reader keeps

struct WorldRequest {
  std::string scene{kDefaultScene};        // a scene's name, a scene file, a save or a picture
  std::shared_ptr<const Scene> described;  // not null: this scene, which is in no file, and `scene` is not looked at
  std::optional<std::string> materials;    // instead of the scene's own
  std::vector<std::string> mods;           // names or folders, in the order in which they are laid over the materials
  std::vector<MaterialChange> changes;     // of materials, over the scene's own
  std::vector<MaterialChange> edits;       // and over these: what the player has edited while it was played
  std::optional<GridSize> size;            // instead of the scene's own; a save or picture has its own size
  std::optional<uint64_t> seed;            // instead of the scene's own
  std::string kernel = "auto";             // or one that the kind of world has
  WorldKinds kinds = world_kinds();        // of which the world may be
};

// The file of the scene that is played, as it was read last, for whoever follows it (scene_reload.h).
struct FollowedScene {
  FileStamps read;
  std::shared_ptr<const Scene> scene;  // null: nobody follows it
};

struct OpenedWorld {
  WorldRequest request;  // opens it again
  Scene scene;
  std::shared_ptr<const MaterialSet> materials;
  FileStamps materials_read;               // their files, as they were
  std::shared_ptr<const MaterialSet> own;  // of a save, without edits; null: the materials are those of the files
  std::vector<MaterialChange> unedited;    // the scene's changes of materials without the edits
  FollowedScene followed;
  EditDeeds edit_deeds;
  Director director;
  std::unique_ptr<World> world;
  std::vector<Diagnostic> notes;   // what the player should know, such as that materials are missing
  std::optional<WorldRequest> as_scene;  // that opened it, if it has been saved since and goes on as that save
  bool is_save = false;            // it was one, and not a scene or any picture
  bool begins_as_scene = true;     // `scene` says all of how the world began; a save or picture had more to say
  bool materials_changed = false;  // since it began: its commands no longer say how it became what it is

  // Empty: it was none.
  std::filesystem::path save_file() const { return is_save ? scene.file : ""; }

  // A file has another name by now; if this world came out of it or goes on in it, that is the world's, too. Who follows
  // it has to begin anew.
  void file_was_renamed(const std::filesystem::path& from, const std::filesystem::path& to);
};

Result<OpenedWorld> open_world(const WorldRequest& request);

// A material file, scene, save or mod, read to the end; decided by its content.
struct Checked {
  std::vector<Diagnostic> warnings;
  std::vector<std::string> history;  // of materials that several files make: who changed what
};
Result<Checked> check_file(const std::filesystem::path& path, const std::vector<std::string>& mods = {});

}  // namespace quicksand
