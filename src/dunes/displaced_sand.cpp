#include "dunes/displaced_sand.h"

#include <algorithm>
#include <cmath>

#include "dunes/dune_dice.h"
#include "dunes/moist_sand.h"
#include "dunes/sandpile.h"

namespace quicksand {
namespace {

// Sand that is pushed out goes where there is room for so much, as long as there is such a place: the narrow gap beside
// what a body touches takes little, and sand slides into it anyway.
constexpr int32_t kGoodRoom = kUnit / 2;

// Ways round rock are looked for so many times at most for columns of different heights, where rock is as high as some
// of them: of a cell and more each.
constexpr int32_t kMostBands = 32;

CellBox widened(const CellBox& box) { return {box.left - 1, box.top - 1, box.right + 1, box.bottom + 1}; }

}  // namespace

// Calls action(CellPos) for the columns of the box.
template <class Action>
void DisplacedSand::for_each_in_world(GridSize size, const Action& action) const {
  for (int y = std::max(box_.top, 0); y < std::min(box_.bottom, size.height); ++y)
    for (int x = std::max(box_.left, 0); x < std::min(box_.right, size.width); ++x) action({x, y});
}

// Row by row, in vectors: in most worlds that is all that is asked about rock.
int32_t DisplacedSand::highest_ground(const DuneState& state) const {
  int32_t highest = 0;
  const int left = std::max(box_.left, 0);
  const int right = std::min(box_.right, state.size.width);
  for (int y = std::max(box_.top, 0); y < std::min(box_.bottom, state.size.height); ++y) {
    const int32_t* const row = state.ground.row(y);
    for (int x = left; x < right; ++x) highest = std::max(highest, row[x]);
  }
  return highest;
}

template <class IsFull, class Action>
void DisplacedSand::for_each_full(const Task& task, const IsFull& is_full, const Action& action) const {
  const auto act = [&](CellPos cell) {
    if (is_full(cell)) action(cell);
  };
  std::for_each(task.covered.begin(), task.covered.end(), act);
  std::for_each(lids_.begin(), lids_.end(), act);
}

// The box around all that is full, and a column more to each side, but where the world ends in walls.
template <class IsFull>
void DisplacedSand::find_box(const Task& task, const IsFull& is_full) {
  box_ = {too_high_[0].x, too_high_[0].y, too_high_[0].x + 1, too_high_[0].y + 1};
  for_each_full(task, is_full, [&](CellPos cell) {
    box_ = {std::min(box_.left, cell.x), std::min(box_.top, cell.y), std::max(box_.right, cell.x + 1),
            std::max(box_.bottom, cell.y + 1)};
  });
  box_ = widened(box_);
  if (!task.state.open)
    box_ = {std::max(box_.left, 0), std::max(box_.top, 0), std::min(box_.right, task.state.size.width),
            std::min(box_.bottom, task.state.size.height)};
}

// Which columns of that box are free: all but walls, and those that are covered, or have a lid, and are full.
template <class IsFull>
void DisplacedSand::list_free(const Task& task, const IsFull& is_full) {
  find_box(task, is_full);
  is_free_.assign(static_cast<size_t>(box_.right - box_.left) * static_cast<size_t>(box_.bottom - box_.top), 1);
  for_each_full(task, is_full, [&](CellPos cell) { is_free_[index_in(box_, cell)] = 0; });
  for (const CellPos cell : walls_)
    if (contains(box_, cell)) is_free_[index_in(box_, cell)] = 0;
}

void DisplacedSand::push_out(const Task& task, std::vector<CellPos>& too_high) {
  too_high_.swap(too_high);
  for (const CellPos cell : too_high_) press(task, cell);
  const size_t without_walls = task.roofs.mark();
  lay_walls(task);
  hand_all_on(task);
  if (!walls_.empty()) {
    settle_between_walls(task, without_walls);
    // What rock shuts in on all sides goes over it.
    const auto fits = [&](CellPos cell) { return task.state.height[cell] <= task.roofs.over(task.state, cell); };
    too_high_.erase(std::remove_if(too_high_.begin(), too_high_.end(), fits), too_high_.end());
    hand_all_on(task);
  }
  too_high_.swap(too_high);
}

// As far as there is room between the walls.
void DisplacedSand::hand_all_on(const Task& task) {
  if (too_high_.empty()) return;
  const size_t without_lids = task.roofs.mark();
  lay_lids(task);
  lay_lids_near_walls(task);
  while (!too_high_.empty() && hand_on(task, kGoodRoom)) {
  }
  while (!too_high_.empty() && hand_on(task, 1)) {
  }
  task.roofs.take_back(without_lids);
  lids_.clear();
}

// Rock that sand does not climb takes none, no farther away than half of what is covered is wide.
void DisplacedSand::lay_walls(const Task& task) {
  walls_.clear();
  const DuneState& state = task.state;
  find_box(task, [](CellPos) { return true; });
  const int far = std::max(box_.right - box_.left, box_.bottom - box_.top) / 2;
  box_ = {box_.left - far, box_.top - far, box_.right + far, box_.bottom + far};
  if (highest_ground(state) <= kClimb) return;
  const auto is_wall_from = [&](CellPos cell, CellPos beside) {
    return contains(state.size, beside) &&
           state.ground[cell] > state.height[beside] + threshold_at(task.pile, state.wetness[beside]) + kClimb;
  };
  for_each_in_world(state.size, [&](CellPos cell) {
    if (state.ground[cell] <= kClimb) return;
    for (int y = cell.y - 1; y <= cell.y + 1; ++y)
      for (int x = cell.x - 1; x <= cell.x + 1; ++x)
        if (is_wall_from(cell, {x, y})) return walls_.push_back(cell);
  });
  for (const CellPos cell : walls_) task.roofs.lower(cell, state.ground[cell]);
}

// What is heaped up higher at first than it will lie flows over no rock that it does not reach then.
void DisplacedSand::settle_between_walls(const Task& task, size_t without_walls) {
  if (!task.pile.chip_firing) {
    task.settling.expect_another_run();
    task.settling.run(task.state, task.pile, task.roofs, 0, task.wake);
  }
  task.roofs.take_back(without_walls);
  for (const CellPos cell : walls_)
    for (int y = cell.y - 1; y <= cell.y + 1; ++y)
      for (int x = cell.x - 1; x <= cell.x + 1; ++x) task.settling.look_at(task.state, {x, y});
  walls_.clear();
}

// A pocket has room up to the slope that may rise from the nearest column of the open field, and a cell more, as much
// as beside a body; or up to the roofs under which it is open. What it has more already stays.
void DisplacedSand::lay_lids(const Task& task) {
  list_free(task, [](CellPos) { return true; });
  const CellBox world{0, 0, task.state.size.width, task.state.size.height};
  pockets_.find(box_, task.state.open ? widened(box_) : world, is_free_);
  lids_ = pockets_.columns();
  if (lids_.empty()) return;
  for (const CellPos cell : lids_) is_free_[index_in(box_, cell)] = 0;
  nearest_.find(box_, is_free_);
  int32_t lowest_wall = kFullHeight;
  for (const CellPos wall : walls_) lowest_wall = std::min(lowest_wall, task.state.ground[wall]);
  if (!walls_.empty()) reachable_.find(task.state, box_, is_free_, lowest_wall - 1);
  const std::vector<int32_t>& ways_out = pockets_.find_ways_out(task.state, task.roofs);
  for (size_t k = 0; k < lids_.size(); ++k) {
    const std::optional<CellPos> reached = walls_.empty() ? std::nullopt : reachable_.of(lids_[k]);
    const CellPos outside = reached ? *reached : *nearest_.of(lids_[k]);
    const double dx = outside.x - lids_[k].x;
    const double dy = outside.y - lids_[k].y;
    const double rise = threshold_at(task.pile, task.state.wetness[lids_[k]]) * std::sqrt(dx * dx + dy * dy) + kUnit;
    const int32_t level =
        contains(task.state.size, outside) ? task.state.height[outside] : 0;  // over the edge it falls
    task.roofs.lower(lids_[k],
                     std::max(static_cast<int32_t>(std::min(level + rise, double{kFullHeight})), ways_out[k]));
  }
}

// Near rock the columns around take sand until it stands as high above the lowest of them as a wall of all that is to
// go would, with the slope T, if it went to all sides alike. Between a body and rock the rest would come up above the
// rock; it goes farther.
void DisplacedSand::lay_lids_near_walls(const Task& task) {
  if (walls_.empty()) return;
  list_free(task, [](CellPos) { return true; });
  double sand = 0;
  double slope = 0;
  for (const CellPos cell : too_high_) {
    sand += task.state.height[cell] - task.roofs.over(task.state, cell);
    slope = std::max<double>(slope, threshold_at(task.pile, task.state.wetness[cell]));
  }
  int around = 0;
  int32_t lowest = kFullHeight;
  for_each_in_world(task.state.size, [&](CellPos cell) {
    if (is_free_[index_in(box_, cell)] == 0) return;
    ++around;
    lowest = std::min(lowest, task.state.height[cell]);
  });
  const double rise = std::max(std::sqrt(2 * sand * slope / std::max(around, 1)), slope) + kUnit;
  const auto most = static_cast<int32_t>(std::min(lowest + rise, double{kFullHeight}));
  for_each_in_world(task.state.size, [&](CellPos cell) {
    if (is_free_[index_in(box_, cell)] == 0) return;
    lids_.push_back(cell);
    task.roofs.lower(cell, most);
  });
}

void DisplacedSand::press(const Task& task, CellPos cell) {
  const int32_t excess = task.state.height[cell] - task.roofs.over(task.state, cell);
  const auto pressed = static_cast<int32_t>(int64_t{excess} * task.state.wetness[cell] * kPressedShare / (255 * 256));
  task.state.pressed += pressed;
  task.state.height[cell] -= pressed;
  task.wake({cell.y, cell.x, cell.x});
}

// The nearest column with room; of what comes from far some goes a little to the side, by dice, or it would gather
// where the edge of what is full has corners.
std::optional<CellPos> DisplacedSand::aside_of(const Task& task, CellPos cell) {
  const std::optional<CellPos> nearest = nearest_.of(cell);
  if (!nearest) return nearest;
  const int far = std::max(std::abs(nearest->x - cell.x), std::abs(nearest->y - cell.y));
  const uint32_t dice =
      dice_word(row_key(task.state.seed, task.state.tick, kDicePressed, cell.y), static_cast<uint32_t>(cell.x));
  const int most = far / 2;  // as far to one side as to the other
  const auto moved = [&](uint32_t lot) { return static_cast<int>(lot % static_cast<uint32_t>(2 * most + 1)) - most; };
  const CellPos beside{std::clamp(cell.x + moved(dice & 0xffff), box_.left, box_.right - 1),
                       std::clamp(cell.y + moved(dice >> 16), box_.top, box_.bottom - 1)};
  return nearest_.of(beside);
}

// As much of what is above the column's roof as the other takes, or all, over the edge. Whether that was anything.
bool DisplacedSand::give(const Task& task, CellPos cell, CellPos to) {
  const int32_t excess = task.state.height[cell] - task.roofs.over(task.state, cell);
  if (!contains(task.state.size, to)) {
    task.state.height[cell] -= excess;
    return true;
  }
  const int32_t handed = std::min(excess, task.roofs.room(task.state, to));
  task.state.height[cell] -= handed;
  add_sand(task.state, to, handed, wetness_of(task.state, cell));
  task.wake({to.y, to.x, to.x});
  task.settling.look_at(task.state, to);
  return handed > 0;
}

// Each column that is too high gives to the nearest that has so much room. Whether any did.
bool DisplacedSand::hand_on(const Task& task, int32_t least_room) {
  list_free(task, [&](CellPos cell) { return task.roofs.room(task.state, cell) < least_room; });
  nearest_.find(box_, is_free_);
  const int32_t highest = highest_ground(task.state);
  shut_off_.clear();
  bool any = false;
  size_t kept = 0;
  for (const CellPos cell : too_high_) {
    const std::optional<CellPos> to = aside_of(task, cell);
    const int32_t level = task.state.height[cell];
    if (to && highest > level &&
        climbs(task.state, cell, *to, level, threshold_at(task.pile, task.state.wetness[cell]))) {
      shut_off_.push_back({cell, *to, level});
      continue;
    }
    if (to) any |= give(task, cell, *to);
    if (!to || task.state.height[cell] > task.roofs.over(task.state, cell)) too_high_[kept++] = cell;
  }
  too_high_.resize(kept);
  find_ways_round(task);
  for (const ShutOff& one : shut_off_) {
    any |= give(task, one.cell, one.to);
    if (task.state.height[one.cell] > task.roofs.over(task.state, one.cell)) too_high_.push_back(one.cell);
  }
  return any;
}

// Of the columns from which rock shuts off the nearest. Rock over which all sand around lies is none in the way. What
// is shut in is lifted.
void DisplacedSand::find_ways_round(const Task& task) {
  if (shut_off_.empty()) return;
  std::sort(shut_off_.begin(), shut_off_.end(), [](const ShutOff& a, const ShutOff& b) {
    return a.level != b.level ? a.level < b.level : is_before(a.cell, b.cell);
  });
  const int32_t band = std::max(kClimb, (shut_off_.back().level - shut_off_.front().level) / kMostBands);
  int32_t end_of_band = shut_off_.front().level;
  for (ShutOff& one : shut_off_) {
    if (one.level >= end_of_band) {
      reachable_.find(task.state, box_, is_free_, one.level + kClimb);
      end_of_band = std::max(one.level + band, reachable_.lowest_shut() - kClimb);
    }
    const std::optional<CellPos> round = reachable_.of(one.cell);
    if (!round) continue;
    const int32_t level = std::max(one.level, reachable_.lowest());
    if (climbs(task.state, one.cell, one.to, level, threshold_at(task.pile, task.state.wetness[one.cell])))
      one.to = *round;
  }
}

}  // namespace quicksand
