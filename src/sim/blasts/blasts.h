// Explosions, of what the materials say explodes (cells/blast_table.h).
//
//   charge     a cell that has been found to explode
//   going off  charges within a square of kBlastSide cells go off as one: their middle is that of their areas, their
//              reach the root of the sum of these, so n alike reach the root of n times as far as one, and their energy
//              is what they bring together. The square lies about them, not on a grid: its uppermost charge and the
//              leftmost ones within reach of that one touch its edges. Those that their blast does not get to from
//              there, as they are too far away or lie in a shadow, go off by themselves; and where it gets to none at
//              all, as within rock, the charge nearest to it is the middle
//   strength   of a blast at a cell: the speed that it gives, in cells a tick. From the middle outward it falls evenly
//              to nothing at the edge of its reach. It goes along straight rays: a static cell that it breaks takes a
//              share of its hardness off what lies behind it, and one that does not break casts a shadow. So do two
//              of these that touch at a corner: a slanted wall is closed, however thin
//
// What is reached gets warmer by its share, as far as the blast is hot. Static cells break where the strength is more
// than their hardness; what is loose is thrown (grains/push.h), and what stays is let go by cohesion for a moment, so
// that nothing damp is left hanging; open cells fill with flames. What explodes itself and gets hot enough, or feels
// enough of a blow, is not thrown, but goes off in the next round.
//
// A round is every kMeetingTicks ticks, and has kMostBlasts blasts at most, so that any amount of explosive neither
// stalls nor differs: those that have waited longest go first, dice choose among equals, and the others wait.
//
// Determinism: blasts of a round act in the order of their first charges, row by row, in one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bit_plane.h"
#include "core/force.h"
#include "core/shared_flag.h"
#include "sim/blasts/shadow.h"
#include "sim/tick/pass_work.h"

namespace quicksand {

inline constexpr int kBlastSide = 8;
inline constexpr size_t kMostBlasts = 32;

class Blasts {
 public:
  explicit Blasts(GridSize size);

  // The cell goes off in this round. Several threads may call it for cells of different rows.
  void add(CellPos cell) {
    due_.row(cell.y)[cell.x / 64] |= uint64_t{1} << cell.x % 64;
    due_rows_[static_cast<size_t>(cell.y)] = 1;
    any_due_.raise();
  }

  // Whether any cell does.
  bool is_due() const { return any_due_.is_raised(); }

  // All that go off. Marks the cells that change. `work.cursor` is not used.
  void run(const PassWork& work);

 private:
  struct Blast {
    CellPos corner;    // the upper left one of its square
    uint64_t charges;  // a bit for each cell of the square, row by row
    CellPos middle;
    float radius;
    int reach;  // all that it reaches lies in the square of so many cells each way
    float power;
    float heat;  // units
    float hottest;
    MaterialId flame;
    uint8_t waited;  // rounds since it was set off, at most; 0 as well where heat alone sets it off now
  };

  void find(const PassWork& work);
  void choose(const PassWork& work);
  void find_from(const PassWork& work, CellPos first);
  CellPos corner_of(CellPos first) const;
  static void add_up(const PassWork& work, Blast& blast);
  static bool has_obstacle(const PassWork& work, CellPos corner);
  static BlastRay ray_of(const SandboxState& state, const MaterialTable& table, const Blast& blast) {
    return {state, table, blast.middle, blast.radius, blast.power};
  }
  static void leave_out_unseen(const PassWork& work, Blast& blast);
  bool is_going_off(CellPos cell) const { return has(due_, cell); }
  static bool has(const BitPlane& plane, CellPos cell) {
    return (plane.row(cell.y)[cell.x / 64] >> cell.x % 64 & 1) != 0;
  }
  static void drop(BitPlane& plane, CellPos cell) { plane.row(cell.y)[cell.x / 64] &= ~(uint64_t{1} << cell.x % 64); }
  void explode(const PassWork& work, const Blast& blast);
  void cast_rays(const SandboxState& state, const MaterialTable& table, const Blast& blast);
  void cast_ray(const SandboxState& state, const MaterialTable& table, const Blast& blast, CellPos way);
  float& share_at(const Blast& blast, CellPos cell);
  static Push<float> push_of(const Blast& blast, float dx, float dy, float share);
  void push_grains(SandboxState& state, const Blast& blast);
  static void reach_cell(const PassWork& work, const Blast& blast, CellPos cell, float share, uint32_t dice);
  void clear();

  GridSize size_;
  BitPlane due_;        // a bit for each cell
  BitPlane ungrouped_;  // of these; clear between two rounds
  std::vector<uint8_t> due_rows_;
  SharedFlag any_due_;
  std::vector<Blast> blasts_;  // of this round
  // Of one blast, its strength as a share of its power at all cells of the square around its middle.
  std::vector<float> shares_;
};

}  // namespace quicksand
