// A picture that Dear ImGui can draw.
#pragma once

#include "render/gl_objects.h"
#include "view/image.h"

namespace quicksand {

class PictureTexture {
 public:
  // At least one pixel. Needs the context in which it is drawn to be current, now and when it is destroyed.
  explicit PictureTexture(const Image& image);

  // As Dear ImGui's backend for OpenGL takes it for ImTextureID.
  void* id() const;
  GridSize size() const { return size_; }

 private:
  GlTexture texture_;
  GridSize size_;
};

}  // namespace quicksand
