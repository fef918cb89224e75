#include "app/brush_picture.h"

#include <algorithm>
#include <utility>

#include "io/picture_file.h"

namespace quicksand {
namespace {

constexpr int kHalf = 128;

// From 0, white, to 255, black: the weights of ITU-R BT.601, in parts of 256.
uint8_t darkness(const uint8_t* pixel) {
  return static_cast<uint8_t>(255 - (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) / 256);
}

// The pixels that a cell shows along one axis: from the first to before the second, at least one.
std::pair<int, int> pixels_of(int cell, int cells, int pixels) {
  const auto first = static_cast<int>(int64_t{cell} * pixels / cells);
  const auto end = static_cast<int>(int64_t{cell + 1} * pixels / cells);
  return {first, std::max(end, first + 1)};
}

}  // namespace

Result<std::shared_ptr<const BrushPicture>> BrushPicture::decode(std::string_view bytes, std::string name,
                                                                 const std::string& file) {
  const Result<Image> image = decode_picture(bytes, file, kMostPixels);
  if (!image) return image.failure();
  std::shared_ptr<BrushPicture> picture(new BrushPicture(std::move(name), image->size));
  const auto pixels = static_cast<size_t>(image->size.cells());
  bool is_clear_anywhere = false;
  for (size_t i = 0; i < pixels; ++i) is_clear_anywhere |= image->rgba[4 * i + 3] < kHalf;
  picture->cover_.reserve(pixels);
  for (size_t i = 0; i < pixels; ++i)
    picture->cover_.push_back(is_clear_anywhere ? image->rgba[4 * i + 3] : darkness(&image->rgba[4 * i]));
  if (std::ranges::none_of(picture->cover_, [](uint8_t cover) { return cover >= kHalf; }))
    return fail("a brush of this picture would paint nothing: it is clear, or light, everywhere", file);
  return std::shared_ptr<const BrushPicture>(std::move(picture));
}

int BrushPicture::cover_of(GridSize tip, CellPos cell) const {
  const auto [left, right] = pixels_of(cell.x, tip.width, size_.width);
  const auto [top, bottom] = pixels_of(cell.y, tip.height, size_.height);
  int64_t sum = 0;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) sum += cover_[static_cast<size_t>(y) * size_.width + x];
  return static_cast<int>(sum / (int64_t{right - left} * (bottom - top)));
}

TipCells BrushPicture::cells(GridSize tip) const {
  if (cells_.runs && tip_ == tip) return cells_;
  auto runs = std::make_shared<std::vector<RowSpan>>();
  CellPos best;
  int most = -1;
  for (int y = 0; y < tip.height; ++y)
    for (int x = 0; x < tip.width; ++x) {
      const int cover = cover_of(tip, {x, y});
      if (cover > most) {
        most = cover;
        best = {x, y};
      }
      if (cover < kHalf) continue;
      if (!runs->empty() && runs->back().y == y && runs->back().last == x - 1)
        runs->back().last = x;
      else
        runs->push_back({y, x, x});
    }
  if (runs->empty()) runs->push_back({best.y, best.x, best.x});
  cells_.runs = std::move(runs);
  tip_ = tip;
  return cells_;
}

}  // namespace quicksand
