// A picture as the tip of a brush: it paints where it is opaque, or, where nothing of it is clear, where it is dark.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry.h"
#include "core/paint.h"
#include "core/result.h"
#include "view/image.h"

namespace quicksand {

class BrushPicture {
 public:
  static constexpr int kMostPixels = 2048;  // along either side
  static constexpr size_t kMostBytes = size_t{32} << 20;

  // Reads a PNG, JPEG, BMP or GIF picture; sizes are checked before memory is asked for. Fails where it would paint
  // nothing. `file` is used in messages.
  static Result<std::shared_ptr<const BrushPicture>> decode(std::string_view bytes, std::string name,
                                                            const std::string& file);

  const std::string& name() const { return name_; }
  GridSize size() const { return size_; }

  // What it paints at this size, at least one cell: where at least half of what a cell shows of it paints. Kept until
  // another size is asked for, so that the commands of a stroke share it.
  TipCells cells(GridSize tip) const;

 private:
  BrushPicture(std::string name, GridSize size) : name_(std::move(name)), size_(size) {}

  int cover_of(GridSize tip, CellPos cell) const;

  std::string name_;
  GridSize size_;
  std::vector<uint8_t> cover_;  // of each pixel: 255 paints
  mutable TipCells cells_;
  mutable GridSize tip_{0, 0};  // that they are for
};

}  // namespace quicksand
