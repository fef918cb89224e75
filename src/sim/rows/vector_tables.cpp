#include "sim/rows/vector_tables.h"

#include <algorithm>
#include <bit>

#include "core/check.h"
#include "sim/cells/rules.h"

namespace quicksand {
namespace {

constexpr uint8_t kNeverMoves = 0x80;     // -128
constexpr uint8_t kNeverGivesWay = 0x7f;  // 127

int pages_for(int materials) {
  const int needed = (materials + 15) / 16;
  return needed <= 2 ? needed : needed <= kFewPages ? kFewPages : kManyPages;
}

uint8_t flags_of(const MaterialTable& table, MaterialId id) {
  const Phase phase = table.phase(id);
  uint8_t flags = 0;
  if (phase == Phase::kVoid) flags |= kVoidFlag;
  if (phase != Phase::kVoid && phase != Phase::kStatic && table.friction(id) > 0) flags |= kMoverFlag;
  if (phase == Phase::kLiquid || phase == Phase::kGas) flags |= kRunsFarFlag | kFluidFlag;
  if (phase == Phase::kGas) flags |= kGasFlag;
  if (table.rises(id)) flags |= kRisesFlag;
  if (phase == Phase::kPowder) flags |= kPowderFlag;
  return flags;
}

// The comparisons of bytes must say what the table says.
void check_ranks(const MaterialTable& table, const VectorTables& tables) {
  for (int upper = 0; upper < table.size(); ++upper)
    for (int lower = 0; lower < table.size(); ++lower) {
      const int chance = table.sink_chance(static_cast<MaterialId>(upper), static_cast<MaterialId>(lower));
      const bool sinks = chance > 0;
      QS_CHECK(sinks == (static_cast<int8_t>(tables.upper[upper]) > static_cast<int8_t>(tables.lower[lower])),
               "a rule does not follow from ranks of density");
      if (sinks && table.phase(static_cast<MaterialId>(lower)) == Phase::kLiquid)
        QS_CHECK(chance == std::max(tables.presses[upper] - tables.resists[lower], 0) + 1,
                 "a chance of sinking does not follow from bytes");
    }
}

}  // namespace

OddNibbles odd_nibbles(uint8_t mask, bool odd) {
  OddNibbles nibbles{};
  for (unsigned nibble = 0; nibble < 16; ++nibble) {
    nibbles.table[nibble] = (std::popcount(nibble & mask) % 2 != 0) == odd ? 0x80 : 0;
    nibbles.table[16 + nibble] = std::popcount(nibble << 4 & mask) % 2 != 0 ? 0x80 : 0;
  }
  return nibbles;
}

VectorTables::VectorTables(const MaterialTable& table) : pages(pages_for(table.size())) {
  std::vector<int> weights;
  for (int id = 0; id < table.size(); ++id)
    if (table.phase(static_cast<MaterialId>(id)) != Phase::kStatic)
      weights.push_back(table.weight(static_cast<MaterialId>(id)));
  std::sort(weights.begin(), weights.end());
  weights.erase(std::unique(weights.begin(), weights.end()), weights.end());

  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    const Phase phase = table.phase(id);
    const auto place = std::lower_bound(weights.begin(), weights.end(), table.weight(id));
    const auto rank = static_cast<uint8_t>(place - weights.begin() - 127);
    const bool gives_way = phase == Phase::kVoid || phase == Phase::kLiquid || phase == Phase::kGas;
    upper[i] = phase == Phase::kStatic ? kNeverMoves : rank;
    lower[i] = gives_way ? rank : kNeverGivesWay;
    flags[i] = flags_of(table, id);
    const Repose& repose = table.repose(id);
    reach[i] = repose.reach;
    const bool powder = phase == Phase::kPowder && repose.reach > 0;
    for (int distance = 1; distance <= repose.reach; ++distance) {
      const auto at = static_cast<size_t>(distance);
      const int rows = powder ? repose.drop_at(distance) : 1;
      drop[at][i] = static_cast<uint8_t>(rows);
      most_drop_at[at] = std::max<int>(most_drop_at[at], drop[at][i]);
    }
    const int steps = std::max(density_steps(table[id].density), 0);
    presses[i] = static_cast<uint8_t>(kLiquidChance - 1 + steps);
    resists[i] = static_cast<uint8_t>(steps);
    yields[i] = phase == Phase::kLiquid ? 0 : 255;
    wet_threshold[i] = static_cast<uint8_t>(table.wet_threshold(id));
    if (phase == Phase::kGas) {
      has_gas = true;
      rise_index[i] = static_cast<uint8_t>(rise.size());
      ByteTable& chances = rise.emplace_back();
      for (int other = 0; other < table.size(); ++other)
        chances[other] =
            static_cast<uint8_t>(std::max<int>(table.sink_chance(static_cast<MaterialId>(other), id), 1) - 1);
    }
  }
  check_ranks(table, *this);
}

}  // namespace quicksand
