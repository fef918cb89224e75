// Saves. The first byte says what the rest is: 0: a whole file; else what would stand in it, so that its checksums are
// right and what is read is what the fuzzer changed: the header's length in two bytes, the header, and the planes and
// the rest, which are compressed here.
#include <zstd.h>

#include <algorithm>

#include "app/kinds/world_kinds.h"
#include "app/open_world.h"
#include "fuzz/fuzzer.h"
#include "io/assets.h"
#include "io/png.h"
#include "io/save_file.h"

using namespace quicksand;

namespace {

constexpr int64_t kMostCells = 1 << 14;

std::string little_endian(uint32_t value) {
  std::string bytes;
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift);
  return bytes;
}

std::string as_file(std::string_view bytes) {
  if (bytes.size() < 2) return {};
  const size_t wanted = static_cast<uint8_t>(bytes[0]) + 256U * static_cast<uint8_t>(bytes[1]);
  const size_t length = std::min(wanted, bytes.size() - 2);
  const std::string_view header = bytes.substr(2, length);
  const std::string_view planes = bytes.substr(2 + length);
  std::string packed(ZSTD_compressBound(planes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), planes.data(), planes.size(), 1));
  static const std::string picture = encode_png(Image({1, 1}));
  return with_chunk(picture, "quSK",
                    "QSAV" + little_endian(7) + little_endian(static_cast<uint32_t>(header.size())) +
                        std::string(header) + packed);
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view rest = text_of(data + 1, size - 1);
  const std::string file = data[0] == 0 ? std::string(rest) : as_file(rest);
  const auto header = decode_save_header(file, "fuzz.png", world_kinds());
  if (!header) {
    check_message(header.failure());
    return 0;
  }
  if (!header->has_value() || (*header)->scene.size.cells() > kMostCells) return 0;
  const auto saved = decode_save(file, "fuzz.png", world_kinds());
  if (!saved) {
    check_message(saved.failure());
    return 0;
  }
  const WorldKind* const kind = find_kind(world_kinds(), (*saved)->scene.world);
  static const MaterialSet core = *load_materials("core");
  static const MaterialSet dunes = *load_materials("dunes");
  const auto world = kind->restore(**saved, kind->name == world_kinds()[0].name ? core : dunes, "auto", "fuzz.png");
  if (!world) {
    check_message(world.failure());
    return 0;
  }
  static Parallel parallel(1);
  for (int tick = 0; tick < 3; ++tick) (*world)->step(parallel);
  const SavedWorld again = copy_to_save(**world, (*saved)->scene);
  QS_CHECK(kind->restore(again, kind->name == world_kinds()[0].name ? core : dunes, "auto", "again.png").ok(),
           "a world that was saved cannot be restored");
  return 0;
}
