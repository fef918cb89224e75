#include <algorithm>
#include <cmath>
#include <string>

#include "app/kinds/world_kinds.h"
#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/language_choice.h"
#include "ui/panels/buttons.h"
#include "ui/panels/ground.h"
#include "ui/panels/labels.h"
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
  if (ImGui::IsItemHovered()) tooltip_beside(text);
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
  std::string shown = said(now);
  for (const EffectsPreset& preset : kEffectsPresets)
    if (now == "auto" && preset.effects == game.look.effects) shown += " (" + std::string(said(preset.name)) + ")";
  if (!ImGui::BeginCombo(labelled("Effects"), shown.c_str())) {
    tooltip(said("auto: as many as this machine draws in time"));
    return;
  }
  const auto offer = [&](const char* name) {
    if (!ImGui::Selectable(labelled(name), now == name)) return;
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
  draw_slider(game, labelled("Light"), &Effects::light, 0, static_cast<int>(kLightLevels.size()) - 1,
              said(kLightLevels[static_cast<size_t>(effects.light)].name.data()),
              said("off; simple, which shines through walls; or traced from place to place, the finer the slower"));
  draw_slider(game, labelled("Smooth liquids"), &Effects::blur, 0, kMostBlur, said(kBlurs[effects.blur]),
              said("Lets liquids and gases run together; grains stay crisp"));
  draw_slider(game, labelled("Glow"), &Effects::bloom, 0, kMostBloom, said(kBlooms[effects.bloom]),
              said("What is bright shines over its edge"));
  draw_slider(game, labelled("Detail"), &Effects::detail, 1, kMostDetail, said("%d pixels a cell"),
              said("How finely the surfaces of liquids are drawn, where cells are large"));
  draw_toggle(game, labelled("Edges"), &Effects::edges, said("Surfaces are light, what lies deep is dark"));
  ImGui::SameLine();
  draw_toggle(game, labelled("Smooth shades"), &Effects::dither,
              said("Off: where light fades slowly, there may be bands"));
  float daylight = game.daylight();
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (ImGui::SliderFloat(labelled("Daylight"), &daylight, 0, 1, "%.2f", ImGuiSliderFlags_AlwaysClamp))
    game.look.daylight = daylight;
  tooltip(said("From night to bright noon, until another scene is opened"));
  ImGui::EndDisabled();
  if (game.look.mode != DisplayMode::kFancy)
    ImGui::TextColored(themed(Tint::kQuiet), said("Effects are for the fancy view (key %s)."),
                       std::string(info_of(DisplayMode::kFancy).key).c_str());
}

void draw_numbers_of_world(GameState& game) {
  const WorldKind* const kind = find_kind(world_kinds(), game.session.world().kind());
  if (kind) draw_world_numbers(game, *kind, true);
}

void draw_theme(GameState& game) {
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (!ImGui::BeginCombo(labelled("Theme"), said(game.settings.theme).c_str())) {
    tooltip(said("The colours of the panels; the world keeps its own"));
    return;
  }
  for (const std::string_view name : kThemeWords) {
    if (!ImGui::Selectable(labelled(name.data()), game.settings.theme == name)) continue;
    game.settings.theme = name;
    keep_settings(game);
  }
  ImGui::EndCombo();
}

void draw_language(GameState& game) {
  static std::vector<OfferedLanguage> offered;  // since the list was opened
  if (offered.empty()) offered = offered_languages();
  const std::string& now = game.settings.language;
  const auto chosen = std::ranges::find(offered, now, &OfferedLanguage::code);
  const char* const kOfSystem = said("as the system");
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (!ImGui::BeginCombo(labelled("Language"), now.empty()               ? kOfSystem
                                               : chosen != offered.end() ? chosen->name.c_str()
                                                                         : now.c_str())) {
    tooltip(said("Of the game; materials and worlds may speak another"));
    return;
  }
  if (ImGui::IsWindowAppearing()) offered = offered_languages();
  if (ImGui::Selectable(labelled("as the system"), now.empty())) choose_language(game, "");
  for (const OfferedLanguage& each : offered) {
    if (ImGui::Selectable((each.name + "###" + each.code).c_str(), now == each.code)) choose_language(game, each.code);
  }
  ImGui::EndCombo();
}

// What the player can set for every view.
void draw_colours(GameState& game) {
  Settings& settings = game.settings;
  bool changed = ImGui::Checkbox(labelled("Colour-blind friendly"), &settings.distinct_colours);
  tooltip(
      said("Materials in colours that can also be told apart by who sees red and green, or blue and yellow, alike"));
  if (changed) renew_looks(game);
  changed |= ImGui::Checkbox(labelled("Patterns"), &settings.patterns);
  tooltip(said("Every material has a pattern, too"));
  changed |= ImGui::Checkbox(labelled("Grid between large cells"), &settings.grid);
  tooltip(with_keys(game, said("Where a cell has at least 8 pixels ({grid})")).c_str());
  changed |= ImGui::Checkbox(labelled("Explosions flash and shake"), &settings.shakes);
  tooltip(said("Off: the picture stays still and nothing flashes"));
  ImGui::Checkbox(labelled("Torch"), &game.look.torch);
  tooltip(with_keys(game, said("The pointer shines in the fancy view ({torch})")).c_str());
  if (changed) keep_settings(game);
}

void draw_sound(GameState& game) {
  Settings& settings = game.settings;
  auto percent = static_cast<int>(std::lround(settings.muted ? 0 : 100 * settings.volume));
  ImGui::SetNextItemWidth(150 * game.scale.now);
  if (ImGui::SliderInt(labelled("Volume"), &percent, 0, 100, percent > 0 ? "%d %%" : said("off"),
                       ImGuiSliderFlags_AlwaysClamp)) {
    settings.volume = percent / 100.0;
    settings.muted = percent == 0;
  }
  if (ImGui::IsItemDeactivatedAfterEdit()) keep_settings(game);
  tooltip(game.hearing.has_device ? said("What moves, hits, bubbles and burns in the picture is heard")
                                  : said("This machine has no sound device"));
}

}  // namespace

void draw_look_panel(GameState& game, PanelPlaces& places, const Box& world) {
  if (!game.panels.look) return;
  place_next_window(places, WorldPanel::kLook, world, game.scale.now);
  const float gap = panel_gap(game.scale.now);
  // It scrolls where the window is too low for it.
  ImGui::SetNextWindowSizeConstraints({0, 0},
                                      {world.size.x - 2 * gap, most_panel_height(places, world, game.scale.now)});
  ImGui::Begin(labelled("Look"), &game.panels.look,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBackground);
  draw_ground();
  heading(said("Light and effects"), themed(Tint::kQuiet));
  draw_effects(game);
  draw_numbers_of_world(game);
  ImGui::Separator();
  heading(said("Colours"), themed(Tint::kQuiet));
  draw_theme(game);
  draw_colours(game);
  ImGui::Separator();
  heading(said("Sound"), themed(Tint::kQuiet));
  draw_sound(game);
  ImGui::Separator();
  heading(said("Language"), themed(Tint::kQuiet));
  draw_language(game);
  places.set_width(WorldPanel::kLook, ImGui::GetWindowWidth());
  ImGui::End();
}

}  // namespace quicksand
