#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "app/kinds/world_kinds.h"
#include "io/assets.h"
#include "ui/game/worlds.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

struct SaveEntry {
  std::string name;
  fs::path path;
  fs::file_time_type written;
};

// Newest first.
std::vector<SaveEntry> list_saves() {
  std::vector<SaveEntry> saves;
  std::error_code error;
  for (fs::directory_iterator it(saves_folder(), error), end; !error && it != end; it.increment(error)) {
    std::error_code unreadable;
    if (it->path().extension() == ".png")
      saves.push_back({it->path().stem().string(), it->path(), it->last_write_time(unreadable)});
  }
  std::sort(saves.begin(), saves.end(), [](const SaveEntry& a, const SaveEntry& b) { return a.written > b.written; });
  return saves;
}

struct SceneEntry {
  std::string name;
  std::string title;
};

std::vector<SceneEntry> list_scenes() {
  std::vector<SceneEntry> scenes;
  for (const std::string& name : scene_names()) {
    const Result<Scene> scene = load_builtin_scene(name, world_kinds());
    if (scene) scenes.push_back({name, scene->title});
  }
  // What is for measuring comes last.
  std::stable_partition(scenes.begin(), scenes.end(),
                        [](const SceneEntry& scene) { return !scene.title.starts_with("Benchmark"); });
  return scenes;
}

class OpenDialog {
 public:
  void draw(GameState& game) {
    if (game.wishes.open_dialog) {
      scenes_ = list_scenes();
      saves_ = list_saves();
      ImGui::OpenPopup(kTitle);
      game.wishes.open_dialog = false;
    }
    centre_next_window(740 * game.scale.now, 440 * game.scale.now);
    if (!ImGui::BeginPopupModal(kTitle, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
    const float footer = ImGui::GetFrameHeightWithSpacing() + 4 * game.scale.now;
    if (ImGui::BeginTabBar("kinds")) {
      draw_scenes(game, footer);
      draw_saves(game, footer);
      draw_path(game);
      ImGui::EndTabBar();
    }
    ImGui::SetCursorPosY(ImGui::GetWindowHeight() - footer - 4 * game.scale.now);
    if (ImGui::Button("Cancel") || game.wishes.close_dialog) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }

 private:
  static constexpr const char* kTitle = "Open a world";

  void choose(GameState& game, const std::string& what) {
    ImGui::CloseCurrentPopup();
    open_scene(game, what);
  }

  void draw_scenes(GameState& game, float footer) {
    if (!ImGui::BeginTabItem("Scenes")) return;
    ImGui::BeginChild("scenes", {0, -footer});
    for (const SceneEntry& scene : scenes_) {
      if (ImGui::Selectable(scene.name.c_str(), false, 0, {0, 0})) choose(game, scene.name);
      ImGui::SameLine(140 * game.scale.now);
      ImGui::TextColored(kQuietText, "%s", scene.title.c_str());
    }
    ImGui::EndChild();
    ImGui::EndTabItem();
  }

  void draw_saves(GameState& game, float footer) {
    if (!ImGui::BeginTabItem("Saves")) return;
    ImGui::BeginChild("saves", {0, -footer});
    if (saves_.empty()) ImGui::TextColored(kQuietText, "Nothing is saved yet. Ctrl+S saves the world you play.");
    for (const SaveEntry& save : saves_)
      if (ImGui::Selectable(save.name.c_str())) choose(game, save.path.string());
    ImGui::EndChild();
    ImGui::EndTabItem();
  }

  void draw_path(GameState& game) {
    if (!ImGui::BeginTabItem("A file")) return;
    ImGui::TextWrapped(
        "A scene file, a save, or any picture: its pixels become the materials of the nearest colour. "
        "You can also drop a file on the window.");
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        ImGui::InputTextWithHint("##path", "/path/to/a/file", &path_, ImGuiInputTextFlags_EnterReturnsTrue);
    if ((ImGui::Button("Open") || entered) && !path_.empty()) choose(game, path_);
    ImGui::EndTabItem();
  }

  std::vector<SceneEntry> scenes_;
  std::vector<SaveEntry> saves_;
  std::string path_;
};

}  // namespace

void draw_open_dialog(GameState& game) {
  static OpenDialog dialog;
  dialog.draw(game);
}

}  // namespace quicksand
