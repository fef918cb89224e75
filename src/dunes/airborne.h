// Moves the grains in the air over a height field (free_grains.h) for a tick.
//
// Source of the un-clumping: Kevin Munns, "Gaseous Particulate Interaction in a 3-Phase Granular Simulation" (2015).
#pragma once

#include <vector>

#include "core/paint.h"
#include "core/parallel.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "dunes/moist_sand.h"
#include "grains/unclumping.h"

namespace quicksand {

// In cells and ticks. A grain falls as in the sandbox; the wind takes it along by this share a tick.
inline constexpr float kFreeGravity = 0.03F;
inline constexpr float kFreeDrag = 0.02F;
inline constexpr float kMostFreeSpeed = 8;

// Thrown sand: a grain stands for at most so much of it, and starts so high above the ground, in cells.
inline constexpr int32_t kGrainSand = kUnit / 2;
inline constexpr float kThrownFrom = 3;

// Above the highest column that there can be nothing flies higher, in cells.
inline constexpr float kHighestFlight = (int64_t{kMostGround} + kMostSand) / kUnit + 1000;

// What comes down glides along the ground, until it is slower than this in cells a tick. There it takes on the motion of
// the sand below: on it by so much of the difference in each tick, and evenly less up to the reach above it.
inline constexpr float kLandingSpeed = 0.2F;
inline constexpr float kGlideShare = 0.12F;
inline constexpr float kFlowSpeed = 0.5F;  // of sand that slides

// On each column there is room for so many grains of those that are at most the reach above it: a grain is as wide as a
// column. Clumps spread over so many columns to each side, and a grain goes at most so many of them in a tick.
inline constexpr float kFreeClumpLimit = 1;
inline constexpr float kFreeClumpReach = 1;
inline constexpr int kFreeClumpSpread = 6;
inline constexpr int kFreeClumpSteps = 2;

// Adds a grain of sand over the column, unless there are too many already: it flies with the velocity, and up by the dice.
void throw_sand(DuneState& state, CellPos cell, int32_t sand, FineWetness wetness, const Velocity& velocity,
                uint32_t dice);

class Airborne {
 public:
  explicit Airborne(GridSize size) : face_of_cell_(size) {}

  // Where the settings say so, those that gather above the ground are spread along it: returns what that did.
  ClumpCounts fly(DuneState& state, const DuneSettings& settings, Parallel& parallel, const WakeColumns& wake);

 private:
  enum class Fate : uint8_t { kFlies, kSkims, kLands, kGone };
  // In cells a tick.
  struct Flow {
    float x;
    float y;
  };

  static Fate fly_one(DuneState& state, const DuneSettings& settings, const Flow& wind, size_t i);
  static Flow flow_of(const WindSettings& wind);
  static Flow flow_at(const DuneState& state, const PileSettings& pile, CellPos cell);
  ClumpCounts unclump(DuneState& state);
  void list_skimming(const DuneState& state);
  void grow_mesh(const DuneState& state);
  void join_neighbours(const DuneState& state, uint32_t face);
  uint32_t face_at(const DuneState& state, CellPos cell);

  // All but the plane keep their memory from tick to tick, and are made anew in each.
  std::vector<Fate> fates_;        // of each grain
  Plane<uint32_t> face_of_cell_;   // and one: zero is none
  std::vector<CellPos> cells_;     // of each face
  std::vector<SurfaceFace> surface_;
  std::vector<int> counts_;        // of grains on each face
  std::vector<uint8_t> is_joined_; // of each face: it has been in a ring
  std::vector<uint32_t> ring_;     // the faces that the mesh grows from
  std::vector<uint32_t> next_ring_;
  std::vector<uint32_t> grains_;   // that skim the ground
  std::vector<Place> places_;      // of each of these
  std::vector<uint32_t> faces_;
  Unclumping unclumping_;
};

}  // namespace quicksand
