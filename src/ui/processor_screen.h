// Draws the window with the processor: the plain view, and Dear ImGui's triangles.
#pragma once

#include <vector>

#include "platform/window.h"
#include "ui/screen.h"
#include "view/triangles.h"
#include "view/viewport_picture.h"

namespace quicksand {

class ProcessorScreen final : public Screen {
 public:
  explicit ProcessorScreen(const Window& window);
  ~ProcessorScreen() override;

  bool is_fancy() const override { return false; }
  bool draws_with_processor() const override { return true; }
  Status use_shaders(const ShaderSources&) override { return Done{}; }
  void set_looks(const Looks& looks) override { looks_ = looks; }
  void renew_font() override;
  void begin_frame() override;
  bool prepare(const ShownWorld& shown, Parallel& parallel) override;
  bool drew_anew() const override { return drew_anew_; }
  void clear(GridSize pixels, const Colour& colour) override;
  void draw_world() override;
  Image read(const PixelRect& part) override;
  void draw_panels(ImDrawData& data, const Pictures& pictures) override;
  void show() override;
  bool is_lost() const override { return false; }
  void finish() override {}
  Image whole_world(const World& world, const View& view, const MotionTrail* trail) override;

 private:
  // A part of the canvas, as far as it lies in it.
  void fill(const CellRect& part, const Colour& colour);

  const Window& window_;
  Looks looks_;
  ViewportPicture picture_;
  bool drew_anew_ = false;
  Image canvas_;
  Image font_;
  // Of a list of ImGui's, while it is drawn.
  std::vector<TexturedCorner> corners_;
  std::vector<uint32_t> indices_;
};

}  // namespace quicksand
