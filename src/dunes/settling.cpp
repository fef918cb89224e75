#include "dunes/settling.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "dunes/moist_sand.h"
#include "dunes/sandpile.h"

namespace quicksand {
namespace {

// Beyond so many columns the rest is left to ordinary sliding, so that no tick hangs: it takes a pile of more than
// 100,000 cells of height to get there.
constexpr int64_t kMostSettled = int64_t{1} << 24;

// Sand that has begun to slide comes to rest at a slope that is less steep, by this share of the threshold, than what sets
// it in motion; else the last grain would have to be handed on for ever.
constexpr int64_t kRestShare = 8;

// Diagonal ones, too, which are farther away: so heaps are nearly round.
constexpr CellPos kAround[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

// How much lower they are where the slope is the same: the root of 2 times as much, in 1024ths, for diagonal ones.
int64_t over_distance(int64_t drop, const CellPos& side) { return side.x != 0 && side.y != 0 ? drop * 1448 / 1024 : drop; }

struct Lower {
  CellPos cell;
  int64_t level;  // what it would be higher than, by the threshold
  int32_t room;
};

}  // namespace

void Settling::look_at(const DuneState& state, CellPos cell) {
  if (!contains(state.size, cell)) return;
  if (!(is_listed_.size() == state.size)) is_listed_ = Plane<uint8_t>(state.size);
  uint8_t& is_listed = is_listed_[cell];
  if (is_listed != 0) return;
  is_listed = 1;
  next_.push_back(cell);
}

void Settling::forget() {
  for (const CellPos cell : next_) is_listed_[cell] = 0;
  next_.clear();
}

void Settling::run(DuneState& state, const PileSettings& settings, const Roofs& roofs, int32_t slack,
                   const WakeColumns& wake) {
  for (int64_t settled = 0; !next_.empty();) {
    std::swap(now_, next_);
    next_.clear();
    settled += static_cast<int64_t>(now_.size());
    for (const CellPos cell : now_) is_listed_[cell] = 0;
    if (settled > kMostSettled) return;
    for (const CellPos cell : now_) settle(state, settings, roofs, slack, cell, wake);
  }
}

void Settling::settle(DuneState& state, const PileSettings& settings, const Roofs& roofs, int32_t slack,
                      CellPos cell, const WakeColumns& wake) {
  const int64_t height = state.height[cell];
  const int64_t sand = state.sand(cell);
  const int64_t threshold = threshold_at(settings, state.wetness[cell]);
  const int64_t rest = threshold - threshold / kRestShare - 1;
  std::array<Lower, std::size(kAround)> lower;
  size_t count = 0;
  bool is_too_high = false;
  for (const CellPos& side : kAround) {
    const CellPos other{cell.x + side.x, cell.y + side.y};
    if (!contains(state.size, other)) continue;
    const int64_t level = state.height[other] + over_distance(rest, side);
    if (level >= height) continue;
    const int32_t room = roofs.room(state, other);
    if (room == 0) continue;
    is_too_high = is_too_high || state.height[other] + over_distance(threshold, side) + slack <= height;
    // The lowest first.
    size_t k = count++;
    for (; k > 0 && level < lower[k - 1].level; --k) lower[k] = lower[k - 1];
    lower[k] = {other, level, room};
  }
  if (!is_too_high || sand <= 0) return;
  // Where the surface comes to be: the mean of what shares it.
  int64_t level = height;
  int64_t sum = height;
  int64_t sharing = 1;
  for (size_t k = 0; k < count && lower[k].level < level; ++k) {
    sum += lower[k].level;
    level = sum / ++sharing;
  }
  int64_t wanted = 0;
  for (size_t k = 0; k < count; ++k) wanted += std::max(level - lower[k].level, int64_t{0});
  if (wanted == 0) return;
  const int64_t given = std::min(wanted, sand);
  const FineWetness wetness = wetness_of(state, cell);
  bool is_held_back = false;  // there was less room than it would have taken
  for (size_t k = 0; k < count; ++k) {
    const int64_t share = std::max(level - lower[k].level, int64_t{0}) * given / wanted;
    const auto moved = static_cast<int32_t>(std::min(share, int64_t{lower[k].room}));
    is_held_back = is_held_back || moved < share;
    if (moved <= 0) continue;
    state.height[cell] -= moved;
    add_sand(state, lower[k].cell, moved, wetness);
    wake({lower[k].cell.y, lower[k].cell.x, lower[k].cell.x});
    look_at(state, lower[k].cell);
  }
  if (state.height[cell] == height) return;
  wake({cell.y, cell.x, cell.x});
  if (is_held_back) look_at(state, cell);
  // What is higher may follow.
  for (const CellPos& side : kAround) {
    const CellPos other{cell.x + side.x, cell.y + side.y};
    if (contains(state.size, other) && state.height[other] - state.height[cell] >= settings.threshold)
      look_at(state, other);
  }
}

}  // namespace quicksand
