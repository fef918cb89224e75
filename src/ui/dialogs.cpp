#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "io/assets.h"
#include "ui/panels.h"
#include "ui/theme.h"

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
  for (fs::directory_iterator it(GameState::saves_folder(), error), end; !error && it != end; it.increment(error)) {
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
    const Result<Scene> scene = load_builtin_scene(name);
    if (scene) scenes.push_back({name, scene->title});
  }
  // What is for measuring comes last.
  std::stable_partition(scenes.begin(), scenes.end(),
                        [](const SceneEntry& scene) { return !scene.title.starts_with("Benchmark"); });
  return scenes;
}

void centre_next_window(float width, float height) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(width, screen.x * 0.95F), std::min(height, screen.y * 0.9F)});
}

// A save's name becomes a file's name.
bool is_save_name(const std::string& name) {
  return !name.empty() && name.size() <= 100 && name[0] != '.' && name.find('/') == std::string::npos;
}

class OpenDialog {
 public:
  void draw(GameState& game) {
    if (game.open_wanted) {
      scenes_ = list_scenes();
      saves_ = list_saves();
      ImGui::OpenPopup(kTitle);
      game.open_wanted = false;
    }
    centre_next_window(740 * game.ui_scale, 440 * game.ui_scale);
    if (!ImGui::BeginPopupModal(kTitle, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
    const float footer = ImGui::GetFrameHeightWithSpacing() + 4 * game.ui_scale;
    if (ImGui::BeginTabBar("kinds")) {
      draw_scenes(game, footer);
      draw_saves(game, footer);
      draw_path(game);
      ImGui::EndTabBar();
    }
    ImGui::SetCursorPosY(ImGui::GetWindowHeight() - footer - 4 * game.ui_scale);
    if (ImGui::Button("Cancel") || game.escape_pressed) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }

 private:
  static constexpr const char* kTitle = "Open a world";

  void choose(GameState& game, const std::string& what) {
    ImGui::CloseCurrentPopup();
    game.open(what);
  }

  void draw_scenes(GameState& game, float footer) {
    if (!ImGui::BeginTabItem("Scenes")) return;
    ImGui::BeginChild("scenes", {0, -footer});
    for (const SceneEntry& scene : scenes_) {
      if (ImGui::Selectable(scene.name.c_str(), false, 0, {0, 0})) choose(game, scene.name);
      ImGui::SameLine(140 * game.ui_scale);
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

class SaveDialog {
 public:
  void draw(GameState& game) {
    if (game.save_wanted) {
      name_ = fresh_name();
      ImGui::OpenPopup(kTitle);
      game.save_wanted = false;
    }
    centre_next_window(420 * game.ui_scale, 150 * game.ui_scale);
    if (!ImGui::BeginPopupModal(kTitle, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        ImGui::InputText("##name", &name_, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool good = is_save_name(name_);
    std::error_code error;
    if (!good)
      ImGui::TextColored(kErrorText, "A name is needed, without / and not beginning with a full stop.");
    else if (fs::exists(GameState::saves_folder() / (name_ + ".png"), error))
      ImGui::TextColored(kAccent, "Replaces the save of this name.");
    else
      ImGui::TextColored(kQuietText, "%s", (GameState::saves_folder() / (name_ + ".png")).c_str());
    const bool pressed = ImGui::Button("Save");
    if (good && (pressed || entered)) {
      game.save_as(name_);
      ImGui::CloseCurrentPopup();
    }
    ImGui::SameLine();
    if (ImGui::Button("Cancel") || game.escape_pressed) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }

 private:
  static constexpr const char* kTitle = "Save the world";

  static std::string fresh_name() {
    std::error_code error;
    int number = 1;
    while (fs::exists(GameState::saves_folder() / ("world-" + std::to_string(number) + ".png"), error)) ++number;
    return "world-" + std::to_string(number);
  }

  std::string name_;
};

struct HelpLine {
  const char* keys;
  const char* meaning;
};

constexpr HelpLine kHelp[] = {{"Left button", "draws with the chosen material"},
                              {"Right button", "erases"},
                              {"Middle click, Alt+click", "picks the material under the pointer"},
                              {"Shift+drag", "draws a straight line"},
                              {"Ctrl+drag", "fills a rectangle"},
                              {"Wheel, [ and ]", "size of the brush"},
                              {"Tab", "round, square or spray"},
                              {"W", "dry, damp or soaked sand"},
                              {"X", "paint, throw, explosion, blow, suck"},
                              {"Semicolon", "draws over what is there, or only where nothing is"},
                              {"E", "searches the palette"},
                              {"Space", "stops and starts time"},
                              {"F", "a single tick"},
                              {"Comma, full stop", "slower, faster"},
                              {"Ctrl+wheel, + and -", "zooms"},
                              {"Middle drag, arrows", "moves the view; Home shows the whole world"},
                              {"Ctrl+S, Ctrl+O", "saves, opens; a file can be dropped on the window"},
                              {"1 to 9", "fancy, plain, activity, tiles, density, wetness, airborne,"},
                              {"", "movement, the chosen material"},
                              {"L", "light, blur and other effects; colours and patterns"},
                              {"G", "a grid, where cells are large"},
                              {"T", "a torch in your hand"},
                              {"P, F2", "writes a picture"},
                              {"Ctrl+N, Ctrl+R", "clears the world, starts the scene anew"},
                              {"F1, Esc", "shows and hides this list"},
                              {"F11, Ctrl+Q", "full screen, quits"}};

void draw_help(GameState& game) {
  if (!game.help_shown) return;
  const float height = std::size(kHelp) * ImGui::GetTextLineHeightWithSpacing() + 48 * game.ui_scale;
  centre_next_window(580 * game.ui_scale, height);
  ImGui::Begin("Keys", &game.help_shown,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
  for (const HelpLine& line : kHelp) {
    ImGui::TextColored(kAccent, "%s", line.keys);
    ImGui::SameLine(190 * game.ui_scale);
    ImGui::TextUnformatted(line.meaning);
  }
  ImGui::End();
}

// Who has drawn this often knows how to.
constexpr int kDragsThatNeedNoHint = 3;

void draw_hint(GameState& game, const Box& world) {
  if (game.settings.hint_seen || game.finished_drags >= kDragsThatNeedNoHint) return;
  const float scale = game.ui_scale;
  ImGui::SetNextWindowPos({world.at.x + world.size.x / 2, world.at.y + world.size.y - 14 * scale}, ImGuiCond_Always,
                          {0.5F, 1});
  ImGui::Begin("hint", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PushTextWrapPos(std::min(620 * scale, world.size.x - 24 * scale));
  ImGui::TextColored(kAccent, "Pick a material on the right and draw with the left button.");
  ImGui::TextUnformatted("The right button erases, the wheel sizes the brush, Space stops time, F1 shows all keys.");
  ImGui::PopTextWrapPos();
  if (ImGui::Button("Got it")) {
    game.settings.hint_seen = true;
    game.keep_settings();
  }
  ImGui::End();
}

void draw_toasts(GameState& game, const Box& world) {
  const float seconds = ImGui::GetIO().DeltaTime;
  float y = world.at.y + 10 * game.ui_scale;
  int number = 0;
  for (Toast& toast : game.toasts) {
    ImGui::SetNextWindowPos({world.at.x + 10 * game.ui_scale, y});
    ImGui::SetNextWindowBgAlpha(0.92F);
    const std::string id = "toast" + std::to_string(number++);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::PushTextWrapPos(world.size.x - 40 * game.ui_scale);
    ImGui::TextColored(toast.error ? kErrorText : ImGui::GetStyleColorVec4(ImGuiCol_Text), "%s", toast.text.c_str());
    ImGui::PopTextWrapPos();
    y += ImGui::GetWindowHeight() + 6 * game.ui_scale;
    ImGui::End();
    toast.seconds_left -= seconds;
  }
  std::erase_if(game.toasts, [](const Toast& toast) { return toast.seconds_left <= 0; });
}

}  // namespace

void draw_dialogs(GameState& game, const Box& world) {
  static OpenDialog open_dialog;
  static SaveDialog save_dialog;
  draw_hint(game, world);
  draw_help(game);
  open_dialog.draw(game);
  save_dialog.draw(game);
  draw_toasts(game, world);
}

}  // namespace quicksand
