// Animations as GIF files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/result.h"
#include "view/image.h"

namespace quicksand {

// The largest side of an animation; the format's own limit.
inline constexpr int kMaxGifExtent = 65535;

// Collects frames of one size. Every frame has a palette of its own, of up to 256 colours.
class GifWriter {
 public:
  // `size` at most kMaxGifExtent along a side.
  explicit GifWriter(GridSize size);
  ~GifWriter();
  GifWriter(GifWriter&&) noexcept;
  GifWriter& operator=(GifWriter&&) noexcept;

  // Adds a frame that is shown for so many hundredths of a second. Transparency is left out.
  Status add(const Image& frame, int hundredths);

  // The bytes of the file, which plays for ever. The writer is done then.
  Result<std::string> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace quicksand
