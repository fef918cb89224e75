// What shaders know of materials and of the colours of numbers: a texture with a column for each of 256 materials, and for
// each of 256 numbers of the display mode.
//
// Its first rows are made from kLookProperties (view/look.h), together with the GLSL that reads them, palette.glsl:
//
//   struct Look { vec3 colour; float grain; ... };  // a member for each property that is a colour or a number, named as in
//                                                   // material files and in their units; of words, the word's number
//   Look look_of(uint entry);
//   const int kOverlayRow;                          // this row and the next: scale and offset of numbers (view/overlay.h)
//
// So a property of a look has a place here without a line of its own. Drivers leave out the rows that a shader does not
// use. What would have to be worked out of a property for every cell is a row of kDerived in palette_texture.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/geometry.h"
#include "view/display_mode.h"
#include "view/look.h"

namespace quicksand {

struct PaletteTexels {
  GridSize size;
  std::vector<std::array<uint8_t, 4>> texels;  // row by row
};

// `looks` has at most 256 items.
PaletteTexels palette_texels(const Looks& looks, DisplayMode mode);

// By this name shaders include what palette_glsl() says; it begins with `uniform sampler2D palette`.
inline constexpr const char* kPaletteShader = "palette.glsl";

std::string palette_glsl();

}  // namespace quicksand
