#include "dunes/chip_firing.h"

#include <algorithm>
#include <utility>

namespace quicksand {
namespace {

constexpr int kByte = 255;

}  // namespace

ChipFiring::ChipFiring(GridSize size, const DuneRows& rows)
    : rows_(rows),
      size_(size),
      tiles_{squares_of(size, kTile.width).width, squares_of(size, kTile.height).height},
      grains_(size),
      after_(size) {}

void ChipFiring::load(const DuneState& state) {
  const auto tiles = static_cast<size_t>(tiles_.cells());
  reserves_.clear();
  unstable_.assign(tiles, 1);
  unstable_next_.assign(tiles, 0);
  differs_.assign(tiles, 1);
  is_dirty_.assign(tiles, 0);
  unstable_tiles_ = tiles_.cells();
  for (int y = 0; y < size_.height; ++y)
    for (int x = 0; x < size_.width; ++x) {
      const int32_t grains = state.sand({x, y}) / kUnit;
      grains_[{x, y}] = static_cast<uint8_t>(std::min(grains, kByte));
      if (grains > kByte) reserves_.push_back({{x, y}, grains - kByte});
    }
  is_loaded_ = true;
}

void ChipFiring::run(DuneState& state, int steps, Parallel& parallel) {
  if (!is_loaded_) load(state);
  for (int step = 0; step < steps && unstable_tiles_ > 0; ++step) {
    parallel.for_each(tiles_.height, [&](int band) { fire_band(band); });
    std::swap(grains_, after_);
    std::swap(unstable_, unstable_next_);
    draw_on_reserves();
    unstable_tiles_ = std::count(unstable_.begin(), unstable_.end(), uint8_t{1});
  }
  parallel.for_each(tiles_.height, [&](int band) { store(state, band); });
}

// Whether grains can come to the tile in this step, or go from it.
bool ChipFiring::is_reached(int column, int band) const {
  const auto fires = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < tiles_.width && y < tiles_.height &&
           unstable_[static_cast<size_t>(y) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(x)] != 0;
  };
  return fires(column, band) || fires(column - 1, band) || fires(column + 1, band) || fires(column, band - 1) ||
         fires(column, band + 1);
}

void ChipFiring::fire_band(int band) {
  const int row = band * kTile.height;
  const int end_row = std::min((band + 1) * kTile.height, size_.height);
  for (int column = 0; column < tiles_.width; ++column) {
    const size_t tile = static_cast<size_t>(band) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(column);
    const bool is_reached_now = is_reached(column, band);
    unstable_next_[tile] = 0;
    if (!is_reached_now && differs_[tile] == 0) continue;  // both planes hold the same already
    const int first = column * kTile.width;
    const int end = std::min(first + kTile.width, size_.width);
    const FireBlock block{grains_.row(row) + first, after_.row(row) + first, grains_.stride(), end - first,
                          end_row - row};
    unstable_next_[tile] = rows_.fire(block) ? 1 : 0;
    differs_[tile] = is_reached_now ? 1 : 0;
    is_dirty_[tile] |= differs_[tile];
  }
}

// Columns with more grains than a byte holds are filled up.
void ChipFiring::draw_on_reserves() {
  for (Reserve& reserve : reserves_) {
    uint8_t& grains = grains_[reserve.cell];
    const int taken = std::min(kByte - int{grains}, reserve.grains);
    grains = static_cast<uint8_t>(grains + taken);
    reserve.grains -= taken;
    if (taken > 0) unstable_[tile_of(reserve.cell)] = 1;
  }
  std::erase_if(reserves_, [](const Reserve& reserve) { return reserve.grains == 0; });
}

void ChipFiring::store(DuneState& state, int band) {
  const int end_row = std::min((band + 1) * kTile.height, size_.height);
  for (int column = 0; column < tiles_.width; ++column) {
    const size_t tile = static_cast<size_t>(band) * static_cast<size_t>(tiles_.width) + static_cast<size_t>(column);
    if (is_dirty_[tile] == 0) continue;
    is_dirty_[tile] = 0;
    for (int y = band * kTile.height; y < end_row; ++y) {
      const uint8_t* const grains = grains_.row(y);
      const int32_t* const ground = state.ground.row(y);
      int32_t* const height = state.height.row(y);
      for (int x = column * kTile.width; x < std::min((column + 1) * kTile.width, size_.width); ++x)
        height[x] = ground[x] + (height[x] - ground[x]) % kUnit + grains[x] * kUnit;
    }
  }
  for (const Reserve& reserve : reserves_)
    if (reserve.cell.y / kTile.height == band) state.height[reserve.cell] += reserve.grains * kUnit;
}

}  // namespace quicksand
