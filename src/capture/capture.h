// The picture of a world that is played without a window. It never changes the world.
#pragma once

#include "capture/picture_source.h"

namespace quicksand {

class Capture {
 public:
  // Without a source the processor draws (view/shading.h). A view other than the fancy one is enlarged `scale` times;
  // sources draw the fancy one as large as it shall be. The looks must outlive this.
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
