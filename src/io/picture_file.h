// Pictures from anywhere: PNG, JPEG, BMP and GIF files, told apart by their first bytes.
//
// Strangers' files go to decoders that are fuzzed upstream: libpng, libjpeg-turbo, giflib. BMP files, which none of them
// reads, go to stb's decoder once their header is known to be one, so that none of its other formats is ever tried.
// What a file asks for is compared with the limits before memory is taken: a file of a few bytes may claim any size.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "view/image.h"

namespace quicksand {

// The most pixels of a picture: 256 MiB of memory while it is read.
inline constexpr int64_t kMostPicturePixels = int64_t{1} << 26;

// The first picture of the file, of at most `most` pixels a side and kMostPicturePixels in all; 16 bits a channel become
// eight, and photos are as they were seen, however the camera was held. `file` is used in messages.
Result<Image> decode_picture(std::string_view bytes, const std::string& file, int most = kMaxWorldExtent);

}  // namespace quicksand
