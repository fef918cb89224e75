#include "io/png.h"

#include <zlib.h>

#include <algorithm>
#include <array>

#include "core/check.h"
#include "io/stb_png.h"

namespace quicksand {
namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr size_t kChunkOverhead = 12;  // length, type and checksum
constexpr size_t kMaxChunk = 0x7fffffff;

uint32_t checksum(std::string_view bytes) {
  return static_cast<uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string big_endian(uint32_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

uint32_t read_big_endian(std::string_view bytes) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

}  // namespace

std::string encode_png(const Image& image) {
  const GridSize size = image.size;
  std::string rgb(static_cast<size_t>(size.cells()) * 3, '\0');
  for (size_t i = 0; i < static_cast<size_t>(size.cells()); ++i)
    for (size_t channel = 0; channel < 3; ++channel)
      rgb[i * 3 + channel] = static_cast<char>(image.rgba[i * 4 + channel]);
  return stb_png(rgb, size);
}

bool is_png(std::string_view bytes) { return bytes.starts_with(kSignature); }

std::string with_chunk(std::string_view png, std::string_view type, std::string_view data) {
  QS_CHECK(type.size() == 4 && data.size() <= kMaxChunk, "a chunk's type or size is wrong");
  QS_CHECK(is_png(png) && png.size() > kSignature.size() + kChunkOverhead, "a chunk needs a PNG to stand in");
  const size_t end = png.size() - kChunkOverhead;  // IEND, which is empty, ends every PNG
  std::string body(type);
  body.append(data);
  std::string result(png.substr(0, end));
  result += big_endian(static_cast<uint32_t>(data.size())) + body + big_endian(checksum(body));
  return result.append(png.substr(end));
}

std::string with_pixels_alone(std::string_view png) {
  constexpr std::array<std::string_view, 8> kOfPixels{"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB"};
  QS_CHECK(is_png(png), "this is no PNG");
  std::string alone(kSignature);
  std::string_view rest = png.substr(kSignature.size());
  while (rest.size() >= kChunkOverhead) {
    const size_t length = read_big_endian(rest);
    if (length > rest.size() - kChunkOverhead) break;
    if (std::ranges::find(kOfPixels, rest.substr(4, 4)) != kOfPixels.end())
      alone.append(rest.substr(0, kChunkOverhead + length));
    rest.remove_prefix(kChunkOverhead + length);
  }
  return alone.append(rest);
}

Result<std::optional<std::string>> find_chunk(std::string_view png, std::string_view type, const std::string& file) {
  if (!is_png(png)) return fail("is not a PNG file", file);
  std::string_view rest = png.substr(kSignature.size());
  while (rest.size() >= kChunkOverhead) {
    const size_t length = read_big_endian(rest);
    if (length > rest.size() - kChunkOverhead) break;
    const std::string_view body = rest.substr(4, 4 + length);
    if (body.starts_with(type)) {
      if (checksum(body) != read_big_endian(rest.substr(8 + length)))
        return fail("the save is damaged: its checksum does not match", file);
      return std::optional<std::string>(body.substr(4));
    }
    if (body.starts_with("IEND")) return std::optional<std::string>();
    rest.remove_prefix(kChunkOverhead + length);
  }
  return fail("the PNG is cut short or damaged", file);
}

}  // namespace quicksand
