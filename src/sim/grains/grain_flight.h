// Moves airborne grains (grains.h) for one tick: drag and what slides below them, then in substeps gravity, their whole
// path against the cells and contact with one another and with cells (contact.h), un-clumping, splashes, and back into
// cells where they come to rest; where they may not, they sleep there, as if they were cells (kSleepTicks).
//
// In a substep all grains are corrected at the same time, each by the sum of what its contacts ask for, in the order of
// its pairs (contact_list.h). That does not depend on threads, and no operation rounds differently from machine to
// machine: +
// - * / and square roots alone, never fused.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "core/tick_events.h"
#include "sim/cells/state.h"
#include "sim/grains/contact_code.h"
#include "sim/grains/contact_list.h"
#include "sim/grains/grain_settings.h"
#include "sim/grains/grain_transfer.h"
#include "sim/grains/heap_weights.h"
#include "sim/grains/surface_chain.h"
#include "sim/tick/activity_map.h"

namespace quicksand {

class GrainFlight {
 public:
  // Moves all grains of the state by one tick, and marks the cells that change. The state's tick is the one that ends.
  // `code` is a kernel's, and does the same for all of them; `events` may be null.
  void run(SandboxState& state, const MaterialTable& table, const ContactCode& code, const BlockQueries& queries,
           Parallel& parallel, ActivityMap& activity, TickEvents* events);

 private:
  // The speed at which a grain leaves a face that stopped it in a substep; no normal: none did.
  struct Bounce {
    int8_t normal_x = 0;
    int8_t normal_y = 0;
    float speed = 0;
  };

  void make_room(size_t count);
  void order_by_place(SandboxState& state);
  void begin(SandboxState& state, const MaterialTable& table, size_t i);
  void borrow_motion(const SandboxState& state, const MaterialTable& table, CellPos cell, float& vx, float& vy) const;
  static bool is_open_around(const SandboxState& state, CellPos cell);
  // What part of a grain is in a liquid, and in which.
  struct Immersion {
    MaterialId liquid = kVoid;
    float share = 0;
  };
  Immersion immersion_of(const SandboxState& state, int x, float y) const;
  void rest(SandboxState& state, bool is_immersed, size_t i);
  void stop(Grains& grains, size_t i);
  bool stands(const SandboxState& state, MaterialId grain, CellPos cell) const;
  uint8_t walls_around(const SandboxState& state, MaterialId grain, CellPos cell) const;
  bool is_in_the_open(const SandboxState& state, size_t i) const;
  void advance(SandboxState& state, size_t i);
  void sweep(const SandboxState& state, float x, float y, Disc& disc, size_t i);
  void note_hit(const GrainHit& hit, size_t i);
  static void stay_in(CellPos cell, Disc& disc);
  void correct(const SandboxState& state, const ContactPush& push, size_t i);
  void correct_near_cells(const SandboxState& state, ContactPush push, size_t i);
  void weigh(const SandboxState& state, Parallel& parallel);
  uint8_t has_discs_alone(size_t i);
  void set_out(SandboxState& state, int job);
  void move_all_of(SandboxState& state, int job, bool goes_on, MoveDiscs move_discs);
  void finish_alone(SandboxState& state, size_t i);
  void finish(Grains& grains, size_t i) const;
  void forget_faces(size_t i);
  void touch_cells(const SandboxState& state, const Disc& disc, ContactPush& push, size_t i);
  bool may_go(const SandboxState& state, MaterialId grain, CellPos from, CellPos to) const;
  void hold_wet(const Grains& grains, size_t i);
  ClumpCounts unclump(SandboxState& state, Parallel& parallel);

  GrainMaterials materials_;
  std::vector<std::pair<int64_t, uint32_t>> places_;  // to order them by
  std::vector<uint32_t> order_;
  HeapWeights weights_;
  Substeps steps_;  // of the tick at work
  ContactList contacts_;
  SurfaceChain chain_;
  GrainTransfer transfer_;
  std::vector<float> middle_x_, middle_y_;  // in the middle of the tick, without contact
  std::vector<float> pull_;                 // down, in cells a tick in a tick
  std::vector<float> stiffness_;            // of its contacts, a share (substeps.h)
  std::vector<Disc> discs_;                 // of the substep at work
  std::vector<DiscCourse> courses_;         // of each job's grains those that are in pairs, awake, from its first one on
  std::vector<uint8_t> course_is_open_;     // of each course: has_discs_alone()
  std::vector<uint32_t> courses_of_;        // so many
  std::vector<Bounce> bounces_;
  std::vector<float> held_vx_, held_vy_;  // speeds, as wetness leaves them
  std::vector<GrainHit> hits_;
  std::vector<uint8_t> touches_;  // a cell
  std::vector<uint8_t> stuck_;    // in a cell
  std::vector<uint8_t> woken_;    // it slept until this tick
  std::vector<int> ground_;       // the row of the ground just below it, or none
  std::vector<uint8_t> is_open_;  // all cells around are void, as far as the next but one
};

}  // namespace quicksand
