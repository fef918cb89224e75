// What a hand does: heats, cools, presses.
#pragma once

#include "app/session.h"
#include "core/language.h"
#include "core/touch.h"
#include "ui/game/tooling.h"

namespace quicksand {

// Kelvins a tick: 480 in a second.
inline constexpr int kTouchHeat = 3;

// Whether there is anything to touch; else the player is told.
inline bool can_touch(const ToolStep& step) {
  const bool can = step.session.world().feels_touch();
  if (!can) step.tooling.complaint = said("Dunes have neither heat nor switches: this tool does nothing here");
  return can;
}

inline void hold_heat(const ToolStep& step, int kelvins) {
  if (!step.over_world || !can_touch(step) || step.time_stands) return;
  step.session.apply(TouchCommand{.at = step.cell, .radius = step.tooling.brush.width / 2, .warmer = 8 * kelvins});
}
inline void hold_warm(const ToolStep& step) { hold_heat(step, kTouchHeat); }
inline void hold_cool(const ToolStep& step) { hold_heat(step, -kTouchHeat); }

inline void press_switch(const ToolStep& step) {
  if (!can_touch(step)) return;
  step.session.apply(TouchCommand{.at = step.cell, .radius = step.tooling.brush.width / 2, .press = true});
}

}  // namespace quicksand
