// Any bytes as a picture.
#include "fuzz/fuzzer.h"
#include "io/picture_file.h"

using namespace quicksand;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int kMostPixels = 512;
  const Result<Image> image = decode_picture(text_of(data, size), "fuzz.png", kMostPixels);
  if (!image) {
    check_message(image.failure());
    return 0;
  }
  QS_CHECK(static_cast<int64_t>(image->rgba.size()) == image->size.cells() * 4, "a picture has not the size it says");
  return 0;
}
