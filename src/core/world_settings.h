// What a world is set to while it runs. Most of it only its kind understands, which derives settings of its own.
#pragma once

namespace quicksand {

struct WorldSettings {
  virtual ~WorldSettings() = default;

  // What reaches the edge of the world is gone; else it has walls. How a world begins Scene::open_border says.
  bool open_border = false;
};

}  // namespace quicksand
