// What draws the window: OpenGL (gl_screen.h), or the processor (processor_screen.h) where there is none.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>

#include "capture/shader_files.h"
#include "core/parallel.h"
#include "core/result.h"
#include "core/world.h"
#include "ui/pictures.h"
#include "view/camera.h"
#include "view/colour.h"
#include "view/effects.h"
#include "view/image.h"
#include "view/look.h"
#include "view/motion_trail.h"

namespace quicksand {

// A world as the window shows it.
struct ShownWorld {
  const World& world;
  const Camera& camera;
  View view;
  const MotionTrail* trail;
  double density;  // pixels to one of the camera's
  bool grid;
  // Of the fancy view.
  const Effects& effects;
  std::optional<CellPos> torch;
};

// In a frame: begin_frame(), prepare(); and, where the window is to show anything else than it does, clear(),
// draw_world(), perhaps read(), draw_panels(), show().
class Screen {
 public:
  Screen() = default;
  virtual ~Screen() = default;
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Whether the fancy view looks other than the plain one.
  virtual bool is_fancy() const = 0;
  // Whether all that is drawn costs the processor's time.
  virtual bool draws_with_processor() const = 0;
  // Why OpenGL cannot draw it here, with whatever shaders; empty: it can, or does not draw at all.
  virtual std::string why_always_plain() const { return ""; }

  // Shaders of a modder's, or whose files have been mended. Fails where they are wrong: all is as it was.
  virtual Status use_shaders(const ShaderSources& sources) = 0;
  virtual void set_looks(const Looks& looks) = 0;

  // Dear ImGui's letters have changed.
  virtual void renew_font() = 0;
  virtual void begin_frame() = 0;

  // Draws the world's picture, which draw_world() shows. Whether that is other than the one before, or elsewhere.
  virtual bool prepare(const ShownWorld& shown, Parallel& parallel) = 0;
  virtual bool drew_anew() const = 0;  // false: it is the one before, though it may be shown elsewhere

  // The window's pixels.
  virtual void clear(GridSize pixels, const Colour& colour) = 0;
  virtual void draw_world() = 0;
  virtual Image read(const PixelRect& part) = 0;
  virtual void draw_panels(ImDrawData& data, const Pictures& pictures) = 0;
  virtual void show() = 0;

  // What it has drawn and holds has gone, and it cannot draw any more.
  virtual bool is_lost() const = 0;

  // Waits until all is drawn, so that drawing can be timed.
  virtual void finish() = 0;

  virtual Image whole_world(const World& world, const View& view, const MotionTrail* trail) = 0;
};

}  // namespace quicksand
