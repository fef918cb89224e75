#include "core/random.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <vector>

using namespace quicksand;

namespace {

// Chi-squared over 256 values with 255 degrees of freedom: mean 255, deviation sqrt(2 * 255) = 22.6. Not a lambda, which
// the compiler would take for a constant expression and spend a minute on working out.
double chi_squared(const std::function<int(int)>& draw) {
  std::vector<int> counts(256);
  constexpr int kDraws = 256 * 400;
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<size_t>(draw(i))];
  double sum = 0;
  for (const int count : counts) sum += (count - 400.0) * (count - 400.0) / 400.0;
  return sum;
}

}  // namespace

TEST_CASE("dice bytes are uniform along x, y, tick and purpose") {
  const uint32_t key = row_key(1, 2, 3, 4);
  CHECK(std::abs(chi_squared([&](int i) { return dice_byte(key, i); }) - 255) < 5 * 22.6);
  CHECK(std::abs(chi_squared([](int i) { return dice_byte(row_key(1, 2, 3, i), 7); }) - 255) < 5 * 22.6);
  CHECK(std::abs(chi_squared([](int i) { return dice_byte(row_key(1, i, 3, 4), 7); }) - 255) < 5 * 22.6);
  CHECK(std::abs(chi_squared([](int i) { return dice_byte(row_key(i, 2, 3, 4), 7); }) - 255) < 5 * 22.6);
  CHECK(std::abs(chi_squared([](int i) { return dice_byte(row_key(1, 2, i, 4), 7); }) - 255) < 5 * 22.6);
}

TEST_CASE("a dice word begins with the dice byte of its cell") {
  for (uint32_t x = 0; x < 1000; ++x) CHECK(dice_word(99, x) >> 24 == dice_byte(99, x));
}

TEST_CASE("dice limits cover never and always") {
  CHECK(dice_limit(0) == 0);
  CHECK(dice_limit(-1) == 0);
  CHECK(dice_limit(1) == uint64_t{1} << 32);
  CHECK(dice_limit(0.5) == uint64_t{1} << 31);
}

TEST_CASE("the dice bytes of eight cells are those of each") {
  for (uint32_t k = 0; k < 100; ++k) {
    const uint32_t key = row_key(k, 2, 3, 4);
    const uint32_t x = 4 * (k * k % 1000);
    for (uint32_t i = 0; i < 8; ++i) CHECK((eight_dice_bytes(key, x) >> 8 * i & 255) == dice_byte(key, x + i));
  }
}
