// The colours of the interface: one table, a row a colour, with a column for each theme. No panel has a colour of its
// own.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "io/settings_format.h"
#include "view/look.h"

namespace quicksand {

enum class Theme : uint8_t { kDark, kLight };  // in the order of kThemeWords

enum class Tint : uint8_t {
  kText,
  kQuiet,
  kAccent,
  kError,
  kWindow,
  kPopup,
  kTitle,
  kEdge,
  kFrame,
  kFrameHovered,
  kFrameActive,
  kButton,
  kButtonHovered,
  kButtonActive,
  kHeader,
  kGrab,
  kGrabActive,
  kTextMarked,
  kTab,
  kTabActive,
  kScrollGround,
  kScrollGrab,
  kScrollGrabActive,
  kDim,
  kClear,
  kLabelGround,
  kGraphGround,
  kSwatchEdge,
  kSwatchEdgeHovered,
  kEraser,
  kTimeToCome,
  kTimeAhead,
  kTimeDeed,
  kTimeFork,
  kTimeHandle,
  kDialGround,
  kDialEdge,
  kDialMark,
  kDialNeedle,
  kWorldShadow,
  kWorldEdge,
  kWorldDraws,
  kWorldErases,
  kWorldAim,
  kWorldMark,
  kWorldFlash,
  kWorldHeld,
  kWorldWind,
  kWorldWindShadow,
  kSignBoard,
  kSignEdge,
  kCount
};

struct Shade {
  Rgb rgb;
  uint8_t alpha = 255;
};

struct ThemeRow {
  Tint tint;
  std::array<Shade, kThemeWords.size()> shades;  // by Theme
};

// What is drawn over the world is the same in both themes: the world is.
constexpr ThemeRow over_world(Tint tint, Shade shade) { return {tint, {shade, shade}}; }

inline constexpr std::array kThemeRows{
    ThemeRow{Tint::kText, {{{{224, 230, 237}}, {{26, 29, 36}}}}},
    ThemeRow{Tint::kQuiet, {{{{152, 162, 183}}, {{74, 80, 94}}}}},
    ThemeRow{Tint::kAccent, {{{{219, 181, 97}}, {{118, 70, 0}}}}},  // sand
    ThemeRow{Tint::kError, {{{{245, 140, 115}}, {{160, 16, 8}}}}},
    ThemeRow{Tint::kWindow, {{{{19, 22, 28}}, {{242, 241, 238}}}}},
    ThemeRow{Tint::kPopup, {{{{26, 29, 37}, 250}, {{251, 250, 248}, 252}}}},
    ThemeRow{Tint::kTitle, {{{{26, 29, 37}}, {{226, 224, 219}}}}},
    ThemeRow{Tint::kEdge, {{{{43, 48, 61}}, {{196, 193, 186}}}}},
    ThemeRow{Tint::kFrame, {{{{33, 38, 48}}, {{229, 227, 222}}}}},
    ThemeRow{Tint::kFrameHovered, {{{{43, 51, 64}}, {{220, 218, 212}}}}},
    ThemeRow{Tint::kFrameActive, {{{{47, 54, 68}}, {{212, 210, 204}}}}},
    ThemeRow{Tint::kButton, {{{{36, 41, 52}}, {{228, 225, 219}}}}},
    ThemeRow{Tint::kButtonHovered, {{{{45, 52, 66}}, {{216, 213, 206}}}}},
    ThemeRow{Tint::kButtonActive, {{{{56, 63, 78}}, {{204, 200, 192}}}}},
    ThemeRow{Tint::kHeader, {{{{61, 59, 51}}, {{232, 218, 186}}}}},
    ThemeRow{Tint::kGrab, {{{{219, 181, 97}, 128}, {{196, 150, 60}, 150}}}},  // the number shows through
    ThemeRow{Tint::kGrabActive, {{{{242, 209, 128}, 178}, {{196, 150, 60}, 210}}}},
    ThemeRow{Tint::kTextMarked, {{{{66, 150, 250}, 90}, {{66, 150, 250}, 90}}}},
    ThemeRow{Tint::kTab, {{{{31, 36, 46}}, {{229, 227, 222}}}}},
    ThemeRow{Tint::kTabActive, {{{{51, 56, 71}}, {{210, 207, 199}}}}},
    ThemeRow{Tint::kScrollGround, {{{{5, 5, 5}, 135}, {{0, 0, 0}, 18}}}},
    ThemeRow{Tint::kScrollGrab, {{{{79, 79, 79}}, {{170, 167, 160}}}}},
    ThemeRow{Tint::kScrollGrabActive, {{{{130, 130, 130}}, {{120, 117, 110}}}}},
    ThemeRow{Tint::kDim, {{{{5, 5, 8}, 153}, {{60, 58, 54}, 130}}}},
    ThemeRow{Tint::kClear, {{{{0, 0, 0}, 0}, {{0, 0, 0}, 0}}}},
    ThemeRow{Tint::kLabelGround, {{{{12, 14, 20}, 225}, {{250, 249, 246}, 235}}}},  // of words over the world
    ThemeRow{Tint::kGraphGround, {{{{12, 14, 18}}, {{252, 251, 249}}}}},
    ThemeRow{Tint::kSwatchEdge, {{{{255, 255, 255}, 40}, {{0, 0, 0}, 70}}}},
    ThemeRow{Tint::kSwatchEdgeHovered, {{{{255, 255, 255}, 130}, {{0, 0, 0}, 170}}}},
    ThemeRow{Tint::kEraser, {{{{240, 150, 140}}, {{160, 50, 40}}}}},
    ThemeRow{Tint::kTimeToCome, {{{{62, 68, 82}}, {{206, 203, 196}}}}},
    ThemeRow{Tint::kTimeAhead, {{{{116, 124, 142}}, {{146, 146, 150}}}}},
    ThemeRow{Tint::kTimeDeed, {{{{150, 190, 235}}, {{22, 84, 168}}}}},
    ThemeRow{Tint::kTimeFork, {{{{132, 216, 112}}, {{20, 110, 30}}}}},
    ThemeRow{Tint::kTimeHandle, {{{{250, 244, 226}}, {{26, 29, 36}}}}},
    ThemeRow{Tint::kDialGround, {{{{18, 21, 30}}, {{252, 251, 249}}}}},
    ThemeRow{Tint::kDialEdge, {{{{110, 118, 135}}, {{120, 120, 126}}}}},
    ThemeRow{Tint::kDialMark, {{{{80, 87, 102}}, {{176, 174, 168}}}}},
    ThemeRow{Tint::kDialNeedle, {{{{219, 181, 97}}, {{118, 70, 0}}}}},
    over_world(Tint::kWorldShadow, {{0, 0, 0}, 170}),
    over_world(Tint::kWorldEdge, {{0, 0, 0}, 200}),
    over_world(Tint::kWorldDraws, {{255, 255, 255}, 210}),
    over_world(Tint::kWorldErases, {{255, 120, 100}, 190}),
    over_world(Tint::kWorldAim, {{255, 220, 140}, 210}),
    over_world(Tint::kWorldMark, {{255, 214, 110}}),
    over_world(Tint::kWorldFlash, {{255, 235, 190}}),
    over_world(Tint::kWorldHeld, {{255, 255, 255}, 215}),
    over_world(Tint::kWorldWind, {{255, 255, 255}}),
    over_world(Tint::kWorldWindShadow, {{60, 35, 10}}),
    over_world(Tint::kSignBoard, {{196, 150, 92}}),
    over_world(Tint::kSignEdge, {{60, 40, 20}}),
};

// Found by its number.
static_assert([] {
  for (size_t i = 0; i < kThemeRows.size(); ++i)
    if (kThemeRows[i].tint != static_cast<Tint>(i)) return false;
  return kThemeRows.size() == static_cast<size_t>(Tint::kCount);
}());

constexpr Shade shade_of(Theme theme, Tint tint) {
  return kThemeRows[static_cast<size_t>(tint)].shades[static_cast<size_t>(theme)];
}

// How much panels hide of the world that they lie on.
inline constexpr float kAlphaOverWorld = 0.92F;

// The dark theme, if there is none of this name.
constexpr Theme theme_named(std::string_view name) { return name == kThemeWords[1] ? Theme::kLight : Theme::kDark; }

}  // namespace quicksand
