// Moves the grains in the air over a height field (free_grains.h) for a tick.
//
// Source of the un-clumping: Kevin Munns, "Gaseous Particulate Interaction in a 3-Phase Granular Simulation" (2015).
#pragma once

#include <functional>
#include <vector>

#include "core/paint.h"
#include "core/parallel.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"
#include "grains/unclumping.h"

namespace quicksand {

// In cells and ticks. A grain falls as in the sandbox; the wind takes it along by this share a tick.
inline constexpr float kFreeGravity = 0.03F;
inline constexpr float kFreeDrag = 0.02F;
inline constexpr float kMostFreeSpeed = 8;

// On each column there is room for so many grains of those that are at most the reach above it. Clumps spread over so
// many columns to each side, and a grain goes at most so many of them in a tick.
inline constexpr float kFreeClumpLimit = 4;
inline constexpr float kFreeClumpReach = 1;
inline constexpr int kFreeClumpSpread = 6;
inline constexpr int kFreeClumpSteps = 2;

class Airborne {
 public:
  // Called for columns that have changed.
  using Wake = std::function<void(const RowSpan&)>;

  explicit Airborne(GridSize size) : face_of_cell_(size) {}

  void fly(DuneState& state, const WindSettings& wind, Parallel& parallel, const Wake& wake);

 private:
  enum class Fate : uint8_t { kFlies, kSkims, kLands, kGone };

  static Fate fly_one(DuneState& state, const WindSettings& wind, size_t i);
  void unclump(DuneState& state);
  uint32_t face_at(const DuneState& state, CellPos cell);

  std::vector<Fate> fates_;       // of each grain
  Plane<uint32_t> face_of_cell_;  // and one: zero is none
  std::vector<CellPos> cells_;       // of each face
  std::vector<SurfaceFace> surface_;
  std::vector<int> counts_;  // of grains on each face
  std::vector<uint32_t> grains_;
  std::vector<Place> places_;
  std::vector<uint32_t> faces_;
  Unclumping unclumping_;
};

}  // namespace quicksand
