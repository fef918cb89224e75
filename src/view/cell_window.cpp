#include "view/cell_window.h"

#include <algorithm>
#include <array>

#include "core/check.h"
#include "view/motion_trail.h"
#include "view/overlay.h"
#include "view/pattern.h"

namespace quicksand {
namespace {

// A row of numbers that can be asked some way to its left and right: there it continues as it ends.
class PaddedRow {
 public:
  static constexpr int kPad = 4;  // as far as any of kSkyTaps reaches to the side

  void resize(int width) { bytes_.resize(static_cast<size_t>(width) + 2 * kPad); }
  uint8_t* data() { return bytes_.data() + kPad; }
  const uint8_t* data() const { return bytes_.data() + kPad; }
  void pad() {
    std::fill_n(bytes_.begin(), kPad, bytes_[kPad]);
    std::fill_n(bytes_.end() - kPad, kPad, bytes_[bytes_.size() - kPad - 1]);
  }

 private:
  std::vector<uint8_t> bytes_;
};

// The last rows of a window that look_around() has come by, and the one below.
class RecentRows {
 public:
  RecentRows(int width, uint8_t above) {
    for (PaddedRow& row : rows_) row.resize(width);
    above_.resize(width);
    std::fill_n(above_.data(), width, above);
    above_.pad();
  }
  PaddedRow& make(int row) { return rows_[slot(row)]; }
  const uint8_t* at(int row) const { return row < 0 ? above_.data() : rows_[slot(row)].data(); }

 private:
  static size_t slot(int row) { return static_cast<size_t>(row) % 16; }

  std::array<PaddedRow, 16> rows_;
  PaddedRow above_;
};

// Rows of ones and zeros: what is open in some rows, and what is gas in three.
struct RowsAround {
  const uint8_t *here, *up, *down, *two, *four, *six, *nine, *fourteen;
  const uint8_t *gas_up, *gas_here, *gas_down;
  const uint8_t *loose_up, *loose_here, *loose_down;
};

// Bytes only, and no branch, so that compilers make vectors of it.
void describe_row(const RowsAround& rows, int width, uint8_t* __restrict out) {
  const uint8_t* const here = rows.here;
  const uint8_t* const up = rows.up;
  const uint8_t* const gas = rows.gas_here;
  for (int x = 0; x < width; ++x) {
    const auto byte = [](int value) { return static_cast<uint8_t>(value); };
    const uint8_t sky = byte(byte(byte(up[x] + rows.two[x - 1]) + byte(rows.two[x + 1] + rows.four[x])) +
                             byte(byte(rows.six[x - 3] + rows.six[x + 3]) + byte(rows.nine[x] + rows.fourteen[x])));
    const uint8_t gases =
        byte(byte(byte(rows.gas_up[x - 1] + rows.gas_up[x]) + byte(rows.gas_up[x + 1] + gas[x - 1])) +
             byte(byte(gas[x] + gas[x + 1]) + byte(rows.gas_down[x - 1] + rows.gas_down[x])) + rows.gas_down[x + 1]);
    const uint8_t of_void = byte(byte(rows.loose_up[x] & rows.loose_down[x]) * 2 +
                                 byte(rows.loose_here[x - 1] & rows.loose_here[x + 1]) * 2);
    const uint8_t of_open = gas[x] ? gases : of_void;
    const uint8_t of_closed = byte(sky + byte(up[x] * 128));
    out[x] = here[x] ? of_open : of_closed;
  }
}

// A gap between falling grains takes on the colour of one of them, so that a stream is a body and not a raster.
void fill_gap(CellWindow& window, const RowsAround& rows, int column, int row) {
  const CellPos from =
      rows.loose_up[column] & rows.loose_down[column] ? CellPos{column, row - 1} : CellPos{column - 1, row};
  SampledCell& gap =
      window.cells[static_cast<size_t>(row) * static_cast<size_t>(window.size.width) + static_cast<size_t>(column)];
  const SampledCell& grain = window.at(from.x, from.y);
  gap = {grain.entry, grain.grain_seed, gap.value, gap.around};
}

}  // namespace

void look_around(const Looks& looks, CellWindow& window) {
  const int width = window.size.width;
  const int height = window.size.height;
  std::array<uint8_t, 256> kinds{};
  std::array<uint8_t, 256> looseness{};
  std::array<std::array<uint8_t, 8>, 256> patterns{};
  for (size_t i = 0; i < looks.size(); ++i) {
    kinds[i] = static_cast<uint8_t>(kind_of(looks[i], static_cast<uint8_t>(i)));
    looseness[i] = kinds[i] >= 2 && !looks[i].rigid ? 1 : 0;
    if (window.view.patterns && i > 0) patterns[i] = kPatterns[looks[i].pattern].rows;
  }
  RecentRows kind(width, 0);
  RecentRows open(width, 1);
  RecentRows gas(width, 0);
  RecentRows loose(width, 0);
  const auto prepare = [&](int row) {
    uint8_t* __restrict const kinds_here = kind.make(row).data();
    uint8_t* __restrict const opens = open.make(row).data();
    uint8_t* __restrict const gases = gas.make(row).data();
    const SampledCell* const cells = &window.cells[static_cast<size_t>(row) * static_cast<size_t>(width)];
    uint8_t* __restrict const looses = loose.make(row).data();
    for (int x = 0; x < width; ++x) {
      kinds_here[x] = kinds[cells[x].entry];
      looses[x] = looseness[cells[x].entry];
    }
    for (int x = 0; x < width; ++x) {
      opens[x] = kinds_here[x] < 2 ? 1 : 0;
      gases[x] = kinds_here[x] == 1 ? 1 : 0;
    }
    open.make(row).pad();
    gas.make(row).pad();
    loose.make(row).pad();
  };
  std::vector<uint8_t> around(static_cast<size_t>(width));
  prepare(0);
  for (int row = 0; row < height; ++row) {
    const int below = std::min(row + 1, height - 1);
    if (below > row) prepare(below);
    const RowsAround rows{open.at(row),     open.at(row - 1),  open.at(below),
                          open.at(row - 2), open.at(row - 4),  open.at(row - 6),
                          open.at(row - 9), open.at(row - 14), gas.at(row == 0 ? 0 : row - 1),
                          gas.at(row),      gas.at(below),     loose.at(row - 1),
                          loose.at(row),    loose.at(below)};
    describe_row(rows, width, around.data());
    SampledCell* const cells = &window.cells[static_cast<size_t>(row) * static_cast<size_t>(width)];
    const uint8_t* const kinds_here = kind.at(row);
    for (int x = 0; x < width; ++x) {
      const uint8_t of_cell = around[static_cast<size_t>(x)];
      cells[x].around = static_cast<uint8_t>(of_cell | kinds_here[x] << 4);
      if (of_cell != 0 && kinds_here[x] == 0) fill_gap(window, rows, x, row);
    }
    if (!window.view.patterns) continue;
    const size_t pattern_row = static_cast<size_t>(window.rect.y / window.step + row) % 8;
    for (int x = 0; x < width; ++x) {
      const int column = (window.rect.x / window.step + x) % 8;
      if (patterns[cells[x].entry][pattern_row] >> (7 - column) & 1) cells[x].around |= kAroundDark;
    }
  }
}

namespace {

// Looks up from the window's top, column by column: what is opaque hides the sky. Far up every eighth cell is enough.
void see_sky(const Plane<uint8_t>& entries, const Looks& looks, CellWindow& window) {
  constexpr int kStride = 8;
  window.sky_above.assign(static_cast<size_t>(window.size.width), 255);
  for (int column = 0; column < window.size.width; ++column) {
    const int x = window.rect.x + column * window.step;
    int seen = 255;
    for (int y = window.rect.y - 1; y >= 0 && seen > 2; y -= window.rect.y - y < 2 * kStride ? 1 : kStride) {
      const uint8_t entry = entries[{x, y}];
      if (entry != 0) seen = seen * (255 - looks[entry].opacity) / 255;
    }
    window.sky_above[static_cast<size_t>(column)] = static_cast<uint8_t>(seen > 2 ? seen : 0);
  }
}

// In a map nothing lies above anything: all is open to the light.
void lay_flat(const Looks& looks, CellWindow& window) {
  constexpr uint8_t kAllOpen = std::size(kSkyTaps);
  for (SampledCell& cell : window.cells)
    if (cell.entry != 0)
      cell.around = static_cast<uint8_t>(kAllOpen | static_cast<int>(kind_of(looks[cell.entry], cell.entry)) << 4);
}

// Whether a grain is seen in front of what is in its cell: what flies in gas or sinks in a liquid is, drops in a liquid
// are part of it.
bool shows_in(CellKind medium, const MaterialLook& grain) {
  return medium == CellKind::kVoid || medium == CellKind::kGas || (medium == CellKind::kLiquid && !grain.liquid);
}

void add_airborne(const World& world, const Looks& looks, const CellValues& values, CellWindow& window) {
  const AirborneView grains = world.airborne();
  for (size_t i = 0; i < grains.x.size(); ++i) {
    const int column = (static_cast<int>(grains.x[i]) - window.rect.x) / window.step;
    const int row = (static_cast<int>(grains.y[i]) - window.rect.y) / window.step;
    const bool inside = static_cast<int>(grains.x[i]) >= window.rect.x &&
                        static_cast<int>(grains.y[i]) >= window.rect.y && column < window.size.width &&
                        row < window.size.height;
    if (!inside) continue;
    SampledCell& cell =
        window.cells[static_cast<size_t>(row) * static_cast<size_t>(window.size.width) + static_cast<size_t>(column)];
    if (world.seen_from_above() || shows_in(kind_of(looks[cell.entry], cell.entry), looks[grains.entry[i]]))
      cell = {grains.entry[i], grains.grain_seed[i], values.of_airborne(grains, i, cell.value), 0};
  }
}

}  // namespace

void look_at(const World& world, const Looks& looks, const CellRect& rect, int step, const View& view,
             const MotionTrail* trail, CellWindow& window) {
  QS_CHECK(step >= 1 && rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= world.size().width &&
               rect.y + rect.height <= world.size().height,
           "a window of cells reaches out of the world");
  window.world = world.size();
  window.rect = rect;
  window.step = step;
  window.view = view;
  window.size = squares_of({rect.width, rect.height}, step);
  window.cells.resize(static_cast<size_t>(window.size.cells()));

  const std::vector<PlaneView> planes = world.planes();
  const Plane<uint8_t>* const entries = find_plane(planes, "material");
  const Plane<uint8_t>* const grain_seeds = find_plane(planes, "grain_seed");
  QS_CHECK(entries && grain_seeds, "this kind of world has no cells to draw");
  CellValues values(world, looks, view, trail);
  SampledCell* cell = window.cells.data();
  for (int row = 0; row < window.size.height; ++row) {
    const int y = rect.y + row * step;
    const uint8_t* const entry = entries->row(y) + rect.x;
    const uint8_t* const grain_seed = grain_seeds->row(y) + rect.x;
    const uint8_t* const value = values.row(y) + rect.x;
    if (step == 1)
      for (int x = 0; x < rect.width; ++x) cell[x] = {entry[x], grain_seed[x], value[x], 0};
    else
      for (int i = 0; i < window.size.width; ++i) cell[i] = {entry[i * step], grain_seed[i * step], value[i * step], 0};
    cell += window.size.width;
  }
  if (!view.discs) add_airborne(world, looks, values, window);
  if (world.seen_from_above())
    lay_flat(looks, window);
  else
    look_around(looks, window);
  window.sky_above.clear();
  if (view.mode == DisplayMode::kFancy && rect.y > 0) see_sky(*entries, looks, window);
}

int step_for(const CellRect& rect, int limit) {
  return std::max(1, (std::max(rect.width, rect.height) + limit - 1) / limit);
}

}  // namespace quicksand
