// Draws the window with OpenGL. As long as the shaders on the disk are wrong or missing, the processor draws the world,
// and OpenGL the panels.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "platform/window.h"
#include "render/picture_texture.h"
#include "render/world_renderer.h"
#include "ui/screen.h"
#include "view/viewport_picture.h"

namespace quicksand {

class GlScreen final : public Screen {
 public:
  // The window has an OpenGL context, which is current as long as this is there.
  explicit GlScreen(const Window& window);
  ~GlScreen() override;

  bool is_fancy() const override { return renderer_.has_value(); }
  bool draws_with_processor() const override { return draws_with_processor_; }
  std::string why_always_plain() const override { return why_always_plain_; }
  Status use_shaders(const ShaderSources& sources) override;
  void set_looks(const Looks& looks) override;
  void renew_font() override;
  void begin_frame() override;
  bool prepare(const ShownWorld& shown, Parallel& parallel) override;
  bool drew_anew() const override { return drew_anew_; }
  void clear(GridSize pixels, const Colour& colour) override;
  void draw_world() override;
  Image read(const PixelRect& part) override;
  void draw_panels(ImDrawData& data, const Pictures& pictures) override;
  void show() override { window_.swap(); }
  bool is_lost() const override;
  void finish() override;
  Image whole_world(const World& world, const View& view, const MotionTrail* trail) override;

 private:
  const Window& window_;
  bool draws_with_processor_ = false;
  std::string why_always_plain_;
  GridSize pixels_;  // of the frame
  Looks looks_;
  std::optional<WorldRenderer> renderer_;  // none: there are no good shaders
  ViewportPicture picture_;                // then
  bool drew_anew_ = false;
  std::map<ImTextureID, GlPicture> textures_;  // of the pictures that have been drawn
};

}  // namespace quicksand
