// Small pictures of large ones.
#pragma once

#include "view/image.h"

namespace quicksand {

// The picture in its own proportions, at most so large: every pixel is the mean of those that it stands for. A picture
// that fits already comes back as it is.
Image thumbnail(const Image& image, GridSize most);

// Which part of a picture, in shares of its sides, is shown in a frame of other proportions, and which part of the frame
// it then fills.
struct Framing {
  double left = 0, top = 0, right = 1, bottom = 1;  // of the picture
  double width = 1, height = 1;                     // of the frame, in whose middle it stands
};

// Cuts off at most `most_cut` of the picture's longer side, as a share of it; what does not fit then leaves room.
Framing frame_picture(GridSize picture, double frame_width, double frame_height, double most_cut);

}  // namespace quicksand
