#include "measure/fastsab_port.h"

namespace fastsab {
namespace {

constexpr int kFriction[kSubstances] = {0, 2, 8, 0, 0, 8, 1};
constexpr int kDensity[kSubstances] = {0, 200, 100, 50, 150, 50, 250};
constexpr bool kLiquid[kSubstances] = {false, false, true, false, false, true, false};

// kDissolve[solvent][other]: chance 1/n; 0: never.
constexpr int kDissolve[kSubstances][kSubstances] = {
    {0, 0, 0, 0, 0, 0, 0},          // void
    {0, 0, 0, 0, 0, 0, 0},          // sand
    {0, 500, 0, 0, 100, 0, 300},    // water
    {0, 0, 0, 0, 0, 0, 0},          // concrete
    {0, 0, 0, 0, 0, 0, 0},          // cement
    {0, 100, 50, 100, 20, 0, 150},  // acid
    {0, 0, 0, 0, 0, 0, 0},          // dirt
};

}  // namespace

Solver::Solver(int width, int height, bool borders, uint32_t seed)
    : width_(width),
      height_(height),
      borders_(borders),
      seed_(seed),
      sand_(static_cast<std::size_t>(width) * height),
      processed_(static_cast<std::size_t>(width) * height) {}

int Solver::random(int range) {
  seed_ = seed_ * 134775813U + 1;
  return static_cast<int>(uint64_t{seed_} * static_cast<uint32_t>(range) >> 32);
}

void Solver::physics_step() {
  determine_active();
  for (int x = 1; x < width_ - 1; ++x) {
    for (int y = 1; y < height_ - 1; ++y) {
      if (!sand(x, y).active) continue;
      fall(x, y);
      dissolve(x, y);
      move_sideways(x, y);
    }
  }
  if (!borders_) clear_border();
}

// Step 1.
void Solver::determine_active() {
  for (int x = 1; x < width_ - 1; ++x) {
    for (int y = 1; y < height_ - 1; ++y) {
      set_processed(x, y, false);
      const int a = sand(x, y).a;
      const int left = sand(x - 1, y).a;
      const int right = sand(x + 1, y).a;
      const int above = sand(x, y - 1).a;
      const int below = sand(x, y + 1).a;
      sand(x, y).active = !(left == a && below == a && right == a && above == a);
      if (sand(x, y).active && kDissolve[a][left] == 0 && kDissolve[a][right] == 0 && kDissolve[a][above] == 0 &&
          kDissolve[a][below] == 0 && left > 0 && right > 0 && above > 0 && below > 0)
        sand(x, y).active = false;
    }
  }
}

// Step 2.
void Solver::fall(int x, int y) {
  if (!processed(x, y) && !processed(x, y + 1) && sand(x, y + 1).a == 0) {
    sand(x, y + 1) = sand(x, y);
    sand(x, y).a = 0;
    set_processed(x, y, true);
    set_processed(x, y + 1, true);
  }
  if (kLiquid[sand(x, y + 1).a] && !processed(x, y) && !processed(x, y + 1) && sand(x, y + 1).a > 0) {
    if (kDensity[sand(x, y).a] > kDensity[sand(x, y + 1).a] && random(5) == 0) {
      const int other = sand(x, y + 1).a;
      sand(x, y + 1) = sand(x, y);
      sand(x, y).a = other;
      set_processed(x, y, true);
      set_processed(x, y + 1, true);
    }
  }
}

// Step 3.
void Solver::dissolve(int x, int y) {
  constexpr int kNeighbours[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
  for (const auto& [dx, dy] : kNeighbours) {
    const int rarity = kDissolve[sand(x, y).a][sand(x + dx, y + dy).a];
    if (rarity > 0 && random(rarity) == 0) sand(x + dx, y + dy).a = 0;
  }
}

// Steps 4 and 5.
void Solver::move_sideways(int x, int y) {
  const int friction = kFriction[sand(x, y).a];
  const int reach = friction - random(friction / 4);
  if (processed(x, y)) return;

  const bool in_left = x - reach >= 0;
  const bool in_right = x + reach <= width_ - 1;
  int way = random(3);  // 0 left, 1 right, 2 stays, -1 cannot move
  const bool left = in_left && !processed(x - reach, y) && sand(x - reach, y).a == 0;
  const bool right = in_right && !processed(x + reach, y) && sand(x + reach, y).a == 0;
  if (way == 0) {
    if (!left && right) way = 1;
    if (!left && !right) way = -1;
  }
  if (way == 1) {
    if (!right && left) way = 0;
    if (!right && !left) way = -1;
  }
  if (in_left && random(2) == 0 && !processed(x - reach, y + 1) && sand(x - reach, y + 1).a == 0 && right) way = 0;
  if (in_right && random(2) == 0 && !processed(x + reach, y + 1) && sand(x + reach, y + 1).a == 0 && left) way = 1;
  if (in_left && way == 0 && sand(x - reach, y).a == 0) {
    sand(x - reach, y) = sand(x, y);
    sand(x, y).a = 0;
    set_processed(x - reach, y, true);
    set_processed(x, y, true);
  }
  if (in_right && way == 1 && sand(x + reach, y).a == 0) {
    sand(x + reach, y) = sand(x, y);
    sand(x, y).a = 0;
    set_processed(x + reach, y, true);
    set_processed(x, y, true);
  }
  if (way == -1) set_processed(x, y, true);
}

// Step 6.
void Solver::clear_border() {
  for (int x = 1; x < width_ - 1; ++x) sand(x, height_ - 2).a = sand(x, 1).a = 0;
  for (int y = 1; y < height_ - 1; ++y) sand(width_ - 2, y).a = sand(1, y).a = 0;
}

}  // namespace fastsab
