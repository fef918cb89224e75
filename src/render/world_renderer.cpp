#include "render/world_renderer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "render/daylight.h"
#include "render/palette_texture.h"
#include "view/overlay.h"
#include "view/relief.h"

namespace quicksand {
namespace {

// How far a cell's colour depends on the cells around it: kSkyTaps.
constexpr int kShadingReach = 16;

// The same for light, which comes from afar. What glows farther outside of the view is not seen.
constexpr int kLightReach = 96;

// From this zoom on, in pixels a column, reliefs are drawn with two pixels along a column.
constexpr double kLeastDetailZoom = 2;

// Beside the world, where it has no sky of its own.
constexpr Rgb kOutside{6, 7, 9};

// At which the background has the colour of the material set: as the plain look, which knows no time of day.
constexpr float kPlainDaylight = 0.5F;

// Cells are sent to the graphics card in tiles of this size.
constexpr GridSize kTile{64, 16};

}  // namespace

Result<WorldRenderer> WorldRenderer::create(const ShaderSources& sources) {
  Result<Shader> cells = Shader::create(sources, "cells.frag");
  if (!cells) return cells.failure();
  Result<Shader> present = Shader::create(sources, "present.frag");
  if (!present) return present.failure();
  Result<Shader> beyond = Shader::create(sources, "beyond.frag");
  if (!beyond) return beyond.failure();
  Result<Shader> grid = Shader::create(sources, "grid.frag");
  if (!grid) return grid.failure();
  Result<FancyLook> fancy = FancyLook::create(sources);
  if (!fancy) return fancy.failure();
  Result<GrainDiscs> discs = GrainDiscs::create(sources);
  if (!discs) return discs.failure();
  return WorldRenderer(std::move(*cells), std::move(*present), std::move(*beyond), std::move(*grid), std::move(*fancy),
                       std::move(*discs));
}

WorldRenderer::WorldRenderer(Shader cells, Shader present, Shader beyond, Shader grid, FancyLook fancy,
                             GrainDiscs discs)
    : cells_shader_(std::move(cells)),
      present_(std::move(present)),
      beyond_(std::move(beyond)),
      grid_shader_(std::move(grid)),
      fancy_(std::move(fancy)),
      discs_(std::move(discs)),
      cells_(GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, GL_NEAREST),
      palette_(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_NEAREST),
      picture_(colour_texture()) {}

void WorldRenderer::set_looks(const Looks& looks) {
  looks_ = looks;
  upload_palette(palette_mode_);
}

void WorldRenderer::upload_palette(DisplayMode mode) {
  palette_mode_ = mode;
  const PaletteTexels palette = palette_texels(looks_, mode);
  palette_.upload(palette.size, palette.texels.data());
  drawn_.reset();
  drawn_relief_.reset();
}

// Sends the tiles that differ from what was sent before. Whether there are any.
bool WorldRenderer::upload_changes(const CellWindow& window) {
  const auto bytes_of = [](GridSize size) { return size.cells() * static_cast<int64_t>(sizeof(SampledCell)); };
  uploaded_bytes_ = 0;
  if (!(uploaded_size_ == window.size)) {
    cells_.upload(window.size, window.cells.data());
    uploaded_ = window.cells;
    uploaded_size_ = window.size;
    uploaded_bytes_ = bytes_of(window.size);
    return true;
  }
  for (int y = 0; y < window.size.height; y += kTile.height) {
    for (int x = 0; x < window.size.width; x += kTile.width) {
      const GridSize tile{std::min(kTile.width, window.size.width - x), std::min(kTile.height, window.size.height - y)};
      const size_t row_bytes = static_cast<size_t>(tile.width) * sizeof(SampledCell);
      const size_t first = static_cast<size_t>(y) * static_cast<size_t>(window.size.width) + static_cast<size_t>(x);
      bool differs = false;
      for (int row = 0; row < tile.height; ++row) {
        const size_t at = first + static_cast<size_t>(row) * static_cast<size_t>(window.size.width);
        if (std::memcmp(&uploaded_[at], &window.cells[at], row_bytes) == 0) continue;
        std::memcpy(&uploaded_[at], &window.cells[at], row_bytes);
        differs = true;
      }
      if (!differs) continue;
      cells_.replace({x, y}, tile, window.size.width, &window.cells[first]);
      uploaded_bytes_ += bytes_of(tile);
    }
  }
  return uploaded_bytes_ > 0;
}

void WorldRenderer::draw_cells(const CellWindow& window, const CellRect& part) {
  canvas_.aim({&picture_}, {part.width, part.height});
  cells_shader_.use();
  cells_shader_.set("cells", cells_, 0);
  cells_shader_.set("palette", palette_, 1);
  cells_shader_.set("part", GridSize{part.x, part.y});
  set_air(cells_shader_, window, looks_[0].colour, sky_at(kPlainDaylight));
  cells_shader_.set("overlaid", has_overlay(window.view.mode) ? 1 : 0);
  canvas_.draw();
}

// A part of the window, in samples, into picture_.
void WorldRenderer::draw_picture(const CellWindow& window, const CellRect& part, int detail) {
  if (palette_mode_ != window.view.mode) upload_palette(window.view.mode);
  const Setting setting{window.world, window.rect, window.step, window.view,     part,
                        detail,       effects_,    torch_,      window.sky_above};
  const bool changed = upload_changes(window);
  drew_anew_ = changed || !(drawn_ == setting);
  if (!drew_anew_) return;
  drawn_ = setting;
  drawn_relief_.reset();
  picture_.reserve({part.width * detail, part.height * detail});
  if (window.view.mode == DisplayMode::kFancy)
    fancy_.draw({window, cells_, palette_, looks_, effects_, torch_, part, detail}, picture_);
  else
    draw_cells(window, part);
}

void WorldRenderer::draw_discs() {
  GrainDiscs::Light light;
  if (window_.view.mode == DisplayMode::kFancy && effects_.light > 0) {
    light.texture = &fancy_.light();
    const GridSize room = fancy_.light().room();
    const double texel = static_cast<double>(fancy_.light_square()) * window_.step;  // in cells
    light.scale = {1 / (texel * room.width), 1 / (texel * room.height)};
    light.unlit = sky_at(window_.view.daylight).unlit;
    light.origin = {-window_.rect.x * light.scale.x, -window_.rect.y * light.scale.y};
  }
  discs_.draw(shown_.camera, palette_, light, shown_.camera.zoom() * shown_.density);
}

bool WorldRenderer::prepare(const World& world, const Camera& camera, const View& wanted, const MotionTrail* trail,
                            double density, Parallel& parallel) {
  View view = wanted;
  view.discs = camera.zoom() >= kLeastDiscZoom && !has_overlay(view.mode);
  GLint target = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  Shown shown = has_relief(world, view) ? prepare_relief(world, camera, density, parallel)
                                        : prepare_cells(world, camera, view, trail, density);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
  shown.grid = grid_ && camera.zoom() >= kLeastGridZoom;
  const bool moved = shown.discs && discs_.look_at(world.airborne(), camera);
  const bool same = !drew_anew_ && !moved && shown == shown_;
  shown_ = shown;
  return !same;
}

WorldRenderer::Shown WorldRenderer::prepare_cells(const World& world, const Camera& camera, const View& view,
                                                  const MotionTrail* trail, double density) {
  const bool is_fancy = view.mode == DisplayMode::kFancy;
  const CellRect rect = camera.visible_cells(is_fancy ? kLightReach : kShadingReach);
  look_at(world, looks_, rect, step_for(rect, kLargestPicture), view, trail, window_);

  // Only what is seen is drawn, in whole samples.
  const int step = window_.step;
  const CellRect seen = camera.visible_cells(1);
  CellRect part{(seen.x - rect.x) / step, (seen.y - rect.y) / step, 0, 0};
  part.width = std::min(window_.size.width - part.x, seen.width / step + 2);
  part.height = std::min(window_.size.height - part.y, seen.height / step + 2);
  const double sample = camera.zoom() * step * density;  // in pixels
  const int detail = is_fancy ? std::clamp(static_cast<int>(std::lround(sample)), 1, effects_.detail) : 1;
  draw_picture(window_, part, detail);
  return {.camera = camera,
          .density = density,
          .corner = {static_cast<double>(rect.x + part.x * step), static_cast<double>(rect.y + part.y * step)},
          .texel = sample / detail,
          .size = {part.width * detail, part.height * detail},
          .discs = view.discs,
          .daylight = is_fancy ? std::optional(view.daylight) : std::nullopt};
}

// What is seen of a height field, drawn by the processor.
WorldRenderer::Shown WorldRenderer::prepare_relief(const World& world, const Camera& camera, double density,
                                                   Parallel& parallel) {
  const CellRect rect = camera.visible_cells(1);
  window_.world = world.size();
  const double cell = camera.zoom() * density;
  const int step = std::max(step_for(rect, kLargestPicture), static_cast<int>(1 / std::max(cell, 0.01)));
  const int detail = cell >= kLeastDetailZoom ? 2 : 1;
  const GridSize samples = squares_of({rect.width, rect.height}, step);
  const GridSize size{samples.width * detail, samples.height * detail};
  const std::optional<uint64_t> revision = world.revision();
  const ReliefSetting setting{revision.value_or(0), rect, step, detail, size};
  drew_anew_ = !revision || !(drawn_relief_ == setting);
  if (drew_anew_) {
    picture_.upload(size, relief_picture(world, looks_, rect, step, detail, parallel).rgba.data());
    drawn_.reset();
    drawn_relief_ = setting;
  }
  return {.camera = camera,
          .density = density,
          .corner = {static_cast<double>(rect.x), static_cast<double>(rect.y)},
          .texel = cell * step / detail,
          .size = size};
}

// Enlarges picture_, whose corner is at `origin`, in pixels from the top left of a framebuffer of this height.
void WorldRenderer::enlarge(Point origin, int height) {
  const double texel = shown_.texel;
  const GridSize size = shown_.size;
  const auto is_whole = [](double length) { return std::abs(length - std::round(length)) < 1e-6; };
  if (is_whole(texel) && is_whole(origin.x) && is_whole(origin.y)) {  // no pixel shows two texels: copies are faster
    const int side = static_cast<int>(std::lround(texel));
    const CellPos corner{static_cast<int>(std::lround(origin.x)), height - static_cast<int>(std::lround(origin.y))};
    return canvas_.copy(picture_, size, corner, {size.width * side, -size.height * side});
  }
  const GridSize room = picture_.room();
  const auto across = static_cast<float>(1 / texel);
  present_.use();
  present_.set("picture", picture_, 0);
  present_.set("scale", across, -across);
  present_.set("origin", static_cast<float>(-origin.x / texel), static_cast<float>((height - origin.y) / texel));
  present_.set("sharp", static_cast<float>(std::max(texel, 1.0)));
  present_.set("last", static_cast<float>(size.width) - 0.5F, static_cast<float>(size.height) - 0.5F);
  present_.set("place", 1.0F / static_cast<float>(room.width), 1.0F / static_cast<float>(room.height));
  canvas_.draw();
}

// What lies beside the world, over the viewport.
void WorldRenderer::draw_beyond(GridSize framebuffer) {
  const Camera& camera = shown_.camera;
  const DaySky sky = sky_at(shown_.daylight.value_or(kPlainDaylight));
  const Colour beside = colour_of(kOutside) * sky.material;
  const double height = window_.world.height;
  const double bottom = camera.point_of({0, framebuffer.height / shown_.density}).y / height;
  beyond_.use();
  beyond_.set("beside", beside.r, beside.g, beside.b);
  beyond_.set("air", sky.top.r, sky.top.g, sky.top.b);
  beyond_.set("air_slope", sky.bottom.r - sky.top.r, sky.bottom.g - sky.top.g, sky.bottom.b - sky.top.b);
  beyond_.set("depth", static_cast<float>(bottom), static_cast<float>(-1 / (camera.zoom() * shown_.density * height)));
  canvas_.draw();
}

void WorldRenderer::show(GridSize framebuffer) {
  const Camera& camera = shown_.camera;
  const double density = shown_.density;
  const PixelRect& box = camera.viewport();
  const auto pixels = [&](double length) { return static_cast<GLint>(std::lround(length * density)); };
  const auto bottom = [&](double y) { return framebuffer.height - pixels(y); };
  // The world may end within the viewport.
  const Point first = camera.pixel_of({0, 0});
  const Point end =
      camera.pixel_of({static_cast<double>(window_.world.width), static_cast<double>(window_.world.height)});
  const double left = std::max(box.x, first.x);
  const double right = std::min(box.x + box.width, end.x);
  const double top = std::max(box.y, first.y);
  const double low = std::min(box.y + box.height, end.y);
  glViewport(pixels(box.x), bottom(box.y + box.height), pixels(box.width), pixels(box.height));
  glEnable(GL_SCISSOR_TEST);
  if (right - left < box.width || low - top < box.height) {
    glScissor(pixels(box.x), bottom(box.y + box.height), pixels(box.width), pixels(box.height));
    draw_beyond(framebuffer);
    if (right <= left || low <= top) return glDisable(GL_SCISSOR_TEST);
  }
  glScissor(pixels(left), bottom(low), pixels(right) - pixels(left), bottom(top) - bottom(low));

  const Point corner = camera.pixel_of(shown_.corner);
  const Point origin{corner.x * density, corner.y * density};
  enlarge(origin, framebuffer.height);
  if (shown_.grid) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    grid_shader_.use();
    grid_shader_.set("cell", static_cast<float>(camera.zoom() * density));
    grid_shader_.set("origin", static_cast<float>(origin.x), static_cast<float>(framebuffer.height - origin.y));
    canvas_.draw();
    glDisable(GL_BLEND);
  }
  if (shown_.discs) draw_discs();
  glDisable(GL_SCISSOR_TEST);
}

Image WorldRenderer::picture(const CellWindow& window, int detail) {
  draw_picture(window, {0, 0, window.size.width, window.size.height}, detail);
  Image image({window.size.width * detail, window.size.height * detail});
  canvas_.aim({&picture_}, image.size);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, image.size.width, image.size.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

}  // namespace quicksand
