#include "sim/moisture/wetting.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/ones.h"
#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/cells/rules.h"
#include "sim/moisture/wetness.h"

namespace quicksand {
namespace {

bool is_air(const MaterialTable& table, MaterialId id) {
  return table.phase(id) == Phase::kVoid || table.phase(id) == Phase::kGas;
}

}  // namespace

// Four cells, row by row.
struct Wetting::Quad {
  static constexpr int kCells = 4;

  Quad(SandboxState& world, const MaterialTable& materials, int x, int y, uint8_t dice_byte)
      : state(world), table(materials), first{x, y}, dice(dice_byte) {
    for (int i = 0; i < kCells; ++i) {
      material[i] = &state.material()[place(i)];
      wetness[i] = &state.wetness()[place(i)];
    }
  }

  CellPos place(int i) const { return {first.x + i % 2, first.y + i / 2}; }

  MaterialId absorbs(int i) const { return table.absorbs(*material[i]); }
  int threshold(int i) const { return table.wet_threshold(*material[i]); }
  int excess(int i) const { return std::max(*wetness[i] - threshold(i), 0); }
  int room(int i) const { return table.wet_max(*material[i]) - *wetness[i]; }
  void add(int i, int units) const { *wetness[i] = static_cast<uint8_t>(*wetness[i] + units); }
  void move(int from, int to, int units) const {
    add(from, -units);
    add(to, units);
  }

  // Adds to (sign 1) or takes from (-1) the grains that absorb the liquid up to `units`, as far as `most` allows:
  // evenly in one row, then in the other. Returns what is left.
  template <class Most>
  int share_in_row(int row, MaterialId liquid, int sign, int units, const Most& most) const {
    const int first = 2 * row + (dice & 1);  // gets what cannot be divided
    const int second = first ^ 1;
    const auto can = [&](int i) { return absorbs(i) == liquid ? most(i) : 0; };
    int of_first = std::min(can(first), (units + 1) / 2);
    const int of_second = std::min(can(second), units - of_first);
    of_first = std::min(can(first), units - of_second);
    add(first, sign * of_first);
    add(second, sign * of_second);
    return units - of_first - of_second;
  }

  // Whether liquid gets from the one cell into the other: not past a corner that is closed on both sides.
  bool reaches(int one, int other, MaterialId liquid) const {
    const auto is_closed = [&](int i) { return table.phase(*material[i]) == Phase::kStatic && absorbs(i) != liquid; };
    return other != (one ^ 3) || !is_closed(one ^ 1) || !is_closed(one ^ 2);
  }

  // Into the lower row first. A cell of the upper row also goes where it only sinks.
  bool absorb() const {
    for (int k = 0; k < kCells; ++k) {
      const int i = k ^ (dice & 1);
      const MaterialId liquid = *material[i];
      if (table.phase(liquid) != Phase::kLiquid) continue;
      int lacking = 0;
      int room_above = 0;
      int room_below = 0;
      for (int j = 0; j < kCells; ++j) {
        if (absorbs(j) != liquid || !reaches(i, j, liquid)) continue;
        lacking += threshold(j) - *wetness[j];
        (j < 2 ? room_above : room_below) += room(j);
      }
      const bool sinks = i < 2 && room_below > 0;
      if ((lacking <= 0 && !sinks) || room_above + room_below < kCellWetness) continue;
      state.cells.clear(place(i));
      const auto room_of = [&](int j) { return reaches(i, j, liquid) ? room(j) : 0; };
      share_in_row(0, liquid, 1, share_in_row(1, liquid, 1, kCellWetness, room_of), room_of);
      return true;
    }
    return false;
  }

  // Into a void of the lower row, from the upper row first.
  bool release() const {
    for (const int k : {2, 3}) {
      const int i = k ^ (dice & 1);
      if (*material[i] != kVoid) continue;
      for (int j = 0; j < kCells; ++j) {
        const MaterialId liquid = absorbs(j);
        if (liquid == kVoid) continue;
        const auto excess_of = [&](int other) { return reaches(i, other, liquid) ? excess(other) : 0; };
        int total = 0;
        for (int other = 0; other < kCells; ++other) total += absorbs(other) == liquid ? excess_of(other) : 0;
        if (total < kCellWetness) continue;
        state.cells.put(place(i), fresh_cell(state, table, liquid, dice));
        share_in_row(1, liquid, -1, share_in_row(0, liquid, -1, kCellWetness, excess_of), excess_of);
        return true;
      }
    }
    return false;
  }

  bool alike(int from, int to) const { return absorbs(from) != kVoid && absorbs(from) == absorbs(to); }

  bool spread(int from, int to) const {
    if (!alike(from, to) || excess(from) == 0 || *wetness[to] >= threshold(to)) return false;
    move(from, to, std::min((excess(from) + 1) / 2, room(to)));
    return true;
  }

  // Between two grains side by side.
  bool even_out(int from, int to) const {
    if (!alike(from, to) || excess(from) < excess(to) + kUneven) return false;
    const int units = std::min((excess(from) - excess(to)) / 2, room(to));
    if (units == 0) return false;
    move(from, to, units);
    return true;
  }

  bool drain(int from, int to) const {
    if (!alike(from, to)) return false;
    const int units = std::min((excess(from) + 1) / 2, room(to));
    if (units == 0) return false;
    move(from, to, units);
    return true;
  }

  SandboxState& state;
  const MaterialTable& table;
  CellPos first;
  const MaterialId* material[kCells];
  uint8_t* wetness[kCells];
  uint8_t dice;
};

Wetting::Wetting(GridSize size, ActivityMap& activity)
    : size_(size),
      cursor_(activity.add_cursor("wetness")),
      before_(blocks_of(size)),
      row_before_(static_cast<size_t>(size.height)) {}

void Wetting::set_materials(const MaterialTable& table, ActivityMap& activity) {
  absorbs_ = table.has_absorbing();
  activity.set_listening(cursor_, absorbs_);
  sets_ = {};
  dry_limit_.assign(256, 0);
  for (int id = 0; id < table.size(); ++id) {
    const auto material = static_cast<MaterialId>(id);
    if (table.absorbs(material) == kVoid) continue;
    sets_.threshold[static_cast<size_t>(id)] = static_cast<uint8_t>(table.wet_threshold(material));
    sets_.most[static_cast<size_t>(id)] = static_cast<uint8_t>(table.wet_max(material));
    sets_.liquid.add(table.absorbs(material));
    if (const uint32_t dries = table[material].dries; dries > 0)
      dry_limit_[static_cast<size_t>(id)] = dice_limit(static_cast<double>(kDryTicks) / dries);
  }
}

bool Wetting::settle(Quad& quad) const {
  bool changed = quad.absorb() || quad.release();
  for (const int column : {0, 1})
    changed |= quad.spread(column, column + 2) || quad.drain(column, column + 2) || quad.spread(column + 2, column);
  for (const int row : {0, 2})
    changed |= quad.spread(row, row + 1) || quad.spread(row + 1, row) || quad.even_out(row, row + 1) ||
               quad.even_out(row + 1, row);
  return changed;
}

// The quads of rows y and y + 1 whose first columns are even, or odd with an offset of 1.
void Wetting::settle_rows(const Work& work, int y, int offset) {
  const ActivityMap& activity = work.activity;
  const size_t upper = static_cast<size_t>(y);
  if (!activity.row_changed(cursor_, y) && !activity.row_changed(cursor_, y + 1) &&
      (row_before_[upper] | row_before_[upper + 1]) == 0)
    return;
  SandboxState& state = work.state;
  const uint32_t dice_key = row_key(state.seed, state.tick, kDiceWet, y);
  const uint64_t* const rows[4] = {activity.changed(cursor_, y), activity.changed(cursor_, y + 1), before_.row(y),
                                   before_.row(y + 1)};
  const auto near = [&](int word) { return rows[0][word] | rows[1][word] | rows[2][word] | rows[3][word]; };
  for (int word = 0; word < activity.words(); ++word) {
    const uint64_t here = near(word);
    // A block's last quad reaches into the next block.
    const uint64_t blocks = (here | here >> 1 | near(word + 1) << 63) & activity.valid(word);
    for (const int bit : ones(blocks)) {
      const int x = (word * 64 + bit) * kBlockCells + offset;
      const uint64_t quads = work.queries.wet_quads(state.material().row(y) + x, state.material().row(y + 1) + x,
                                                    state.wetness().row(y) + x, state.wetness().row(y + 1) + x, sets_);
      for (const int i : ones(quads)) {
        const int first = x + i;
        if (first + 1 >= size_.width) break;
        Quad quad(state, work.table, first, y, dice_byte(dice_key, static_cast<uint32_t>(first)));
        if (!settle(quad)) continue;
        for (int k = 0; k < Quad::kCells; ++k) {
          work.activity.mark(quad.place(k));
          if (*quad.wetness[k] != 0) state.cells.note_used(kWetnessPlane, quad.place(k));
        }
      }
    }
  }
}

void Wetting::dry_row(const Work& work, int y) {
  SandboxState& state = work.state;
  const MaterialTable& table = work.table;
  const uint32_t dice_key = row_key(state.seed, state.tick, kDiceDry, y);
  uint8_t* const wetness = state.wetness().row(y);
  const MaterialId* const here = state.material().row(y);
  const MaterialId* const above = state.material().row(y - 1);
  const MaterialId* const below = state.material().row(y + 1);
  BitPlane& used = state.cells.used(kWetnessPlane);
  for (int word = 0; word < used.words(); ++word) {
    for (const int bit : ones(used.row(y)[word])) {
      const int block = word * 64 + bit;
      bool damp = false;
      for (int x = block * kBlockCells; x < std::min((block + 1) * kBlockCells, size_.width); ++x) {
        if (wetness[x] == 0) continue;
        damp = true;
        const uint64_t limit = dry_limit_[here[x]];
        if (limit == 0 || dice_word(dice_key, static_cast<uint32_t>(x)) >= limit) continue;
        if (!is_air(table, above[x]) && !is_air(table, below[x]) && !is_air(table, here[x - 1]) &&
            !is_air(table, here[x + 1]))
          continue;
        --wetness[x];
        work.activity.mark(CellPos{x, y});
      }
      if (!damp) used.row(y)[word] &= ~(uint64_t{1} << bit);
    }
  }
}

// What has changed becomes what had changed.
void Wetting::begin_cycle(ActivityMap& activity) {
  for (int y = 0; y < size_.height; ++y) {
    uint8_t& row_before = row_before_[static_cast<size_t>(y)];
    const bool changed = activity.row_changed(cursor_, y);
    if (changed || row_before != 0) std::copy_n(activity.changed(cursor_, y), activity.words(), before_.row(y));
    row_before = changed ? 1 : 0;
  }
  activity.clear(cursor_);
}

void Wetting::run(SandboxState& state, const MaterialTable& table, const BlockQueries& queries, ActivityMap& activity,
                  Parallel& parallel) {
  activity.gather();
  const auto step = static_cast<int>(state.tick / kWetTicks % kQuadOffsets);
  if (step == 0) begin_cycle(activity);
  const Work work{state, table, queries, activity};
  const int chunks = (size_.height + kChunkRows - 1) / kChunkRows;
  const auto for_each_row = [&](int first, int stride, const auto& action) {
    parallel.for_each_from_below(chunks, [&](int chunk) {
      const int end = std::min((chunk + 1) * kChunkRows, size_.height);
      for (int y = chunk * kChunkRows + first; y < end; y += stride) action(y);
    });
  };
  // Of four steps in a row every quad gets one.
  const int row_offset = step & 1;
  const int column_offset = (step ^ step >> 1) & 1;
  for_each_row(row_offset, 2, [&](int y) {
    if (y + 1 < size_.height) settle_rows(work, y, column_offset);
  });
  if (state.tick % kDryTicks == kWetPhase) for_each_row(0, 1, [&](int y) { dry_row(work, y); });
}

}  // namespace quicksand
