#include "dunes/chip_firing.h"

#include <algorithm>
#include <utility>

namespace quicksand {
namespace {

constexpr int kByte = 255;

}  // namespace

ChipFiring::ChipFiring(GridSize size, const DuneRows& rows)
    : rows_(rows), size_(size), tiles_(size), grains_(size), after_(size) {}

void ChipFiring::load(const DuneState& state) {
  reserves_.clear();
  unstable_.assign(tiles_.count(), 1);
  unstable_next_.assign(tiles_.count(), 0);
  differs_.assign(tiles_.count(), 1);
  is_dirty_.assign(tiles_.count(), 0);
  unstable_tiles_ = static_cast<int64_t>(tiles_.count());
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
    parallel.for_each(tiles_.bands(), [&](int band) { fire_band(band); });
    std::swap(grains_, after_);
    std::swap(unstable_, unstable_next_);
    draw_on_reserves();
    unstable_tiles_ = std::count(unstable_.begin(), unstable_.end(), uint8_t{1});
  }
  parallel.for_each(tiles_.bands(), [&](int band) { store(state, band); });
}

void ChipFiring::fire_band(int band) {
  for (int column = 0; column < tiles_.columns(); ++column) {
    const size_t tile = tiles_.at(column, band);
    const bool is_reached = tiles_.any_near(unstable_, column, band);  // grains can come to it, or go from it
    unstable_next_[tile] = 0;
    if (!is_reached && differs_[tile] == 0) continue;  // both planes hold the same already
    const CellBox box = tiles_.box(column, band);
    const FireBlock block{grains_.row(box.top) + box.left, after_.row(box.top) + box.left, grains_.stride(),
                          box.right - box.left, box.bottom - box.top};
    unstable_next_[tile] = rows_.fire(block) ? 1 : 0;
    differs_[tile] = is_reached ? 1 : 0;
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
    if (taken > 0) unstable_[tiles_.of(reserve.cell)] = 1;
  }
  std::erase_if(reserves_, [](const Reserve& reserve) { return reserve.grains == 0; });
}

void ChipFiring::store(DuneState& state, int band) {
  for (int column = 0; column < tiles_.columns(); ++column) {
    const size_t tile = tiles_.at(column, band);
    if (is_dirty_[tile] == 0) continue;
    is_dirty_[tile] = 0;
    const CellBox box = tiles_.box(column, band);
    for (int y = box.top; y < box.bottom; ++y) {
      const uint8_t* const grains = grains_.row(y);
      const int32_t* const ground = state.ground.row(y);
      int32_t* const height = state.height.row(y);
      for (int x = box.left; x < box.right; ++x)
        height[x] = ground[x] + (height[x] - ground[x]) % kUnit + grains[x] * kUnit;
    }
  }
  for (const Reserve& reserve : reserves_)
    if (reserve.cell.y / TileGrid::kTile.height == band) state.height[reserve.cell] += reserve.grains * kUnit;
}

}  // namespace quicksand
