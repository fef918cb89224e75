// Moves airborne grains (grains.h) for one tick: gravity, drag and what slides below them, their whole path against the
// cells, contact with one another and with cells, un-clumping, splashes, and back into cells where they come to rest.
//
// Contact is position-based: where discs overlap their positions are corrected, apart and against sliding, each grain
// by the mean of what its contacts ask for, all at the same time. A cell that holds its place counts as a disc of
// infinite mass. Every grain sums up in the order of its neighbours' list, which does not depend on threads, and no
// operation rounds differently from machine to machine: + - * / and square roots alone, never fused.
//
// Sources: Matthias Müller, Bruno Heidelberger, Marcus Hennix, John Ratcliff, "Position Based Dynamics" (2007);
// friction and averaged parallel solving as in Miles Macklin, Matthias Müller, Nuttapong Chentanez, Tae-Yong Kim,
// "Unified Particle Physics for Real-Time Applications" (2014).
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "core/tick_events.h"
#include "sim/grains/grain_index.h"
#include "sim/grains/grain_settings.h"
#include "sim/cells/state.h"
#include "sim/grains/surface_chain.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class GrainFlight {
 public:
  // Moves all grains of the state by one tick, and marks the cells that change. The state's tick is the one that ends.
  // `events` may be null.
  void run(SandboxState& state, const MaterialTable& table, Parallel& parallel, ActivityMap& activity,
           TickEvents* events);

 private:
  // What a grain met on its way.
  struct Hit {
    CellPos cell;        // it stopped before this one, or splashed into it
    int8_t normal_x;  // of the face, outwards
    int8_t normal_y;
    bool blocked;  // else it went through
    float speed;   // 0: it met nothing
  };

  void set_materials(const MaterialTable& table);
  void make_room(size_t count);
  void order_by_place(SandboxState& state);
  void fly(const SandboxState& state, const MaterialTable& table, size_t i);
  void borrow_motion(const SandboxState& state, const MaterialTable& table, CellPos cell, float& vx, float& vy) const;
  void sweep(const SandboxState& state, MaterialId material, float wet, size_t i);
  void stay_in(CellPos cell, size_t i);
  void find_neighbours(const SandboxState& state, MaterialId material, size_t i);
  template <bool kAtStart>
  void correct(const SandboxState& state, const Grains& grains, size_t i);
  void move_by_mean(const SandboxState& state, MaterialId material, size_t i, CellPos cell, float sum_x, float sum_y,
                    int count);
  void move_start(const SandboxState& state, MaterialId material, size_t i);
  void settle_velocity(Grains& grains, size_t i);
  void hold_wet(const Grains& grains, size_t i);
  void unclump(SandboxState& state, Parallel& parallel);
  void eject(SandboxState& state, ActivityMap& activity, TickEvents* events);
  void deposit(SandboxState& state, ActivityMap& activity, TickEvents* events);
  bool deposit_one(SandboxState& state, size_t i, ActivityMap& activity);
  bool blocks(MaterialId grain, MaterialId cell) const { return blocking_[is_liquid_[grain]][cell] != 0; }

  uint64_t table_hash_ = 0;
  std::array<uint8_t, 256> blocking_[2]{};  // what stops grains: solids; the second: what stops liquid ones
  std::array<uint8_t, 256> is_liquid_{};
  std::array<uint8_t, 256> is_loose_{};  // powders and liquids: they can fly
  std::array<float, 256> air_drag_{};
  std::array<float, 256> mass_{};
  std::array<float, 256> static_friction_{};
  std::array<float, 256> kinetic_friction_{};

  std::vector<std::pair<int64_t, uint32_t>> places_;  // to order them by
  std::vector<uint32_t> order_;
  GrainIndex index_;
  SurfaceChain chain_;
  std::vector<float> from_x_, from_y_;  // at the tick's start
  std::vector<float> at_x_, at_y_;      // now
  std::vector<float> next_x_, next_y_;  // after a pass of corrections; then velocities
  std::vector<float> bounce_;           // the speed away from the face that it met
  std::vector<Hit> hits_;
  std::vector<uint8_t> touches_;     // a cell
  std::vector<uint8_t> near_cells_;  // whether cells may touch it in this tick
  std::vector<int> ground_;          // the row of the ground just below it, or none
  std::vector<uint8_t> gone_;        // is no grain any more
  std::vector<uint8_t> neighbour_count_;
  std::vector<uint32_t> neighbours_;  // kMostNeighbours for each grain
};

}  // namespace quicksand
