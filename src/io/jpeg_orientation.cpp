#include "io/jpeg_orientation.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace quicksand {
namespace {

// Numbers of either byte order; 0 beyond the end.
class Bytes {
 public:
  Bytes(std::string_view bytes, bool is_big_endian) : bytes_(bytes), is_big_endian_(is_big_endian) {}

  uint32_t number(size_t at, size_t size) const {
    if (at > bytes_.size() || bytes_.size() - at < size) return 0;
    uint32_t value = 0;
    for (size_t i = 0; i < size; ++i)
      value = value << 8 | static_cast<uint8_t>(bytes_[at + (is_big_endian_ ? i : size - 1 - i)]);
    return value;
  }
  uint32_t two(size_t at) const { return number(at, 2); }
  uint32_t four(size_t at) const { return number(at, 4); }

 private:
  std::string_view bytes_;
  bool is_big_endian_;
};

// The body of the segment in which cameras write; none: there is none before the first scan.
std::optional<std::string_view> exif_of(std::string_view jpeg) {
  constexpr std::string_view kName("Exif\0\0", 6);
  constexpr uint32_t kApplication1 = 0xffe1;
  constexpr uint32_t kScan = 0xffda;
  constexpr uint32_t kFilled = 0xffff;  // any number of these bytes may stand before a marker
  const Bytes bytes(jpeg, true);
  for (size_t at = 2; at + 4 <= jpeg.size();) {
    const uint32_t marker = bytes.two(at);
    if (marker == kFilled) {
      ++at;
      continue;
    }
    const size_t length = bytes.two(at + 2);  // these two bytes as well
    if ((marker >> 8) != 0xff || marker == kScan || length < 2 || length > jpeg.size() - at - 2) break;
    const std::string_view body = jpeg.substr(at + 4, length - 2);
    if (marker == kApplication1 && body.starts_with(kName)) return body.substr(kName.size());
    at += 2 + length;
  }
  return std::nullopt;
}

}  // namespace

Orientation orientation_of(std::string_view jpeg) {
  constexpr uint32_t kOrientation = 0x0112;
  constexpr uint32_t kShort = 3;
  constexpr uint32_t kLong = 4;
  constexpr size_t kEntry = 12;  // tag, type, count, value
  const std::optional<std::string_view> exif = exif_of(jpeg);
  if (!exif || !(exif->starts_with("MM") || exif->starts_with("II"))) return Orientation::kTopLeft;
  const Bytes bytes(*exif, exif->front() == 'M');
  const size_t directory = bytes.four(4);
  const uint32_t entries = bytes.two(directory);
  for (size_t i = 0; i < entries; ++i) {
    const size_t entry = directory + 2 + i * kEntry;
    const uint32_t type = bytes.two(entry + 2);
    if (bytes.two(entry) != kOrientation || (type != kShort && type != kLong)) continue;
    const uint32_t value = type == kShort ? bytes.two(entry + 8) : bytes.four(entry + 8);
    return value >= 1 && value <= 8 ? static_cast<Orientation>(value) : Orientation::kTopLeft;
  }
  return Orientation::kTopLeft;
}

Image upright(const Image& photo, Orientation orientation) {
  const int width = photo.size.width;
  const int height = photo.size.height;
  const bool is_turned = lies_on_its_side(orientation);
  // Whether its columns run to the left, and its rows upwards.
  const bool is_mirrored = orientation == Orientation::kTopRight || orientation == Orientation::kBottomRight ||
                           orientation == Orientation::kRightBottom || orientation == Orientation::kLeftBottom;
  const bool is_upside_down = orientation == Orientation::kBottomRight || orientation == Orientation::kBottomLeft ||
                              orientation == Orientation::kRightTop || orientation == Orientation::kRightBottom;
  Image seen(is_turned ? GridSize{height, width} : photo.size);
  for (int y = 0; y < seen.size.height; ++y)
    for (int x = 0; x < seen.size.width; ++x) {
      const int column = is_turned ? y : x;
      const int row = is_turned ? x : y;
      std::memcpy(seen.pixel(x, y),
                  photo.pixel(is_mirrored ? width - 1 - column : column, is_upside_down ? height - 1 - row : row), 4);
    }
  return seen;
}

}  // namespace quicksand
