// Airborne grains: the third phase of granular matter, besides cells at rest and cells that flow. A grain is one cell's
// matter in free flight, with all that the cell held; cells and grains of a material together are conserved.
//
// Part of a sandbox's state. Their order matters, and is the same for any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cells/cell_planes.h"
#include "sim/cells/material_table.h"
#include "sim/grains/grain_settings.h"

namespace quicksand {

// Whether the material can be airborne: powders and liquids can.
bool can_fly(const MaterialTable& table, MaterialId material);

struct Grain {
  float x;  // of its middle, in cells; (0, 0) is the corner of the first cell
  float y;
  float vx;  // cells a tick
  float vy;
  CellBytes cell;  // what the cell held that it was
  float spin = 0;  // radians a tick, from +x towards +y

  MaterialId material() const { return cell[kMaterialPlane]; }
};

// What a grain and something that it touches remember of their contact: see contact.h.
struct GrainContact {
  uint32_t one;    // its number
  uint32_t other;  // a grain with a higher number, or kFirstFace and one of the eight cells around
  float slide;
  float roll;  // of the first against the other

  bool operator==(const GrainContact&) const = default;
};
inline constexpr uint32_t kFirstFace = 0xffff'fff0U;
inline constexpr uint32_t kFaces = 8;

// An array for each property.
struct Grains {
  // Of cells with so many planes.
  explicit Grains(int planes = static_cast<int>(std::size(kPlaneRows))) : planes_(planes) {}

  std::vector<float> x, y, vx, vy, spin;
  // All of these, in the order in which they are hashed and saved.
  std::array<const std::vector<float>*, 5> numbers() const { return {&x, &y, &vx, &vy, &spin}; }

  // By rising `one`.
  std::vector<GrainContact> contacts;

  // Where each rests, for how many ticks it has, up to kSleepTicks, and then that it sleeps; and what stands around that
  // place, 0 where nothing does. All are 0 where grains that rest become cells.
  std::vector<float> rest_x, rest_y;
  std::vector<uint8_t> rest_ticks, walls_around;
  static constexpr uint8_t kAsleep = kSleepTicks + 1;
  bool is_asleep(size_t i) const { return rest_ticks[i] == kAsleep; }
  // What moves grains, or what they rest by, may have changed.
  void wake_all();
  // Wakes those near the ones whose mark is not 0. One mark for each grain.
  void wake_around(const std::vector<uint8_t>& marks);

  // A byte for each grain, of each plane of the cells.
  std::vector<uint8_t>& bytes(int plane) { return bytes_[static_cast<size_t>(plane)]; }
  const std::vector<uint8_t>& bytes(int plane) const { return bytes_[static_cast<size_t>(plane)]; }
  int planes() const { return planes_; }
  const std::vector<MaterialId>& material() const { return bytes_[kMaterialPlane]; }
  const std::vector<uint8_t>& grain_seed() const { return bytes_[kGrainSeedPlane]; }
  const std::vector<uint8_t>& wetness() const { return bytes_[kWetnessPlane]; }

  size_t size() const { return x.size(); }
  bool empty() const { return x.empty(); }
  void add(const Grain& grain);
  // Makes one so fast, but not faster than kMostSpeedBetweenTicks: pushes add up, as often as they come between two ticks.
  void set_speed(size_t index, float speed_x, float speed_y);
  Grain at(size_t index) const;
  void clear();
  void reserve(size_t count);

  // Drops those whose mark is not 0, and wakes those that may have rested on them; the others keep their order. One mark
  // for each grain.
  void drop(const std::vector<uint8_t>& marks);

  // In bytes, of all that it holds.
  size_t memory() const;

  // Puts them into this order: grain order[i] becomes grain i.
  void reorder(const std::vector<uint32_t>& order);

 private:
  template <class Action>
  void for_all(const Action& action);
  // Grain i becomes grain to[i], or kNowhere.
  void renumber_contacts(const std::vector<uint32_t>& to);

  static constexpr uint32_t kNowhere = kFirstFace - 1;

  int planes_;
  std::array<std::vector<uint8_t>, kMostPlanes> bytes_;
  std::vector<uint32_t> numbers_;  // new ones, of contacts
  std::vector<uint32_t> starts_;   // of each grain's contacts
  std::vector<GrainContact> moved_;
  std::vector<uint64_t> left_;  // the squares around those that are dropped
  std::vector<float> floats_;  // room to reorder in
  std::vector<uint8_t> spare_;
};

// All grains and contacts as bytes, little-endian, with the names of the saved planes that they have bytes of; empty
// when there are none.
std::string pack_grains(const Grains& grains, std::span<const PlaneRow> rows);

// How many bytes these are at most, and how many of them are one grain's. Each has as many contacts as it has neighbours
// that know it and faces around it, of which each stands once; and a few dozen bytes besides.
inline constexpr size_t kMostPackedGrain = (kMostNeighbours / 2 + kFaces) * sizeof(GrainContact) + 64;
inline constexpr size_t kMostPackedGrains = kMostGrains * kMostPackedGrain + 4096;

// None: these are not the bytes of grains. Of the values only the contacts' are checked. A plane that the bytes lack is
// empty, and one that `rows` lack is left out. Reads what was packed before planes had names, or grains slept, too.
std::optional<Grains> unpack_grains(std::string_view bytes, std::span<const PlaneRow> rows);

}  // namespace quicksand
