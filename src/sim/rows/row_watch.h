// What the rules of a row say of one cell, for who asks why it moves or stays (inspect/cell_trace.h).
//
// The rules (row_step.h, sideways.h) take a watch as a template argument, and tell it what they decide. kNoWatch takes
// no notice, and costs nothing: so what is told is what the rule did, and there is no second copy of it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/cells/reaction.h"

namespace quicksand {

// Why a cell looks no farther to a side.
enum class SideStop : uint8_t {
  kReach,    // its material's friction, or its slope, reaches no farther
  kTaken,    // what is there does not make room
  kTouched,  // that has taken part in an event of this tick
  kFound     // it has found a place to drop from
};

// A place that it reaches and cannot drop from, and the first cell that is in its way.
struct NoDrop {
  int columns = 0;  // to the side
  int rows = 0;     // down; of what rises -1
  MaterialId blocker = 0;
  bool touched = false;
};

struct SideTrace {
  SideStop stop = SideStop::kReach;
  int stop_columns = 0;  // of what stopped it
  MaterialId stopper = 0;
  std::vector<NoDrop> no_drops;
  int place = 0;        // columns to where it would go; 0: nowhere
  int slip_dice = -1;   // it would change places with a fluid if this is below the chance; -1: it need not
  int slip_chance = 0;  // in 256ths

  // What look_sideways() tells.
  void stops(SideStop why, int columns, MaterialId what) {
    stop = why;
    stop_columns = columns;
    stopper = what;
  }
  void cannot_drop(const NoDrop& no_drop) { no_drops.push_back(no_drop); }
};

struct NoSideWatch {
  void stops(SideStop, int, MaterialId) {}
  void cannot_drop(const NoDrop&) {}
};

// An exchange of a cell with the one below it.
struct SinkTrace {
  MaterialId upper = 0;
  MaterialId lower = 0;
  bool touched = false;  // either of them
  bool held = false;     // the upper one
  int dice = 0;          // it happens if this is below the chance
  int chance = 0;        // in 256ths
  bool done = false;
};

// Of one cell in one row's steps.
struct RowTrace {
  SinkTrace sink;
  bool touched = false;  // when it was to look sideways
  bool held = false;
  bool is_loose = false;           // is neither static nor without friction
  bool looked = false;             // sideways
  std::array<SideTrace, 2> sides;  // left and right
  int displacement = 0;            // of its choice
  bool lost = false;               // another one gets the place
  bool occupied = false;           // what is there wants to leave by itself
  bool moved = false;
  int taken_by = 0;  // columns to the cell that changes places with it, as it takes its place; 0: none
};

struct NoRowWatch {
  static constexpr bool kWatches = false;
};

struct RowWatch {
  static constexpr bool kWatches = true;
  int x;  // of the row
  RowTrace trace;
};

}  // namespace quicksand
