// Sets of materials made by dice, which tests write, change and write again.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "io/files.h"

namespace quicksand {

struct MadeMaterial {
  std::string name;
  int kind = 0;      // a liquid, what takes up m0, a gas, a powder
  std::string keys;  // ", \"density\": 100"
};

// The first two are a liquid and a powder that takes it up.
class MadeMaterials {
 public:
  MadeMaterials(unsigned seed, int count) : dice_(seed) {
    for (int i = 0; i < count; ++i) add();
  }

  std::vector<MadeMaterial> list;

  int below(int limit) { return static_cast<int>(dice_() % static_cast<unsigned>(limit)); }

  void add() {
    const std::string name = "m" + std::to_string(made_++);
    const int kind = made_ <= 2 ? made_ - 1 : below(4);
    list.push_back({name, kind, keys_of(kind)});
  }

  // Other keys for one of them. It may be of another phase, but flies as before, or does not.
  void change() {
    MadeMaterial& material = list[static_cast<size_t>(below(static_cast<int>(list.size())))];
    const bool stays = material.kind == 2 || material.name == "m0" || material.name == "m1";
    constexpr int kFlying[] = {0, 1, 3};
    if (!stays) material.kind = kFlying[below(3)];
    material.keys = keys_of(material.kind);
  }

  void reorder() { std::shuffle(list.begin(), list.end(), dice_); }

  std::string text(const std::string& head = "") const {
    std::string text = "{\"format\": \"quicksand-materials/1\", " + head + "\"materials\": [";
    for (size_t i = 0; i < list.size(); ++i)
      text += (i == 0 ? "\n" : ",\n") + ("{\"name\": \"" + list[i].name + "\"" + list[i].keys + "}");
    return text + "]}\n";
  }

 private:
  std::string keys_of(int kind) {
    const auto number = [&](int low, int high) { return std::to_string(low + below(high - low + 1)); };
    char colour[16];
    std::snprintf(colour, sizeof colour, "#%06x", static_cast<unsigned>(dice_() & 0xffffff));
    std::string keys = ", \"colour\": \"" + std::string(colour) + "\"";
    switch (kind) {
      case 0:
        return keys + ", \"liquid\": true, \"density\": " + number(60, 140) + ", \"friction\": " + number(1, 8);
      case 1:
        return keys + ", \"absorbs\": \"m0\", \"wet_max\": " + number(140, 255) + ", \"density\": " + number(150, 300) +
               ", \"friction\": " + number(0, 3);
      case 2:
        return keys + ", \"density\": " + number(-200, -10) + ", \"friction\": " + number(1, 8);
      default:
        return keys + ", \"density\": " + number(150, 300) + ", \"repose_degrees\": " + number(20, 60) +
               ", \"temperature\": " + number(-20, 300);
    }
  }

  std::mt19937 dice_;
  int made_ = 0;
};

inline void write_text(const std::filesystem::path& file, const std::string& text) {
  const Status written = write_file_atomically(file, text);
  REQUIRE(written.ok());
}

}  // namespace quicksand
