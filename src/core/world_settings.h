// What a world is set to that only its kind understands: each kind that has such settings derives its own.
#pragma once

namespace quicksand {

struct WorldSettings {
  virtual ~WorldSettings() = default;
};

}  // namespace quicksand
