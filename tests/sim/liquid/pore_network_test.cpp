// The exits that a network knows for a part of it, against a flood of that part.
#include "sim/liquid/pore_network.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/bit_plane.h"
#include "core/random.h"
#include "sim/cells/cell_planes.h"

using namespace quicksand;

namespace {

using Exit = PoreNetwork::Exit;

class Maze {
 public:
  explicit Maze(uint32_t seed)
      : dice_(seed << 12), size{1 + below(200), 1 + below(60)}, ways(size), exits(size), network(size) {
    const int open = 20 + below(75);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        if (below(100) < open)
          set(ways, {x, y});
        else if (below(100) < 40)
          set(exits, {x, y});
      }
  }

  int below(int limit) { return static_cast<int>(mix32(++dice_) % static_cast<uint32_t>(limit)); }

  bool is_in(CellPos cell) const { return cell.x >= 0 && cell.y >= 0 && cell.x < size.width && cell.y < size.height; }
  bool has(const BitPlane& plane, CellPos cell) const {
    return is_in(cell) && (plane.row(cell.y)[cell.x / kBlockCells] >> cell.x % kBlockCells & 1) != 0;
  }

  // Few ranks, so that equal ones are common.
  static uint64_t rank(CellPos cell) {
    return uint64_t{mix32(static_cast<uint32_t>(cell.x)) % 7} << 32 | static_cast<uint32_t>(cell.y);
  }

  template <class Deed>
  static void for_each_beside(CellPos cell, const Deed& deed) {
    for (const CellPos way : {CellPos{0, 1}, CellPos{1, 0}, CellPos{-1, 0}, CellPos{0, -1}})
      deed(CellPos{cell.x + way.x, cell.y + way.y});
  }

  PoreNetwork::Run run_at(CellPos cell) {
    const int block = cell.x / kBlockCells;
    const int bit = cell.x % kBlockCells;
    if (const PoreNetwork::Run run = network.run_at(cell.y, block, bit); run != PoreNetwork::kNone) return run;
    network.add(
        cell.y, block, uint64_t{1} << bit, [&](int y, int b) { return ways.row(y)[b]; },
        [&](int y, int b, uint64_t cells, std::vector<Exit>& list) {
          for (const int place : ones(cells))
            for_each_beside({b * kBlockCells + place, y}, [&](CellPos exit) {
              if (has(exits, exit)) list.push_back({rank(exit), exit});
            });
        });
    return network.run_at(cell.y, block, bit);
  }

  // By rising rank, each once.
  std::vector<CellPos> flooded_exits(const std::vector<CellPos>& from, int top) const {
    std::set<std::pair<int, int>> seen;
    std::vector<CellPos> to_go = from;
    std::vector<Exit> found;
    while (!to_go.empty()) {
      const CellPos cell = to_go.back();
      to_go.pop_back();
      if (cell.y <= top || !has(ways, cell) || !seen.insert({cell.x, cell.y}).second) continue;
      for_each_beside(cell, [&](CellPos next) {
        to_go.push_back(next);
        if (has(exits, next)) found.push_back({rank(next), next});
      });
    }
    std::ranges::sort(found, [](const Exit& a, const Exit& b) { return a.is_before(b); });
    const auto rest = std::ranges::unique(found);
    found.erase(rest.begin(), rest.end());
    std::vector<CellPos> cells;
    for (const Exit& exit : found) cells.push_back(exit.cell);
    return cells;
  }

  std::vector<CellPos> known_exits(const std::vector<CellPos>& from, int top) {
    std::vector<PoreNetwork::Run> parts;
    for (const CellPos cell : from)
      if (cell.y > top) parts.push_back(network.part_below(run_at(cell), top));
    std::ranges::sort(parts);
    const auto rest = std::ranges::unique(parts);
    parts.erase(rest.begin(), rest.end());
    std::vector<CellPos> cells;
    network.for_each_exit(parts, [&](const Exit& exit) {
      if (cells.empty() || !(cells.back() == exit.cell)) cells.push_back(exit.cell);
      return true;
    });
    return cells;
  }

 private:
  void set(BitPlane& plane, CellPos cell) const {
    plane.row(cell.y)[cell.x / kBlockCells] |= uint64_t{1} << cell.x % kBlockCells;
  }

  uint32_t dice_;

 public:
  GridSize size;
  BitPlane ways;
  BitPlane exits;
  PoreNetwork network;
};

}  // namespace

TEST_CASE("a network of pores knows the exits of every part of it below any row, in the order of their ranks") {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    Maze maze(seed);
    for (int question = 0; question < 20; ++question) {
      if (question == 10) maze.network.clear();
      std::vector<CellPos> from;
      for (int i = maze.below(4); i >= 0; --i) {
        const CellPos cell{maze.below(maze.size.width), maze.below(maze.size.height)};
        if (maze.has(maze.ways, cell)) from.push_back(cell);
      }
      const int top = maze.below(maze.size.height + 1) - 1;
      REQUIRE(maze.known_exits(from, top) == maze.flooded_exits(from, top));
    }
  }
}
