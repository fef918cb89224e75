// Takes the pictures of a headless run: one, or one every few frames as an animation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/world.h"
#include "io/gif.h"
#include "view/display_mode.h"
#include "view/image.h"
#include "view/look.h"
#include "view/motion_trail.h"

namespace quicksand {

// Draws the whole world in a view.
using Painter = std::function<Result<Image>(const World&, const Looks&, const View&, const MotionTrail*)>;

class Photographer {
 public:
  // Without a painter the processor draws (view/shading.h). A view other than the fancy one is enlarged `scale` times;
  // painters draw the fancy one as large as it shall be. The looks must outlive this.
  Photographer(Painter painter, const Looks& looks, const View& view, int scale);

  // To be called before the run and after every tick.
  void follow(const World& world);

  Result<Image> picture(const World& world) const;

 private:
  Painter painter_;
  const Looks& looks_;
  View view_;
  int scale_;
  MotionTrail trail_;
};

// Whether `file` names an animation, or numbered pictures.
bool is_recording_name(const std::string& file);

// The run as one GIF, or as pictures that are numbered in their names, at the speed of the world.
class Recorder {
 public:
  // `file` satisfies is_recording_name(); `every`: ticks between two pictures, at least 1. Both must outlive this.
  Recorder(const Photographer& photographer, const std::string& file, uint64_t every)
      : photographer_(photographer), file_(file), every_(every) {}

  // To be called before the run and after every tick.
  Status look(const World& world, uint64_t tick);
  Status finish();

 private:
  const Photographer& photographer_;
  const std::string& file_;
  uint64_t every_;
  int pictures_ = 0;
  std::optional<GifWriter> animation_;
};

}  // namespace quicksand
