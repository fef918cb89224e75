// Which way up a photo is. A camera writes pixels as its sensor has them, and beside them how it was held.
//
// Source: CIPA DC-008, "Exchangeable image file format for digital still cameras: Exif" (2012): the tag Orientation.
#pragma once

#include <string_view>

#include "view/image.h"

namespace quicksand {

// How the pixels of a photo lie: its first row and its first column are these sides of what was seen.
enum class Orientation {
  kTopLeft = 1,  // upright
  kTopRight,
  kBottomRight,
  kBottomLeft,
  kLeftTop,  // from here on the rows of the photo are columns
  kRightTop,
  kRightBottom,
  kLeftBottom,
};

inline bool lies_on_its_side(Orientation orientation) { return orientation >= Orientation::kLeftTop; }

// Of a JPEG; upright where it does not say, or not as it should.
Orientation orientation_of(std::string_view jpeg);

// As it was seen. Takes as much memory again as the picture.
Image upright(const Image& photo, Orientation orientation);

}  // namespace quicksand
