// Where levelling looks for bodies: near what has changed, and what one body hands on to others.
#include <algorithm>
#include <bit>

#include "core/ones.h"
#include "sim/cells/rules.h"
#include "sim/liquid/levelling.h"

namespace quicksand {

// Lists the supported cells, near which something has changed, of a chunk of rows, and pores near a change. A body that
// holds none of them, and to which none is handed on, moves as it did when it was looked at last. Not only surfaces: a
// hole deep down, or a bridge between two bodies, moves them as well.
void Levelling::find_seeds(int chunk) {
  std::vector<Seeds>& seeds = seeds_[static_cast<size_t>(chunk)];
  seeds.clear();
  // A change concerns the bodies of the blocks around, too: it may have made a place or a surface for them.
  for (int y = chunk * kChunkRows; y < std::min((chunk + 1) * kChunkRows, size_.height); ++y) {
    const auto row_changed = [&](int row) { return activity_->row_changed(cursor_, row); };
    if (!row_changed(y - 2) && !row_changed(y - 1) && !row_changed(y) && !row_changed(y + 1)) continue;
    // Two rows up is where a gas may give way to that is right above a surface.
    const uint64_t* const rows[4] = {activity_->changed(cursor_, std::max(y - 2, -1)),
                                     activity_->changed(cursor_, y - 1), activity_->changed(cursor_, y),
                                     activity_->changed(cursor_, y + 1)};
    const auto near = [&](int word) { return rows[0][word] | rows[1][word] | rows[2][word] | rows[3][word]; };
    for (int word = 0; word < activity_->words(); ++word) {
      const uint64_t here = near(word);
      const uint64_t blocks =
          (here | here << 1 | here >> 1 | near(word - 1) >> 63 | near(word + 1) << 63) & activity_->valid(word);
      for (const int bit : ones(blocks)) find_seeds_in_block(y, word * 64 + bit, seeds);
    }
  }
}

// Lists supported cells next to powder that they could lift, where something has changed in the powder's column,
// however far above.
void Levelling::find_seeds_below_powder(int block) {
  std::vector<Seeds>& seeds = seeds_[seeds_.size() - 1 - static_cast<size_t>(block)];
  seeds.clear();
  uint64_t below_change = 0;
  for (int y = 0; y < size_.height; ++y) {
    const bool is_changed = (activity_->changed(cursor_, y)[block / 64] >> block % 64 & 1) != 0;
    if (is_changed) below_change = ~uint64_t{0};
    if (below_change == 0) continue;
    below_change &= cells_in(y, block, lifted_);
    const auto seed = [&](int row, int of_block, uint64_t near) {
      if (near != 0 && (near & cells_in(row, of_block, lifting_)) != 0) find_seeds_in_block(row, of_block, seeds);
    };
    if (below_change == 0 && !is_changed) continue;
    if (y + 1 < size_.height) seed(y + 1, block, below_change);
    seed(y, block, below_change << 1 | below_change >> 1);
    if (block > 0) seed(y, block - 1, below_change << 63);
    if (block + 1 < blocks_) seed(y, block + 1, below_change >> 63);
    if (is_changed) below_change = ~uint64_t{0};  // what lies right below is next to the change
  }
}

void Levelling::find_seeds_in_block(int y, int block, std::vector<Seeds>& seeds) {
  if (any_permeable_)
    if (const uint64_t pores = cells_in(y, block, permeable_); pores != 0) seeds.push_back({y, block, pores, kVoid});
  uint64_t left = cells_in(y, block, all_liquids_) & support_.cells(y, block);
  while (left != 0) {
    const MaterialId material = leader_[state_->material().row(y)[block * kBlockCells + std::countr_zero(left)]];
    const Liquid& liquid = of_material_[material];
    const uint64_t resting = left & cells_in(y, block, liquid.sets.self);
    left &= ~resting;
    seeds.push_back({y, block, resting, material});
  }
}

// Lists bodies of some liquids, all that touch the pores that are joined with these, to be looked at, too.
void Levelling::hand_on_through_pores(const Word& pores, const BlockSet& liquids) {
  pores_to_go_.assign(1, pores);
  while (!pores_to_go_.empty()) {
    const Word next = pores_to_go_.back();
    pores_to_go_.pop_back();
    if (next.y < 0 || next.y >= size_.height || next.block < 0 || next.block >= blocks_) continue;
    list_seeds(next.y, next.block, next.cells & cells_in(next.y, next.block, liquids));
    uint64_t& handed_on = handed_on_.row(next.y)[next.block];
    const uint64_t cells = runs_with(next.cells, cells_in(next.y, next.block, permeable_)) & ~handed_on;
    if (cells == 0) continue;
    if (handed_on == 0) handed_on_words_.push_back({.y = next.y, .block = next.block});
    handed_on |= cells;
    for (const int row : {next.y - 1, next.y + 1})
      pores_to_go_.push_back({.y = row, .block = next.block, .cells = cells});
    pores_to_go_.push_back({.y = next.y, .block = next.block, .cells = (cells << 1 | cells >> 1) & ~cells});
    if ((cells & 1) != 0) pores_to_go_.push_back({.y = next.y, .block = next.block - 1, .cells = uint64_t{1} << 63});
    if (cells >> 63 != 0) pores_to_go_.push_back({.y = next.y, .block = next.block + 1, .cells = 1});
  }
}

void Levelling::forget_handed_on() {
  for (const Word& word : handed_on_words_) handed_on_.row(word.y)[word.block] = 0;
  handed_on_words_.clear();
}

// The cells may belong to denser bodies. Returns whether any do.
bool Levelling::press(int y, int block, uint64_t cells, const Liquid& liquid, bool hands_on) {
  if (y < 0 || y >= size_.height || block < 0 || block >= blocks_) return false;
  cells &= cells_in(y, block, liquid.denser) & support_.cells(y, block);
  if (hands_on) list_seeds(y, block, cells);
  return cells != 0;
}

// Lists cells of liquids, of which bodies at which nobody has looked yet are to be looked at.
void Levelling::list_seeds(int y, int block, uint64_t cells) {
  for (uint64_t left = cells == 0 ? 0 : cells & support_.cells(y, block) & ~visited_.row(y)[block]; left != 0;) {
    Liquid& liquid = of_material_[leader_[state_->material().row(y)[block * kBlockCells + std::countr_zero(left)]]];
    const uint64_t same = left & cells_in(y, block, liquid.sets.self);
    liquid.seeds.push_back({.y = y, .block = block, .cells = same});
    left &= ~same;
  }
}

}  // namespace quicksand
