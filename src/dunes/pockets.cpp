#include "dunes/pockets.h"

#include <algorithm>

namespace quicksand {
namespace {

// Levels that are not known yet.
constexpr int32_t kUnknown = -1;
constexpr int32_t kPocket = -2;  // of a pocket's column

// Up to which level a way leads through the column: what touches the ground lets none through.
int32_t under(const DuneState& state, const Roofs& roofs, CellPos cell) {
  const int32_t roof = roofs.over(state, cell);
  return roof > state.ground[cell] ? roof : 0;
}

constexpr auto is_lower = [](const auto& a, const auto& b) { return a.level < b.level; };

}  // namespace

void Pockets::find(const CellBox& box, const CellBox& field, const std::vector<uint8_t>& is_open) {
  box_ = box;
  list_runs(box, field, is_open);
  uint32_t largest = 0;
  bool any_leads_out = false;
  for (uint32_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].joined_to != i) continue;
    any_leads_out = any_leads_out || runs_[i].leads_out;
    if (runs_[i].columns > runs_[largest].columns) largest = i;
  }
  columns_.clear();
  for (uint32_t i = 0; i < runs_.size(); ++i) {
    const uint32_t first = first_of(i);
    runs_[i].is_pocket = any_leads_out ? !runs_[first].leads_out : first != largest;
    if (!runs_[i].is_pocket) continue;
    for (int x = runs_[i].first; x < runs_[i].end; ++x) columns_.push_back({x, runs_[i].y});
  }
}

const std::vector<int32_t>& Pockets::find_ways_out(const DuneState& state, const Roofs& roofs) {
  const auto count = static_cast<size_t>(box_.right - box_.left) * static_cast<size_t>(box_.bottom - box_.top);
  levels_.assign(count, kUnknown);
  is_listed_.assign(count, 0);
  for (const CellPos cell : columns_) levels_[index_of(cell)] = kPocket;
  ways_out_.clear();
  for (const CellPos cell : columns_) {
    if (levels_[index_of(cell)] == kPocket) find_way_out(cell, state, roofs);
    ways_out_.push_back(levels_[index_of(cell)]);
  }
  return ways_out_;
}

// Where it has come by on ways that are higher, as high a way leads out: else there would be a higher one from the
// start. And where the roof is no higher.
void Pockets::find_way_out(CellPos start, const DuneState& state, const Roofs& roofs) {
  ways_.clear();
  passed_.clear();
  list({kFullHeight, start});
  int32_t level = kUnknown;
  while (level < 0) {
    if (ways_.empty()) {
      level = 0;
      break;
    }
    std::pop_heap(ways_.begin(), ways_.end(), is_lower);
    const Way way = ways_.back();
    ways_.pop_back();
    passed_.push_back(way);
    const int32_t known = levels_[index_of(way.to)];
    level = known >= 0 ? std::min(way.level, known) : go_on(way, state, roofs);
  }
  levels_[index_of(start)] = level;
  for (const Way& way : passed_) {
    is_listed_[index_of(way.to)] = 0;
    int32_t& known = levels_[index_of(way.to)];
    if (known < 0 && (way.level > level || under(state, roofs, way.to) <= level)) known = level;
  }
  for (const Way& way : ways_) is_listed_[index_of(way.to)] = 0;
}

void Pockets::list(const Way& way) {
  is_listed_[index_of(way.to)] = 1;
  ways_.push_back(way);
  std::push_heap(ways_.begin(), ways_.end(), is_lower);
}

// To all columns around; if the open field is there: the way's level.
int32_t Pockets::go_on(const Way& way, const DuneState& state, const Roofs& roofs) {
  for (int y = std::max(way.to.y - 1, box_.top); y < std::min(way.to.y + 2, box_.bottom); ++y)
    for (int x = std::max(way.to.x - 1, box_.left); x < std::min(way.to.x + 2, box_.right); ++x) {
      const CellPos to{x, y};
      if (is_listed_[index_of(to)] != 0) continue;
      const bool is_covered = contains(state.size, to) && roofs.covers(to);
      if (!is_covered && levels_[index_of(to)] == kUnknown) return way.level;
      list({std::min(way.level, under(state, roofs, to)), to});
    }
  return kUnknown;
}

void Pockets::list_runs(const CellBox& box, const CellBox& field, const std::vector<uint8_t>& is_open) {
  runs_.clear();
  size_t above = 0;  // the first run of the row above
  for (int y = box.top; y < box.bottom; ++y) {
    const auto row_begin = is_open.begin() + int64_t{y - box.top} * (box.right - box.left);
    const auto row_end = row_begin + (box.right - box.left);
    const size_t row = runs_.size();
    const bool is_edge = (y == box.top && y > field.top) || (y + 1 == box.bottom && y + 1 < field.bottom);
    for (auto at = std::find(row_begin, row_end, 1); at != row_end;) {
      const auto end = std::find(at, row_end, 0);
      const int first = box.left + static_cast<int>(at - row_begin);
      const int last_end = box.left + static_cast<int>(end - row_begin);
      const bool is_at_side =
          (first == box.left && first > field.left) || (last_end == box.right && last_end < field.right);
      const auto index = static_cast<uint32_t>(runs_.size());
      runs_.push_back({y, first, last_end, index, last_end - first, is_edge || is_at_side});
      at = std::find(end, row_end, 1);
    }
    for (size_t i = row, k = above; i < runs_.size() && k < row;) {
      // Across a corner, too.
      if (runs_[k].first <= runs_[i].end && runs_[i].first <= runs_[k].end)
        join(static_cast<uint32_t>(k), static_cast<uint32_t>(i));
      (runs_[k].end < runs_[i].end ? k : i)++;
    }
    above = row;
  }
}

uint32_t Pockets::first_of(uint32_t run) {
  while (runs_[run].joined_to != run) run = runs_[run].joined_to = runs_[runs_[run].joined_to].joined_to;
  return run;
}

void Pockets::join(uint32_t one, uint32_t other) {
  one = first_of(one);
  other = first_of(other);
  if (one == other) return;
  if (other < one) std::swap(one, other);
  runs_[other].joined_to = one;
  runs_[one].columns += runs_[other].columns;
  runs_[one].leads_out = runs_[one].leads_out || runs_[other].leads_out;
}

}  // namespace quicksand
