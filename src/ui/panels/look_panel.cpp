#include <algorithm>
#include <cmath>
#include <string>

#include "ui/game/key_map.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"
#include "view/effects.h"

namespace quicksand {
namespace {

// Whoever changes an effect has effects of his own from then on, which begin as those that he sees.
void own(GameState& game, int Effects::*effect, int value) {
  Effects effects = game.look.effects;
  effects.*effect = value;
  game.settings.own_effects = effects;
  game.settings.effects = "own";
  keep_settings(game);
}

void tooltip(const char* text) {
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text);
}

void draw_slider(GameState& game, const char* label, int Effects::*effect, int least, int most, const char* now,
                 const char* meaning) {
  int value = game.look.effects.*effect;
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (ImGui::SliderInt(label, &value, least, most, now, ImGuiSliderFlags_AlwaysClamp)) own(game, effect, value);
  tooltip(meaning);
}

void draw_toggle(GameState& game, const char* label, int Effects::*effect, const char* meaning) {
  bool on = game.look.effects.*effect > 0;
  if (ImGui::Checkbox(label, &on)) own(game, effect, on ? 1 : 0);
  tooltip(meaning);
}

void draw_presets(GameState& game) {
  const std::string& now = game.settings.effects;
  ImGui::SetNextItemWidth(150 * game.scale.now);
  std::string shown = now;
  for (const EffectsPreset& preset : kEffectsPresets)
    if (now == "auto" && preset.effects == game.look.effects) shown += " (" + std::string(preset.name) + ")";
  if (!ImGui::BeginCombo("Effects", shown.c_str())) {
    tooltip("auto: as many as this machine draws in time");
    return;
  }
  const auto offer = [&](const char* name) {
    if (!ImGui::Selectable(name, now == name)) return;
    game.settings.effects = name;
    keep_settings(game);
  };
  offer("auto");
  for (const EffectsPreset& preset : kEffectsPresets) offer(preset.name.data());
  offer("own");
  ImGui::EndCombo();
}

void draw_effects(GameState& game) {
  constexpr const char* kBlurs[] = {"off", "soft", "softer"};
  constexpr const char* kBlooms[] = {"off", "small", "wide"};
  const Effects& effects = game.look.effects;
  ImGui::BeginDisabled(game.look.mode != DisplayMode::kFancy);
  draw_presets(game);
  draw_slider(game, "Light", &Effects::light, 0, static_cast<int>(kLightLevels.size()) - 1,
              kLightLevels[static_cast<size_t>(effects.light)].name.data(),
              "off; simple, which shines through walls; or traced from place to place, the finer the slower");
  draw_slider(game, "Smooth liquids", &Effects::blur, 0, kMostBlur, kBlurs[effects.blur],
              "Lets liquids and gases run together; grains stay crisp");
  draw_slider(game, "Glow", &Effects::bloom, 0, kMostBloom, kBlooms[effects.bloom],
              "What is bright shines over its edge");
  draw_slider(game, "Detail", &Effects::detail, 1, kMostDetail, "%d pixels a cell",
              "How finely the surfaces of liquids are drawn, where cells are large");
  draw_toggle(game, "Edges", &Effects::edges, "Surfaces are light, what lies deep is dark");
  ImGui::SameLine();
  draw_toggle(game, "Smooth shades", &Effects::dither, "Off: where light fades slowly, there may be bands");
  float daylight = game.daylight();
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (ImGui::SliderFloat("Daylight", &daylight, 0, 1, "%.2f", ImGuiSliderFlags_AlwaysClamp))
    game.look.daylight = daylight;
  tooltip("From night to bright noon, until another scene is opened");
  ImGui::EndDisabled();
  if (game.look.mode != DisplayMode::kFancy)
    ImGui::TextColored(themed(Tint::kQuiet), "Effects are for the fancy view (key %s).",
                       std::string(info_of(DisplayMode::kFancy).key).c_str());
}

void draw_theme(GameState& game) {
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (!ImGui::BeginCombo("Theme", game.settings.theme.c_str())) {
    tooltip("The colours of the panels; the world keeps its own");
    return;
  }
  for (const std::string_view name : kThemeWords) {
    if (!ImGui::Selectable(name.data(), game.settings.theme == name)) continue;
    game.settings.theme = name;
    keep_settings(game);
  }
  ImGui::EndCombo();
}

// What the player can set for every view.
void draw_colours(GameState& game) {
  Settings& settings = game.settings;
  bool changed = ImGui::Checkbox("Colour-blind friendly", &settings.distinct_colours);
  tooltip("Materials in colours that can also be told apart by who sees red and green, or blue and yellow, alike");
  if (changed) renew_looks(game);
  changed |= ImGui::Checkbox("Patterns", &settings.patterns);
  tooltip("Every material has a pattern, too");
  changed |= ImGui::Checkbox("Grid between large cells", &settings.grid);
  tooltip(with_keys(game, "Where a cell has at least 8 pixels ({grid})").c_str());
  changed |= ImGui::Checkbox("Explosions flash and shake", &settings.shakes);
  tooltip("Off: the picture stays still and nothing flashes");
  ImGui::Checkbox("Torch", &game.look.torch);
  tooltip(with_keys(game, "The pointer shines in the fancy view ({torch})").c_str());
  if (changed) keep_settings(game);
}

void draw_sound(GameState& game) {
  Settings& settings = game.settings;
  auto percent = static_cast<int>(std::lround(settings.muted ? 0 : 100 * settings.volume));
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (ImGui::SliderInt("Volume", &percent, 0, 100, percent > 0 ? "%d %%" : "off", ImGuiSliderFlags_AlwaysClamp)) {
    settings.volume = percent / 100.0;
    settings.muted = percent == 0;
  }
  if (ImGui::IsItemDeactivatedAfterEdit()) keep_settings(game);
  tooltip(game.hearing.has_device ? "What moves, hits, bubbles and burns in the picture is heard"
                                  : "This machine has no sound device");
}

}  // namespace

void draw_look_panel(GameState& game, const Box& world) {
  if (!game.panels.look) return;
  ImGui::SetNextWindowPos({world.at.x + world.size.x - 10 * game.scale.now, world.at.y + 10 * game.scale.now},
                          ImGuiCond_Always, {1, 0});
  // It scrolls where the window is too low for it.
  ImGui::SetNextWindowSizeConstraints({0, 0}, {world.size.x - 20 * game.scale.now, world.size.y - 20 * game.scale.now});
  ImGui::Begin("Look", &game.panels.look,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove);
  heading("Light and effects", themed(Tint::kQuiet));
  draw_effects(game);
  ImGui::Separator();
  heading("Colours", themed(Tint::kQuiet));
  draw_theme(game);
  draw_colours(game);
  ImGui::Separator();
  heading("Sound", themed(Tint::kQuiet));
  draw_sound(game);
  ImGui::End();
}

}  // namespace quicksand
