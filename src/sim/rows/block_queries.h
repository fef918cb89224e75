// Questions about the 64 cells of a block, answered with a bit for each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/random.h"
#include "sim/cells/reaction_table.h"
#include "sim/heat/heat_flow.h"

namespace quicksand {

// A set of materials: 0x80 for those in it, 0 for the others.
struct alignas(64) BlockSet {
  std::array<uint8_t, 256> has{};

  void add(uint8_t material) { has[material] = 0x80; }
};

// What a liquid asks about.
struct LiquidSets {
  BlockSet self;
  BlockSet lighter;  // what it can change places with
};

// What support asks about (liquid/support.h). Ranks of densities as in VectorTables.
struct SupportSets {
  BlockSet firm;    // static materials
  BlockSet weighs;  // powders and liquids
  alignas(64) std::array<uint8_t, 256> upper{};
  alignas(64) std::array<uint8_t, 256> lower{};
};
struct SupportView {
  uint64_t firm;   // static cells
  uint64_t rests;  // powders and liquids with nothing lighter right below
};

// What arches ask about (falling/arching.h): what each material is.
inline constexpr uint8_t kLeaningPowder = 0x80;
inline constexpr uint8_t kLeaningStatic = 0x40;
struct LeaningSets {
  alignas(64) std::array<uint8_t, 256> kind{};
};
struct LeaningView {
  uint64_t moves;  // powder with void right below, or with a speed
  uint64_t rests;  // any other powder
  uint64_t fixed;  // static cells
};

// The group of each material; 0: none that is asked about.
struct MaterialGroups {
  alignas(64) std::array<uint8_t, 256> of{};
};
// The groups that a block's cells belong to, in the order of their first cells, and which cells those are.
struct BlockGroups {
  int count;
  uint8_t group[64];
  uint64_t cells[64];
};

// A block and the one right above it, seen by a liquid.
struct BlockView {
  uint64_t self;
  uint64_t lighter;
  uint64_t lighter_above;  // cells above which is something lighter
};

// What wetting asks about.
struct WetSets {
  BlockSet liquid;  // that something absorbs
  // Of what absorbs, in units of wetness; 0 for what does not.
  alignas(64) std::array<uint8_t, 256> threshold{};
  alignas(64) std::array<uint8_t, 256> most{};
};

// Of 64 pairs of cells, or cells, by the place of the first: those that may react, and those of them for which the dice
// byte does not rule it out.
struct MeetingCells {
  uint64_t may;
  uint64_t tried;
  bool marked;  // any of the cells has kMarkedStart
};

// All expect cells below the number of materials that they were made for; all but wet_quads(), starting(), meeting() and
// those about heat, blocks on 64-byte boundaries.
struct BlockQueries {
  // Which of 64 cells hold a material of the set.
  uint64_t (*cells_in)(const uint8_t* block, const BlockSet& set);
  // Of 64 bytes of any plane, those that are not 0.
  uint64_t (*nonzero)(const uint8_t* block);
  void (*groups)(const uint8_t* block, const MaterialGroups& groups, BlockGroups& found);
  SupportView (*support)(const uint8_t* here, const uint8_t* below, const SupportSets& sets);
  BlockView (*view)(const uint8_t* above, const uint8_t* here, const LiquidSets& sets);
  // Of the blocks, a bit each, of three rows: those in which anything moves, with what is there.
  uint64_t (*leaning)(const uint8_t* here, const uint8_t* below, const uint8_t* speed, uint64_t blocks,
                      const LeaningSets& sets, LeaningView* views);
  // Of the quads of 2 x 2 cells that two rows of 64 cells make up, those that may have something to settle (wetting.h),
  // at the even bits. Materials and wetness of the upper and the lower row.
  uint64_t (*wet_quads)(const uint8_t* upper, const uint8_t* lower, const uint8_t* upper_wetness,
                        const uint8_t* lower_wetness, const WetSets& sets);
  // Which of the blocks, a bit each, have a cell that starts a meeting, or is marked, in either of two rows of cells.
  uint64_t (*starting)(const uint8_t* firsts, const uint8_t* seconds, uint64_t blocks, const MeetingSets& sets);
  // Pairs of a cell of one run of 64 and the cell of the other at the same place. The dice are those of the row's `key` from
  // `x` on, a multiple of 64.
  MeetingCells (*meeting)(const uint8_t* firsts, const uint8_t* seconds, uint32_t key, int x, const MeetingSets& sets);
  MeetingCells (*decaying)(const uint8_t* block, uint32_t key, int x, const DecaySets& sets);
  // Let heat flow (heat/heat_flow.h) between cells of one run of 64 and those of another at the same places; and between
  // each at an even place of a run and the next. The dice as above. Return whether any may flow.
  bool (*conduct_upright)(const HeatRun& upper, const HeatRun& lower, uint32_t key, int x, const HeatTable& heat,
                          uint16_t ambient);
  bool (*conduct_beside)(const HeatRun& run, uint32_t key, int x, const HeatTable& heat, uint16_t ambient);
  // The cells that change because they are hot or cold, and those that are so hot that they burn.
  uint64_t (*changing)(const HeatRun& block, const HeatTable& heat, uint16_t ambient);
};

// Grains side by side whose excess differs by less do not even out: a single unit would wander for minutes, and nobody
// would see it. At least 2.
inline constexpr int kUneven = 8;

// What decides that, a bit for each cell.
struct WetWords {
  uint64_t liquid;       // that something absorbs, in either row
  uint64_t lower_empty;  // in the lower row
  uint64_t lacking;      // grains below their thresholds, in either row
  uint64_t over;         // grains above their thresholds, in either row
  uint64_t upper_over;   // in the upper row
  uint64_t lower_room;   // in the lower row, grains that are not full
  uint64_t uneven;       // grains whose excess is larger by kUneven than that of a grain beside them, in either row
  // Quads, at either bit, whose grains have room for a cell of liquid, and whose excess amounts to one.
  uint64_t roomy;
  uint64_t full;
};
inline uint64_t quads_to_settle(const WetWords& cells) {
  const auto any = [](uint64_t word) { return word | word >> 1; };
  const uint64_t drains = any(cells.upper_over & cells.lower_room);
  const uint64_t spreads = any(cells.over) & any(cells.lacking);
  const uint64_t releases = any(cells.lower_empty) & cells.full;
  const uint64_t absorbs = any(cells.liquid) & (any(cells.lacking) | any(cells.lower_room)) & cells.roomy;
  return (drains | spreads | releases | absorbs | any(cells.uneven)) & 0x5555555555555555;
}

// The plain answers.
inline uint64_t cells_in_scalar(const uint8_t* block, const BlockSet& set) {
  uint64_t word = 0;
  for (int i = 0; i < 64; ++i) word |= uint64_t{set.has[block[i]]} >> 7 << i;
  return word;
}
inline uint64_t nonzero_scalar(const uint8_t* block) {
  uint64_t word = 0;
  for (int i = 0; i < 64; ++i) word |= uint64_t{block[i] != 0} << i;
  return word;
}
inline void groups_scalar(const uint8_t* block, const MaterialGroups& groups, BlockGroups& found) {
  found.count = 0;
  for (int i = 0; i < 64; ++i) {
    const uint8_t group = groups.of[block[i]];
    if (group == 0) continue;
    int place = 0;
    while (place < found.count && found.group[place] != group) ++place;
    if (place == found.count) {
      found.group[place] = group;
      found.cells[place] = 0;
      ++found.count;
    }
    found.cells[place] |= uint64_t{1} << i;
  }
}
inline SupportView support_scalar(const uint8_t* here, const uint8_t* below, const SupportSets& sets) {
  uint64_t rests = 0;
  for (int i = 0; i < 64; ++i) {
    const bool sinks = static_cast<int8_t>(sets.upper[here[i]]) > static_cast<int8_t>(sets.lower[below[i]]);
    if (!sinks && sets.weighs.has[here[i]] != 0) rests |= uint64_t{1} << i;
  }
  return {cells_in_scalar(here, sets.firm), rests};
}
inline BlockView view_scalar(const uint8_t* above, const uint8_t* here, const LiquidSets& sets) {
  return {cells_in_scalar(here, sets.self), cells_in_scalar(here, sets.lighter), cells_in_scalar(above, sets.lighter)};
}
inline uint64_t leaning_scalar(const uint8_t* here, const uint8_t* below, const uint8_t* speed, uint64_t blocks,
                               const LeaningSets& sets, LeaningView* views) {
  uint64_t found = 0;
  for (int i = 0; i < 64 * 64; ++i) {
    if ((blocks >> i / 64 & 1) == 0) continue;
    const uint64_t bit = uint64_t{1} << i % 64;
    LeaningView& view = views[i / 64];
    if (i % 64 == 0) view = {};
    const uint8_t kind = sets.kind[here[i]];
    const bool moves = below[i] == 0 || speed[i] != 0;
    if (kind == kLeaningPowder) (moves ? view.moves : view.rests) |= bit;
    if (kind == kLeaningStatic) view.fixed |= bit;
    if (view.moves != 0) found |= uint64_t{1} << i / 64;
  }
  return found;
}
inline uint64_t wet_quads_scalar(const uint8_t* upper, const uint8_t* lower, const uint8_t* upper_wetness,
                                 const uint8_t* lower_wetness, const WetSets& sets) {
  WetWords words{};
  for (int i = 0; i < 64; ++i) {
    int room = 0;
    int excess_of_quad = 0;
    for (const bool is_lower : {false, true}) {
      const uint8_t* const ids = is_lower ? lower : upper;
      const uint8_t* const wetness = is_lower ? lower_wetness : upper_wetness;
      const auto threshold = [&](int column) { return sets.threshold[ids[column]]; };
      const auto excess = [&](int column) { return wetness[column] - std::min(wetness[column], threshold(column)); };
      for (const int column : {i, i ^ 1}) {
        room += sets.most[ids[column]] - wetness[column];
        excess_of_quad += excess(column);
      }
      const uint64_t bit = uint64_t{1} << i;
      if (sets.liquid.has[ids[i]] != 0) words.liquid |= bit;
      if (is_lower && ids[i] == 0) words.lower_empty |= bit;
      if (wetness[i] < threshold(i)) words.lacking |= bit;
      if (wetness[i] > threshold(i)) (is_lower ? words.over : words.upper_over) |= bit;
      if (is_lower && wetness[i] < sets.most[ids[i]]) words.lower_room |= bit;
      if (threshold(i) != 0 && threshold(i ^ 1) != 0 && excess(i) >= excess(i ^ 1) + kUneven) words.uneven |= bit;
    }
    if (room >= 255) words.roomy |= uint64_t{1} << i;
    if (excess_of_quad >= 255) words.full |= uint64_t{1} << i;
  }
  words.over |= words.upper_over;
  return quads_to_settle(words);
}
inline uint64_t starting_scalar(const uint8_t* firsts, const uint8_t* seconds, uint64_t blocks,
                                const MeetingSets& sets) {
  uint64_t found = 0;
  for (int i = 0; i < 64 * 64; ++i)
    if ((blocks >> i / 64 & 1) != 0 && (sets.starts[firsts[i]] | sets.starts[seconds[i]]) != 0)
      found |= uint64_t{1} << i / 64;
  return found;
}
inline MeetingCells meeting_scalar(const uint8_t* firsts, const uint8_t* seconds, uint32_t key, int x,
                                   const MeetingSets& sets) {
  MeetingCells cells{};
  for (int i = 0; i < 64; ++i) {
    const uint8_t one = firsts[i];
    const uint8_t other = seconds[i];
    cells.marked |= ((sets.starts[one] | sets.starts[other]) & kMarkedStart) != 0;
    if (((sets.starts[one] & sets.joins[other]) | (sets.joins[one] & sets.starts[other])) == 0) continue;
    cells.may |= uint64_t{1} << i;
    if (dice_byte(key, static_cast<uint32_t>(x + i)) <= std::min(sets.most[one], sets.most[other]))
      cells.tried |= uint64_t{1} << i;
  }
  return cells;
}
inline MeetingCells decaying_scalar(const uint8_t* block, uint32_t key, int x, const DecaySets& sets) {
  MeetingCells cells{};
  for (int i = 0; i < 64; ++i) {
    if (sets.has[block[i]] == 0) continue;
    cells.may |= uint64_t{1} << i;
    if (dice_byte(key, static_cast<uint32_t>(x + i)) <= sets.most[block[i]]) cells.tried |= uint64_t{1} << i;
  }
  return cells;
}
inline bool conduct_upright_scalar(const HeatRun& upper, const HeatRun& lower, uint32_t key, int x,
                                   const HeatTable& heat, uint16_t ambient) {
  bool any = false;
  for (int i = 0; i < 64; ++i)
    any |= conduct(upper, i, lower, i, dice_byte(key, static_cast<uint32_t>(x + i)), heat, ambient);
  return any;
}
inline bool conduct_beside_scalar(const HeatRun& run, uint32_t key, int x, const HeatTable& heat, uint16_t ambient) {
  bool any = false;
  for (int i = 0; i < 64; i += 2)
    any |= conduct(run, i, run, i + 1, dice_byte(key, static_cast<uint32_t>(x + i)), heat, ambient);
  return any;
}
inline uint64_t changing_scalar(const HeatRun& block, const HeatTable& heat, uint16_t ambient) {
  uint64_t word = 0;
  for (int i = 0; i < 64; ++i)
    if (heat.is_noticed(block.material[i], temperature_of(block.low[i], block.high[i], ambient)))
      word |= uint64_t{1} << i;
  return word;
}
inline constexpr BlockQueries kScalarQueries{
    cells_in_scalar, nonzero_scalar,  groups_scalar,          support_scalar,        view_scalar,    leaning_scalar, wet_quads_scalar,
    starting_scalar, meeting_scalar,  decaying_scalar, conduct_upright_scalar, conduct_beside_scalar, changing_scalar};

}  // namespace quicksand
