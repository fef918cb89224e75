#include "sim/grains/push.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"
#include "sim/blasts/breaking.h"
#include "sim/blasts/impact.h"
#include "sim/cells/dice.h"
#include "sim/grains/grain_settings.h"

namespace quicksand {
namespace {

// What lies in the middle of an explosion flies up.
constexpr Push<float> kUp{0, -1};

bool is_open(const MaterialTable& table, MaterialId material) {
  const Phase phase = table.phase(material);
  return phase == Phase::kVoid || phase == Phase::kGas;
}

// The speed that a push must bring to loosen this cell.
float hold_of(const SandboxState& state, const MaterialTable& table, CellPos cell) {
  bool open = false;
  for (const CellPos way : {CellPos{0, -1}, CellPos{-1, 0}, CellPos{1, 0}, CellPos{0, 1}})
    open |= is_open(table, state.material().row(cell.y + way.y)[cell.x + way.x]);
  const MaterialId material = state.material()[cell];
  constexpr float kUsualDensity = 200;
  const float weight = std::clamp(static_cast<float>(table[material].density) / kUsualDensity, 0.4F, 2.0F);
  const int wetness = state.wetness()[cell];
  const bool coheres = wetness > 0 && wetness <= table.wet_threshold(material);
  return (open ? kLoosenOpenSpeed : kLoosenBuriedSpeed) * weight * (coheres ? 2.0F : 1.0F);
}

// What explodes is set off by the speed that loosens what is buried: wind does not. Whether it is.
bool set_off_by_force(SandboxState& state, const MaterialTable& table, CellPos cell, float speed,
                      ActivityMap& activity) {
  if (!table.blasts().explodes(state.material()[cell]) || speed < kLoosenBuriedSpeed) return false;
  set_off(state, cell, activity);
  return true;
}

uint8_t with_bits_reversed(uint8_t byte) {
  int reversed = 0;
  for (int bit = 0; bit < 8; ++bit) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return static_cast<uint8_t>(reversed);
}

}  // namespace

Grain thrown_grain(const MaterialTable& table, const PaintCommand& command, CellPos cell, CellBytes bytes) {
  const int wetness = std::min<int>(command.wetness.value_or(0), table.wet_max(bytes[kMaterialPlane]));
  bytes[kWetnessPlane] = static_cast<uint8_t>(wetness);
  // By its grain seed, which is as good as dice, each a little beside the others: exact columns would never topple. Within
  // its cell, or those of cells side by side would overlap and fly apart. And by the seed's bits from the other end, or the
  // large ones (radius_of()) would all stand on one side, and heaps lean.
  const uint8_t seed = bytes[kGrainSeedPlane];
  const float room = kGrainRadius - radius_of(seed, bytes[kWetnessPlane]);
  const float aside = 2 * room * (static_cast<float>(with_bits_reversed(seed)) / 255.0F - 0.5F);
  return {static_cast<float>(cell.x) + 0.5F + aside, static_cast<float>(cell.y) + 0.5F,
          static_cast<float>(command.velocity->x), static_cast<float>(command.velocity->y), bytes};
}

bool push_cell(SandboxState& state, const MaterialTable& table, CellPos cell, const Push<float>& push, uint32_t dice,
               ActivityMap& activity) {
  const MaterialId material = state.material()[cell];
  if (!can_fly(table, material) || state.grains.size() >= most_thrown(state.size.cells())) return false;
  const float hold = hold_of(state, table, cell);
  const float squared = push.x * push.x + push.y * push.y;
  // Wind tears off a grain here and there, an explosion all of them.
  const bool is_wind = squared < kLoosenBuriedSpeed * kLoosenBuriedSpeed;
  if (squared < hold * hold || (is_wind && dice % kWindChance != 0)) {
    if (!is_wind && state.wetness()[cell] != 0) {
      uint8_t& speed = state.cells[kSpeedPlane][cell];
      speed = std::max(speed, static_cast<uint8_t>(kMostSpeedAtRest));
      state.cells.note_used(kSpeedPlane, cell);
      activity.mark(cell);
    }
    return false;
  }
  // No two grains alike, or they would fly as a block.
  const float lot = 0.7F + 0.6F * static_cast<float>(dice >> 16) / 65536.0F;
  const float turn = 0.3F * (static_cast<float>(dice & 0xffffU) / 65536.0F - 0.5F);
  float way_x = push.x;
  float way_y = push.y;
  // The ground throws back what is pressed into it, up and to the side: so a crater gets its rim.
  if (!is_wind && push.y > 0 && !is_open(table, state.material()[{cell.x, cell.y + 1}])) {
    const bool to_left = push.x != 0 ? push.x < 0 : dice % 2 == 0;
    way_x += (to_left ? -kThrownAside : kThrownAside) * push.y;
    way_y = -kThrownBack * push.y;
  }
  Grains& grains = state.grains;
  grains.add({static_cast<float>(cell.x) + 0.5F, static_cast<float>(cell.y) + 0.5F, 0, 0, state.cells.take(cell)});
  grains.set_speed(grains.size() - 1, lot * (way_x - turn * way_y),
                   lot * (way_y + turn * way_x - (is_wind ? kWindLift : 0.0F)));
  activity.mark(cell);
  return true;
}

void push_world(SandboxState& state, const MaterialTable& table, const ForceCommand& command, ActivityMap& activity) {
  const float middle_x = static_cast<float>(command.at.x) + 0.5F;
  const float middle_y = static_cast<float>(command.at.y) + 0.5F;
  Grains& grains = state.grains;
  for (size_t i = 0; i < grains.size(); ++i) {
    const Push<float> push = push_at(command, grains.x[i] - middle_x, grains.y[i] - middle_y, kUp);
    grains.set_speed(i, grains.vx[i] + push.x, grains.vy[i] + push.y);
  }
  const CellBox reach = reach_of(command, state.size);
  for (int y = reach.top; y < reach.bottom; ++y) {
    const uint32_t key = row_key(state.seed, state.paint_serial, kDicePush, y);
    for (int x = reach.left; x < reach.right; ++x) {
      const Push<float> push =
          push_at(command, static_cast<float>(x) + 0.5F - middle_x, static_cast<float>(y) + 0.5F - middle_y, kUp);
      const uint32_t dice = dice_word(key, static_cast<uint32_t>(x));
      if (command.breaks) {
        const float speed = std::sqrt(push.x * push.x + push.y * push.y);
        if (set_off_by_force(state, table, {x, y}, speed, activity)) continue;  // it goes off where it is
        break_cell(state, table, {x, y}, speed, dice, activity);
      }
      push_cell(state, table, {x, y}, push, dice, activity);
    }
  }
}

}  // namespace quicksand
