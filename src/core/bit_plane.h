// One bit for every column of every row, in words of 64, least significant bit first.
//
// A word of margin on each side, a row above and two below let code read a word's neighbours without a bounds check.
// Bits past the last column exist, as the rest of a row's last word. Memory starts zeroed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/geometry.h"
#include "core/plane.h"

namespace quicksand {

class BitPlane {
 public:
  BitPlane() = default;
  explicit BitPlane(GridSize size)
      : words_((size.width + 63) / 64),
        stride_(words_ + 2),
        storage_(new_zeroed<uint64_t>(static_cast<size_t>(stride_) * (size.height + 3))) {}

  // Words of a row, the margin not counted.
  int words() const { return words_; }

  // Word 0 of row y; valid for y in [-1, height + 1] and, from the pointer, for words in [-1, words()].
  uint64_t* row(int y) { return storage_.get() + static_cast<ptrdiff_t>(y + 1) * stride_ + 1; }
  const uint64_t* row(int y) const { return storage_.get() + static_cast<ptrdiff_t>(y + 1) * stride_ + 1; }

 private:
  int words_ = 0;
  int stride_ = 0;
  ZeroedMemory<uint64_t> storage_;
};

}  // namespace quicksand
