#include "sim/grains/splash.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/grains/grain_settings.h"

namespace quicksand {
namespace {

// The splash of one landing.
class Splash {
 public:
  Splash(SandboxState& state, const MaterialTable& table, ActivityMap& activity, TickEvents* events,
         const Landing& landing, uint32_t dice)
      : state_(state),
        table_(table),
        activity_(activity),
        events_(events),
        at_(landing.cell),
        speed_(static_cast<float>(landing.speed) / kOneRow),
        dice_(dice),
        energy_(density(landing.material) * speed_ * speed_) {}

  void run() {
    Side sides[2] = {{-1, at_.y, true}, {1, at_.y, true}};
    if (next_lot() < 0.5F) std::swap(sides[0], sides[1]);
    const int most = static_cast<int>(speed_);
    for (int distance = 1, thrown = 0; thrown < most && distance <= kSplashReach; ++distance)
      for (Side& side : sides)
        if (thrown < most && side.goes_on && throw_from(side, distance)) ++thrown;
  }

 private:
  // The surface to one side of the landing, as far as it has been followed.
  struct Side {
    int direction;
    int row;
    bool goes_on;
  };

  // In 0..1.
  float next_lot() {
    dice_ = mix32(dice_);
    return static_cast<float>(dice_ >> 16) / 65536.0F;
  }

  float density(MaterialId material) const { return static_cast<float>(table_[material].density); }

  bool is_void(CellPos cell) const { return state_.material().row(cell.y)[cell.x] == kVoid; }

  // Whether a grain has been thrown. The surface is followed where it rises by a row, or falls by no more rows than the
  // landing fell in a tick; and straight on under what lies on it.
  bool throw_from(Side& side, int distance) {
    const int x = at_.x + side.direction * distance;
    side.goes_on = false;
    if (x < 0 || x >= state_.size.width) return false;
    const int lowest = std::min(side.row + static_cast<int>(speed_), state_.size.height - 1);
    int y = side.row;
    while (y <= lowest && is_void({x, y})) ++y;
    if (y > lowest || !is_loose({x, y})) return false;
    if (!is_void({x, y - 1}) && is_loose({x, y - 1}) && is_void({x, y - 2})) --y;
    side.row = y;
    side.goes_on = true;
    return is_void({x, y - 1}) && throw_cell({x, y}, static_cast<float>(side.direction));
  }

  bool is_loose(CellPos cell) const {
    const MaterialId material = state_.material()[cell];
    return can_fly(table_, material) && (state_.wetness()[cell] == 0 || table_.phase(material) == Phase::kLiquid);
  }

  bool throw_cell(CellPos cell, float outward) {
    const MaterialId material = state_.material()[cell];
    const bool is_liquid = table_.phase(material) == Phase::kLiquid;
    if (!is_liquid && mix32(dice_) % kDustChance != 0) return false;
    // What it takes to give it a speed of 1.
    const float effort = density(material) / (is_liquid ? kSplashShareOfLiquid : kSplashShareOfPowder);
    const float wanted = speed_ * (kLeastSplashSpeed + kSplashSpeedSpread * next_lot());
    const float up = std::min(wanted, std::sqrt(energy_ / effort));
    if (up < kLeastBounceSpeed) {
      energy_ = 0;
      return false;
    }
    energy_ = std::max(energy_ - effort * up * up, 0.0F);
    const float slope = (is_liquid ? kSlopeOfDrops : kSlopeOfDust) * (0.25F + next_lot());
    const float length = std::sqrt(1 + slope * slope);
    state_.grains.add({static_cast<float>(cell.x) + 0.5F, static_cast<float>(cell.y) - 0.5F,
                       outward * up * slope / length, -up / length, state_.cells.take(cell)});
    activity_.mark(cell);
    if (events_) events_->splashes.add(cell);
    return true;
  }

  SandboxState& state_;
  const MaterialTable& table_;
  ActivityMap& activity_;
  TickEvents* const events_;
  const CellPos at_;
  const float speed_;  // in rows a tick
  uint32_t dice_;
  float energy_;  // left; a density times the square of a speed
};

}  // namespace

void splash(SandboxState& state, const MaterialTable& table, std::span<const Landing> landings, ActivityMap& activity,
            TickEvents* events) {
  const int64_t cells = state.size.cells();
  const size_t most = std::min(most_thrown(cells), kSplashGrains + static_cast<size_t>(cells) / kCellsPerSplash);
  if (landings.empty() || state.grains.size() >= most) return;
  // As many as fill what is left; which, by dice, so that no place is preferred.
  uint64_t wanted = 0;
  for (const Landing& landing : landings) wanted += static_cast<uint64_t>(landing.speed / kOneRow);
  const uint64_t room = most - state.grains.size();
  const uint64_t key = tick_key(state.seed, state.tick);
  for (const Landing& landing : landings) {
    const uint32_t dice = dice_word(row_key(key, kDiceSplash, landing.cell.y), static_cast<uint32_t>(landing.cell.x));
    if ((dice * wanted) >> 32 >= room) continue;
    const auto phase_at = [&](int y) { return table.phase(state.material().row(y)[landing.cell.x]); };
    const bool is_dry = table.phase(landing.material) == Phase::kPowder && phase_at(landing.cell.y + 1) != Phase::kLiquid;
    if (is_dry && mix32(dice) % kPuffChance != 0) continue;
    Splash(state, table, activity, events, landing, dice).run();
  }
}

}  // namespace quicksand
