#include "measure/caves.h"

#include <algorithm>
#include <array>
#include <vector>

#include "measure/shape_dice.h"

namespace quicksand {
namespace {

PaintCommand shape(Shape shape, CellPos from, CellPos to, MaterialId material) {
  PaintCommand command;
  command.shape = shape;
  command.from = from;
  command.to = to;
  command.entries = {material};
  return command;
}

// Rests for so long to be at rest: every liquid takes part in levelling meanwhile.
constexpr int kRestTicks = 128;

MaterialId at(const Sandbox& world, CellPos cell) {
  return contains(world.size(), cell) ? world.entry_at(cell) : kWall;
}

// Of cells at the top of their column those that void is next to.
bool is_free(const Sandbox& world, CellPos cell) {
  return std::ranges::any_of(std::array{CellPos{0, -1}, CellPos{-1, 0}, CellPos{1, 0}}, [&](CellPos way) {
    return at(world, {cell.x + way.x, cell.y + way.y}) == kVoid;
  });
}

}  // namespace

Sandbox flooded_cave(const std::shared_ptr<const MaterialTable>& materials, MaterialId liquid, uint64_t seed) {
  ShapeDice dice(seed);
  const GridSize size{dice.between(70, 330), dice.between(60, 200)};
  Sandbox world(size, seed, Border::kWall, materials);
  const auto somewhere = [&] { return CellPos{dice.between(2, size.width - 3), dice.between(2, size.height - 3)}; };
  world.paint(shape(Shape::kAll, {}, {}, kWall));
  // Rooms, each with a way to the one before.
  CellPos last = somewhere();
  for (int room = dice.between(3, 12); room > 0; --room) {
    const CellPos at = somewhere();
    const CellPos half{dice.between(2, size.width / 6), dice.between(2, size.height / 5)};
    const int top = dice.between(0, 3) == 0 ? 0 : 1;  // the world's own roof, or one of rock
    const CellPos first{std::max(at.x - half.x, 1), std::max(at.y - half.y, top)};
    const CellPos end{std::min(at.x + half.x, size.width - 2), std::min(at.y + half.y, size.height - 2)};
    world.paint(shape(Shape::kRect, first, end, kVoid));
    PaintCommand way = shape(Shape::kStroke, last, at, kVoid);
    way.width = dice.between(1, 9);
    if (dice.between(0, 1) == 0) {  // by way of a corner
      way.to = {last.x, at.y};
      world.paint(way);
      way.from = way.to;
      way.to = at;
    }
    world.paint(way);
    if (dice.between(0, 2) == 0) {  // rubble
      PaintCommand rubble = shape(Shape::kRect, first, end, kWall);
      rubble.fill_limit = dice_limit(0.01 * dice.between(2, 25));
      world.paint(rubble);
    }
    for (int slab = dice.between(0, 3); slab > 0; --slab) {
      const CellPos from{dice.between(first.x, end.x), dice.between(first.y, end.y)};
      world.paint(shape(Shape::kRect, from, {std::min(from.x + dice.between(0, 40), end.x), from.y}, kWall));
    }
    last = at;
  }
  for (int pour = dice.between(1, 4); pour > 0; --pour) {
    const CellPos at = somewhere();
    PaintCommand fill = shape(Shape::kRect, {at.x / 2, at.y / 2},
                              {std::min(at.x / 2 + dice.between(10, size.width), size.width - 2),
                               std::min(at.y / 2 + dice.between(10, size.height), size.height - 2)},
                              liquid);
    fill.onto = Onto::kEmpty;
    world.paint(fill);
  }
  return world;
}

bool run_to_rest(Sandbox& world, int most_ticks) {
  Parallel parallel(1);
  Plane<MaterialId> before = world.state().material();
  int ticks_at_rest = 0;
  for (int tick = 1; tick <= most_ticks; ++tick) {
    world.step(parallel);
    const Plane<MaterialId>& now = world.state().material();
    bool same = true;
    for (int y = 0; y < now.size().height && same; ++y)
      same = std::equal(now.row(y), now.row(y) + now.size().width, before.row(y));
    ticks_at_rest = same ? ticks_at_rest + 1 : 0;
    if (ticks_at_rest == kRestTicks) return true;
    if (!same) before = now;
  }
  return false;
}

int most_uneven(const Sandbox& world, MaterialId liquid) {
  const GridSize size = world.size();
  Plane<uint8_t> seen(size);
  std::vector<CellPos> body;
  int most = 0;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      if (world.entry_at({x, y}) != liquid || seen[{x, y}] != 0) continue;
      int highest = size.height;
      int lowest = -1;
      body.assign(1, {x, y});
      seen[{x, y}] = 1;
      while (!body.empty()) {
        const CellPos cell = body.back();
        body.pop_back();
        if (at(world, {cell.x, cell.y - 1}) != liquid) {
          highest = std::min(highest, cell.y);
          if (is_free(world, cell)) lowest = std::max(lowest, cell.y);
        }
        for (const CellPos way : {CellPos{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
          const CellPos next{cell.x + way.x, cell.y + way.y};
          if (next.x < 0 || next.y < 0 || next.x >= size.width || next.y >= size.height) continue;
          if (world.entry_at(next) != liquid || seen[next] != 0) continue;
          seen[next] = 1;
          body.push_back(next);
        }
      }
      most = std::max(most, lowest - highest);
    }
  }
  return most;
}

}  // namespace quicksand
