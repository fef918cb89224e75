#include "sim/charge/charge.h"

#include <algorithm>

#include "core/ones.h"
#include "core/random.h"
#include "sim/blasts/impact.h"
#include "sim/cells/dice.h"
#include "sim/reactions/cell_change.h"

namespace quicksand {
namespace {

constexpr CellPos kAround[] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
constexpr int kBeside = 4;  // the first of them

using Kind = ChargeLaw::Kind;

const ChargeLaw& law_at(const PassWork& work, CellPos cell) {
  return work.materials.charge().law(work.state.material().row(cell.y)[cell.x]);
}
uint8_t timer_at(const PassWork& work, CellPos cell) { return work.state.cells[kTimerPlane].row(cell.y)[cell.x]; }

CellPos neighbour(CellPos cell, CellPos way) { return {cell.x + way.x, cell.y + way.y}; }

// The charge stays, where the new material holds any.
void become(const PassWork& work, CellPos cell, MaterialId into, uint8_t timer, uint32_t dice) {
  const MaterialId former = work.state.material()[cell];
  if (into == kSame || into == former) return;
  CellBytes bytes = changed_cell(work.state, work.materials, cell, into, static_cast<uint8_t>(dice), 0);
  if (work.materials.charge().law(into).kind == Kind::kHolder) bytes[kTimerPlane] = timer;
  work.state.cells.put(cell, bytes);
  work.activity.mark(cell);
  if (work.events && into == kVoid) work.events->removals.add(cell);
}

uint32_t dice_at(const PassWork& work, CellPos cell) {
  return dice_word(row_key(work.state.seed, work.state.tick, kDiceCharge, cell.y), static_cast<uint32_t>(cell.x));
}

}  // namespace

void Charge::run(const PassWork& work, const BlockQueries& queries) {
  const CellPlanes& cells = work.state.cells;
  if (any_asked_.is_raised()) look_at_added(work);
  for (int y = 0; y < size_.height; ++y)
    for (int word = 0; word < cells.used(kTimerPlane).words(); ++word)
      for (const int bit : ones(cells.used(kTimerPlane).row(y)[word])) {
        const int x = (word * 64 + bit) * kBlockCells;
        for (const int i : ones(queries.nonzero(cells[kTimerPlane].row(y) + x)))
          if (law_at(work, {x + i, y}).kind != Kind::kNone) look_around(work, {x + i, y});
      }
  for (int y = 0; y < size_.height; ++y) {
    if (looked_at_rows_[static_cast<size_t>(y)] == 0) continue;
    looked_at_rows_[static_cast<size_t>(y)] = 0;
    for (int word = 0; word < looked_at_.words(); ++word) {
      for (const int bit : ones(looked_at_.row(y)[word]))
        apply(work, {word * 64 + bit, y}, next_[{word * 64 + bit, y}]);
      looked_at_.row(y)[word] = 0;
    }
  }
}

void Charge::look_at_added(const PassWork& work) {
  any_asked_.lower();
  for (int y = 0; y < size_.height; ++y) {
    if (asked_rows_[static_cast<size_t>(y)] == 0) continue;
    asked_rows_[static_cast<size_t>(y)] = 0;
    for (int word = 0; word < asked_.words(); ++word) {
      for (const int bit : ones(asked_.row(y)[word])) look_at(work, {word * 64 + bit, y});
      asked_.row(y)[word] = 0;
    }
  }
}

// At a charged cell, and at those that may take charge from it.
void Charge::look_around(const PassWork& work, CellPos cell) {
  look_at(work, cell);
  const bool is_holder = law_at(work, cell).kind == Kind::kHolder;
  if (!is_holder && !has_spark(work, cell)) return;
  for (const CellPos way : std::span(kAround).first(is_holder ? kBeside : std::size(kAround)))
    look_at(work, neighbour(cell, way));
}

void Charge::look_at(const PassWork& work, CellPos cell) {
  const ChargeLaw& law = law_at(work, cell);
  if (law.kind == Kind::kNone) return;
  uint64_t& looked_at = looked_at_.row(cell.y)[cell.x / 64];
  const uint64_t bit = uint64_t{1} << cell.x % 64;
  if ((looked_at & bit) != 0) return;
  looked_at |= bit;
  looked_at_rows_[static_cast<size_t>(cell.y)] = 1;
  next_[cell] = next_timer(work, cell);
}

bool Charge::has_spark(const PassWork& work, CellPos cell) {
  const Kind kind = law_at(work, cell).kind;
  return (kind == Kind::kConductor || kind == Kind::kSource) && timer_at(work, cell) == law_at(work, cell).ticks;
}

int Charge::sparks_around(const PassWork& work, CellPos cell) const {
  return static_cast<int>(std::count_if(std::begin(kAround), std::end(kAround),
                                        [&](CellPos way) { return has_spark(work, neighbour(cell, way)); }));
}

uint8_t Charge::next_timer(const PassWork& work, CellPos cell) const {
  const ChargeLaw& law = law_at(work, cell);
  const uint8_t timer = timer_at(work, cell);
  switch (law.kind) {
    case Kind::kConductor: {
      if (timer != 0) return static_cast<uint8_t>(timer - 1);
      const int sparks = sparks_around(work, cell);
      return sparks >= law.least_sparks && sparks <= law.most_sparks ? law.ticks : uint8_t{0};
    }
    case Kind::kSource:
      return timer <= 1 ? law.ticks : static_cast<uint8_t>(timer - 1);
    case Kind::kHolder: {
      if (sparks_around(work, cell) > 0) return law.ticks;
      uint8_t fullest = timer;
      for (const CellPos way : std::span(kAround).first(kBeside))
        if (law_at(work, neighbour(cell, way)).kind == Kind::kHolder)
          fullest = std::max(fullest, timer_at(work, neighbour(cell, way)));
      return static_cast<uint8_t>(std::clamp(fullest - 1, 0, int{law.ticks}));
    }
    case Kind::kFuse:
      return timer == 0 && sparks_around(work, cell) > 0 ? static_cast<uint8_t>(kSetOff) : timer;
    case Kind::kNone:
      break;
  }
  return timer;
}

void Charge::apply(const PassWork& work, CellPos cell, uint8_t next) {
  SandboxState& state = work.state;
  const ChargeLaw& law = law_at(work, cell);
  uint8_t& timer = state.cells[kTimerPlane][cell];
  if (timer == 0 && next == 0 && !law.changes_uncharged) return;
  const bool comes_or_goes = (timer == 0) != (next == 0);
  timer = next;
  if (timer != 0) state.cells.note_used(kTimerPlane, cell);
  // Whatever asks whether the cell is charged asks anew.
  const bool is_asked =
      law.kind != Kind::kConductor || work.materials.reactions().asks_for_charge(state.material()[cell]);
  if (comes_or_goes && is_asked) work.activity.mark(cell);
  const uint32_t dice = law.kind == Kind::kHolder ? dice_at(work, cell) : 0;
  if (timer != 0 && law.heat != 0) {
    // Rounded down from a random fraction of the whole, below 0 too.
    const int dice_part = static_cast<int>(mix32(dice) % kTicksASecond);
    const int heat = law.heat + dice_part;
    warm_cell(state, cell, (heat < 0 ? heat - kTicksASecond + 1 : heat) / kTicksASecond, work.activity);
  }
  if (timer != 0 && law.changes_charged) become(work, cell, law.charged.choose(dice), timer, dice);
  if (timer == 0 && law.changes_uncharged) become(work, cell, law.uncharged.choose(dice), 0, dice);
}

}  // namespace quicksand
