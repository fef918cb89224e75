// Contact of airborne grains with one another and with cells, in one substep of a tick.
//
// Discs that overlap push each other apart, each substep a fixed share of the overlap: so under a load they overlap by
// as much as bears it, and what an overlap asks for is the load that friction goes by. Corrections of a pair are equal
// and opposite by mass, and depend on nothing but the two, so that contact keeps momentum, and a stiffness that never
// changes gives back no more energy than it took.
//
// Each contact is two springs besides: one is drawn out where the two faces slide on one another, the other where the
// two roll. Each pulls as hard as the load and the roughness of the two let it; what is drawn farther slides, or rolls.
// So what rests stays where it is, and what rolls down a slope can come to rest on it.
//
// Cells are squares, of which only faces and corners that lie open are touched, so that a floor of cells is flat.
//
// Sources: Miles Macklin, Kier Storey, Michelle Lu, Pierre Terdiman, Nuttapong Chentanez, Stefan Jeschke, Matthias
// Müller, "Small Steps in Physics Simulation" (2019): many substeps of one correction each. Peter Cundall, Otto Strack,
// "A Discrete Numerical Model for Granular Assemblies" (1979): friction as a spring that slides beyond its limit. Jun
// Ai, Jian-Fei Chen, J. Michael Rotter, Jin Y. Ooi, "Assessment of rolling resistance models in discrete element
// simulations" (2011): the same for rolling.
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
  float spin;  // radians a tick, from +x towards +y
  float radius;
  float mass;
  uint32_t material;
};

// Discs differ, or they would lie as crystals do, and any heap of them would stand.
// And wet ones are a little smaller (source: see moisture/wetness.h).
inline float radius_of(uint8_t grain_seed, uint8_t wetness) {
  return kGrainRadius * (1 - kRadiusSpread * static_cast<float>(grain_seed) / 255.0F -
                         kWetShrinking * static_cast<float>(wetness) / 255.0F);
}

// Of two that touch: shares of the load between them.
struct Roughness {
  float fixed;    // holds what does not slide yet
  float sliding;  // drags on what slides
  float rolling;  // resists rolling, at the arm of their radius
};

// What a contact remembers as long as it lasts. The two discs of a contact see the same slide, and opposite rolls.
struct Spring {
  float slide = 0;  // cells along the touching faces since they began to stick
  float roll = 0;   // radians by which the one has turned more than the other since they began to
};

// What the contacts of one disc ask for in a substep. Every disc sums up its own, in the order of its neighbours.
class ContactSum {
 public:
  explicit ContactSum(const Disc& disc) : disc_(disc) {}

  // Another disc. Where both have the same middle, `first` says which goes to the left.
  void add(const Disc& other, const Roughness& roughness, bool first, Spring& spring) {
    const float dx = disc_.x - other.x;
    const float dy = disc_.y - other.y;
    const float together = disc_.radius + other.radius;
    const float squared = dx * dx + dy * dy;
    if (squared >= together * together) {
      spring = {};
      return;
    }
    const float distance = std::sqrt(squared);
    const float nx = distance > kLeastDistance ? dx / distance : (first ? -1.0F : 1.0F);
    const float ny = distance > kLeastDistance ? dy / distance : 0.0F;
    const float along_faces = disc_.spin * disc_.radius + other.spin * other.radius;
    touch({nx, ny, together - distance, disc_.vx - other.vx, disc_.vy - other.vy, along_faces, disc_.spin - other.spin,
           0.5F * together, other.mass / (disc_.mass + other.mass), kGrainDamping},
          roughness, spring);
  }

  // A cell, whose next point is so far from the disc's middle, in the direction of the normal. It does not give way,
  // and corrects the disc as one of equal mass would: twice as stiff would be too stiff.
  void add_cell(float nx, float ny, float distance, const Roughness& roughness, Spring& spring) {
    if (distance >= disc_.radius) {
      spring = {};
      return;
    }
    touch({nx, ny, disc_.radius - distance, disc_.vx, disc_.vy, disc_.spin * disc_.radius, disc_.spin, disc_.radius,
           0.5F, kCellDamping},
          roughness, spring);
  }

  int count() const { return count_; }
  // By how much the disc is to move, and to turn.
  float x() const { return x_; }
  float y() const { return y_; }
  float turn() const { return turn_; }

 private:
  static constexpr float kLeastDistance = 1e-4F;

  struct Touch {
    float nx;  // from what is touched to the disc
    float ny;
    float depth;
    float vx;  // of the disc, against what is touched
    float vy;
    float along_faces;  // speed by which spin alone draws the faces past one another
    float spin;         // against what is touched
    float arm;          // at which rolling is resisted
    float share;        // of the correction that is this disc's: the other's mass over both
    float damping;
  };

  // What would pull by more than `most` slips: the spring pulls by `kept` from then on.
  static float pull_of(float& drawn, float stiffness, float damped, float most, float kept) {
    const float pull = -stiffness * drawn - damped;
    if (std::abs(pull) <= most) return pull;
    const float left = pull > 0 ? kept : -kept;
    drawn = -left / stiffness;
    return left;
  }

  void touch(const Touch& at, const Roughness& roughness, Spring& spring) {
    ++count_;
    const float parting = at.vx * at.nx + at.vy * at.ny;
    // What met too late, and overlaps by chance, is not flung apart.
    if (parting > kMostParting) {
      spring = {};
      return;
    }
    const float load = std::max(kContactStiffness * at.depth - at.damping * kSubstep * parting, 0.0F);
    const float slid = (at.vy * at.nx - at.vx * at.ny - at.along_faces) * kSubstep;
    const float rolled = at.spin * kSubstep;
    spring.slide += slid;
    spring.roll += rolled;
    const float pull = pull_of(spring.slide, kSlideStiffness, kSlideDamping * slid, roughness.fixed * load,
                               roughness.sliding * load);
    const float held = roughness.rolling * load;
    const float twist =
        pull_of(spring.roll, kRollStiffness * at.arm, kRollDamping * at.arm * rolled, held, held);
    x_ += at.share * (at.nx * load - at.ny * pull);
    y_ += at.share * (at.ny * load + at.nx * pull);
    // A disc's moment of inertia is half its mass times the square of its radius.
    turn_ += 2 * at.share / disc_.radius * (twist * at.arm / disc_.radius - pull);
  }

  const Disc& disc_;
  float x_ = 0;
  float y_ = 0;
  float turn_ = 0;
  int count_ = 0;
};

}  // namespace quicksand
