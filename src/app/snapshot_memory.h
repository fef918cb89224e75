// The memory of snapshots that are taken one like the other and share what has not changed: each square counts once,
// for as long as a snapshot has it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "core/world.h"
#include "scene/director.h"

namespace quicksand {

// What the directors of moments, one after the other, have of sources and signs.
template <class Moments>
size_t list_bytes(const Moments& moments) {
  size_t bytes = 0;
  const Director* last = nullptr;
  for (const auto& moment : moments) {
    bytes += moment.director.list_bytes(last);
    last = &moment.director;
  }
  return bytes;
}

class SnapshotMemory {
 public:
  size_t bytes() const { return bytes_; }

  // A snapshot that has just been taken.
  void add(const WorldSnapshot& snapshot) { bytes_ += snapshot.own_bytes; }

  // A holder lets go of it. What others share with it stays.
  void release(std::shared_ptr<const WorldSnapshot>& snapshot) {
    if (snapshot.use_count() == 1) bytes_ -= std::min(bytes_, snapshot->exclusive_bytes());
    snapshot.reset();
  }

 private:
  size_t bytes_ = 0;
};

}  // namespace quicksand
