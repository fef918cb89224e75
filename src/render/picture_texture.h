// A picture that Dear ImGui can draw with OpenGL.
#pragma once

#include "render/gl_objects.h"
#include "view/image.h"

namespace quicksand {

class GlPicture {
 public:
  // At least one pixel. Needs the context in which it is drawn to be current, now and when it is destroyed.
  explicit GlPicture(const Image& image);

  // As Dear ImGui's backend for OpenGL takes it for ImTextureID.
  void* id() const;

 private:
  GlTexture texture_;
};

}  // namespace quicksand
