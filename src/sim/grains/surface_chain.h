// Spreads grains that have gathered just above the ground along it (grains/unclumping.h). The ground is a chain of
// faces: the upper sides of solid cells below open ones, each joined to those beside it that are at most
// kClumpReach cells higher or lower.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grains/unclumping.h"
#include "sim/cells/state.h"

namespace quicksand {

class SurfaceChain {
 public:
  // Indexed by material: 1 where a cell of it is ground.
  using IsGround = std::array<uint8_t, 256>;

  static constexpr int kNoGround = -1;

  // The row of the cell whose face a grain in this cell is above, at most kClumpReach cells away.
  static int ground_below(const SandboxState& state, const IsGround& is_ground, CellPos cell);

  // `ground` has an item for each grain: what ground_below() gives. Calls move(grain, place, face) for those that are
  // displaced, by rising number; `face` is the open cell above the face that it is now at.
  template <class Move>
  ClumpCounts spread(const SandboxState& state, const IsGround& is_ground, std::span<const int> ground, const Move& move) {
    const ClumpCounts counts = find_clumps(state, is_ground, ground);
    if (counts.moved == 0) return counts;
    for (size_t k = 0; k < grains_.size(); ++k)
      if (places_[k].x != state.grains.x[grains_[k]])
        move(grains_[k], places_[k], CellPos{columns_[faces_[k]], rows_[faces_[k]] - 1});
    return counts;
  }

 private:
  ClumpCounts find_clumps(const SandboxState& state, const IsGround& is_ground, std::span<const int> ground);
  uint32_t face_at(int column, int row);
  void join(const SandboxState& state, const IsGround& is_ground, uint32_t start, int side);

  std::vector<uint32_t> first_in_column_;  // face; kNoFace: none
  std::vector<uint32_t> next_in_column_;   // of each face
  std::vector<int> columns_, rows_;        // of each face
  std::vector<int> counts_;                // of grains on each face
  std::vector<SurfaceFace> surface_;
  std::vector<uint32_t> grains_;  // that are near the ground
  std::vector<Place> places_;     // of these
  std::vector<uint32_t> faces_;   // of these
  Unclumping unclumping_;
};

}  // namespace quicksand
