#include "io/save_file.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "io/json_reader.h"
#include "io/png.h"
#include "io/scene_file.h"

namespace quicksand {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kChunkType = "quSK";  // ancillary, private, not to be copied by editors of the picture
constexpr std::string_view kMagic = "QSAV";
constexpr uint32_t kVersion = 1;
// 5: grains do not sleep; 4: nor turn; 3: nor have they a shear; 2: three bytes each, too, without names.
constexpr uint32_t kVersionWithRest = 6;
constexpr size_t kPreamble = 12;
constexpr size_t kMaxChunkBytes = 0x7fffffff;
constexpr size_t kMaxPlanes = 16;
constexpr size_t kMaxHeaderBytes = size_t{64} << 20;
constexpr int kCompressionLevel = 3;
constexpr int64_t kMaxRestBytes = int64_t{1} << 30;

// The largest whole number that JSON readers keep exactly.
constexpr int64_t kMaxNumber = int64_t{1} << 53;

constexpr std::string_view kHeaderKeys[] = {"scene", "tick", "paint_serial", "entries", "planes", "rest"};

std::string little_endian(uint32_t value) {
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &value, 4);
  return bytes;
}

uint32_t read_little_endian(std::string_view bytes) {
  uint32_t value;
  std::memcpy(&value, bytes.data(), 4);
  return value;
}

std::string header_text(const World& world, const Scene& scene, size_t rest, WorldKinds kinds) {
  Scene left = scene;
  left.settings = world.settings();
  if (left.settings) left.open_border = left.settings->open_border;
  Json header{{"scene", Json::parse(scene_text(left, kinds))},
              {"tick", world.tick()},
              {"paint_serial", world.paint_serial()},
              {"entries", world.entry_names()},
              {"planes", Json::array()}};
  for (const PlaneView& plane : world.planes())
    if (plane.plane && plane.saved) header["planes"].push_back(plane.name);
  if (rest > 0) header["rest"] = rest;
  return header.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::string> compress(const World& world, const std::string& rest, const std::string& file) {
  std::string raw;
  raw.reserve(static_cast<size_t>(world.size().cells()) * world.planes().size() + rest.size());
  for (const PlaneView& view : world.planes())
    for (int y = 0; view.plane && view.saved && y < world.size().height; ++y)
      raw.append(reinterpret_cast<const char*>(view.plane->row(y)), static_cast<size_t>(world.size().width));
  raw += rest;

  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(raw.size()), '\0');
  const size_t size = ZSTD_compress2(context.get(), packed.data(), packed.size(), raw.data(), raw.size());
  if (ZSTD_isError(size)) return fail(std::string("the world cannot be compressed: ") + ZSTD_getErrorName(size), file);
  packed.resize(size);
  return packed;
}

std::vector<std::string> read_names(JsonReader& reader, const JsonValue& header, std::string_view key, size_t most) {
  std::vector<std::string> names;
  const JsonValue* list = reader.require(header, key);
  if (!list || !reader.expect(*list, JsonValue::Type::kArray, key)) return names;
  if (list->items.empty() || list->items.size() > most)
    reader.report(*list, "\"" + std::string(key) + "\" has a wrong number of items");
  for (const JsonValue& item : list->items)
    if (reader.expect(item, JsonValue::Type::kString, key)) names.push_back(item.string);
  return names;
}

// Reads the header into `saved`; planes get their names but no bytes yet.
Status read_header(std::string_view text, const std::string& file, WorldKinds kinds, SavedWorld& saved, size_t& rest) {
  Result<JsonValue> header = parse_json(text, file);
  if (!header) return header.failure();
  JsonReader reader(file);
  if (!reader.expect(*header, JsonValue::Type::kObject, "the header")) return reader.failure();
  reader.check_keys(*header, kHeaderKeys);
  saved.tick = static_cast<uint64_t>(reader.integer(*header, "tick", 0, 0, kMaxNumber));
  saved.paint_serial = static_cast<uint64_t>(reader.integer(*header, "paint_serial", 0, 0, kMaxNumber));
  rest = static_cast<size_t>(reader.integer(*header, "rest", 0, 0, kMaxRestBytes));
  saved.entry_names = read_names(reader, *header, "entries", 256);
  for (std::string& name : read_names(reader, *header, "planes", kMaxPlanes))
    saved.planes.push_back({std::move(name), {}});
  const JsonValue* scene = reader.require(*header, "scene");
  if (reader.failed()) return reader.failure();
  Result<Scene> read = read_scene(*scene, file, kinds);
  if (!read) return read.failure();
  saved.scene = std::move(*read);
  return Done{};
}

// Unpacks piece by piece: memory grows with the data that is really there, whatever the header claims.
Status unpack_planes(std::string_view packed, const std::string& file, size_t rest, SavedWorld& saved) {
  const Failure wrong_size = fail("the save is damaged: its planes do not have the size of its world", file);
  const auto cells = static_cast<size_t>(saved.scene.size.cells());
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  std::vector<uint8_t> block(ZSTD_DStreamOutSize());
  ZSTD_inBuffer input{packed.data(), packed.size(), 0};
  size_t plane = 0;
  for (size_t left = 1; left != 0;) {
    ZSTD_outBuffer output{block.data(), block.size(), 0};
    left = ZSTD_decompressStream(context.get(), &output, &input);
    if (ZSTD_isError(left) || (left != 0 && output.pos == 0 && input.pos == input.size))
      return fail("the save is damaged: its planes cannot be unpacked", file);
    for (size_t taken = 0; taken < output.pos;) {
      if (plane == saved.planes.size()) {
        if (output.pos - taken > rest - saved.rest.size()) return wrong_size;
        saved.rest.append(reinterpret_cast<const char*>(block.data()) + taken, output.pos - taken);
        break;
      }
      std::vector<uint8_t>& bytes = saved.planes[plane].bytes;
      const size_t count = std::min(output.pos - taken, cells - bytes.size());
      bytes.insert(bytes.end(), block.begin() + static_cast<ptrdiff_t>(taken),
                   block.begin() + static_cast<ptrdiff_t>(taken + count));
      taken += count;
      if (bytes.size() == cells) ++plane;
    }
  }
  if (plane != saved.planes.size() || saved.rest.size() != rest) return wrong_size;
  return Done{};
}

// A save's chunk, its header read.
struct OpenedChunk {
  std::string bytes;
  SavedWorld saved;  // its planes have names, but no bytes yet
  size_t planes_at = 0;
  size_t rest = 0;
};

// None: there is no such chunk.
Result<std::optional<OpenedChunk>> open_chunk(std::string_view png, const std::string& file, WorldKinds kinds) {
  Result<std::optional<std::string>> found = find_chunk(png, kChunkType, file);
  if (!found) return found.failure();
  if (!found->has_value()) return std::optional<OpenedChunk>();
  OpenedChunk opened;
  opened.bytes = std::move(**found);
  const std::string_view chunk = opened.bytes;
  if (chunk.size() < kPreamble || !chunk.starts_with(kMagic))
    return fail("the save is damaged: it has no header", file);
  const uint32_t version = read_little_endian(chunk.substr(4));
  if (version < kVersion || version > kVersionWithRest)
    return fail("the save has version " + std::to_string(version) + "; this program reads versions up to " +
                    std::to_string(kVersionWithRest) + ": a newer program is needed",
                file);
  const size_t header_size = read_little_endian(chunk.substr(8));
  if (header_size > std::min(chunk.size() - kPreamble, kMaxHeaderBytes))
    return fail("the save is damaged: its header is cut short or too large", file);
  opened.planes_at = kPreamble + header_size;
  const Status header = read_header(chunk.substr(kPreamble, header_size), file, kinds, opened.saved, opened.rest);
  if (!header) return header.failure();
  return std::optional<OpenedChunk>(std::move(opened));
}

}  // namespace

const SavedPlane* find_plane(const SavedWorld& saved, std::string_view name) {
  const auto found = std::find_if(saved.planes.begin(), saved.planes.end(),
                                  [&](const SavedPlane& plane) { return plane.name == name; });
  return found == saved.planes.end() ? nullptr : &*found;
}

Result<std::string> encode_save(const World& world, const Scene& scene, const Image& picture, WorldKinds kinds) {
  const std::string rest = world.extra_state();
  Result<std::string> packed = compress(world, rest, "");
  if (!packed) return packed.failure();
  const std::string header = header_text(world, scene, rest.size(), kinds);
  if (header.size() > kMaxHeaderBytes) return fail("the scene is too large for a save");
  const std::string chunk = std::string(kMagic) + little_endian(rest.empty() ? kVersion : kVersionWithRest) +
                            little_endian(static_cast<uint32_t>(header.size())) + header + *packed;
  if (chunk.size() > kMaxChunkBytes) return fail("the world is too large for a save");
  return with_chunk(encode_png(picture), kChunkType, chunk);
}

Result<std::optional<SavedWorld>> decode_save_header(std::string_view png, const std::string& file, WorldKinds kinds) {
  Result<std::optional<OpenedChunk>> opened = open_chunk(png, file, kinds);
  if (!opened) return opened.failure();
  if (!opened->has_value()) return std::optional<SavedWorld>();
  return std::optional<SavedWorld>(std::move((*opened)->saved));
}

Result<std::optional<SavedWorld>> decode_save(std::string_view png, const std::string& file, WorldKinds kinds) {
  Result<std::optional<OpenedChunk>> opened = open_chunk(png, file, kinds);
  if (!opened) return opened.failure();
  if (!opened->has_value()) return std::optional<SavedWorld>();
  OpenedChunk& chunk = **opened;
  const Status planes =
      unpack_planes(std::string_view(chunk.bytes).substr(chunk.planes_at), file, chunk.rest, chunk.saved);
  if (!planes) return planes.failure();
  return std::optional<SavedWorld>(std::move(chunk.saved));
}

}  // namespace quicksand
