// Into how many steps contact divides a tick, and how stiff contacts are in them.
//
// A contact is a spring: discs overlap as far as bears the load on them, and their friction is drawn out as far as
// holds it. At the foot of a deep heap, and where gravity is strong, that would be so far that the heap spreads under
// its own weight, and lies the flatter the larger it is. In n substeps springs can be as stiff as n times n. So
// stiffness grows with the weight that heaps bear, and with it the number of substeps: what lies deep overlaps no more
// than what does not.
//
// Substeps have an end. What would weigh more than contacts bear in the most of them presses no harder, or discs would
// get past one another's middles, and be flung about for ever.
//
// A function of the state alone. Stiffness changes evenly with the weight, though substeps are whole: a heap that rests
// while single grains roll about would tremble otherwise.
//
// Source: Miles Macklin, Kier Storey, Michelle Lu, Pierre Terdiman, Nuttapong Chentanez, Stefan Jeschke, Matthias
// Müller, "Small Steps in Physics Simulation" (2019): what is left of an error shrinks with the square of the number of
// substeps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quicksand {

struct Disc;

struct Substeps {
  int count;
  float length;  // ticks
  // The shares of an overlap, of a slide and of a roll that a contact takes back in a substep (grain_settings.h).
  float stiffness;
  float slide_stiffness;
  float roll_stiffness;
  float slide_give;  // 1 / slide_stiffness
  float pull;  // the share of gravity that what lies in heaps feels
};

// Of a tick in which heaps bear so many grains at the world's usual gravity; any number from 0 on.
Substeps substeps_for(float weight);

class HeapWeight {
 public:
  // How many grains weigh on the foot of heaps: of those that lie in one (not 0), upon each other in columns a cell
  // wide, counted as the lightest of their column, in the mean of all of them, so that a deep heap counts and a single
  // spike does not. Times gravity, 1 as usual. The spans have one item for each grain; `width` is the world's, in
  // cells. Whether they are pressed together must not count: what is stiffer as long as it is pressed gives back more
  // energy than it took.
  float measure(std::span<const Disc> discs, std::span<const uint8_t> lies, int width, float gravity);

 private:
  struct Column {
    uint32_t count = 0;  // of those that lie
    float mass = 0;
    float lightest = 0;
  };
  std::vector<Column> columns_;
};

}  // namespace quicksand
