#include "io/gif.h"

#include <gif_lib.h>

#include <vector>

#include "core/check.h"

namespace quicksand {
namespace {

constexpr int kColours = 256;

int append(GifFileType* file, const GifByteType* bytes, int count) {
  static_cast<std::string*>(file->UserData)->append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(count));
  return count;
}

Failure gif_failure(int error) {
  const char* const text = GifErrorString(error);
  return fail(std::string("the animation cannot be written: ") + (text ? text : "unknown error"));
}

}  // namespace

struct GifWriter::State {
  GridSize size;
  std::string bytes;
  GifFileType* file = nullptr;
  bool begun = false;
  std::vector<GifByteType> channels[3];
  std::vector<GifByteType> indices;

  ~State() {
    if (file) EGifCloseFile(file, nullptr);
  }

  Status begin() {
    int error = 0;
    file = EGifOpen(&bytes, append, &error);
    if (!file) return gif_failure(error);
    EGifSetGifVersion(file, true);
    if (EGifPutScreenDesc(file, size.width, size.height, 8, 0, nullptr) == GIF_ERROR) return gif_failure(file->Error);
    // Plays for ever: the extension that all viewers know from an early browser.
    const GifByteType loop[] = {1, 0, 0};
    if (EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_ERROR ||
        EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_ERROR ||
        EGifPutExtensionBlock(file, sizeof loop, loop) == GIF_ERROR || EGifPutExtensionTrailer(file) == GIF_ERROR)
      return gif_failure(file->Error);
    begun = true;
    return Done{};
  }
};

GifWriter::GifWriter(GridSize size) : state_(std::make_unique<State>()) {
  QS_CHECK(size.width >= 1 && size.height >= 1 && size.width <= kMaxGifExtent && size.height <= kMaxGifExtent,
           "an animation's size is out of range");
  state_->size = size;
}
GifWriter::~GifWriter() = default;
GifWriter::GifWriter(GifWriter&&) noexcept = default;
GifWriter& GifWriter::operator=(GifWriter&&) noexcept = default;

Status GifWriter::add(const Image& frame, int hundredths) {
  State& state = *state_;
  QS_CHECK(frame.size == state.size, "a frame has another size than its animation");
  if (!state.begun)
    if (const Status begun = state.begin(); !begun) return begun;

  const size_t pixels = static_cast<size_t>(frame.size.cells());
  for (size_t channel = 0; channel < 3; ++channel) {
    state.channels[channel].resize(pixels);
    for (size_t i = 0; i < pixels; ++i) state.channels[channel][i] = frame.rgba[i * 4 + channel];
  }
  state.indices.resize(pixels);
  ColorMapObject* const map = GifMakeMapObject(kColours, nullptr);
  if (!map) return fail("there is not enough memory for an animation");
  int colours = kColours;
  const bool reduced =
      GifQuantizeBuffer(static_cast<unsigned>(frame.size.width), static_cast<unsigned>(frame.size.height), &colours,
                        state.channels[0].data(), state.channels[1].data(), state.channels[2].data(),
                        state.indices.data(), map->Colors) != GIF_ERROR;
  GraphicsControlBlock control{};
  control.DelayTime = hundredths;
  control.TransparentColor = NO_TRANSPARENT_COLOR;
  GifByteType packed[4];
  const size_t packed_size = EGifGCBToExtension(&control, packed);
  bool good =
      reduced &&
      EGifPutExtension(state.file, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(packed_size), packed) != GIF_ERROR &&
      EGifPutImageDesc(state.file, 0, 0, frame.size.width, frame.size.height, false, map) != GIF_ERROR;
  for (int y = 0; good && y < frame.size.height; ++y)
    good = EGifPutLine(state.file, &state.indices[static_cast<size_t>(y) * frame.size.width], frame.size.width) !=
           GIF_ERROR;
  GifFreeMapObject(map);
  if (!good) return gif_failure(state.file->Error);
  return Done{};
}

Result<std::string> GifWriter::finish() {
  State& state = *state_;
  if (!state.begun)
    if (const Status begun = state.begin(); !begun) return begun.failure();
  int error = 0;
  const bool closed = EGifCloseFile(state.file, &error) != GIF_ERROR;
  state.file = nullptr;
  if (!closed) return gif_failure(error);
  return std::move(state.bytes);
}

}  // namespace quicksand
