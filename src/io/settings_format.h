// The keys of a settings file, as tables of properties (core/property.h).
#pragma once

#include "core/property.h"
#include "io/settings_file.h"

namespace quicksand {

// Smaller text could not be read, and much smaller text not be drawn.
inline bool is_ui_scale(double scale) { return scale == 0 || (scale >= 1 && scale <= 3); }

// How effects are chosen: "auto", "own", or a preset.
inline constexpr auto kEffectsWords = [] {
  std::array<std::string_view, kEffectsPresets.size() + 2> words{"auto", "own"};
  for (size_t i = 0; i < kEffectsPresets.size(); ++i) words[i + 2] = kEffectsPresets[i].name;
  return words;
}();

inline constexpr std::array<std::string_view, 2> kThemeWords{"dark", "light"};

inline constexpr std::tuple kSettingsProperties{
    Property{"$schema", Ignored{}, "for editors"},
    Property{"hint_seen", Flag{&Settings::hint_seen}, "the first hint has been shown"},
    Property{"ui_scale", Real{&Settings::ui_scale, 0, 3}, "size of text and buttons, 1 to 3; 0: as the screen suggests"}
        .checked([](const Settings& settings) {
          return is_ui_scale(settings.ui_scale) ? "" : "\"ui_scale\" is 0, or from 1 to 3";
        }),
    Property{"fancy", Flag{&Settings::fancy}, "the display mode at the start: fancy or plain"},
    Property{"effects", OneOf{&Settings::effects, kEffectsWords}, "how effects are chosen"},
    Property{"grid", Flag{&Settings::grid}, "a grid between large cells"},
    Property{"patterns", Flag{&Settings::patterns}, "materials have patterns"},
    Property{"shakes", Flag{&Settings::shakes}, "explosions flash, and shake the picture"},
    Property{"theme", OneOf{&Settings::theme, kThemeWords}, "colours of the panels: dark or light"},
    Property{"language", Text{&Settings::language},
             "of what the game says: en, de, or another that has a file; empty: the system's"},
    Property{"muted", Flag{&Settings::muted}, "no sound"},
    Property{"volume", Real{&Settings::volume, 0, 1}, "of the sound"},
    Property{"left_world", Text{&Settings::left_world}, "the kept world that was left at quitting"},
    Property{"autosave_seconds", Real{&Settings::autosave_seconds, 0, 3600},
             "seconds until the world is written again, in case the game crashes; 0: never"},
    Property{"past_megabytes", Whole{&Settings::past_megabytes, 16, 65536},
             "memory in MB for what can be undone and for the timeline"},
    Property{"favourites", Texts{&Settings::favourites, kMostFavourites}, "materials that stand first in the palette"},
    Property{"distinct_colours", Flag{&Settings::distinct_colours}, "colours that everybody can tell apart"},
    Inline{kEffectProperties, [](const Settings& settings) { return settings.own_effects; },
           [](Settings& settings, const Effects& effects) { settings.own_effects = effects; }}};

}  // namespace quicksand
