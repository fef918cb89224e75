// The page of worlds, over everything else: saves and scenes with pictures, New world, and opening a file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/game/game_state.h"
#include "ui/game/world_list.h"
#include "ui/game/world_pictures.h"
#include "ui/panels/new_world_form.h"
#include "ui/pictures.h"

namespace quicksand {

// It must go before Dear ImGui's context does.
class WorldsPage {
 public:
  // Opens with the wish `open_dialog`.
  void draw(GameState& game);

 private:
  // A world's picture as far as there is one.
  struct Shown {
    std::optional<PictureTexture> texture;  // none: not yet, or never
    std::optional<GridSize> world;
  };

  enum class Part { kWorlds, kNewWorld, kFile };

  void begin(const GameState& game);
  void list(const GameState& game);
  void draw_parts(GameState& game);
  void take_pictures();
  void draw_worlds(GameState& game);
  void search();
  std::optional<size_t> pressed_arrow(size_t columns) const;
  std::optional<size_t> draw_tiles(GameState& game, size_t columns);
  bool draw_tile(GameState& game, const WorldEntry& world, float width, bool chosen, bool scrolls);
  void draw_picture(GameState& game, const WorldEntry& world, float left, float top, float width, float height);
  void open_menu(const WorldEntry& world);
  bool offer_menu(const WorldEntry& world, float right, float bottom);
  void draw_menu(GameState& game);
  void draw_file(GameState& game);
  void choose(GameState& game, const WorldEntry& world);

  Part part_ = Part::kWorlds;
  std::vector<WorldEntry> worlds_;
  std::vector<WorldGroup> groups_;  // that are found
  std::string words_;
  size_t chosen_ = 0;  // of the tiles that are shown
  bool scroll_to_chosen_ = false;
  std::map<std::string, Shown> pictures_;  // asked for or there, by key_of()
  int materials_loads_ = 0;                // when they were asked for: scenes look other with other materials
  std::optional<WorldEntry> in_menu_;      // the save that is renamed or removed
  bool opens_menu_ = false;
  bool focuses_name_ = false;
  std::string new_name_;
  std::string problem_;  // why that could not be done
  WorldPictures maker_;
  NewWorldForm form_;
  std::string path_;
};

}  // namespace quicksand
