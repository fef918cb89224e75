// Pictures that Dear ImGui draws, whatever draws it: they are kept here, and a screen makes of them what it needs.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <map>

#include "view/image.h"

namespace quicksand {

// One for each context of Dear ImGui, which knows it by its UserData.
class Pictures {
 public:
  // Other than any texture of a backend's own.
  ImTextureID add(Image image);
  void remove(ImTextureID id) { images_.erase(id); }

  // Null: it is none of these, or has gone.
  const Image* find(ImTextureID id) const;
  static bool is_picture(ImTextureID id) { return reinterpret_cast<uintptr_t>(id) >= kFirst; }

 private:
  static constexpr uintptr_t kFirst = uintptr_t{1} << (8 * sizeof(uintptr_t) - 2);

  std::map<ImTextureID, Image> images_;
  uintptr_t next_ = kFirst;
};

// A picture that is there as long as this is, within the life of Dear ImGui's context.
class PictureTexture {
 public:
  // At least one pixel. Dear ImGui's context is the one that draws it.
  explicit PictureTexture(const Image& image);
  ~PictureTexture();
  PictureTexture(PictureTexture&& other) noexcept;
  PictureTexture& operator=(PictureTexture&& other) noexcept;

  ImTextureID id() const { return id_; }
  GridSize size() const { return size_; }

 private:
  Pictures* pictures_;
  ImTextureID id_;  // null: it has moved away
  GridSize size_;
};

}  // namespace quicksand
