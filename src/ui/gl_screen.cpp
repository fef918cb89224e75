#include "ui/gl_screen.h"

#include <backends/imgui_impl_opengl3.h>

#include <utility>

#include "capture/gl_picture_source.h"
#include "render/gl_objects.h"
#include "render/window_target.h"
#include "ui/panels/ground.h"
#include "view/shading.h"

namespace quicksand {

namespace {

// What is_ground() marked, as ImGui's backend comes to it.
void fill_ground(const ImDrawList*, const ImDrawCmd* command) {
  const ImDrawData& data = *ImGui::GetDrawData();
  const GridSize pixels{static_cast<int>(data.DisplaySize.x * data.FramebufferScale.x),
                        static_cast<int>(data.DisplaySize.y * data.FramebufferScale.y)};
  fill_in_window(pixels, ground_pixels(*command, data), ground_colour());
}

}  // namespace

GlScreen::GlScreen(const Window& window) : window_(window) {
  ImGui_ImplOpenGL3_Init(shader_version());
  draws_with_processor_ = quicksand::draws_with_processor();
  if (const Status light = draws_light(); !light) why_always_plain_ = light.failure().text();
}

GlScreen::~GlScreen() { ImGui_ImplOpenGL3_Shutdown(); }

Status GlScreen::use_shaders(const ShaderSources& sources) {
  if (!why_always_plain_.empty()) return Done{};  // they are not to blame
  Result<WorldRenderer> renderer = WorldRenderer::create(sources);
  if (!renderer) return renderer.failure();
  renderer->set_looks(looks_);
  renderer_ = std::move(*renderer);
  return Done{};
}

void GlScreen::set_looks(const Looks& looks) {
  looks_ = looks;
  if (renderer_) renderer_->set_looks(looks);
}

void GlScreen::renew_font() {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void GlScreen::begin_frame() { ImGui_ImplOpenGL3_NewFrame(); }

void GlScreen::clear(GridSize pixels, const Colour& colour) {
  pixels_ = pixels;
  aim_at_window(pixels);
  clear_window(colour);
}

bool GlScreen::prepare(const ShownWorld& shown, Parallel& parallel) {
  if (renderer_) {
    renderer_->set_effects(shown.effects);
    renderer_->set_grid(shown.grid);
    renderer_->set_torch(shown.torch);
    const bool differs =
        renderer_->prepare(shown.world, shown.camera, shown.view, shown.trail, shown.density, parallel);
    drew_anew_ = renderer_->drew_anew();
    return differs;
  }
  drew_anew_ =
      picture_.draw(shown.world, looks_, shown.camera, shown.view, shown.trail, shown.density, shown.grid, parallel);
  return drew_anew_;
}

void GlScreen::draw_world() {
  if (renderer_)
    renderer_->show(pixels_);
  else
    draw_in_window(picture_.image(), picture_.corner(), pixels_);
  aim_at_window(pixels_);
}

Image GlScreen::read(const PixelRect& part) { return read_window(pixels_, part); }

void GlScreen::draw_panels(ImDrawData& data, const Pictures& pictures) {
  std::erase_if(textures_, [&](const auto& each) { return !pictures.find(each.first); });
  for (int i = 0; i < data.CmdListsCount; ++i)
    for (ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) {
      if (is_ground(command)) command.UserCallback = fill_ground;
      if (!Pictures::is_picture(command.TextureId)) continue;
      if (const Image* const image = pictures.find(command.TextureId))
        command.TextureId = textures_.try_emplace(command.TextureId, *image).first->second.id();
      else
        command.ElemCount = 0;  // it has gone since it was drawn
    }
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

bool GlScreen::is_lost() const { return has_lost_context(); }

void GlScreen::finish() { finish_drawing(); }

Image GlScreen::whole_world(const World& world, const View& view, const MotionTrail* trail) {
  if (!renderer_) return world_picture(world, looks_, view, trail);
  return draw_whole_world(*renderer_, world, looks_, view, trail, 1);
}

}  // namespace quicksand
