// Where the panels stand that lie over the world: from its left and its right edge on, one beside the other, so that
// none covers another. Where the world is too narrow for all, those that have been open for longest are closed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "ui/game/game_state.h"

namespace quicksand {

enum class WorldPanel : uint8_t { kPhysics, kStatistics, kMaterial, kLook };  // those of a side from its edge on
inline constexpr size_t kWorldPanels = 4;

class PanelPlaces {
 public:
  // Before the panels of a frame are drawn: closes those that have no room beside what has been opened since, if the
  // world is `width` wide and they are to be `gap` from each other and from its edges.
  void arrange(Panels& panels, float width, float gap);

  // A tool's bar has just been drawn, which needs so much between the panels in the next frame, too: they make room for
  // it as for one of them.
  void set_bar(float narrowest) { bar_ = narrowest; }

  // So high is the bar that has just been drawn at the bottom; 0: there is none. Panels end above it, unless it is beside
  // them; messages always.
  void set_bar_at_bottom(float height, bool is_beside_panels) {
    bar_at_bottom_ = height;
    bar_below_ = is_beside_panels ? 0 : height;
  }
  float bar_at_bottom() const { return bar_at_bottom_; }
  // How high a panel may be in a world of this height: never less than `least`, or nothing of it would be seen.
  float most_height(float world, float gap, float least) const {
    return std::max(world - 2 * gap - (bar_below_ > 0 ? bar_below_ + gap : 0), least);
  }

  // No panel is drawn.
  void leave_all_free(float width, float gap) {
    free_ = {gap, width - 2 * gap};
    set_bar_at_bottom(0, false);
  }

  // How wide the panel is, as it has just been drawn; 0 until then, so that it may close another in the frame after that
  // in which it opens.
  void set_width(WorldPanel panel, float width) { widths_[static_cast<size_t>(panel)] = width; }

  // How far the panel's edge is from the world's left edge, or, if it stands on the right, from its right one.
  float distance(WorldPanel panel) const { return distances_[static_cast<size_t>(panel)]; }

  static bool stands_left(WorldPanel panel) {
    return panel == WorldPanel::kPhysics || panel == WorldPanel::kStatistics;
  }

  // The part of the world that none of them covers: its left edge and how wide it is, gaps left out.
  struct Free {
    float left;
    float width;
  };
  const Free& free() const { return free_; }

 private:
  std::array<float, kWorldPanels> widths_{};
  std::array<float, kWorldPanels> distances_{};
  std::array<uint64_t, kWorldPanels> opened_{};  // when: how many had been opened until then; 0: closed
  uint64_t openings_ = 0;
  float bar_ = 0;
  float bar_below_ = 0;
  float bar_at_bottom_ = 0;
  Free free_{};
};

}  // namespace quicksand
