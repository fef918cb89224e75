#include "dunes/free_grains.h"

namespace quicksand {

void FreeGrains::set(size_t i, const FreeGrain& grain) {
  x[i] = grain.x;
  y[i] = grain.y;
  z[i] = grain.z;
  vx[i] = grain.vx;
  vy[i] = grain.vy;
  vz[i] = grain.vz;
  sand[i] = grain.sand;
  wetness[i] = grain.wetness;
}

void FreeGrains::add(const FreeGrain& grain) {
  const size_t i = size();
  resize(i + 1);
  set(i, grain);
}

void FreeGrains::resize(size_t count) {
  for_each_array(*this, [&](auto& values) { values.resize(count); });
}

}  // namespace quicksand
