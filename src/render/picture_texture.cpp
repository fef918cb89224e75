#include "render/picture_texture.h"

#include <cstdint>

namespace quicksand {

GlPicture::GlPicture(const Image& image) : texture_(colour_texture()) {
  texture_.upload(image.size, image.rgba.data());
}

void* GlPicture::id() const { return reinterpret_cast<void*>(static_cast<uintptr_t>(texture_.name())); }

}  // namespace quicksand
