#include "ui/processor_screen.h"

#include <algorithm>
#include <cmath>

#include "ui/panels/ground.h"
#include "view/shading.h"

namespace quicksand {
namespace {

// The pixels of a part of a picture, as far as they lie in it.
CellRect pixels_of(const PixelRect& part, GridSize size) {
  const int left = std::clamp(static_cast<int>(part.x), 0, size.width - 1);
  const int top = std::clamp(static_cast<int>(part.y), 0, size.height - 1);
  return {left, top, std::clamp(static_cast<int>(part.width), 1, size.width - left),
          std::clamp(static_cast<int>(part.height), 1, size.height - top)};
}

uint8_t byte_of(float part) { return static_cast<uint8_t>(std::lround(std::clamp(part, 0.0F, 1.0F) * 255)); }

TexturedCorner corner_of(const ImDrawVert& vertex, const ImDrawData& data) {
  const auto channel = [&](int shift) { return static_cast<uint8_t>(vertex.col >> shift & 0xff); };
  return {(vertex.pos.x - data.DisplayPos.x) * data.FramebufferScale.x,
          (vertex.pos.y - data.DisplayPos.y) * data.FramebufferScale.y,
          vertex.uv.x,
          vertex.uv.y,
          {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT), channel(IM_COL32_A_SHIFT)}};
}

CellRect clip_of(const ImDrawCmd& command, const ImDrawData& data) {
  const auto left = static_cast<int>((command.ClipRect.x - data.DisplayPos.x) * data.FramebufferScale.x);
  const auto top = static_cast<int>((command.ClipRect.y - data.DisplayPos.y) * data.FramebufferScale.y);
  const auto right = static_cast<int>((command.ClipRect.z - data.DisplayPos.x) * data.FramebufferScale.x);
  const auto bottom = static_cast<int>((command.ClipRect.w - data.DisplayPos.y) * data.FramebufferScale.y);
  return {left, top, right - left, bottom - top};
}

}  // namespace

ProcessorScreen::ProcessorScreen(const Window& window) : window_(window) {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendRendererName = "quicksand";
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
}

ProcessorScreen::~ProcessorScreen() {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendRendererName = nullptr;
  io.BackendFlags &= ~ImGuiBackendFlags_RendererHasVtxOffset;
}

void ProcessorScreen::renew_font() { font_ = {}; }

void ProcessorScreen::begin_frame() {
  if (font_.size.width > 0) return;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  unsigned char* pixels = nullptr;
  GridSize size;
  atlas.GetTexDataAsRGBA32(&pixels, &size.width, &size.height);
  font_ = Image(size);
  std::copy_n(pixels, font_.rgba.size(), font_.rgba.begin());
  atlas.SetTexID(nullptr);
}

void ProcessorScreen::clear(GridSize pixels, const Colour& colour) {
  if (!(canvas_.size == pixels)) canvas_ = Image(pixels);
  fill({0, 0, pixels.width, pixels.height}, colour);
}

void ProcessorScreen::fill(const CellRect& part, const Colour& colour) {
  const uint8_t one[4] = {byte_of(colour.r), byte_of(colour.g), byte_of(colour.b), 255};
  const int first = std::max(part.x, 0);
  const int last = std::min(part.x + part.width, canvas_.size.width);
  for (int y = std::max(part.y, 0); y < std::min(part.y + part.height, canvas_.size.height); ++y)
    for (int x = first; x < last; ++x) std::copy_n(one, 4, canvas_.pixel(x, y));
}

bool ProcessorScreen::prepare(const ShownWorld& shown, Parallel& parallel) {
  drew_anew_ =
      picture_.draw(shown.world, looks_, shown.camera, shown.view, shown.trail, shown.density, shown.grid, parallel);
  return drew_anew_;
}

void ProcessorScreen::draw_world() {
  const Image& picture = picture_.image();
  const int left = static_cast<int>(std::lround(picture_.corner().x));
  const int top = static_cast<int>(std::lround(picture_.corner().y));
  const int first = std::max(0, -left);
  const int last = std::min(picture.size.width, canvas_.size.width - left);
  if (first >= last) return;
  for (int y = std::max(0, -top); y < std::min(picture.size.height, canvas_.size.height - top); ++y)
    std::copy(picture.pixel(first, y), picture.pixel(first, y) + static_cast<ptrdiff_t>(4) * (last - first),
              canvas_.pixel(left + first, top + y));
}

Image ProcessorScreen::read(const PixelRect& part) {
  const CellRect pixels = pixels_of(part, canvas_.size);
  Image image({pixels.width, pixels.height});
  for (int y = 0; y < pixels.height; ++y)
    std::copy_n(canvas_.pixel(pixels.x, pixels.y + y), static_cast<size_t>(4) * pixels.width, image.pixel(0, y));
  return image;
}

void ProcessorScreen::draw_panels(ImDrawData& data, const Pictures& pictures) {
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    corners_.clear();
    for (const ImDrawVert& vertex : list.VtxBuffer) corners_.push_back(corner_of(vertex, data));
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (is_ground(command)) fill(ground_pixels(command, data), ground_colour());
      if (command.UserCallback) continue;
      const ImTextureID id = command.GetTexID();
      const Image* const texture = Pictures::is_picture(id) ? pictures.find(id) : &font_;
      if (!texture) continue;
      indices_.clear();
      for (unsigned at = command.IdxOffset; at < command.IdxOffset + command.ElemCount; ++at)
        indices_.push_back(command.VtxOffset + list.IdxBuffer[static_cast<int>(at)]);
      draw_triangles(corners_, indices_, *texture, clip_of(command, data), canvas_);
    }
  }
}

void ProcessorScreen::show() { window_.show(canvas_.size, canvas_.rgba.data()); }

Image ProcessorScreen::whole_world(const World& world, const View& view, const MotionTrail* trail) {
  return world_picture(world, looks_, view, trail);
}

}  // namespace quicksand
