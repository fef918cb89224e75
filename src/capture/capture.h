// The picture of a world that is played without a window. It never changes the world.
#pragma once

#include "capture/picture_source.h"

namespace quicksand {

// The most pixels along a cell's side.
inline constexpr int kMostScale = 64;

// As large a source should draw the fancy view of pictures of this scale (Effects::detail), so that whole pixels enlarge
// it.
int detail_for(int scale);

class Capture {
 public:
  // Without a source the processor draws (view/shading.h). Pictures have `scale` pixels along a cell's side,
  // 1..kMostScale. The looks must outlive this.
  Capture(PictureSource source, const Looks& looks, const View& view, int scale);

  // To be called before the run and after every tick.
  void follow(const World& world);

  Result<Image> picture(const World& world) const;

 private:
  PictureSource source_;
  const Looks& looks_;
  View view_;
  int scale_;
  MotionTrail trail_;
};

}  // namespace quicksand
