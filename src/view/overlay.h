// The display modes that show a number of each cell, over greys of the material's colour.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/world.h"
#include "view/display_mode.h"
#include "view/look.h"
#include "view/motion_trail.h"

namespace quicksand {

// A cell whose material would have the brightness `grey`, 0..1, gets the colour grey * scale + offset; both in 255ths.
struct OverlayColour {
  Rgb scale;
  Rgb offset;
};

// Whether the mode shows numbers; the others show the material's colour.
inline bool has_overlay(DisplayMode mode) { return mode > DisplayMode::kPlain; }

// The colour of every value.
std::array<OverlayColour, 256> overlay_colours(DisplayMode mode);

// The values of a world's cells in a display mode, row by row: in those with an overlay indices of its colours, in
// others the wetness.
class CellValues {
 public:
  // What is given must outlive this. `trail` must not be null in the mode movement.
  CellValues(const World& world, const Looks& looks, const View& view, const MotionTrail* trail);

  // Of a whole row; valid until the next call.
  const uint8_t* row(int y);

  // The same of an airborne grain; `below` is the value of the empty cell that it is over.
  uint8_t of_airborne(uint8_t entry, uint8_t wetness, uint8_t below) const;

 private:
  void find_activity(int y);
  void find_blocks(int y);
  void find_wetness(int y);
  void find_airborne(int y);
  void find_flight(int y);
  void find_by_entry(int y);

  const World& world_;
  const Looks& looks_;
  View view_;
  const MotionTrail* trail_;
  std::vector<PlaneView> planes_;
  const Plane<uint8_t>* wetness_;  // null: nothing in this world can be wet
  std::array<uint8_t, 256> of_entry_{};
  std::vector<uint8_t> values_;
  std::vector<Activity> activity_;
};

}  // namespace quicksand
