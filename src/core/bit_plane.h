// One bit for every column of every row, in words of 64, least significant bit first.
//
// A word of margin on each side, a row above and two below let code read a word's neighbours without a bounds check.
// Bits past the last column exist, as the rest of a row's last word. Memory starts zeroed.
#pragma once

#include <algorithm>
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
        count_(static_cast<size_t>(stride_) * static_cast<size_t>(size.height + 3)),
        storage_(new_zeroed<uint64_t>(count_)) {}

  BitPlane(const BitPlane& other)
      : words_(other.words_), stride_(other.stride_), count_(other.count_), storage_(new_zeroed<uint64_t>(count_)) {
    std::copy_n(other.storage_.get(), count_, storage_.get());
  }
  BitPlane& operator=(const BitPlane& other) {
    BitPlane copy(other);
    return *this = std::move(copy);
  }
  BitPlane(BitPlane&&) noexcept = default;
  BitPlane& operator=(BitPlane&&) noexcept = default;

  // Words of a row, the margin not counted.
  int words() const { return words_; }

  // Word 0 of row y; valid for y in [-1, height + 1] and, from the pointer, for words in [-1, words()].
  uint64_t* row(int y) { return storage_.get() + static_cast<ptrdiff_t>(y + 1) * stride_ + 1; }
  const uint64_t* row(int y) const { return storage_.get() + static_cast<ptrdiff_t>(y + 1) * stride_ + 1; }

  // Of `count` rows from `first` on: sets the bits that are set in another plane of the same size, or clears all bits.
  void join_rows(const BitPlane& other, int first, int count) {
    const uint64_t* const from = other.row(first) - 1;
    uint64_t* const to = row(first) - 1;
    for (ptrdiff_t i = 0; i < ptrdiff_t{stride_} * count; ++i) to[i] |= from[i];
  }
  void clear_rows(int first, int count) { std::fill_n(row(first) - 1, ptrdiff_t{stride_} * count, uint64_t{0}); }

 private:
  int words_ = 0;
  int stride_ = 0;
  size_t count_ = 0;
  ZeroedMemory<uint64_t> storage_;
};

// Of a word in a row of words: its bits and those beside them.
inline uint64_t with_neighbours(const uint64_t* word) {
  return word[0] | word[0] << 1 | word[0] >> 1 | word[-1] >> 63 | word[1] << 63;
}

}  // namespace quicksand
