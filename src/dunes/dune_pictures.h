// What dunes show: the planes and the grains of World::planes() and World::airborne(). The entries of the columns, their
// grain seeds, and the surface with the bodies that stand in it are no part of the state; they are worked out when they
// are asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "core/revision.h"
#include "core/world.h"
#include "dunes/dune_palette.h"
#include "dunes/dune_settings.h"
#include "dunes/dune_state.h"

namespace quicksand {

class DunePictures {
 public:
  // The state has changed.
  void forget() {
    are_fresh_ = false;
    revision_ = 0;
  }

  // World::revision().
  uint64_t revision() {
    if (revision_ == 0) revision_ = new_revision();
    return revision_;
  }

  // Valid until the state changes.
  std::vector<PlaneView> planes(const DuneState& state, const DuneSettings& settings, const DunePalette& palette);

  // The same; all are of the entry.
  AirborneView airborne(const DuneState& state, uint8_t entry);

 private:
  void renew(const DuneState& state, const DuneSettings& settings, const DunePalette& palette);
  void make_grain_seeds(const DuneState& state);

  bool are_fresh_ = false;
  uint64_t revision_ = 0;  // 0: nobody has asked since the state changed
  Plane<uint8_t> entries_;
  Plane<uint8_t> grain_seeds_;
  Plane<int32_t> surface_;  // with the bodies; none: as the sand lies

  std::vector<uint8_t> airborne_entries_;
  std::vector<uint8_t> airborne_seeds_;
  std::vector<uint8_t> airborne_wetness_;
  std::vector<float> airborne_heights_;
};

}  // namespace quicksand
