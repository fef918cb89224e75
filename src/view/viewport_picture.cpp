#include "view/viewport_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "view/relief.h"
#include "view/shading.h"

namespace quicksand {
namespace {

// How far a cell's colour depends on the cells around it: kSkyTaps.
constexpr int kShadingReach = 16;

constexpr double kLeastGridZoom = 8;  // as with OpenGL
constexpr int kGridWhite = 18;        // in 255ths

constexpr uint8_t kOutside[4] = {6, 7, 9, 255};

bool is_same(const CellWindow& a, const CellWindow& b) {
  return a.size == b.size && a.rect == b.rect && a.step == b.step && a.view == b.view &&
         std::memcmp(a.cells.data(), b.cells.data(), a.cells.size() * sizeof(SampledCell)) == 0;
}

// For each pixel along a side, which sample it shows (-1: beside the world), and whether a cell begins there.
struct Ruler {
  std::vector<int> sample;
  std::vector<bool> begins;
};

Ruler ruler(double first, double pixels_of_cell, double length, int world, int from, int step, int samples) {
  Ruler marks;
  const auto pixels = static_cast<size_t>(std::max(1.0, std::round(length)));
  int last = -1;
  for (size_t i = 0; i < pixels; ++i) {
    const auto cell = static_cast<int>(std::floor((static_cast<double>(i) + 0.5 - first) / pixels_of_cell));
    const bool is_world = cell >= 0 && cell < world;
    marks.sample.push_back(is_world ? std::clamp((cell - from) / step, 0, samples - 1) : -1);
    marks.begins.push_back(is_world && cell != last);
    last = cell;
  }
  return marks;
}

}  // namespace

// Whether the samples are others than before.
bool ViewportPicture::sample(const World& world, const Looks& looks, const CellRect& rect, int step, const View& view,
                             const MotionTrail* trail, Parallel& parallel) {
  if (has_relief(world, view)) {
    const std::optional<uint64_t> revision = world.revision();
    const bool same =
        revision && relief_ == revision && before_.rect == rect && before_.step == step && looks == looks_;
    if (same) return false;
    relief_ = revision;
    before_ = {};
    before_.rect = rect;
    before_.step = step;
    looks_ = looks;
    samples_ = relief_picture(world, looks, rect, step, 1, parallel);
    return true;
  }
  look_at(world, looks, rect, step, view, trail, cells_);
  const bool same = !relief_ && is_same(cells_, before_) && looks == looks_;
  if (!same) {
    samples_ = shade(cells_, looks);
    looks_ = looks;
  }
  relief_.reset();
  std::swap(cells_, before_);
  return !same;
}

bool ViewportPicture::draw(const World& world, const Looks& looks, const Camera& camera, const View& wanted,
                           const MotionTrail* trail, double density, bool grid, Parallel& parallel) {
  View view = wanted;
  if (view.mode == DisplayMode::kFancy) view.mode = DisplayMode::kPlain;
  view.discs = false;
  const CellRect rect = camera.visible_cells(kShadingReach);
  const PixelRect& box = camera.viewport();
  corner_ = {box.x * density, box.y * density};
  if (rect.width <= 0 || rect.height <= 0 || box.width < 1 || box.height < 1) {
    if (image_.size == GridSize{1, 1} && place_.empty()) return false;
    place_.clear();
    image_ = Image({1, 1});
    std::copy_n(kOutside, 4, image_.pixel(0, 0));
    return true;
  }
  // No more samples than pixels.
  const auto thinned = static_cast<int>(1 / std::max(camera.zoom() * density, 1e-3));
  const int step = std::max({step_for(rect, kLargestPicture), thinned, 1});
  const bool is_other = sample(world, looks, rect, step, view, trail, parallel);
  const Point corner = camera.pixel_of({0, 0});
  const bool has_grid = grid && camera.zoom() >= kLeastGridZoom;
  std::vector<double> place{corner.x,   corner.y, camera.zoom(),       box.x, box.y, box.width,
                            box.height, density,  has_grid ? 1.0 : 0.0};
  if (!is_other && place == place_) return false;
  place_ = std::move(place);
  const double cell = camera.zoom() * density;
  const Ruler across = ruler((corner.x - box.x) * density, cell, box.width * density, world.size().width, rect.x, step,
                             samples_.size.width);
  const Ruler down = ruler((corner.y - box.y) * density, cell, box.height * density, world.size().height, rect.y, step,
                           samples_.size.height);
  const GridSize size{static_cast<int>(across.sample.size()), static_cast<int>(down.sample.size())};
  if (!(image_.size == size)) image_ = Image(size);
  parallel.for_each(size.height, [&](int y) {
    const int row = down.sample[static_cast<size_t>(y)];
    for (int x = 0; x < size.width; ++x) {
      const int column = across.sample[static_cast<size_t>(x)];
      uint8_t* const pixel = image_.pixel(x, y);
      std::memcpy(pixel, row < 0 || column < 0 ? kOutside : samples_.pixel(column, row), 4);
      if (has_grid && row >= 0 && column >= 0 &&
          (across.begins[static_cast<size_t>(x)] || down.begins[static_cast<size_t>(y)]))
        for (int i = 0; i < 3; ++i) pixel[i] = static_cast<uint8_t>(pixel[i] + (255 - pixel[i]) * kGridWhite / 255);
    }
  });
  return true;
}

}  // namespace quicksand
