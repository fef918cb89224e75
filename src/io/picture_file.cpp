#include "io/picture_file.h"

#include <gif_lib.h>
#include <png.h>
#include <stb_image.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "io/jpeg_orientation.h"
#include "io/png.h"

namespace quicksand {
namespace {

constexpr int kChannels = 4;

// In all scans of a JPEG: 32 of the largest picture, of which encoders make 10 or so.
constexpr int64_t kMostScannedPixels = 32 * kMostPicturePixels;

struct PictureLimits {
  const std::string& file;
  int most;
};

Failure is_damaged(const PictureLimits& limits, std::string_view reason) {
  return fail("the picture is damaged" + (reason.empty() ? "" : ": " + std::string(reason)), limits.file);
}

std::string in_pixels(int64_t width, int64_t height) { return std::to_string(width) + "x" + std::to_string(height); }

Status check_size(int64_t width, int64_t height, const PictureLimits& limits) {
  if (std::min(width, height) < 1) return is_damaged(limits, "it has no pixels");
  if (std::max(width, height) > limits.most)
    return fail(
        "the picture has " + in_pixels(width, height) + " pixels; the most is " + in_pixels(limits.most, limits.most),
        limits.file);
  if (width * height > kMostPicturePixels)
    return fail("the picture has " + in_pixels(width, height) + " pixels; the most is " +
                    std::to_string(kMostPicturePixels >> 20) + " million in all",
                limits.file);
  return Done{};
}

Result<Image> decode_png(std::string_view file, const PictureLimits& limits) {
  const std::string bytes = with_pixels_alone(file);
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, decltype(&png_image_free)> closing(&png, &png_image_free);
  if (png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) == 0) return is_damaged(limits, png.message);
  if (const Status size = check_size(png.width, png.height, limits); !size) return size.failure();
  png.format = PNG_FORMAT_RGBA;
  png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // those that do not say what their numbers mean are not linear
  Image image({static_cast<int>(png.width), static_cast<int>(png.height)});
  if (png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr) == 0) return is_damaged(limits, png.message);
  return image;
}

// The scans of a JPEG, of which a progressive one has several. Segments are passed by their lengths, previews with
// them; in a scan a byte 255 is a marker unless 0 follows, or the number of a restart. What comes after the picture is
// none of it. Source: ITU-T T.81, "Digital compression and coding of continuous-tone still images" (1992), annex B.
int64_t count_scans(std::string_view bytes) {
  constexpr auto kEnd = static_cast<char>(0xd9);
  constexpr auto kScan = static_cast<char>(0xda);
  const auto stands_alone = [](char marker) { return marker == 1 || (marker & 0xf8) == 0xd0 || marker == '\xd8'; };
  int64_t scans = 0;
  for (size_t at = 0; (at = bytes.find('\xff', at)) != std::string_view::npos && at + 1 < bytes.size();) {
    const char marker = bytes[++at];
    if (marker == kEnd) break;
    if (marker == 0 || marker == '\xff' || stands_alone(marker)) continue;
    scans += marker == kScan ? 1 : 0;
    if (at + 2 >= bytes.size()) break;
    at += 1 + static_cast<size_t>(static_cast<uint8_t>(bytes[at + 1]) << 8 | static_cast<uint8_t>(bytes[at + 2]));
  }
  return scans;
}

Result<Image> decode_jpeg(std::string_view bytes, const PictureLimits& limits) {
  const std::unique_ptr<void, decltype(&tjDestroy)> decoder(tjInitDecompress(), &tjDestroy);
  if (!decoder) return fail("there is no memory for a picture", limits.file);
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto count = static_cast<unsigned long>(bytes.size());
  int width = 0;
  int height = 0;
  int sampling = 0;
  int colours = 0;
  if (tjDecompressHeader3(decoder.get(), data, count, &width, &height, &sampling, &colours) != 0)
    return is_damaged(limits, tjGetErrorStr2(decoder.get()));
  if (const Status size = check_size(width, height, limits); !size) return size.failure();
  if (colours == TJCS_CMYK || colours == TJCS_YCCK)
    return fail("the picture has colours for printing (CMYK): save it with colours for screens (RGB)", limits.file);
  const int64_t scans = count_scans(bytes);  // each goes over the whole picture
  if (scans * width * height > kMostScannedPixels)
    return fail(
        "the picture has " + std::to_string(scans) + " scans, which would take very long to read: save it again",
        limits.file);
  const Orientation orientation = orientation_of(bytes);
  if (lies_on_its_side(orientation) && int64_t{width} * height > kMostPicturePixels / 2)
    return fail("the photo lies on its side, and has " + in_pixels(width, height) + " pixels; the most is " +
                    std::to_string(kMostPicturePixels >> 21) + " million in all, or save it upright",
                limits.file);
  Image image({width, height});
  constexpr int kFlags = TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT;
  if (tjDecompress2(decoder.get(), data, count, image.rgba.data(), width, width * kChannels, height, TJPF_RGBA,
                    kFlags) != 0)
    return is_damaged(limits, tjGetErrorStr2(decoder.get()));
  if (orientation != Orientation::kTopLeft) return upright(image, orientation);
  return image;
}

int64_t little_endian(std::string_view bytes, size_t at, size_t count) {
  int64_t value = 0;
  for (size_t i = count; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

// Whether stb's test for BMP files will say yes: with no, it would go on to formats that are not to be tried.
bool has_bmp_header(std::string_view bytes) {
  if (!bytes.starts_with("BM") || bytes.size() < 30) return false;
  const auto header = static_cast<uint8_t>(bytes[14]);
  return bytes.substr(15, 3) == std::string_view("\0\0\0", 3) &&
         (header == 12 || header == 40 || header == 56 || header == 108 || header == 124);
}

Result<Image> decode_bmp(std::string_view bytes, const PictureLimits& limits) {
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
  const int count = static_cast<int>(bytes.size());
  int width = 0;
  int height = 0;
  int channels = 0;
  const int64_t compression = bytes.size() >= 34 && bytes[14] != 12 ? little_endian(bytes, 30, 4) : 0;
  if (has_bmp_header(bytes) && (compression == 1 || compression == 2))
    return fail("the picture is a BMP that is compressed, which few programs read: save it as PNG", limits.file);
  if (!has_bmp_header(bytes) || stbi_info_from_memory(data, count, &width, &height, &channels) == 0)
    return is_damaged(limits, "");
  if (height < 0 && height >= -limits.most) height = -height;  // its first row is the upper one
  if (const Status size = check_size(width, height, limits); !size) return size.failure();
  // stb makes up what a file lacks. Rows are padded to four bytes; it reads none that are compressed.
  const int64_t bits = little_endian(bytes, bytes[14] == 12 ? 24 : 28, 2);
  const int64_t row_bytes = (width * bits + 31) / 32 * 4;
  if (little_endian(bytes, 10, 4) + row_bytes * height > static_cast<int64_t>(bytes.size()))
    return is_damaged(limits, "it is cut short");
  const std::unique_ptr<unsigned char, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(data, count, &width, &height, &channels, kChannels), &stbi_image_free);
  if (!pixels) return is_damaged(limits, stbi_failure_reason());
  Image image({width, height});
  std::copy_n(pixels.get(), image.rgba.size(), image.rgba.data());
  return image;
}

struct GifSource {
  std::string_view rest;
};

int read_gif_bytes(GifFileType* gif, GifByteType* into, int count) {
  auto& source = *static_cast<GifSource*>(gif->UserData);
  const size_t taken = std::min(source.rest.size(), static_cast<size_t>(count));
  std::memcpy(into, source.rest.data(), taken);
  source.rest.remove_prefix(taken);
  return static_cast<int>(taken);
}

// The rows of an interlaced GIF come in four passes. Source: CompuServe, "Graphics Interchange Format, version 89a"
// (1990), appendix E.
std::vector<int> gif_row_order(int height, bool interlaced) {
  std::vector<int> order;
  order.reserve(static_cast<size_t>(height));
  struct Pass {
    int first;
    int step;
  };
  static constexpr Pass kPasses[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
  static constexpr Pass kOne[] = {{0, 1}};
  for (const Pass& pass : interlaced ? std::span<const Pass>(kPasses) : std::span<const Pass>(kOne))
    for (int y = pass.first; y < height; y += pass.step) order.push_back(y);
  return order;
}

// The first picture only, where it stands on its screen; around it is nothing.
Result<Image> decode_first_frame(GifFileType& gif, int transparent, const PictureLimits& limits) {
  const auto damaged = [&] { return is_damaged(limits, GifErrorString(gif.Error) ? GifErrorString(gif.Error) : ""); };
  if (DGifGetImageDesc(&gif) == GIF_ERROR) return damaged();
  const GifImageDesc& frame = gif.Image;
  const int64_t right = int64_t{frame.Left} + frame.Width;
  const int64_t bottom = int64_t{frame.Top} + frame.Height;
  const int64_t width = std::max<int64_t>(gif.SWidth, right);
  const int64_t height = std::max<int64_t>(gif.SHeight, bottom);
  if (const Status size = check_size(width, height, limits); !size) return size.failure();
  if (std::min(frame.Width, frame.Height) < 1) return is_damaged(limits, "it has no pixels");
  const ColorMapObject* const colours = frame.ColorMap ? frame.ColorMap : gif.SColorMap;
  if (!colours) return is_damaged(limits, "it has no colours");
  Image image({static_cast<int>(width), static_cast<int>(height)});
  std::vector<GifPixelType> row(static_cast<size_t>(frame.Width));
  for (const int y : gif_row_order(frame.Height, frame.Interlace)) {
    if (DGifGetLine(&gif, row.data(), frame.Width) == GIF_ERROR) return damaged();
    for (int x = 0; x < frame.Width; ++x) {
      const int index = row[static_cast<size_t>(x)];
      if (index == transparent || index >= colours->ColorCount) continue;
      const GifColorType& colour = colours->Colors[index];
      uint8_t* const pixel = image.pixel(frame.Left + x, frame.Top + y);
      pixel[0] = colour.Red;
      pixel[1] = colour.Green;
      pixel[2] = colour.Blue;
      pixel[3] = 255;
    }
  }
  return image;
}

Result<Image> decode_gif(std::string_view bytes, const PictureLimits& limits) {
  GifSource source{bytes};
  int error = 0;
  const auto close = [](GifFileType* gif) { DGifCloseFile(gif, nullptr); };
  const std::unique_ptr<GifFileType, decltype(close)> gif(DGifOpen(&source, &read_gif_bytes, &error), close);
  if (!gif) return is_damaged(limits, GifErrorString(error) ? GifErrorString(error) : "");
  int transparent = NO_TRANSPARENT_COLOR;
  while (true) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(gif.get(), &type) == GIF_ERROR) return is_damaged(limits, "it is cut short");
    if (type == IMAGE_DESC_RECORD_TYPE) return decode_first_frame(*gif, transparent, limits);
    if (type != EXTENSION_RECORD_TYPE) return is_damaged(limits, "there is no picture in it");
    int code = 0;
    GifByteType* extension = nullptr;  // its length, then its bytes
    if (DGifGetExtension(gif.get(), &code, &extension) == GIF_ERROR) return is_damaged(limits, "it is cut short");
    while (extension) {
      GraphicsControlBlock control;
      if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(extension[0], extension + 1, &control) == GIF_OK)
        transparent = control.TransparentColor;
      if (DGifGetExtensionNext(gif.get(), &extension) == GIF_ERROR) return is_damaged(limits, "it is cut short");
    }
  }
}

}  // namespace

Result<Image> decode_picture(std::string_view bytes, const std::string& file, int most) {
  const PictureLimits limits{file, most};
  if (bytes.size() > size_t{std::numeric_limits<int>::max()}) return fail("is too large for a picture", file);
  if (is_png(bytes)) return decode_png(bytes, limits);
  if (bytes.starts_with("\xff\xd8\xff")) return decode_jpeg(bytes, limits);
  if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return decode_gif(bytes, limits);
  if (bytes.starts_with("BM")) return decode_bmp(bytes, limits);
  return fail("is not a picture that can be read (PNG, JPEG, BMP or GIF)", file);
}

}  // namespace quicksand
