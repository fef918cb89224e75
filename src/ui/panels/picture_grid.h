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

  // Shows these from now on, the first of them first. They are read one by one, as draw() is called.
  void show(std::vector<std::filesystem::path> files);

  // In a popup: the file that was clicked. `none` is said where there is none to show.
  std::optional<std::filesystem::path> draw(float scale, const char* none);

 private:
  struct Item {
    std::filesystem::path file;
    std::optional<PictureTexture> picture;  // none: it cannot be read
  };

  std::vector<std::filesystem::path> to_load_;  // the last is next
  std::vector<Item> items_;
};

}  // namespace quicksand
