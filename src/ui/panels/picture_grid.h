// The pictures of a folder, small and side by side, in a popup from which one is taken.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "ui/pictures.h"

namespace quicksand {

// It must go before Dear ImGui's context does.
class PictureGrid {
 public:
  static constexpr size_t kMostShown = 60;

  // Shows these from now on, the first of them first. They have their places at once, so that the popup keeps its size,
  // and are read one by one, as draw() is called.
  void show(std::vector<std::filesystem::path> files);

  // In a popup: the file that was clicked. `none` is said where there is none to show.
  std::optional<std::filesystem::path> draw(float scale, const char* none);

 private:
  struct Item {
    std::filesystem::path file;
    std::optional<PictureTexture> picture;  // none: it has not been read yet, or cannot be
  };

  std::vector<Item> items_;
  size_t next_ = 0;  // to be read
};

}  // namespace quicksand
