// Draws a world with OpenGL: first a picture of the samples that the camera sees, then that picture enlarged with crisp
// cells (shaders/present.frag). In the fancy display mode fancy_look.h draws the picture, in all others shaders/
// cells.frag, with the same look as view/shading.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/geometry.h"
#include "core/result.h"
#include "render/fancy_look.h"
#include "render/gl_objects.h"
#include "render/grain_discs.h"
#include "view/camera.h"
#include "view/cell_window.h"
#include "view/effects.h"
#include "view/image.h"
#include "view/look.h"
#include "view/motion_trail.h"

namespace quicksand {

// The files of shaders/.
inline constexpr const char* kShaderFiles[] = {
    "fullscreen.vert", "cell.glsl",    "media.glsl",     "cells.frag",   "present.frag",      "grid.frag",
    "media.frag",      "cascade.frag", "gather.frag",    "survey.frag",  "blur.frag",         "sky.frag",
    "grain.vert",      "grain.frag",   "glow_down.frag", "glow_up.frag", "simple_light.frag", "compose.frag",
    "through.frag",    "tone.glsl",    "beyond.frag"};

// Cells at least so large, in pixels, can have a grid.
inline constexpr double kLeastGridZoom = 8;

// At this zoom and larger, airborne grains are discs; else they look like cells.
inline constexpr double kLeastDiscZoom = 3;

class WorldRenderer {
 public:
  // Needs a current OpenGL 3.3 core or OpenGL ES 3.0 context. `sources` has kShaderFiles, and palette_glsl() as
  // kPaletteShader. Fails with the driver's log when a shader is wrong.
  static Result<WorldRenderer> create(const ShaderSources& sources);

  // Uploads the colours; call it again when they change.
  void set_looks(const Looks& looks);

  // Of the fancy display mode.
  void set_effects(const Effects& effects) { effects_ = effects; }
  // Where a torch is held in the fancy mode; none: there is none.
  void set_torch(std::optional<CellPos> cell) { torch_ = cell; }

  // Whether lines between cells are drawn where they are large.
  void set_grid(bool grid) { grid_ = grid; }

  // Draws the picture of what the camera shows, `density` pixels to one of the camera's, for show(). Whether that will
  // show anything else than the last time. `trail` as in look_at(). The bound framebuffer stays bound.
  bool prepare(const World& world, const Camera& camera, const View& view, const MotionTrail* trail, double density,
               Parallel& parallel);

  // Shows what was prepared in the bound framebuffer, which has the given size in pixels.
  void show(GridSize framebuffer);

  // A whole window of cells, `detail` pixels along each sample's side, 1..kMostDetail. Binds framebuffer 0.
  Image picture(const CellWindow& window, int detail = 1);

  // How many bytes of cells the last picture had to send to the graphics card: only tiles that changed are sent, and
  // where nothing has changed the picture is not drawn anew: at most it is shown elsewhere, or other discs over it.
  int64_t uploaded_bytes() const { return uploaded_bytes_; }
  bool drew_anew() const { return drew_anew_; }

 private:
  // What the picture shows, besides the cells.
  struct Setting {
    GridSize world;
    CellRect rect;
    int step;
    View view;
    CellRect part;
    int detail;
    Effects effects;
    std::optional<CellPos> torch;
    std::vector<uint8_t> sky_above;

    bool operator==(const Setting&) const = default;
  };

  // What a relief shows, besides the looks.
  struct ReliefSetting {
    uint64_t revision;  // World::revision()
    CellRect rect;
    int step;
    int detail;
    GridSize size;  // of the picture

    bool operator==(const ReliefSetting&) const = default;
  };

  // How a picture is shown.
  struct Shown {
    Camera camera;
    double density = 1;
    Point corner;      // the cell at the picture's upper left
    double texel = 1;  // of the picture, in pixels
    GridSize size;     // of the picture
    bool grid = false;
    bool discs = false;
    std::optional<float> daylight = {};  // in the fancy view of cells

    bool operator==(const Shown&) const = default;
  };

  WorldRenderer(Shader cells, Shader present, Shader beyond, Shader grid, FancyLook fancy, GrainDiscs discs);
  void upload_palette(DisplayMode mode);
  bool upload_changes(const CellWindow& window);
  void draw_picture(const CellWindow& window, const CellRect& part, int detail);
  void draw_cells(const CellWindow& window, const CellRect& part);
  Shown prepare_cells(const World& world, const Camera& camera, const View& view, const MotionTrail* trail,
                      double density);
  Shown prepare_relief(const World& world, const Camera& camera, double density, Parallel& parallel);
  void draw_discs();
  void draw_beyond(GridSize framebuffer);
  void enlarge(Point origin, int height);

  Shader cells_shader_;
  Shader present_;
  Shader beyond_;
  Shader grid_shader_;
  FancyLook fancy_;
  GrainDiscs discs_;
  Canvas canvas_;
  GlTexture cells_;    // entry, grain seed, value and around
  GlTexture palette_;  // palette_texture.h
  GlTexture picture_;
  Looks looks_;
  DisplayMode palette_mode_ = DisplayMode::kPlain;
  CellWindow window_;
  std::vector<SampledCell> uploaded_;
  GridSize uploaded_size_;
  int64_t uploaded_bytes_ = 0;
  bool drew_anew_ = false;
  std::optional<Setting> drawn_;               // none: the picture must be drawn anew
  std::optional<ReliefSetting> drawn_relief_;  // likewise; one of the two at most
  Effects effects_;
  std::optional<CellPos> torch_;
  bool grid_ = false;
  Shown shown_;
};

}  // namespace quicksand
