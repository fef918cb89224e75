// A run as one GIF, or as pictures that are numbered in their names, at the speed of the world.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "capture/capture.h"
#include "io/gif.h"

namespace quicksand {

// Whether `file` names an animation, or numbered pictures.
bool is_recording_name(const std::string& file);

// Whether a recording with this name may write a picture to that file: "run.png" writes "run-00001.png". Of places that
// are told in the same way.
bool is_picture_of_recording(const std::filesystem::path& file, const std::filesystem::path& recording);

class Recorder {
 public:
  // `file` satisfies is_recording_name(); `every`: ticks between two pictures, at least 1. Capture and file must
  // outlive this.
  Recorder(const Capture& capture, const std::string& file, uint64_t every)
      : capture_(capture), file_(file), every_(every) {}

  // To be called before the run and after every tick. Fails when a picture cannot be drawn or written.
  Status follow(const World& world, uint64_t tick);

  // Writes the animation. Fails when that cannot be done.
  Status finish();

 private:
  const Capture& capture_;
  const std::string& file_;
  uint64_t every_;
  int pictures_ = 0;
  std::optional<GifWriter> animation_;
};

}  // namespace quicksand
