#include "sim/tick/move_counter.h"

#include <algorithm>
#include <cstring>

#include "core/ones.h"

namespace quicksand {
namespace {

constexpr int kLaneBits = 16;

uint64_t lane_of(Phase phase) {
  switch (phase) {
    case Phase::kPowder:
      return 1;
    case Phase::kLiquid:
      return uint64_t{1} << kLaneBits;
    case Phase::kGas:
      return uint64_t{1} << 2 * kLaneBits;
    default:
      return 0;
  }
}

}  // namespace

MoveCounter::MoveCounter(ActivityMap& activity) : cursor_(activity.add_cursor("count of what moves")) {
  activity.set_listening(cursor_, false);
}

void MoveCounter::run(const SandboxState& state, const MaterialTable& table, ActivityMap& activity,
                      TickEvents* events) {
  const bool asked = events && events->counts_moves && state.size.cells() <= kMostCountedCells;
  const bool knows = materials_.size() == state.size;
  if (!asked) {
    activity.set_listening(cursor_, false);
    if (!knows) return;
    materials_ = {};
    grain_seeds_ = {};
    return;
  }
  if (state.tick % kMoveTicks != 0) return;
  // Who goes back in time, or elsewhere, moves nothing.
  const bool goes_on = knows && state.tick == counted_ + kMoveTicks;
  counted_ = state.tick;
  if (!goes_on) {
    activity.listen_from_now(cursor_);
    materials_ = state.material();
    grain_seeds_ = state.grain_seed();
    return;
  }
  lanes_.resize(static_cast<size_t>(table.size()));
  for (int id = 0; id < table.size(); ++id)
    lanes_[static_cast<size_t>(id)] = lane_of(table.phase(static_cast<MaterialId>(id)));
  for (int y = 0; y < state.size.height; ++y)
    for (int word = 0; word < activity.words(); ++word) {
      // What the last passes have marked is gathered in the next tick.
      const uint64_t blocks = activity.changed(cursor_, y)[word] | activity.marked(y)[word];
      for (const int bit : ones(blocks)) {
        const CellPos first{(word * 64 + bit) * kBlockCells, y};
        const uint64_t moves = count_block(state, first);
        if (moves == 0) continue;
        const auto lane = [&](int i) { return static_cast<uint32_t>(moves >> i * kLaneBits & 0xffff); };
        events->powder_moves.add(first, lane(0));
        events->liquid_moves.add(first, lane(1));
        events->gas_moves.add(first, lane(2));
      }
    }
  activity.clear(cursor_);
}

uint64_t MoveCounter::count_block(const SandboxState& state, CellPos first) {
  const auto count = static_cast<size_t>(std::min(kBlockCells, state.size.width - first.x));
  const uint8_t* const material = state.material().row(first.y) + first.x;
  const uint8_t* const seed = state.grain_seed().row(first.y) + first.x;
  uint8_t* const old_material = materials_.row(first.y) + first.x;
  uint8_t* const old_seed = grain_seeds_.row(first.y) + first.x;
  if (std::memcmp(material, old_material, count) == 0 && std::memcmp(seed, old_seed, count) == 0) return 0;
  uint64_t moves = 0;
  for (size_t i = 0; i < count; ++i) {
    const bool moved = material[i] != old_material[i] || seed[i] != old_seed[i];
    moves += lanes_[material[i]] & (uint64_t{0} - static_cast<uint64_t>(moved));
  }
  std::memcpy(old_material, material, count);
  std::memcpy(old_seed, seed, count);
  return moves;
}

}  // namespace quicksand
