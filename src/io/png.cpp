#include "io/png.h"

#include <stb_image.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <memory>

#include "core/check.h"

namespace quicksand {
namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr size_t kChunkOverhead = 12;  // length, type and checksum
constexpr size_t kMaxChunk = 0x7fffffff;

constexpr std::array<uint32_t, 256> make_crc_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb88320U ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  return table;
}

uint32_t crc32(std::string_view bytes) {
  static constexpr std::array<uint32_t, 256> kTable = make_crc_table();
  uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) crc = kTable[(crc ^ static_cast<uint8_t>(byte)) & 255] ^ crc >> 8;
  return ~crc;
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
  std::string png;
  const auto append = [](void* context, void* data, int count) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<size_t>(count));
  };
  const int written = stbi_write_png_to_func(append, &png, size.width, size.height, 3, rgb.data(), size.width * 3);
  QS_CHECK(written != 0, "a picture could not be encoded");
  return png;
}

Result<Image> decode_picture(std::string_view bytes, const std::string& file, int most) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const int count = static_cast<int>(bytes.size());
  if (bytes.size() > kMaxChunk) return fail("is too large for a picture", file);
  GridSize size;
  int channels = 0;
  if (stbi_info_from_memory(data, count, &size.width, &size.height, &channels) == 0)
    return fail("is not a picture that can be read (PNG, JPEG, BMP or GIF)", file);
  if (size.height < 0 && size.height >= -most) size.height = -size.height;  // a BMP whose first row is the upper one
  if (std::min(size.width, size.height) < 1 || std::max(size.width, size.height) > most)
    return fail("the picture has " + std::to_string(size.width) + "x" + std::to_string(size.height) +
                    " pixels; the most is " + std::to_string(most) + "x" + std::to_string(most),
                file);
  const std::unique_ptr<unsigned char, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(data, count, &size.width, &size.height, &channels, 4), &stbi_image_free);
  if (!pixels) return fail(std::string("the picture is damaged: ") + stbi_failure_reason(), file);
  Image image(size);
  std::copy_n(pixels.get(), image.rgba.size(), image.rgba.data());
  return image;
}

bool is_png(std::string_view bytes) { return bytes.starts_with(kSignature); }

std::string with_chunk(std::string_view png, std::string_view type, std::string_view data) {
  QS_CHECK(type.size() == 4 && data.size() <= kMaxChunk, "a chunk's type or size is wrong");
  QS_CHECK(is_png(png) && png.size() > kSignature.size() + kChunkOverhead, "a chunk needs a PNG to stand in");
  const size_t end = png.size() - kChunkOverhead;  // IEND, which is empty, ends every PNG
  std::string body(type);
  body.append(data);
  std::string result(png.substr(0, end));
  result += big_endian(static_cast<uint32_t>(data.size())) + body + big_endian(crc32(body));
  return result.append(png.substr(end));
}

Result<std::optional<std::string>> find_chunk(std::string_view png, std::string_view type, const std::string& file) {
  if (!is_png(png)) return fail("is not a PNG file", file);
  std::string_view rest = png.substr(kSignature.size());
  while (rest.size() >= kChunkOverhead) {
    const size_t length = read_big_endian(rest);
    if (length > rest.size() - kChunkOverhead) break;
    const std::string_view body = rest.substr(4, 4 + length);
    if (body.starts_with(type)) {
      if (crc32(body) != read_big_endian(rest.substr(8 + length)))
        return fail("the save is damaged: its checksum does not match", file);
      return std::optional<std::string>(body.substr(4));
    }
    if (body.starts_with("IEND")) return std::optional<std::string>();
    rest.remove_prefix(kChunkOverhead + length);
  }
  return fail("the PNG is cut short or damaged", file);
}

}  // namespace quicksand
