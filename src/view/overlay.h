// The display modes that show a number of each cell, over greys of the material's colour.
//
// overlay.cpp has a table with a row for each of them: how the number of a cell and of a grain in the air is found, and
// what colour a number has.
#pragma once

#include <array>
#include <cstdint>
#include <span>
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

// The colour of every value; of modes without an overlay all are black.
std::array<OverlayColour, 256> overlay_colours(DisplayMode mode);

// What a value means, for people.
struct LegendMark {
  uint8_t value;
  const char* label;
};
// Of modes whose colours are a scale: by value, from the first that the scale shows to the last. Empty: it is none.
std::span<const LegendMark> legend(DisplayMode mode);

// What there is to find the values of cells by.
struct ValueSources {
  const World& world;
  const Looks& looks;
  View view;
  const MotionTrail* trail;             // may be null in modes other than movement
  std::vector<PlaneView> planes;        // the world's
  const Plane<uint8_t>* entries;        // the first of these
  const Plane<uint8_t>* wetness;        // another; null: nothing in this world can be wet
  std::vector<Activity> activity = {};  // room for a row, kept from row to row
};

// The values of a world's cells in a display mode, row by row: in those with an overlay indices of its colours, in the
// plain one the wetness, and in the fancy one what glowing.h says.
class CellValues {
 public:
  // What is given must outlive this. `trail` must not be null in the mode movement.
  CellValues(const World& world, const Looks& looks, const View& view, const MotionTrail* trail);

  // Of a whole row; valid until the next call.
  const uint8_t* row(int y);

  // The same of the grain of this index in the air; `below` is the value of the empty cell that it is over.
  uint8_t of_airborne(const AirborneView& grains, size_t index, uint8_t below) const;

 private:
  void find_glowing(int y);

  ValueSources sources_;
  // Of the fancy mode; null: nothing is hot, or charged.
  const PlaneView* temperature_ = nullptr;
  const Plane<uint8_t>* high_ = nullptr;  // its high bytes
  const Plane<uint8_t>* charge_ = nullptr;
  std::array<bool, 256> may_glow_{};  // what has this high byte
  std::vector<uint8_t> values_;
};

}  // namespace quicksand
