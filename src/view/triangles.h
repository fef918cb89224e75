// Textured triangles, drawn by the processor: what Dear ImGui makes its panels of, where there is no OpenGL.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "view/cell_window.h"
#include "view/image.h"

namespace quicksand {

struct TexturedCorner {
  float x = 0;  // in pixels of the canvas
  float y = 0;
  float u = 0;  // 0..1 over the texture
  float v = 0;
  std::array<uint8_t, 4> rgba{};
};

// Draws each three corners over the canvas, within `clip`: the texture's nearest pixel times the corners' colours,
// mixed between them, over what is there by its alpha. A pixel is drawn if its middle is inside, and where triangles
// share an edge by one of them alone. Indices beyond the corners, and corners that are not finite, draw nothing.
void draw_triangles(std::span<const TexturedCorner> corners, std::span<const uint32_t> indices, const Image& texture,
                    const CellRect& clip, Image& canvas);

}  // namespace quicksand
