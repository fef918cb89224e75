#include "sim/falling/fall_laws.h"

#include <algorithm>

namespace quicksand {
namespace {

// Speeds gain in nearly every tick, so the order of turns must not go with them: of all steps this one keeps what falls
// nearest to its parabola, within 2 rows under gravity 1 and within 5 under any, whenever it begins.
constexpr uint64_t kTurnStep = 19;

}  // namespace

FallLaws::FallLaws(const MaterialTable& table, int gravity, uint64_t tick)
    : turn(static_cast<int>(tick * kTurnStep % kOneRow)) {
  if (gravity == 0) return;
  const int strength = root(gravity * kGravityUnit);  // of the root of gravity, in kGravityUnit-ths
  const auto step = static_cast<int>(tick % kGravityUnit);
  for (int i = 0; i < table.size(); ++i) {
    const auto id = static_cast<MaterialId>(i);
    const Phase phase = table.phase(id);
    if (phase != Phase::kPowder && phase != Phase::kLiquid) continue;
    const int share = table[id].falls;  // in hundredths
    const int terminal = kTerminalSpeed * strength * share / (kGravityUnit * 100);
    top[id] = static_cast<uint8_t>(std::clamp(terminal, 1, 255));
    first[id] = static_cast<uint8_t>(std::clamp(kFirstSpeed * strength / kGravityUnit, 1, int{top[id]}));
    // A gain with a fraction is dealt out over the ticks.
    const int gains = kSpeedGain * gravity * share / 100;
    gain[id] = static_cast<uint8_t>((step + 1) * gains / kGravityUnit - step * gains / kGravityUnit);
  }
}

}  // namespace quicksand
