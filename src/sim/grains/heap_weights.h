// How much weighs on each grain of a heap: on the foot more than at the top, and on nothing that lies elsewhere. How stiff
// contacts are goes by it (substeps.h).
//
// A function of where grains are alone, not of how hard they are pressed together: what is stiffer as long as it is
// pressed gives back more energy than it took. And of what is above a grain alone: what is stiffer than what pressed it
// together springs up, so that nothing may make it so but what presses it as much harder.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/geometry.h"

namespace quicksand {

struct Disc;

class HeapWeights {
 public:
  // The spans have one item for each grain; `lies` is not 0 of those in a heap. `gravity` is 1 as usual.
  void measure(std::span<const Disc> discs, std::span<const uint8_t> lies, GridSize size, float gravity);

  // Of each grain: how many times its own mass lies upon it, itself among it, in columns a cell wide; of what is not in a
  // heap 0. What a gap of more than kHeapGap rows parts are two heaps.
  std::span<const float> weights() const { return weights_; }
  // The greatest of all, and of those about there.
  float most() const { return most_; }
  float most_about(float x) const;

 private:
  struct Column {
    float load = 0;  // the mass above the row at work
    int row = 0;     // the lowest one with any of it
    float most = 0;  // of the weights
  };
  // What is at a place belongs to two columns, to each by how near its middle is.
  struct Share {
    uint32_t column;  // the left one
    float right;
  };

  void order_by_row(std::span<const Disc> discs, std::span<const uint8_t> lies, int height);
  static Share share_at(float x, int width);
  float load_on(uint32_t column, int row) const;
  void add(uint32_t column, int row, float mass, float weight);

  std::vector<uint32_t> starts_;  // of each row, in order_, and the end
  std::vector<uint32_t> order_;   // the grains of heaps, row by row from above
  std::vector<Column> columns_;   // the first and the last are beyond the borders
  std::vector<float> weights_;
  float most_ = 0;
};

}  // namespace quicksand
