// What is held up.
//
// A cell is supported when it is static, or a powder or liquid that rests on a supported cell: on one that is not
// lighter. What falls, or has yet to sink, is not, nor is what lies on it; nor are gases. Below the world's lowest row
// is wall.
//
// A bit for each cell, which follows from the cells alone. It is kept from one time to the next, and only worked out
// anew where something has changed, and upward from there as long as it makes a difference.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "sim/cells/material_table.h"
#include "sim/cells/state.h"
#include "sim/rows/block_queries.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class Support {
 public:
  // Takes a cursor of the map.
  Support(GridSize size, ActivityMap& activity);

  // Call it when the materials are others, and everything has been marked.
  void set_materials(const MaterialTable& table);

  // Whether anybody will ask; when they do so again, everything has changed.
  void set_listening(bool listening, ActivityMap& activity) const { activity.set_listening(cursor_, listening); }

  // Works out what is supported now. Marks blocks in which that has changed though their cells have not.
  void find(const SandboxState& state, const BlockQueries& queries, ActivityMap& activity);

  // The supported cells of a block.
  uint64_t cells(int y, int block) const { return supported_.row(y)[block]; }
  bool holds(CellPos cell) const { return (cells(cell.y, cell.x / kBlockCells) >> cell.x % kBlockCells & 1) != 0; }

 private:
  ActivityMap::Cursor cursor_;
  SupportSets sets_;
  BitPlane supported_;
  std::vector<uint64_t> differs_;  // blocks of the row below in which it is not as it was
};

}  // namespace quicksand
