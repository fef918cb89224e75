#include "dunes/settling.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <utility>

#include "dunes/moist_sand.h"
#include "dunes/sandpile.h"

namespace quicksand {
namespace {

// The budget of bodies in a tick, in columns that are looked at: so often all columns of the world, but for worlds that
// are small or large. Two balls of 24 cells that appear at once in sand 20 deep take 964,000. At steeper slopes as many
// may be looked at again in all.
constexpr int64_t kMostTurns = 8;
constexpr int64_t kLeastBudget = int64_t{1} << 18;
constexpr int64_t kMostBudget = int64_t{1} << 20;

// By so much the slopes are steeper at which sand settles that has used its share of the budget; then by twice as much,
// and so on, for half of the columns each time.
constexpr int32_t kSteeper = kUnit / 2;

// Sand that has begun to slide comes to rest at a slope that is less steep, by this share of the threshold, than what
// sets it in motion; else the last grain would have to be handed on for ever.
constexpr int64_t kRestShare = 8;

// Diagonal ones, too, which are farther away: so heaps are nearly round.
constexpr CellPos kAround[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

constexpr size_t kStraight = 4;  // of them; the others lie across a corner
constexpr size_t kAll = std::size(kAround);

struct Lower {
  size_t side;    // of kAround
  int64_t level;  // what it would be higher than, by the threshold
  int32_t room;
};

CellPos beside(CellPos cell, size_t side) { return {cell.x + kAround[side].x, cell.y + kAround[side].y}; }

}  // namespace

void Settling::reserve(size_t columns) {
  now_.reserve(columns);
  next_.reserve(columns);
}

void Settling::look_at(const DuneState& state, CellPos cell) {
  if (!contains(state.size, cell)) return;
  if (!(is_listed_.size() == state.size)) is_listed_ = Plane<uint8_t>(state.size);
  list(cell);
}

inline void Settling::list(CellPos cell) {
  uint8_t& is_listed = is_listed_[cell];
  if (is_listed != 0) return;
  is_listed = 1;
  next_.push_back(cell);
}

void Settling::forget() {
  for (const CellPos cell : next_) is_listed_[cell] = 0;
  next_.clear();
}

int64_t Settling::budget_for_bodies(GridSize size) {
  return std::clamp(kMostTurns * size.cells(), kLeastBudget, kMostBudget);
}

void Settling::begin_tick(int64_t budget, int runs) {
  budget_ = budget;
  runs_left_ = runs;
}

void Settling::run(DuneState& state, const PileSettings& settings, const Roofs& roofs, int32_t slack,
                   const WakeColumns& wake) {
  int64_t most = budget_ / std::max(runs_left_--, 1);
  Steepness steepness{slack, 0};
  budget_ -= run_some(state, settings, roofs, steepness, most, wake);
  for (steepness.steeper = kSteeper; !next_.empty() && most > 1; steepness.steeper *= 2) {
    most /= 2;
    run_some(state, settings, roofs, steepness, most, wake);
  }
  forget();
}

// How many columns it has looked at.
int64_t Settling::run_some(DuneState& state, const PileSettings& settings, const Roofs& roofs,
                           const Steepness& steepness, int64_t most, const WakeColumns& wake) {
  int64_t count = 0;
  while (!next_.empty() && count < most) {
    std::swap(now_, next_);
    next_.clear();
    for (const CellPos cell : now_) is_listed_[cell] = 0;
    for (const CellPos cell : now_) {
      if (count < most)
        settle(state, settings, roofs, steepness, cell, wake);
      else
        list(cell);
      ++count;
    }
  }
  return std::min(count, most);
}

void Settling::settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, const Steepness& steepness,
                      CellPos cell, const WakeColumns& wake) {
  // Beyond the world's edge is a wall or an abyss.
  std::array<int32_t, kAll> around;
  for (size_t k = 0; k < kAll; ++k) around[k] = state.height.row(cell.y + kAround[k].y)[cell.x + kAround[k].x];
  const int64_t height = state.height[cell];
  const int64_t threshold = threshold_at(settings, state.wetness[cell]) + int64_t{steepness.steeper};
  const int64_t straight_limit = height - threshold - steepness.slack;
  const int64_t diagonal_limit = height - over_diagonal(threshold) - steepness.slack;
  // Three in ten have no neighbour that is so low.
  const auto lowest = [&](size_t first, size_t end) {
    return *std::min_element(around.begin() + first, around.begin() + end);
  };
  if (lowest(0, kStraight) > straight_limit && lowest(kStraight, kAll) > diagonal_limit) return;
  const int64_t sand = state.sand(cell);
  if (sand <= 0) return;
  const int64_t rest = threshold - threshold / kRestShare - 1;
  const int64_t diagonal_rest = over_diagonal(rest);
  uint32_t lower_sides = 0;
  for (size_t k = 0; k < kAll; ++k)
    lower_sides |= (around[k] + (k < kStraight ? rest : diagonal_rest) < height && around[k] != kAbyss ? 1U : 0U) << k;
  std::array<Lower, kAll> lower;
  size_t count = 0;
  bool is_too_high = false;
  for (; lower_sides != 0; lower_sides &= lower_sides - 1) {
    const auto side = static_cast<size_t>(std::countr_zero(lower_sides));
    const int32_t room = roofs.room(state, beside(cell, side));
    if (room == 0) continue;
    const bool is_straight = side < kStraight;
    const int64_t level = around[side] + (is_straight ? rest : diagonal_rest);
    is_too_high = is_too_high || around[side] <= (is_straight ? straight_limit : diagonal_limit);
    // The lowest first.
    size_t k = count++;
    for (; k > 0 && level < lower[k - 1].level; --k) lower[k] = lower[k - 1];
    lower[k] = {side, level, room};
  }
  if (!is_too_high) return;
  // Where the surface comes to be: the mean of what shares it.
  int64_t sum = height;
  int64_t sharing = 1;
  for (size_t k = 0; k < count && (lower[k].level + 1) * sharing <= sum; ++k, ++sharing) sum += lower[k].level;
  const int64_t level = sum / sharing;
  int64_t wanted = 0;
  for (size_t k = 0; k < count; ++k) wanted += std::max(level - lower[k].level, int64_t{0});
  if (wanted == 0) return;
  const int64_t given = std::min(wanted, sand);
  const FineWetness wetness = wetness_of(state, cell);
  int32_t left = state.height[cell];
  bool is_held_back = false;  // there was less room than it would have taken
  for (size_t k = 0; k < count && lower[k].level < level; ++k) {
    const int64_t its = level - lower[k].level;
    const int64_t share = given == wanted ? its : its * given / wanted;
    const auto moved = static_cast<int32_t>(std::min(share, int64_t{lower[k].room}));
    is_held_back = is_held_back || moved < share;
    if (moved <= 0) continue;
    left -= moved;
    const CellPos other = beside(cell, lower[k].side);
    add_sand(state, other, moved, wetness);
    wake({other.y, other.x, other.x});
    list(other);
  }
  if (left == height) return;
  state.height[cell] = left;
  wake({cell.y, cell.x, cell.x});
  if (is_held_back) list(cell);
  // What is higher may follow.
  for (size_t k = 0; k < kAll; ++k)
    if (int64_t{around[k]} - left >= settings.threshold + steepness.steeper && around[k] != kWallHeight)
      list(beside(cell, k));
}

}  // namespace quicksand
