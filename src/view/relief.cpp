#include "view/relief.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/check.h"
#include "view/colour.h"
#include "view/overlay.h"

namespace quicksand {
namespace {

// Towards the sun, in the picture's plane: one column to the left is this much further up. And how far its rays come
// down over that way, in cells.
constexpr float kSunUp = 0.55F;
constexpr float kSunDrop = 0.5F;
const float kSunLength = std::sqrt(1 + kSunUp * kSunUp + kSunDrop * kSunDrop);

// So far outside of a picture shadows are followed, in columns.
constexpr int kShadowReach = 96;
// From the shadow's edge it takes so much more depth, in cells, until none of the sun is seen.
constexpr float kPenumbra = 0.7F;

// Hollows are seen against the mean of the columns around, so far away.
constexpr int kHollowReach = 5;
constexpr float kHollow = 0.10F;

// So thick, in cells, sand hides the ground.
constexpr float kOpaqueSand = 0.4F;
// So much of it in the air is a haze of half the strongest.
constexpr float kHalfHaze = 0.6F;
constexpr float kHaze = 0.22F;

// Light turns sand from an ember's colour in the depths to a paler one on the crests, over so many cells.
constexpr float kTintHeight = 14;

constexpr Colour kSun{1.22F, 1.08F, 0.84F};
constexpr Colour kSky{0.34F, 0.39F, 0.52F};
constexpr Colour kHazeColour{0.96F, 0.83F, 0.62F};

// What wet sand loses of its colour; and what is wetter than this share shows the sky, the more the flatter it lies, up
// to this share: so it is no shadow.
constexpr Colour kWetLoss{0.42F, 0.44F, 0.40F};
constexpr float kLeastShining = 0.7F;
constexpr float kShine = 0.48F;
constexpr Colour kShineColour{0.22F, 0.42F, 0.72F};

// What stands in the sand is of another colour than all that lies there, with a dark line around it, and has a gloss.
constexpr Colour kBodyColour{0.62F, 0.30F, 0.24F};
constexpr float kBodyEdge = 0.45F;
constexpr float kBodyGloss = 0.5F;

// Numbers of all samples of a picture and some around it.
class Field {
 public:
  Field(int width, int height) : width_(width), values_(static_cast<size_t>(width) * static_cast<size_t>(height)) {}
  float* row(int y) { return &values_[static_cast<size_t>(y) * static_cast<size_t>(width_)]; }
  const float* row(int y) const { return &values_[static_cast<size_t>(y) * static_cast<size_t>(width_)]; }

 private:
  int width_;
  std::vector<float> values_;
};

// The samples of a picture, with a border of others; beyond the world's edge it goes on as it is there.
class Relief {
 public:
  Relief(const World& world, const Looks& looks, const CellRect& rect, int step)
      : looks_(looks),
        planes_(world.planes()),
        entries_(*planes_.front().plane),
        grain_seeds_(*find_plane(planes_, "grain_seed")),
        wetness_(find_plane(planes_, "wetness")),
        surface_(find_surface(planes_)),
        ground_(find_view(planes_, "ground")),
        sand_(find_view(planes_, "height")),
        flight_(find_view(planes_, "flight")),
        size_(world.size()),
        rect_(rect),
        step_(step),
        samples_(squares_of({rect.width, rect.height}, step)),
        left_(kHollowReach + 1 + std::min(kShadowReach, rect.x) / step),
        top_(kHollowReach + 1 + std::min(kShadowReach, rect.y) / step),
        width_(left_ + samples_.width + kHollowReach + 1),
        height_(top_ + samples_.height + kHollowReach + 1),
        heights_(width_, height_),
        lines_(width_, height_) {
    read_heights();
    cast_shadows();
  }

  GridSize samples() const { return samples_; }

  Colour shade(int column, int row) const {
    if (!surface_) return flat(cell_at(column, row));
    const int x = column + left_;
    const int y = row + top_;
    const float* const up = heights_.row(y - 1);
    const float* const here = heights_.row(y);
    const float* const down = heights_.row(y + 1);
    const float across = 1.0F / static_cast<float>(8 * step_);
    const float slope_x =
        (up[x + 1] + 2 * here[x + 1] + down[x + 1] - up[x - 1] - 2 * here[x - 1] - down[x - 1]) * across;
    const float slope_y = (down[x - 1] + 2 * down[x] + down[x + 1] - up[x - 1] - 2 * up[x] - up[x + 1]) * across;
    const float flatness = 1 / std::sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    const float facing = std::max((slope_x + kSunUp * slope_y + kSunDrop) * flatness / kSunLength, 0.0F);
    const float shadow = std::clamp((lines_.row(y)[x] - here[x]) / kPenumbra, 0.0F, 1.0F);
    const float sun = 1.55F * facing * (1 - shadow);
    const float open =
        std::clamp(1 - kHollow * (mean_around(x, y) - here[x]), 0.55F, 1.25F) * (0.45F + 0.55F * flatness);

    const CellPos cell = cell_at(column, row);
    const bool stands = is_body(column, row);
    const Colour own = stands ? body(column, row) : material(cell, here[x], 1 - flatness);
    Colour lit{own.r * (kSun.r * sun + kSky.r * open), own.g * (kSun.g * sun + kSky.g * open),
               own.b * (kSun.b * sun + kSky.b * open)};
    if (stands) lit = mix(lit, {1, 1, 1}, kBodyGloss * (1 - shadow) * std::pow(facing, 12.0F));
    return hazed(lit, cell);
  }

 private:
  CellPos cell_at(int column, int row) const {
    return {std::clamp(rect_.x + column * step_, 0, size_.width - 1),
            std::clamp(rect_.y + row * step_, 0, size_.height - 1)};
  }

  float number(const PlaneView* view, CellPos cell) const {
    return view ? static_cast<float>((*view->fixed)[cell]) * (1.0F / static_cast<float>(view->one)) : 0.0F;
  }

  void read_heights() {
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) heights_.row(y)[x] = number(surface_, cell_at(x - left_, y - top_));
  }

  // Follows the sun's rays over what stands in their way. The ray that comes to a sample passes between two of the
  // column to its left.
  void cast_shadows() {
    const float drop = kSunDrop * static_cast<float>(step_);
    std::copy_n(heights_.row(0), width_, lines_.row(0));
    for (int y = 1; y < height_; ++y) {
      const float* const above = lines_.row(y - 1);
      const float* const heights = heights_.row(y);
      float* const line = lines_.row(y);
      float ray = heights[0];
      line[0] = ray;
      for (int x = 1; x < width_; ++x) {
        const float high_left = std::max(above[x - 1], heights_.row(y - 1)[x - 1]);
        const float left = std::max(ray, heights[x - 1]);
        ray = left + (high_left - left) * kSunUp - drop;
        line[x] = ray;
      }
    }
  }

  float mean_around(int x, int y) const {
    constexpr int k = kHollowReach;
    return (heights_.row(y - k)[x] + heights_.row(y + k)[x] + heights_.row(y)[x - k] + heights_.row(y)[x + k] +
            heights_.row(y - 2)[x - 2] + heights_.row(y - 2)[x + 2] + heights_.row(y + 2)[x - 2] +
            heights_.row(y + 2)[x + 2]) /
           8;
  }

  Colour grained(uint8_t entry, uint8_t grain_seed, float steepness) const {
    const MaterialLook& look = looks_[entry];
    const float grain = 1 + look.grain / 255.0F * (0.6F + 1.6F * steepness) * ((grain_seed - 127.5F) / 127.5F);
    return colour_of(look.colour) * grain;
  }

  // Without a surface there is nothing to light.
  Colour flat(CellPos cell) const { return grained(entries_[cell], grain_seeds_[cell], 0); }

  // Whether something stands there that is higher than the sand.
  bool is_body(int column, int row) const {
    const CellPos cell = cell_at(column, row);
    return surface_ != sand_ && sand_ && (*surface_->fixed)[cell] > (*sand_->fixed)[cell];
  }

  Colour body(int column, int row) const {
    const bool is_inside = is_body(column - 1, row) && is_body(column + 1, row) && is_body(column, row - 1) &&
                           is_body(column, row + 1);
    return is_inside ? kBodyColour : kBodyColour * kBodyEdge;
  }

  Colour material(CellPos cell, float height, float steepness) const {
    const uint8_t grain_seed = grain_seeds_[cell];
    Colour colour = grained(entries_[cell], grain_seed, steepness);
    if (ground_) {
      const float bare = number(ground_, cell);
      const float sand = height - bare;
      if (sand > 0 && sand < kOpaqueSand) colour = mix(grained(0, grain_seed, steepness), colour, sand / kOpaqueSand);
      const float tall = std::clamp(sand / kTintHeight, 0.0F, 1.0F);
      if (sand > 0)
        colour = {colour.r * (0.94F + 0.10F * tall), colour.g * (0.90F + 0.16F * tall),
                  colour.b * (0.84F + 0.26F * tall)};
    }
    if (!wetness_) return colour;
    const float wet = static_cast<float>((*wetness_)[cell]) / 255;
    const float shining = std::max(wet - kLeastShining, 0.0F) / (1 - kLeastShining) * (1 - steepness);
    return mix(darkened(colour, (*wetness_)[cell], kWetLoss), kShineColour, kShine * shining);
  }

  Colour hazed(const Colour& lit, CellPos cell) const {
    const float flying = number(flight_, cell);
    return flying > 0 ? mix(lit, kHazeColour, kHaze * flying / (flying + kHalfHaze)) : lit;
  }

  const Looks& looks_;
  std::vector<PlaneView> planes_;
  const Plane<uint8_t>& entries_;
  const Plane<uint8_t>& grain_seeds_;
  const Plane<uint8_t>* wetness_;  // what follows may be missing: null
  const PlaneView* surface_;
  const PlaneView* ground_;
  const PlaneView* sand_;
  const PlaneView* flight_;
  GridSize size_;
  CellRect rect_;
  int step_;
  GridSize samples_;
  int left_;  // samples around the picture: the sun comes from the left and from above
  int top_;
  int width_;
  int height_;
  Field heights_;
  Field lines_;  // how high the lowest ray of the sun is over each sample
};

// Bright light is compressed, not cut off.
float softened(float value) { return value < 0.75F ? value : 0.75F + 0.25F * (1 - 1 / (1 + (value - 0.75F) / 0.25F)); }

void write_pixel(Image& image, int x, int y, const Colour& colour) {
  uint8_t* const pixel = image.pixel(x, y);
  pixel[0] = to_byte(softened(colour.r));
  pixel[1] = to_byte(softened(colour.g));
  pixel[2] = to_byte(softened(colour.b));
  pixel[3] = 255;
}

void dim(Image& image, int x, int y, int percent) {
  if (x < 0 || y < 0 || x >= image.size.width || y >= image.size.height) return;
  for (int k = 0; k < 3; ++k) image.pixel(x, y)[k] = static_cast<uint8_t>(image.pixel(x, y)[k] * percent / 100);
}

// Each a speck, and farther from the sun the higher it flies a shadow.
void draw_airborne(const World& world, const Looks& looks, const CellRect& rect, int step, int detail, Image& image) {
  const AirborneView grains = world.airborne();
  const float scale = static_cast<float>(detail) / static_cast<float>(step);
  for (size_t i = 0; i < grains.x.size(); ++i) {
    const auto x = static_cast<int>((grains.x[i] - static_cast<float>(rect.x)) * scale);
    const auto y = static_cast<int>((grains.y[i] - static_cast<float>(rect.y)) * scale);
    const float high = i < grains.height.size() ? grains.height[i] : 0;
    dim(image, x + static_cast<int>(high / kSunDrop * scale), y + static_cast<int>(high * kSunUp / kSunDrop * scale),
        80);
    if (x < 0 || y < 0 || x >= image.size.width || y >= image.size.height) continue;
    const Colour colour = colour_of(looks[grains.entry[i]].colour);
    const float shade = 1.05F + 0.3F * (static_cast<float>(grains.grain_seed[i]) / 255.0F - 0.5F);
    write_pixel(image, x, y, colour * shade);
  }
}

}  // namespace

bool has_relief(const World& world, const View& view) { return !has_overlay(view.mode) && world.seen_from_above(); }

namespace {

// A pixel for each sample.
void draw_samples(const Relief& relief, Parallel& parallel, Image& image) {
  parallel.for_each(image.size.height, [&](int y) {
    for (int x = 0; x < image.size.width; ++x) write_pixel(image, x, y, relief.shade(x, y));
  });
}

// `detail` pixels along the side of each, of colours between those of the four nearest.
void draw_between(const Relief& relief, int detail, Parallel& parallel, Image& image) {
  const GridSize samples = relief.samples();
  std::vector<Colour> colours(static_cast<size_t>(samples.cells()));
  parallel.for_each(samples.height, [&](int y) {
    for (int x = 0; x < samples.width; ++x)
      colours[static_cast<size_t>(y) * static_cast<size_t>(samples.width) + static_cast<size_t>(x)] =
          relief.shade(x, y);
  });
  // The middle of a pixel, in samples from the middle of the first.
  const auto place = [&](int pixel, int extent) {
    const float at = (static_cast<float>(pixel) + 0.5F) / static_cast<float>(detail) - 0.5F;
    return std::clamp(at, 0.0F, static_cast<float>(extent - 1));
  };
  parallel.for_each(image.size.height, [&](int y) {
    const float at_y = place(y, samples.height);
    const auto row = static_cast<int>(at_y);
    const Colour* const upper = &colours[static_cast<size_t>(row) * static_cast<size_t>(samples.width)];
    const Colour* const lower = row + 1 < samples.height ? upper + samples.width : upper;
    for (int x = 0; x < image.size.width; ++x) {
      const float at_x = place(x, samples.width);
      const auto left = static_cast<int>(at_x);
      const int right = std::min(left + 1, samples.width - 1);
      const float share = at_x - static_cast<float>(left);
      write_pixel(image, x, y,
                  mix(mix(upper[left], upper[right], share), mix(lower[left], lower[right], share),
                      at_y - static_cast<float>(row)));
    }
  });
}

}  // namespace

Image relief_picture(const World& world, const Looks& looks, const CellRect& rect, int step, int detail,
                     Parallel& parallel) {
  QS_CHECK(step >= 1 && detail >= 1, "a relief's scale is out of range");
  const Relief relief(world, looks, rect, step);
  const GridSize samples = relief.samples();
  Image image({samples.width * detail, samples.height * detail});
  if (detail == 1)
    draw_samples(relief, parallel, image);
  else
    draw_between(relief, detail, parallel, image);
  draw_airborne(world, looks, rect, step, detail, image);
  return image;
}

}  // namespace quicksand
