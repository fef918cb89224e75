// One property of every cell: a row-major array with a margin all round.
//
// The margin lets a kernel read a cell's neighbours, and whole vectors past a row's end, without a bounds check.
// Rows start on 64-byte boundaries for one-byte elements. Memory comes zeroed from the system, so an untouched part
// of a huge world costs no physical memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "core/check.h"
#include "core/geometry.h"

namespace quicksand {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

template <class T>
using ZeroedMemory = std::unique_ptr<T[], FreeMemory>;

// Zeroed elements, on a 16-byte boundary. Pages that nobody writes cost no physical memory.
template <class T>
ZeroedMemory<T> new_zeroed(size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  ZeroedMemory<T> memory(static_cast<T*>(std::calloc(count, sizeof(T))));
  if (!memory) throw std::bad_alloc();
  return memory;
}

inline constexpr int kMarginColumns = 64;  // on each side; at least the longest reach of any rule
inline constexpr int kMarginRows = 2;      // above and below

template <class T>
class Plane {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Plane() = default;

  // Every element, the margin too, starts as zero bytes.
  explicit Plane(GridSize size) : size_(size), stride_((size.width + 63) / 64 * 64 + 2 * kMarginColumns) {
    QS_CHECK(size.width >= 0 && size.height >= 0, "a plane's size is negative");
    memory_ = new_zeroed<std::byte>(bytes() + kAlignment);
    void* start = memory_.get();
    size_t space = bytes() + kAlignment;
    first_ = static_cast<T*>(std::align(kAlignment, bytes(), start, space));
  }

  Plane(const Plane& other) : Plane(other.size_) { std::copy_n(other.first_, elements(), first_); }
  Plane& operator=(const Plane& other) {
    Plane copy(other);
    return *this = std::move(copy);
  }
  Plane(Plane&&) noexcept = default;
  Plane& operator=(Plane&&) noexcept = default;

  GridSize size() const { return size_; }
  ptrdiff_t stride() const { return stride_; }

  // Column 0 of row y; valid for y in [-kMarginRows, height + kMarginRows) and, from the pointer, for x in
  // [-kMarginColumns, width + kMarginColumns).
  T* row(int y) { return first_ + (y + kMarginRows) * stride_ + kMarginColumns; }
  const T* row(int y) const { return first_ + (y + kMarginRows) * stride_ + kMarginColumns; }

  std::span<T> cells(int y) { return {row(y), static_cast<size_t>(size_.width)}; }
  std::span<const T> cells(int y) const { return {row(y), static_cast<size_t>(size_.width)}; }

  T& operator[](CellPos cell) { return row(cell.y)[cell.x]; }
  const T& operator[](CellPos cell) const { return row(cell.y)[cell.x]; }

  // Sets everything outside the grid, padding included.
  void fill_margin(T value) {
    for (int y = -kMarginRows; y < size_.height + kMarginRows; ++y) {
      T* const line = row(y) - kMarginColumns;
      const bool outside = y < 0 || y >= size_.height;
      const int left = outside ? stride_ : kMarginColumns;
      std::fill_n(line, left, value);
      if (!outside) std::fill(line + kMarginColumns + size_.width, line + stride_, value);
    }
  }

 private:
  static constexpr size_t kAlignment = 64;

  size_t elements() const { return static_cast<size_t>(stride_) * (size_.height + 2 * kMarginRows); }
  size_t bytes() const { return elements() * sizeof(T); }

  GridSize size_;
  int stride_ = 0;
  T* first_ = nullptr;
  ZeroedMemory<std::byte> memory_;
};

}  // namespace quicksand
