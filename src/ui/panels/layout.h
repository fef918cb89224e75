// Where the window's parts are, in the units of mouse positions.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/geometry.h"
#include "ui/game/game_state.h"
#include "ui/game/panel_places.h"

namespace quicksand {

struct Box {
  ImVec2 at;
  ImVec2 size;
};

// Between panels, and between them and the edges of what they stand on.
inline float panel_gap(float scale) { return 10 * scale; }

struct Layout {
  // At a larger scale the parts would not fit; pages of phones are the smallest. In quarters, so that dragging the
  // window's edge does not make a new font for every pixel.
  static float largest_scale(GridSize window) {
    const float fits = std::min(static_cast<float>(window.width) / 400, static_cast<float>(window.height) / 300);
    return std::max(0.5F, std::floor(fits * 4) / 4);
  }

  Box toolbar;
  Box palette;
  Box status;
  Box world;
  Box time;  // under the world
  Box hint;

  // `palette_width` and `hint_height` in mouse positions (PalettePanel::arrange, panels.h).
  Layout(GridSize window, float scale, float palette_width, float hint_height, bool has_time, Hud hud) {
    const auto width = static_cast<float>(window.width);
    const auto height = static_cast<float>(window.height);
    const float toolbar_height = hud == Hud::kAll ? 42 * scale : 0;
    const float status_height = hud == Hud::kNothing ? 0 : 30 * scale;
    const float middle = height - toolbar_height - status_height;
    const float left = width - palette_width;
    toolbar = {{0, 0}, {width, toolbar_height}};
    status = {{0, height - status_height}, {width, status_height}};
    palette = {{left, toolbar_height}, {palette_width, middle}};
    const float time_height = has_time ? 38 * scale : 0;
    world = {{0, toolbar_height}, {left, middle - hint_height - time_height}};
    time = {{0, toolbar_height + world.size.y}, {left, time_height}};
    hint = {{0, time.at.y + time_height}, {left, hint_height}};
  }
};

// Begins a panel that fills its box and cannot be moved. It has no ground of its own: the window is cleared to its
// colour, which is faster than ImGui where the processor draws. End it with ImGui::End().
inline void begin_panel(const char* name, const Box& box, ImGuiWindowFlags more = 0) {
  ImGui::SetNextWindowPos(box.at);
  ImGui::SetNextWindowSize(box.size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoBackground | more);
  ImGui::PopStyleVar();
}

// The next window is one of the panels over the world.
inline void place_next_window(const PanelPlaces& places, WorldPanel panel, const Box& world, float scale) {
  const float x = places.distance(panel);
  const bool left = PanelPlaces::stands_left(panel);
  ImGui::SetNextWindowPos({left ? world.at.x + x : world.at.x + world.size.x - x, world.at.y + panel_gap(scale)},
                          ImGuiCond_Always, {left ? 0.0F : 1.0F, 0});
}

// How high such a panel may be.
inline float most_panel_height(const PanelPlaces& places, const Box& world, float scale) {
  return places.most_height(world.size.y, panel_gap(scale), 100 * scale);
}

// What the panels leave free of the world's width, from its left edge on; where that is less than `narrowest`, all of it
// but gaps.
inline PanelPlaces::Free room_between_panels(const PanelPlaces& places, const Box& world, float narrowest, float gap) {
  return places.free().width >= narrowest ? places.free() : PanelPlaces::Free{gap, world.size.x - 2 * gap};
}

// Where a tool's bar may stand: in what the panels leave free. Where a single one leaves too little it goes below,
// where panels, which hang from above, seldom reach.
struct BarRoom {
  float left = 0;
  float width = 0;  // of what the bar may hold
  float right = 0;
  bool is_above = true;
};
inline BarRoom room_for_bar(PanelPlaces& places, const Box& world, float scale) {
  const float gap = panel_gap(scale);
  const float narrowest = 200 * scale;
  places.set_bar(narrowest);
  const PanelPlaces::Free room = room_between_panels(places, world, narrowest, gap);
  const float left = world.at.x + room.left;
  return {left, room.width - 2 * gap, left + room.width, places.free().width >= narrowest};
}

// The next window is a tool's bar in the middle of that.
inline void place_next_bar(const BarRoom& room, bool is_above, const Box& world, float scale) {
  const float gap = panel_gap(scale);
  ImGui::SetNextWindowPos({(room.left + room.right) / 2, is_above ? world.at.y + gap : world.at.y + world.size.y - gap},
                          ImGuiCond_Always, {0.5F, is_above ? 0.0F : 1.0F});
}

// The next window stands in the middle, no larger than the screen.
inline void centre_next_window(float width, float height) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(width, screen.x * 0.95F), std::min(height, screen.y * 0.9F)});
}

}  // namespace quicksand
