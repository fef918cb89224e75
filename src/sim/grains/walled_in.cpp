#include "sim/grains/walled_in.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include "core/patch.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/grains/grain_materials.h"
#include "sim/grains/grains_in.h"
#include "sim/grains/nearest_room.h"
#include "sim/grains/nearest_void.h"

namespace quicksand {
namespace {

CellPos cell_of_grain(const Grains& grains, size_t i) { return {cell_of(grains.x[i]), cell_of(grains.y[i])}; }

// What does not find room in a part of the world looks in one that reaches so many times as far.
constexpr int kFarther = 2;

CellBox grown(const CellBox& box, int cells, GridSize size) {
  return {std::max(box.left - cells, 0), std::max(box.top - cells, 0), std::min(box.right + cells, size.width),
          std::min(box.bottom + cells, size.height)};
}

void put_into(Grains& grains, size_t i, CellPos cell) {
  grains.x[i] = static_cast<float>(cell.x) + 0.5F;
  grains.y[i] = static_cast<float>(cell.y) + 0.5F;
}

// One that found no room close by, and the word of a row in which it is.
struct FarFromRoom {
  int y;
  int word;
  uint32_t grain;

  friend bool operator<(const FarFromRoom& a, const FarFromRoom& b) {
    return std::tie(a.y, a.word, a.grain) < std::tie(b.y, b.word, b.grain);
  }
};

// Moves those of them that find room anywhere in their space. Returns the others.
std::vector<uint32_t> move_far(Grains& grains, NearestRoom& room, const std::vector<uint32_t>& walled_in) {
  std::vector<FarFromRoom> far;
  for (const uint32_t i : walled_in) {
    const CellPos at = cell_of_grain(grains, i);
    far.push_back({at.y, at.x / 64, i});
  }
  std::sort(far.begin(), far.end());
  std::vector<uint8_t> is_done(far.size());
  std::vector<uint32_t> left;
  const auto give_room = [&](size_t k) {
    is_done[k] = 1;
    if (const std::optional<NearestRoom::Room> found = room.take_flooded())
      put_into(grains, far[k].grain, found->cell);
    else
      left.push_back(far[k].grain);
  };
  for (size_t first = 0; first < far.size(); ++first) {
    if (is_done[first] != 0) continue;
    room.flood(cell_of_grain(grains, far[first].grain), far.size() - first, NearestRoom::Extent::kThroughRoom);
    give_room(first);
    room.for_each_flooded_word([&](int y, int word) {
      auto each = std::lower_bound(far.begin(), far.end(), FarFromRoom{y, word, 0});
      for (; each != far.end() && each->y == y && each->word == word; ++each) {
        const auto k = static_cast<size_t>(each - far.begin());
        if (is_done[k] == 0 && room.is_flooded(cell_of_grain(grains, each->grain))) give_room(k);
      }
    });
  }
  std::sort(left.begin(), left.end());
  return left;
}

}  // namespace

std::vector<RowSpan> ways_through(const SandboxState& state, const MaterialTable& table,
                                  std::span<const RowSpan> cells) {
  std::vector<RowSpan> ways;
  for (const RowSpan& run : cells) {
    const MaterialId* const row = state.material().row(run.y);
    const auto is_way = [&](int x) { return table.phase(row[x]) != Phase::kStatic; };
    for (int x = run.first; x <= run.last; ++x) {
      if (!is_way(x)) continue;
      RowSpan way{run.y, x, x};
      while (way.last < run.last && is_way(way.last + 1)) ++way.last;
      ways.push_back(way);
      x = way.last;
    }
  }
  return ways;
}

void free_walled_in(SandboxState& state, const MaterialTable& table, std::span<const RowSpan> cells,
                    std::span<const RowSpan> ways) {
  Grains& grains = state.grains;
  std::vector<uint32_t> walled_in;
  for (const auto& [grain, run] : grains_in(grains, cells))
    if (table.phase(state.material()[cell_of_grain(grains, grain)]) == Phase::kStatic) walled_in.push_back(grain);
  if (walled_in.empty()) return;

  BlockSet closed;
  for (int id = 0; id < table.size(); ++id)
    if (table.phase(static_cast<MaterialId>(id)) == Phase::kStatic) closed.add(static_cast<MaterialId>(id));
  NearestRoom room;
  CellBox box = box_around(cells);
  const auto note_near = [&](int reach) {
    box = grown(box, reach, state.size);
    room.note(state, kScalarQueries, closed, box);
    for (const RowSpan& way : ways) room.lead_through(way);
  };
  note_near(NearestRoom::kReach);
  std::vector<uint32_t> left;
  for (const uint32_t i : walled_in) {
    const CellPos at = cell_of_grain(grains, i);
    const uint32_t dice = dice_word(row_key(state.seed, state.paint_serial, kDicePaintRoom, at.y), i);
    if (const std::optional<NearestRoom::Room> found = room.take(at, dice))
      put_into(grains, i, found->cell);
    else
      left.push_back(i);
  }
  room.forget();
  // Few have to look far, and seldom through the whole world.
  for (int reach = kFarther * NearestRoom::kReach; !left.empty(); reach *= kFarther) {
    note_near(reach);
    left = move_far(grains, room, left);
    room.forget();
    if (GridSize{box.right - box.left, box.bottom - box.top} == state.size) break;
  }
  grains.wake_all();
  if (left.empty()) return;
  NearestVoid anywhere(state.size, [&](CellPos cell) { return state.material()[cell] == kVoid; });
  for (const uint32_t i : left) {
    const std::optional<CellPos> cell = anywhere.take(cell_of_grain(grains, i));
    if (!cell) break;  // the world is full
    put_into(grains, i, *cell);
  }
}

}  // namespace quicksand
