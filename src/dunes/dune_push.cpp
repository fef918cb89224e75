#include "dunes/dune_push.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/random.h"
#include "dunes/airborne.h"
#include "dunes/dune_dice.h"

namespace quicksand {
namespace {

// A push that is stronger than this, in cells a tick, tears out a crater, so deep for its radius; a weaker one takes a
// little from a column in so many.
constexpr double kTearingSpeed = 1;
constexpr double kCraterDepth = 0.3;
constexpr double kLeastTorn = 0.15;  // of the push
constexpr double kScatter = 0.35;
constexpr uint32_t kBlownChance = 24;  // in 256
constexpr int32_t kBlownSand = kUnit / 8;

// Grains start so high above the ground, in cells.
constexpr float kTornFrom = 0.5F;
constexpr float kBlownUp = 0.6F;  // of what is thrown

// Seen from above nothing flies outward from the very middle.
constexpr Push<double> kMiddle{0, 0};

float share_of(uint32_t byte) { return static_cast<float>(byte & 255) / 255.0F; }

// Of what a push tears out most goes slowly, and none quite straight: else it would come down in rays along the grid.
Velocity scattered(const Push<double>& push, uint32_t dice) {
  const double lot = share_of(dice >> 24);
  const double along = kLeastTorn + (1 - kLeastTorn) * lot * lot;
  const double speed = std::sqrt(push.x * push.x + push.y * push.y);
  const double aside_x = kScatter * (2 * share_of(mix32(dice)) - 1) * (speed + 1);
  const double aside_y = kScatter * (2 * share_of(mix32(dice) >> 8) - 1) * (speed + 1);
  return {along * (push.x + aside_x), along * (push.y + aside_y)};
}

void drive_grains(FreeGrains& grains, const ForceCommand& command) {
  const auto pushed = [](float speed, double push) {
    return std::clamp(speed + static_cast<float>(push), -kMostFreeSpeed, kMostFreeSpeed);
  };
  const double middle_x = command.at.x + 0.5;
  const double middle_y = command.at.y + 0.5;
  for (size_t i = 0; i < grains.size(); ++i) {
    const Push<double> push =
        push_at(command, double{grains.x[i]} - middle_x, double{grains.y[i]} - middle_y, kMiddle);
    grains.vx[i] = pushed(grains.vx[i], push.x);
    grains.vy[i] = pushed(grains.vy[i], push.y);
  }
}

// Takes so much sand, or as much as there is, out of the column, grain by grain. `inside`: 1 in the middle of a push
// that tears, 0 at its edge; none: it only blows.
void tear_out(DuneState& state, CellPos cell, int32_t torn, const Push<double>& push, std::optional<double> inside,
              uint32_t dice) {
  torn = std::min(torn, state.sand(cell));
  for (uint32_t part = 0; torn > 0 && state.grains.size() < kMostFreeGrains; ++part) {
    const int32_t sand = std::min(torn, kGrainSand);
    const uint32_t own = mix32(dice + part);
    throw_sand(state, cell, sand, wetness_of(state, cell), inside ? scattered(push, own) : Velocity{push.x, push.y}, own);
    state.grains.vz.back() *= inside ? static_cast<float>(1 + *inside) : kBlownUp;
    state.grains.z.back() -= kThrownFrom - kTornFrom;
    state.height[cell] -= sand;
    torn -= sand;
  }
}

}  // namespace

void push_dunes(DuneState& state, const ForceCommand& command, const WakeColumns& wake) {
  drive_grains(state.grains, command);
  const uint64_t key = tick_key(state.seed, state.paint_serial);
  const double radius = command.radius;
  const bool tears = std::max({std::abs(command.outward), std::abs(command.x), std::abs(command.y)}) >= kTearingSpeed;
  const CellBox reach = reach_of(command, state.size);
  for (int y = reach.top; y < reach.bottom; ++y)
    for (int x = reach.left; x < reach.right; ++x) {
      const double dx = x - command.at.x;
      const double dy = y - command.at.y;
      const double inside = 1 - (dx * dx + dy * dy) / (radius * radius);
      if (inside <= 0) continue;
      const uint32_t dice = dice_word(row_key(key, kDiceTear, y), static_cast<uint32_t>(x));
      const Push<double> push = push_at(command, dx, dy, kMiddle);
      if (tears)
        tear_out(state, {x, y}, to_units(kCraterDepth * radius * inside), push, inside, dice);
      else if (dice >> 24 < kBlownChance)
        tear_out(state, {x, y}, kBlownSand, push, std::nullopt, dice);
      wake({y, x, x});
    }
  ++state.paint_serial;
}

}  // namespace quicksand
