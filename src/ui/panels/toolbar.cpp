#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "ui/game/worlds.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr std::array kSpeedNames{"1/4x", "1/2x", "1x", "2x", "4x", "8x"};
static_assert(kSpeedNames.size() == std::size(FrameClock::kSpeeds));

constexpr std::array<double, 4> kScales{1, 1.25, 1.5, 2};
constexpr std::array kScaleNames{"UI 1x", "UI 1.25x", "UI 1.5x", "UI 2x"};

// Goes on in the same row if an item of this width fits there.
void stay_in_row(float width, float spacing) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float end = ImGui::GetItemRectMax().x + spacing + width;
  if (end < ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - style.WindowPadding.x) ImGui::SameLine(0, spacing);
}

float button_width(const char* label) { return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x; }

// `spacing` to the item before it, in units of the style's.
bool button(const char* label, const char* tooltip, float spacing = 1) {
  stay_in_row(button_width(label), spacing * ImGui::GetStyle().ItemSpacing.x);
  const bool pressed = ImGui::Button(label);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tooltip);
  return pressed;
}

constexpr float kGap = 3.5F;  // between groups of buttons

void draw_time_controls(GameState& game) {
  if (game.time.paused) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
  const bool toggled = ImGui::Button(game.time.paused ? "Play" : "Pause", {button_width("Pause"), 0});
  if (game.time.paused) ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Stops and starts time (Space)");
  if (toggled) game.time.toggle_pause();
  if (button("Step", "One tick (F)")) game.time.step();
  for (size_t i = 0; i < kSpeedNames.size(); ++i) {
    const bool chosen = i == game.time.speed;
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
    if (button(kSpeedNames[i], "Speed of time (comma and full stop change it)", i == 0 ? 1 : 0.5F)) game.time.speed = i;
    if (chosen) ImGui::PopStyleColor();
  }
}

void draw_display_choice(GameState& game) {
  const std::string now = "View: " + std::string(info_of(game.look.mode).name);
  float widest = 0;
  for (const DisplayModeInfo& mode : kDisplayModes)
    widest = std::max(widest, ImGui::CalcTextSize(("View: " + std::string(mode.name)).c_str()).x);
  const float width = widest + 34 * game.scale.now;
  stay_in_row(width, kGap * ImGui::GetStyle().ItemSpacing.x);
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##display", now.c_str());
  if (!open && ImGui::IsItemHovered())
    ImGui::SetTooltip("What is shown (keys %s)", display_mode_keys().c_str());
  if (!open) return;
  for (size_t i = 0; i < kDisplayModes.size(); ++i) {
    const auto mode = static_cast<DisplayMode>(i);
    const std::string line = std::string(kDisplayModes[i].name) + " - " + std::string(kDisplayModes[i].meaning);
    if (ImGui::Selectable(line.c_str(), mode == game.look.mode)) show_as(game, mode);
  }
  ImGui::EndCombo();
}

void draw_scale_choice(GameState& game) {
  size_t now = 0;
  for (size_t i = 0; i < kScales.size(); ++i)
    if (game.scale.wanted >= static_cast<float>(kScales[i]) - 0.01F) now = i;
  const float width = ImGui::CalcTextSize("UI 1.25x").x + 34 * game.scale.now;
  stay_in_row(width, ImGui::GetStyle().ItemSpacing.x);
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo("##scale", kScaleNames[now])) return;
  for (size_t i = 0; i < kScales.size(); ++i) {
    if (!ImGui::Selectable(kScaleNames[i], i == now)) continue;
    game.scale.wanted = static_cast<float>(kScales[i]);
    game.settings.ui_scale = kScales[i];
    keep_settings(game);
  }
  ImGui::EndCombo();
}

}  // namespace

void draw_toolbar(GameState& game, const Box& box) {
  begin_panel("toolbar", box, ImGuiWindowFlags_NoScrollWithMouse);
  draw_time_controls(game);
  if (button("Clear", "Empties the world; the one before is kept as a save (Ctrl+N)", kGap)) clear_world(game);
  if (button("Restart", "Starts the scene anew; the world before is kept as a save (Ctrl+R)")) restart_scene(game);
  if (button("Open", "Scenes, saves and pictures (Ctrl+O); or drop a file on the window", kGap))
    game.wishes.open_dialog = true;
  if (button("Save", "Saves the world as a picture that can be opened again (Ctrl+S)")) game.wishes.save_dialog = true;
  if (button("Picture", "Writes a screenshot of the world (P or F2)")) take_screenshot(game);
  if (button("Fit", "Shows the whole world (Home); Ctrl+wheel zooms, dragging with the middle button pans", kGap))
    game.camera.fit();
  draw_display_choice(game);
  if (button("Look", "Light, blur and other effects; colours and patterns (L)")) game.panels.look = !game.panels.look;
  if (button("World", "Gravity; in dunes how sand slides, the wind and bodies (O)"))
    game.panels.world = !game.panels.world;
  if (button("Help", "All keys (F1)")) game.panels.help = !game.panels.help;
  draw_scale_choice(game);
  ImGui::End();
}

}  // namespace quicksand
