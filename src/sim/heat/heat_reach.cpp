#include "sim/heat/heat_reach.h"

#include <algorithm>
#include <array>

#include "sim/cells/material_table.h"

namespace quicksand {

bool may_heat_change(const SandboxState& state, const MaterialTable& table) {
  uint16_t coldest = state.ambient;
  uint16_t hottest = state.ambient;
  std::array<bool, 256> occurs{};
  for (int y = 0; y < state.size.height; ++y)
    for (int x = 0; x < state.size.width; ++x) {
      occurs[state.material()[{x, y}]] = true;
      const uint16_t temperature = state.temperature({x, y});
      coldest = std::min(coldest, temperature);
      hottest = std::max(hottest, temperature);
    }
  const HeatTable& heat = table.heat();
  for (int i = 1; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    // What has begun to melt takes up heat though it gets no warmer (heat_table.h).
    const bool may_melt = heat.apparent(id, hottest) != hottest;
    if (occurs[id] && (may_melt || heat.is_noticed(id, hottest) || heat.is_noticed(id, coldest))) return true;
  }
  // That holds for all of these temperatures, or for none of them, changes nothing.
  const auto depends_on_heat = [&](const Meeting& meeting) {
    const auto [least, most] = table.reactions().condition(meeting.condition).temperature;
    const bool holds_for_all = least <= coldest && most >= hottest;
    const bool holds_for_none = least > hottest || most < coldest;
    return !holds_for_all && !holds_for_none;
  };
  bool any = false;
  for (int one = 0; one < table.size(); ++one)
    for (int other = 0; other < table.size() && !any; ++other)
      if (occurs[static_cast<size_t>(one)] && occurs[static_cast<size_t>(other)])
        table.reactions().for_each_meeting(static_cast<MaterialId>(one), static_cast<MaterialId>(other),
                                           [&](const Meeting& meeting) { return any |= depends_on_heat(meeting); });
  return any;
}

}  // namespace quicksand
