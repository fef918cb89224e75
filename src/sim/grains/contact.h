// Contact of airborne grains with one another and with cells, in one substep of a tick.
//
// Discs that overlap push each other apart, each substep a fixed share of the overlap: so under a load they overlap by
// as much as bears it, and what an overlap asks for is the load that friction goes by. Corrections of a pair are equal
// and opposite by mass, and depend on nothing but the two, so that contact keeps momentum, and a stiffness that never
// changes gives back no more energy than it took.
//
// Friction holds what rests as a spring does. A grain knows its *shear*: how far it has come since it began to stick.
// Two that touch draw back the difference of their shears along their touching faces, as hard as their load lets them.
// What is drawn farther slides, and its shear with it. A grain that touches nothing has none.
//
// Cells are squares, of which only faces and corners that lie open are touched, so that a floor of cells is flat.
//
// Sources: Miles Macklin, Kier Storey, Michelle Lu, Pierre Terdiman, Nuttapong Chentanez, Stefan Jeschke, Matthias
// Müller, "Small Steps in Physics Simulation" (2019): many substeps of one correction each. Peter Cundall, Otto Strack,
// "A Discrete Numerical Model for Granular Assemblies" (1979): friction as a spring that slides beyond its limit. A
// shear for a grain instead of a spring for each contact is our own: it needs two numbers, and goes with the grain.
#pragma once

#include <algorithm>
#include <cmath>

#include "sim/cells/material_table.h"
#include "sim/grains/grain_settings.h"

namespace quicksand {

// A grain as its contacts see it.
struct Disc {
  float x;  // of its middle, where it would come without contact
  float y;
  float vx;  // cells a tick
  float vy;
  float shear_x;  // cells, where it would come
  float shear_y;
  float radius;
  uint32_t material;
};

// Discs differ, or they would lie as crystals do, and any heap of them would stand.
// And wet ones are a little smaller (source: see moisture/wetness.h).
inline float radius_of(uint8_t grain_seed, uint8_t wetness) {
  return kGrainRadius * (1 - kRadiusSpread * static_cast<float>(grain_seed) / 255.0F -
                         kWetShrinking * static_cast<float>(wetness) / 255.0F);
}

struct Friction {
  float fixed;  // of what does not slide yet
  float sliding;
};

// What the contacts of one disc ask for in a substep. Every disc sums up its own, in the order of its neighbours.
class ContactSum {
 public:
  explicit ContactSum(const Disc& disc) : disc_(disc) {}

  // Another disc. `share` of the correction is this one's: the other's mass over both. Where both have the same middle,
  // `first` says which goes to the left.
  void add(const Disc& other, float share, const Friction& friction, bool first) {
    const float dx = disc_.x - other.x;
    const float dy = disc_.y - other.y;
    const float together = disc_.radius + other.radius;
    const float squared = dx * dx + dy * dy;
    if (squared >= together * together) return;
    const float distance = std::sqrt(squared);
    const float nx = distance > kLeastDistance ? dx / distance : (first ? -1.0F : 1.0F);
    const float ny = distance > kLeastDistance ? dy / distance : 0.0F;
    touch(nx, ny, together - distance, disc_.vx - other.vx, disc_.vy - other.vy, disc_.shear_x - other.shear_x,
          disc_.shear_y - other.shear_y, share, share, 0, friction);
  }

  // A cell, whose next point is so far from the disc's middle, in the direction of the normal. It does not give way,
  // and corrects the disc as one of equal mass would: twice as stiff would be too stiff.
  void add_cell(float nx, float ny, float distance, const Friction& friction) {
    if (distance >= disc_.radius) return;
    touch(nx, ny, disc_.radius - distance, disc_.vx, disc_.vy, disc_.shear_x, disc_.shear_y, 0.5F, 1, kCellDamping,
          friction);
  }

  int count() const { return count_; }
  float x() const { return x_; }
  float y() const { return y_; }
  // By how much the shear is less after sliding.
  float slid_x() const { return slid_x_ / static_cast<float>(std::max(count_, 1)); }
  float slid_y() const { return slid_y_ / static_cast<float>(std::max(count_, 1)); }

 private:
  static constexpr float kLeastDistance = 1e-4F;

  void touch(float nx, float ny, float depth, float vx, float vy, float shear_x, float shear_y, float share,
             float slide_share, float damping, const Friction& friction) {
    ++count_;
    // What met too late, and overlaps by chance, is not flung apart.
    const float parting = vx * nx + vy * ny;
    if (parting > kMostParting) return;
    const float push = std::max(share * (kContactStiffness * depth - damping * kSubstep * parting), 0.0F);
    const float along = shear_y * nx - shear_x * ny;
    float pull = kContactStiffness * share * along;
    if (std::abs(pull) > friction.fixed * push) {
      const float kept = pull > 0 ? friction.sliding * push : -friction.sliding * push;
      const float slid = along * slide_share * (1 - kept / pull);
      slid_x_ -= ny * slid;
      slid_y_ += nx * slid;
      pull = kept;
    }
    x_ += nx * push + ny * pull;
    y_ += ny * push - nx * pull;
  }

  const Disc& disc_;
  float x_ = 0;
  float y_ = 0;
  float slid_x_ = 0;
  float slid_y_ = 0;
  int count_ = 0;
};

}  // namespace quicksand
