// Grains of sand in the air over a height field: thrown by pushes and blown off crests, they fly in arcs, drift with
// the wind, and become sand again where they come down. Those that skim the ground in too large numbers are spread out
// along it (grains/unclumping.h): the ground's columns are the faces of a mesh.
//
// Deterministic: one order of all sums, no function of the mathematical library but square roots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quicksand {

struct FreeGrain {
  float x, y, z;         // in cells; z upwards
  float vx, vy, vz;      // in cells a tick
  int32_t sand;          // that it becomes again, in units of height
  uint16_t wetness = 0;  // of the sand, in 256ths of a wetness
};

struct FreeGrains {
  std::vector<float> x, y, z;
  std::vector<float> vx, vy, vz;
  std::vector<int32_t> sand;
  std::vector<uint16_t> wetness;

  size_t size() const { return x.size(); }
  bool empty() const { return x.empty(); }
  FreeGrain at(size_t i) const { return {x[i], y[i], z[i], vx[i], vy[i], vz[i], sand[i], wetness[i]}; }
  void set(size_t i, const FreeGrain& grain);
  // In bytes.
  size_t memory() const {
    size_t bytes = 0;
    for_each_array(*this, [&](const auto& array) { bytes += array.capacity() * sizeof(array[0]); });
    return bytes;
  }
  void add(const FreeGrain& grain);

  // Keeps the first ones; new ones are zero.
  void resize(size_t count);

  // Calls with every array of grains, which are of type FreeGrains, in the order of saves and hashes.
  template <class Arrays, class Action>
  static void for_each_array(Arrays& grains, const Action& action) {
    action(grains.x);
    action(grains.y);
    action(grains.z);
    action(grains.vx);
    action(grains.vy);
    action(grains.vz);
    action(grains.sand);
    action(grains.wetness);
  }
};

// More are never in the air at once.
inline constexpr size_t kMostFreeGrains = 100'000;

}  // namespace quicksand
