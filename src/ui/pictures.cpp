#include "ui/pictures.h"

#include <utility>

namespace quicksand {

ImTextureID Pictures::add(Image image) {
  const auto id = reinterpret_cast<ImTextureID>(next_++);  // never the same again
  images_.emplace(id, std::move(image));
  return id;
}

const Image* Pictures::find(ImTextureID id) const {
  const auto found = images_.find(id);
  return found == images_.end() ? nullptr : &found->second;
}

PictureTexture::PictureTexture(const Image& image)
    : pictures_(static_cast<Pictures*>(ImGui::GetIO().UserData)), id_(pictures_->add(image)), size_(image.size) {}

PictureTexture::~PictureTexture() {
  if (id_) pictures_->remove(id_);
}

PictureTexture::PictureTexture(PictureTexture&& other) noexcept
    : pictures_(other.pictures_), id_(std::exchange(other.id_, nullptr)), size_(other.size_) {}

PictureTexture& PictureTexture::operator=(PictureTexture&& other) noexcept {
  std::swap(pictures_, other.pictures_);
  std::swap(id_, other.id_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace quicksand
