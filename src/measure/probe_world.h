// What the experiments share: shapes to paint, and time to pass.
#pragma once

#include <utility>
#include <vector>

#include "core/paint.h"
#include "core/parallel.h"
#include "core/world.h"

namespace quicksand {

// A block of cells, each one of the entries; a share of it is painted.
inline PaintCommand rect(int left, int top, int width, int height, std::vector<uint8_t> entries, double fill = 1) {
  PaintCommand command;
  command.shape = Shape::kRect;
  command.from = {left, top};
  command.to = {left + width - 1, top + height - 1};
  command.entries = std::move(entries);
  command.fill_limit = dice_limit(fill);
  return command;
}

// One thread is best where many experiments run at the same time.
inline void run(World& world, int ticks, int threads = 1) {
  Parallel parallel(threads);
  for (int i = 0; i < ticks; ++i) world.step(parallel);
}

}  // namespace quicksand
