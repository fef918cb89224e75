#include "sim/grains/surface_chain.h"

#include <algorithm>

#include "sim/grains/grain_settings.h"

namespace quicksand {
namespace {

constexpr std::array<uint32_t, 4> kAlone{kNoFace, kNoFace, kNoFace, kNoFace};

bool is_ground_at(const SandboxState& state, const SurfaceChain::IsGround& is_ground, int column, int row) {
  return row >= state.size.height || is_ground[state.material().row(row)[column]] != 0;
}

// The row of the face beside the one of this row, in the column next to it; kNoGround: there is a wall, or a drop.
int beside(const SandboxState& state, const SurfaceChain::IsGround& is_ground, int column, int row) {
  if (column < 0 || column >= state.size.width) return SurfaceChain::kNoGround;
  int found = row;
  if (is_ground_at(state, is_ground, column, row - 1)) {
    --found;
    while (row - found <= kClumpReach && found > 0 && is_ground_at(state, is_ground, column, found - 1)) --found;
    return row - found <= kClumpReach && found > 0 ? found : SurfaceChain::kNoGround;
  }
  while (found - row <= kClumpReach && !is_ground_at(state, is_ground, column, found)) ++found;
  return found - row <= kClumpReach ? found : SurfaceChain::kNoGround;
}

}  // namespace

int SurfaceChain::ground_below(const SandboxState& state, const IsGround& is_ground, CellPos cell) {
  if (is_ground_at(state, is_ground, cell.x, cell.y)) return kNoGround;
  for (int row = cell.y + 1; row <= cell.y + kClumpReach; ++row)
    if (is_ground_at(state, is_ground, cell.x, row)) return row;
  return kNoGround;
}

uint32_t SurfaceChain::face_at(int column, int row) {
  uint32_t& first = first_in_column_[static_cast<size_t>(column)];
  for (uint32_t face = first; face != kNoFace; face = next_in_column_[face])
    if (rows_[face] == row) return face;
  const auto face = static_cast<uint32_t>(surface_.size());
  surface_.push_back({{static_cast<float>(column) + 0.5F, static_cast<float>(row), 0}, kClumpLimit, kAlone});
  columns_.push_back(column);
  rows_.push_back(row);
  counts_.push_back(0);
  next_in_column_.push_back(first);
  first = face;
  return face;
}

// Joins faces from `start` to one side (-1 or 1), as far as clumps spread in a tick.
void SurfaceChain::join(const SandboxState& state, const IsGround& is_ground, uint32_t start, int side) {
  uint32_t face = start;
  for (int k = 0; k < kClumpSpread; ++k) {
    const int column = columns_[face] + side;
    const int row = beside(state, is_ground, column, rows_[face]);
    // Below an overhang the way back may lead elsewhere.
    if (row == kNoGround || beside(state, is_ground, column - side, row) != rows_[face]) return;
    const uint32_t next = face_at(column, row);
    surface_[face].beside[side < 0 ? 0 : 1] = next;
    surface_[next].beside[side < 0 ? 1 : 0] = face;
    face = next;
  }
}

// If any were moved, places_ and faces_ say where to.
ClumpCounts SurfaceChain::find_clumps(const SandboxState& state, const IsGround& is_ground,
                                      std::span<const int> ground) {
  first_in_column_.assign(static_cast<size_t>(state.size.width), kNoFace);
  surface_.clear();
  columns_.clear();
  rows_.clear();
  counts_.clear();
  next_in_column_.clear();
  grains_.clear();
  places_.clear();
  faces_.clear();
  int densest = 0;
  for (uint32_t i = 0; i < ground.size(); ++i) {
    if (ground[i] == kNoGround) continue;
    const uint32_t face = face_at(static_cast<int>(state.grains.x[i]), ground[i]);
    grains_.push_back(i);
    places_.push_back({state.grains.x[i], state.grains.y[i], 0});
    faces_.push_back(face);
    densest = std::max(densest, ++counts_[face]);
  }
  if (static_cast<float>(densest) <= kClumpLimit) return {};
  const auto populated = static_cast<uint32_t>(surface_.size());
  for (uint32_t face = 0; face < populated; ++face) {
    if (static_cast<float>(counts_[face]) <= kClumpLimit) continue;
    join(state, is_ground, face, -1);
    join(state, is_ground, face, 1);
  }
  return unclumping_.run(surface_, places_, faces_, kClumpSteps);
}

}  // namespace quicksand
