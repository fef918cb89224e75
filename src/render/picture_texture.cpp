#include "render/picture_texture.h"

#include <cstdint>

namespace quicksand {

PictureTexture::PictureTexture(const Image& image) : texture_(colour_texture()), size_(image.size) {
  texture_.upload(image.size, image.rgba.data());
}

void* PictureTexture::id() const { return reinterpret_cast<void*>(static_cast<uintptr_t>(texture_.name())); }

}  // namespace quicksand
