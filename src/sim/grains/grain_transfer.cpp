#include "sim/grains/grain_transfer.h"

#include <algorithm>

#include "core/random.h"
#include "sim/cells/dice.h"
#include "sim/grains/grain_settings.h"
#include "sim/grains/grains.h"

namespace quicksand {
namespace {

void put(SandboxState& state, CellPos cell, const CellBytes& bytes, ActivityMap& activity) {
  state.cells.put(cell, bytes);
  activity.mark(cell);
}

// Of what is beside the world the one next to it.
CellPos cell_in(const SandboxState& state, size_t i) {
  return {std::clamp(cell_of(state.grains.x[i]), 0, state.size.width - 1),
          std::clamp(cell_of(state.grains.y[i]), 0, state.size.height - 1)};
}

// Just touching the cell that it comes out of, so that it can come to rest there.
void move_to(Grains& grains, size_t i, const NearestRoom::Room& room) {
  const float away = 0.5F - (radius_of(grains.grain_seed()[i], grains.wetness()[i]) - kGap);
  grains.x[i] = static_cast<float>(room.cell.x) + 0.5F + away * static_cast<float>(room.before.x - room.cell.x);
  grains.y[i] = static_cast<float>(room.cell.y) + 0.5F + away * static_cast<float>(room.before.y - room.cell.y);
}

}  // namespace

void GrainTransfer::run(SandboxState& state, const GrainMaterials& materials, const BlockQueries& queries,
                        std::span<const GrainHit> hits, std::vector<uint8_t>& touches, ActivityMap& activity,
                        TickEvents* events) {
  eject(state, materials, hits, touches, activity, events);
  deposit(state, materials, queries, hits, touches, activity, events);
}

void GrainTransfer::draw_turns(uint64_t key) {
  const uint32_t turn_key = row_key(key, kDiceTurn, 0);
  for (Turn& turn : turns_) turn.lot = dice_word(turn_key, turn.grain);
  std::sort(turns_.begin(), turns_.end(), [](const Turn& one, const Turn& other) {
    return one.lot != other.lot ? one.lot < other.lot : one.grain < other.grain;
  });
}

// Fast grains knock loose cells out of their places.
void GrainTransfer::eject(SandboxState& state, const GrainMaterials& materials, std::span<const GrainHit> hits,
                          std::vector<uint8_t>& touches, ActivityMap& activity, TickEvents* events) {
  Grains& grains = state.grains;
  const size_t count = grains.size();
  const uint64_t key = tick_key(state.seed, state.tick);
  turns_.clear();
  for (uint32_t i = 0; i < count; ++i)
    if (hits[i].speed >= kEjectSpeed) turns_.push_back({0, i});
  draw_turns(key);
  for (const Turn& turn : turns_) {
    const size_t i = turn.grain;
    const GrainHit& hit = hits[i];
    if (grains.size() >= most_thrown(state.size.cells())) return;
    const MaterialId material = material_at(state, hit.cell);
    if (materials.is_loose[material] == 0 || !contains(state.size, hit.cell)) continue;
    const uint32_t dice = dice_word(row_key(key, kDiceEject, hit.cell.y), static_cast<uint32_t>(hit.cell.x));
    const float lot = static_cast<float>(dice >> 16) / 65536.0F;
    const float other_lot = static_cast<float>(dice & 0xffffU) / 65536.0F;
    const auto nx = static_cast<float>(hit.normal_x);
    const auto ny = static_cast<float>(hit.normal_y);
    const float out = kEjectShare * hit.speed * (0.5F + 0.5F * lot);
    const float side = kEjectSpread * hit.speed * (other_lot - 0.5F);
    // Along the face goes a part of what the grain has along it.
    const float along = 0.3F * (nx != 0 ? grains.vy[i] : grains.vx[i]);
    // It starts before the face, or what lies around would close over it.
    const CellPos before{hit.cell.x + hit.normal_x, hit.cell.y + hit.normal_y};
    if (materials.blocks(material, material_at(state, before))) continue;
    const Grain loose{static_cast<float>(before.x) + 0.5F, static_cast<float>(before.y) + 0.5F,
                      nx * out + (nx == 0 ? side + along : 0.0F), ny * out + (ny == 0 ? side + along : 0.0F),
                      state.cells.take(hit.cell)};
    activity.mark(hit.cell);
    grains.add(loose);
    if (events) events->splashes.add(hit.cell);
    // The grain follows into the hole.
    grains.vx[i] = nx != 0 ? -nx * kEjectKept * hit.speed : kEjectKept * grains.vx[i];
    grains.vy[i] = ny != 0 ? -ny * kEjectKept * hit.speed : kEjectKept * grains.vy[i];
    touches[i] = 0;
  }
}

// Back into cells; those that have just been knocked out are not asked. What a cell closes over in this very tick has
// its turn in the next one, whoever closed it.
void GrainTransfer::deposit(SandboxState& state, const GrainMaterials& materials, const BlockQueries& queries,
                            std::span<const GrainHit> hits, const std::vector<uint8_t>& touches, ActivityMap& activity,
                            TickEvents* events) {
  gone_.assign(hits.size(), 0);
  stuck_.clear();
  Grains& grains = state.grains;
  const uint64_t key = tick_key(state.seed, state.tick);
  bool any = false;
  bool has_noted = false;
  const auto cell_at = [&](size_t i) { return CellPos{cell_of(grains.x[i]), cell_of(grains.y[i])}; };
  const auto is_buried = [&](size_t i, CellPos cell) {
    return contains(state.size, cell) && materials.blocks(grains.material()[i], material_at(state, cell));
  };
  turns_.clear();
  for (uint32_t i = 0; i < touches.size(); ++i) {
    const CellPos cell = cell_at(i);
    if (state.border == Border::kOpen && hits[i].speed > 0 && !contains(state.size, hits[i].cell)) {
      gone_[i] = 1;
      any = true;
      if (events) events->removals.add(hits[i].cell);
    } else if ((touches[i] != 0 && state.deposits) || !contains(state.size, cell) || is_buried(i, cell)) {
      turns_.push_back({0, i});
    }
  }
  draw_turns(key);
  for (const Turn& turn : turns_) {
    const size_t i = turn.grain;
    const CellPos cell = cell_at(i);
    const bool outside = !contains(state.size, cell);
    const MaterialId material = grains.material()[i];
    const bool buried = is_buried(i, cell);
    const float limit = materials.is_liquid[material] != 0
                            ? kLiquidDepositSpeed
                            : kDepositSpeed + kBridgeDepositSpeed * materials.bridge(material, grains.wetness()[i]);
    const float squared = grains.vx[i] * grains.vx[i] + grains.vy[i] * grains.vy[i];
    const bool is_slow = squared <= limit * limit;
    if (buried) {
      if (!has_noted) room_.note(state, queries, materials.closed);
      has_noted = true;
      const uint32_t dice = dice_word(row_key(key, kDiceRoom, cell.y), static_cast<uint32_t>(i));
      const bool flies_on = !is_slow || !state.deposits;
      if (move_out(state, i, dice) && flies_on) continue;
    } else if (!outside && !is_slow) {
      continue;
    }
    if (!deposit_one(state, materials, i, activity)) {
      stuck_.push_back(static_cast<uint32_t>(i));
      continue;
    }
    gone_[i] = 1;
    any = true;
  }
  if (!stuck_.empty() && state.tick % kFarRoomTicks == 0) {
    if (!has_noted) room_.note(state, queries, materials.closed);
    has_noted = true;
    any |= find_far_room(state, materials, activity);
  }
  if (has_noted) room_.forget();
  if (!any) return;
  gone_.resize(grains.size());
  grains.drop(gone_);
}

// Out of a cell that has closed over the grain, with the speed that it has. Whether there was room.
bool GrainTransfer::move_out(SandboxState& state, size_t i, uint32_t dice) {
  const Grains& grains = state.grains;
  const std::optional<NearestRoom::Room> room = room_.take({cell_of(grains.x[i]), cell_of(grains.y[i])}, dice);
  if (room) move_to(state.grains, i, *room);
  return room.has_value();
}

// For all that are stuck in one space at once, space by space: what is buried goes there, and what swims becomes a
// cell. Whether any has.
bool GrainTransfer::find_far_room(SandboxState& state, const GrainMaterials& materials, ActivityMap& activity) {
  Grains& grains = state.grains;
  const auto cell = [&](uint32_t i) { return cell_in(state, i); };
  std::erase_if(stuck_, [&](uint32_t i) { return materials.closed.has[material_at(state, cell(i))] != 0; });
  if (stuck_.empty()) return false;
  const uint64_t turn = state.tick / kFarRoomTicks * kMostFarFloods % stuck_.size();
  std::rotate(stuck_.begin(), stuck_.begin() + static_cast<ptrdiff_t>(turn), stuck_.end());
  bool any = false;
  for (uint64_t floods = 0; floods < kMostFarFloods && !stuck_.empty(); ++floods) {
    const uint32_t first = stuck_.front();
    room_.flood(cell(first), stuck_.size(), NearestRoom::Extent::kToRoom);
    std::erase_if(stuck_, [&](uint32_t i) {
      if (i != first && !room_.is_flooded(cell(i))) return false;
      const std::optional<NearestRoom::Room> room = room_.take_flooded();
      if (!room) return true;
      if (materials.blocks(grains.material()[i], material_at(state, cell(i)))) {
        move_to(grains, i, *room);
      } else {
        deposit_at(state, materials, i, cell(i), room->cell, activity);
        gone_[i] = 1;
        any = true;
      }
      return true;
    });
  }
  return any;
}

// Whether the grain has become a cell.
bool GrainTransfer::deposit_one(SandboxState& state, const GrainMaterials& materials, size_t i, ActivityMap& activity) {
  const CellPos cell = cell_in(state, i);
  const auto& is_solid = materials.blocking[0];
  // Straight up, as far as nothing stands in the way for good.
  CellPos room = cell;
  while (room.y > 0 && cell.y - room.y < kDepositRise && material_at(state, room) != kVoid &&
         (is_solid[material_at(state, room)] == 0 || materials.is_loose[material_at(state, room)] != 0))
    --room.y;
  if (material_at(state, room) != kVoid) return false;
  room_.fill(room);
  deposit_at(state, materials, i, cell, room, activity);
  return true;
}

// Where it is, or what it takes the place of goes to an empty cell, or else the grain itself does.
void GrainTransfer::deposit_at(SandboxState& state, const GrainMaterials& materials, size_t i, CellPos cell,
                               CellPos room, ActivityMap& activity) const {
  Grain grain = state.grains.at(i);
  // In the air its speed was its own; as a cell it keeps what its bridges leave of it downward. What has none coheres.
  const float downward = grain.vy * kOneRow * (1 - materials.bridge(grain.material(), state.grains.wetness()[i]));
  grain.cell[kSpeedPlane] = static_cast<uint8_t>(std::clamp(static_cast<int>(downward), 0, kMostSpeedAtRest));
  const MaterialId here = state.material()[cell];
  const bool sinks = here != kVoid && !materials.blocks(grain.material(), here) &&
                     materials.contact.mass[grain.material()] > materials.contact.mass[here];
  if (!sinks) return put(state, room, grain.cell, activity);
  put(state, room, state.cells.at(cell), activity);
  put(state, cell, grain.cell, activity);
}

}  // namespace quicksand
