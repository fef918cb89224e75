// What follows from how a set of materials conducts heat, and from what it becomes when it is hot or cold.
//
// Latent heat needs no plane of its own. What melts at a point with latent heat L stays what it is until its temperature
// would be point + L, and then becomes liquid at the point; what freezes becomes solid at point + L, less what it lacks to
// the point. In between it is as warm as the point, to all that it touches.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/cells/reaction_table.h"
#include "sim/heat/temperature.h"

namespace quicksand {

// For kernels: a byte for each material, and two for a temperature.
struct alignas(64) HeatSets {
  // The root of the share of a difference that flows when two meet, in 255ths: heat_share().
  std::array<uint8_t, 256> share{};
  // It seems no warmer than this.
  std::array<uint8_t, 256> most_low{};
  std::array<uint8_t, 256> most_high{};
  bool has_latent = false;
};
struct alignas(64) TransitionSets {
  std::array<uint8_t, 256> has{};  // 0x80 where there is one
  // It changes, burns or explodes where it is hotter than this; and changes where it is colder than that.
  std::array<uint8_t, 256> hot_low{}, hot_high{};
  std::array<uint8_t, 256> cold_low{}, cold_high{};
};

// A share in 65536ths, just below a half at most.
constexpr uint16_t heat_share(uint8_t root) { return static_cast<uint16_t>(root * root >> 1); }

// How a material burns. A step is kMeetingTicks.
inline constexpr int kStepsASecond = kTicksASecond / kMeetingTicks;
struct BurningLaw {
  uint16_t least = 0;      // the temperature from which on it does
  uint8_t shortest = 0;    // of what its timer begins with; 0: it does not burn
  uint64_t step_limit = 0;  // a dice word below it: the timer loses one in this step
  int heat = 0;            // units in kStepsASecond steps
  uint16_t hottest = 0;    // it does not heat itself beyond
  MaterialId flame = 0;    // kVoid: none
  uint64_t flame_limit = 0;  // a dice word below it: an open neighbour that it meets catches fire
  ProductChoice leaves;

  // What the timer begins with: up to a half more.
  uint8_t timer(uint8_t grain_seed) const { return static_cast<uint8_t>(shortest + shortest * grain_seed / 512); }
};

class HeatTable {
 public:
  HeatTable() = default;
  explicit HeatTable(std::span<const Material> materials);

  // Whether anything changes when it is hot or cold, or burns, or explodes then.
  bool has_transitions() const { return has_transitions_; }
  bool is_changing(MaterialId id, uint16_t temperature) const {
    return temperature > hot_[id].limit || temperature < cold_[id].limit;
  }
  // Or burns, or begins to, or explodes.
  bool is_noticed(MaterialId id, uint16_t temperature) const {
    return is_changing(id, temperature) || temperature >= noticed_[id];
  }
  const BurningLaw& burning(MaterialId id) const { return burning_[id]; }
  struct Change {
    MaterialId into;
    uint16_t temperature;
  };
  // What becomes of a cell that is changing, by a dice word.
  Change change(MaterialId id, uint16_t temperature, uint32_t dice) const;

  const HeatSets& sets() const { return sets_; }
  const TransitionSets& transition_sets() const { return transition_sets_; }
  // What it seems to be to those that it touches.
  uint16_t apparent(MaterialId id, uint16_t temperature) const { return std::min(temperature, most_[id]); }
  uint8_t share_root(MaterialId id) const { return sets_.share[id]; }

 private:
  struct Transition {
    uint16_t limit = 0;
    int latent = 0;  // in units
    ProductChoice into;
  };

  bool has_transitions_ = false;
  std::array<Transition, 256> hot_;
  std::array<Transition, 256> cold_;
  std::array<BurningLaw, 256> burning_;
  std::array<uint16_t, 256> most_{};
  static constexpr int kNeverNoticed = 65536;
  std::array<int, 256> noticed_{};  // from this temperature on it burns, or explodes
  HeatSets sets_;
  TransitionSets transition_sets_;
};

}  // namespace quicksand
