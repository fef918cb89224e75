// What passes between grains and cells at the end of a tick: grains that hit loose cells fast knock them out of their
// places, and grains that have come to rest, or that cells have closed over, become cells again.
//
// One grain after the other, as a lot of each tick has it: numbers rise from left to right, and whoever comes first takes
// room from the others, so that in the order of numbers all that lands would creep to one side.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/tick_events.h"
#include "sim/cells/state.h"
#include "sim/grains/grain_materials.h"
#include "sim/grains/nearest_room.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

// What a grain met on its way.
struct GrainHit {
  CellPos cell;     // it stopped before this one, or splashed into it
  int8_t normal_x;  // of the face, outwards
  int8_t normal_y;
  bool blocked;  // else it went through
  float speed;   // 0: it met nothing
};

class GrainTransfer {
 public:
  // One item for each grain in both: the fastest of its tick, and whether it touches a cell, or floats, and so may become
  // one. Marks the cells that change. `events` may be null.
  void run(SandboxState& state, const GrainMaterials& materials, const BlockQueries& queries,
           std::span<const GrainHit> hits, std::vector<uint8_t>& touches, ActivityMap& activity, TickEvents* events);

 private:
  struct Turn {
    uint32_t lot;
    uint32_t grain;
  };

  void eject(SandboxState& state, const GrainMaterials& materials, std::span<const GrainHit> hits,
             std::vector<uint8_t>& touches, ActivityMap& activity, TickEvents* events);
  void deposit(SandboxState& state, const GrainMaterials& materials, const BlockQueries& queries,
               std::span<const GrainHit> hits, const std::vector<uint8_t>& touches, ActivityMap& activity,
               TickEvents* events);
  void draw_turns(uint64_t key);
  bool move_out(SandboxState& state, size_t i, uint32_t dice);
  bool find_far_room(SandboxState& state, const GrainMaterials& materials, ActivityMap& activity);
  bool deposit_one(SandboxState& state, const GrainMaterials& materials, size_t i, ActivityMap& activity);
  void deposit_at(SandboxState& state, const GrainMaterials& materials, size_t i, CellPos cell, CellPos room,
                  ActivityMap& activity) const;

  NearestRoom room_;
  std::vector<Turn> turns_;      // those whose turn comes in this tick
  std::vector<uint8_t> gone_;    // is no grain any more
  std::vector<uint32_t> stuck_;  // those that found no room
};

}  // namespace quicksand
