// A literal port of the published FastSAB solver: what `quicksand --benchmark` compares our kernels with.
//
// It is kept as it was printed, its faults too: an array of records, columns first, x in the outer loop, a boolean for
// each flag, one number generator for everything. So it is not to be improved. Indices count from 0; the outermost
// cells are not processed, but cells may come to lie there.
//
// Source: "Sand And Below revealed" (Phoenix's tech blog, 2008), steps 1 to 6 of its PhysicsStep0. The generator is the
// one of the compiler that it was written for, Delphi: seed = seed * 134775813 + 1, and Random(n) is the high half of
// seed * n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fastsab {

// Its substances, in the order of its tables.
enum Substance : int { kVoid, kSand, kWater, kConcrete, kCement, kAcid, kDirt, kSubstances };

class Solver {
 public:
  // An empty world. Both sizes at least 3; `borders` as in step 6: false means that what reaches the edge is gone.
  Solver(int width, int height, bool borders, uint32_t seed);

  void physics_step();

  int width() const { return width_; }
  int height() const { return height_; }
  int substance_at(int x, int y) const { return sand(x, y).a; }
  void put(int x, int y, int substance) { sand(x, y).a = substance; }

 private:
  struct Sand {
    int a;
    bool active;
  };

  Sand& sand(int x, int y) { return sand_[static_cast<std::size_t>(x) * height_ + y]; }
  const Sand& sand(int x, int y) const { return sand_[static_cast<std::size_t>(x) * height_ + y]; }
  bool processed(int x, int y) const { return processed_[static_cast<std::size_t>(x) * height_ + y]; }
  void set_processed(int x, int y, bool value) { processed_[static_cast<std::size_t>(x) * height_ + y] = value; }
  int random(int range);
  void determine_active();
  void fall(int x, int y);
  void dissolve(int x, int y);
  void move_sideways(int x, int y);
  void clear_border();

  int width_;
  int height_;
  bool borders_;
  uint32_t seed_;
  std::vector<Sand> sand_;
  // One byte for each flag, as a Delphi boolean is; std::vector<bool> would pack bits.
  std::vector<uint8_t> processed_;
};

}  // namespace fastsab
