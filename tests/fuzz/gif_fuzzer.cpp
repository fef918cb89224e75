// Any pixels as an animation, which must be read back with its size.
#include <fuzzer/FuzzedDataProvider.h>

#include "fuzz/fuzzer.h"
#include "io/gif.h"
#include "io/picture_file.h"

using namespace quicksand;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider input(data, size);
  const GridSize extent{input.ConsumeIntegralInRange(1, 40), input.ConsumeIntegralInRange(1, 40)};
  GifWriter writer(extent);
  const int frames = input.ConsumeIntegralInRange(1, 3);
  for (int i = 0; i < frames; ++i) {
    Image image(extent);
    input.ConsumeData(image.rgba.data(), image.rgba.size());
    QS_CHECK(writer.add(image, input.ConsumeIntegralInRange(0, 9)).ok(), "a frame cannot be added");
  }
  const Result<std::string> gif = writer.finish();
  QS_CHECK(gif.ok(), "an animation cannot be written");
  const Result<Image> first = decode_picture(*gif, "fuzz.gif");
  QS_CHECK(first.ok() && first->size == extent, "an animation cannot be read");
  return 0;
}
