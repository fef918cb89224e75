#include "io/save_file.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "io/json_reader.h"
#include "io/json_text.h"
#include "io/png.h"
#include "io/scene_file.h"

namespace quicksand {
namespace {

constexpr std::string_view kChunkType = "quSK";  // ancillary, private, not to be copied by editors of the picture
constexpr std::string_view kMagic = "QSAV";
constexpr uint32_t kVersion = 1;
// 5: grains do not sleep; 4: nor turn; 3: nor have they a shear; 2: three bytes each, too, without names.
constexpr uint32_t kVersionWithRest = 6;
constexpr uint32_t kVersionWithMaterials = 7;
constexpr size_t kPreamble = 12;
constexpr size_t kMaxChunkBytes = 0x7fffffff;
constexpr size_t kMaxPlanes = 16;
constexpr size_t kMaxHeaderBytes = size_t{64} << 20;
constexpr int kCompressionLevel = 3;
constexpr int64_t kMaxRestBytes = int64_t{1} << 30;

// The largest whole number that JSON readers keep exactly.
constexpr int64_t kMaxNumber = int64_t{1} << 53;

constexpr std::string_view kHeaderKeys[] = {"scene",  "tick", "paint_serial",   "entries",
                                            "planes", "rest", "material_bytes", "placeholders"};

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

std::string header_text(const SavedWorld& save, WorldKinds kinds) {
  Json header{{"scene", Json::parse(scene_text(save.scene, kinds))},
              {"tick", save.tick},
              {"paint_serial", save.paint_serial},
              {"entries", save.entry_names},
              {"planes", Json::array()}};
  for (const SavedPlane& plane : save.planes) header["planes"].push_back(plane.name);
  if (!save.rest.empty()) header["rest"] = save.rest.size();
  if (!save.materials.empty()) header["material_bytes"] = save.materials.size();
  if (!save.placeholders.empty()) header["placeholders"] = save.placeholders;
  return json_line(header);
}

uint32_t version_of(const SavedWorld& save) {
  return !save.materials.empty() ? kVersionWithMaterials : save.rest.empty() ? kVersion : kVersionWithRest;
}

// Everything behind the header, as one frame.
Result<std::string> compress(const SavedWorld& save) {
  std::vector<std::string_view> parts;
  for (const SavedPlane& plane : save.planes)
    parts.emplace_back(reinterpret_cast<const char*>(plane.bytes.data()), plane.bytes.size());
  parts.emplace_back(save.rest);
  parts.emplace_back(save.materials);
  size_t size = 0;
  for (const std::string_view part : parts) size += part.size();

  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setPledgedSrcSize(context.get(), size);
  std::string packed(ZSTD_compressBound(size), '\0');
  ZSTD_outBuffer output{packed.data(), packed.size(), 0};
  const auto add = [&](std::string_view part, ZSTD_EndDirective directive) {
    ZSTD_inBuffer input{part.data(), part.size(), 0};
    size_t left = 1;
    while (left != 0 && !ZSTD_isError(left)) {
      left = ZSTD_compressStream2(context.get(), &output, &input, directive);
      if (directive == ZSTD_e_continue && input.pos == input.size) return left;
    }
    return left;
  };
  size_t result = 0;
  for (const std::string_view part : parts)
    if (!ZSTD_isError(result)) result = add(part, ZSTD_e_continue);
  if (!ZSTD_isError(result)) result = add({}, ZSTD_e_end);
  if (ZSTD_isError(result)) return fail(std::string("the world cannot be compressed: ") + ZSTD_getErrorName(result));
  packed.resize(output.pos);
  return packed;
}

std::vector<std::string> read_names(JsonReader& reader, const JsonValue& header, std::string_view key, size_t most) {
  std::vector<std::string> names;
  const JsonValue* list = reader.require(header, key);
  if (!list || !reader.expect(*list, JsonValue::Type::kArray, key)) return names;
  if (list->items().empty() || list->items().size() > most)
    reader.report(*list, "\"" + std::string(key) + "\" has a wrong number of items");
  for (const JsonValue& item : list->items())
    if (reader.expect(item, JsonValue::Type::kString, key)) names.push_back(item.string());
  return names;
}

// How long what stands behind the planes is, in bytes.
struct TailSizes {
  size_t rest = 0;
  size_t materials = 0;

  size_t sum() const { return rest + materials; }
};

// Whether the kind's worlds of that size have such planes and so much besides: known before anything is unpacked, as a
// few bytes may claim, and unpack to, gigabytes.
Status check_against_kind(const SavedWorld& saved, const TailSizes& sizes, const WorldKind& kind,
                          const std::string& file) {
  const std::vector<std::string_view> known = kind.saved_planes();
  for (auto plane = saved.planes.begin(); plane != saved.planes.end(); ++plane) {
    if (std::ranges::find(known, plane->name) == known.end())
      return fail("the save holds a plane " + in_quotes(plane->name) + ", which worlds of the kind " +
                      in_quotes(kind.name) + " do not have",
                  file);
    if (find_plane(saved, plane->name) != &*plane)
      return fail("the save is damaged: it holds the plane " + in_quotes(plane->name) + " twice", file);
  }
  if (std::max(saved.scene.size.width, saved.scene.size.height) > kind.most_extent)
    return fail("a world of the kind " + in_quotes(kind.name) + " is at most " + std::to_string(kind.most_extent) +
                    " cells long, not " + std::to_string(std::max(saved.scene.size.width, saved.scene.size.height)),
                file);
  if (sizes.rest > kind.most_rest(saved.scene.size))
    return fail("the save is damaged: beside its planes it claims " + std::to_string(sizes.rest) + " bytes", file);
  return Done{};
}

// Reads the header into `saved`; planes get their names but no bytes yet.
Status read_header(std::string_view text, const std::string& file, WorldKinds kinds, SavedWorld& saved,
                   TailSizes& sizes) {
  Result<JsonValue> header = parse_json(text, file);
  if (!header) return header.failure();
  JsonReader reader(file);
  if (!reader.expect(*header, JsonValue::Type::kObject, "the header")) return reader.failure();
  reader.check_keys(*header, kHeaderKeys);
  saved.tick = static_cast<uint64_t>(reader.integer(*header, "tick", 0, 0, kMaxNumber));
  saved.paint_serial = static_cast<uint64_t>(reader.integer(*header, "paint_serial", 0, 0, kMaxNumber));
  sizes.rest = static_cast<size_t>(reader.integer(*header, "rest", 0, 0, kMaxRestBytes));
  sizes.materials =
      static_cast<size_t>(reader.integer(*header, "material_bytes", 0, 0, int64_t{kMaxSavedMaterialBytes}));
  saved.entry_names = read_names(reader, *header, "entries", 256);
  if (header->find("placeholders")) saved.placeholders = read_names(reader, *header, "placeholders", 256);
  for (std::string& name : read_names(reader, *header, "planes", kMaxPlanes))
    saved.planes.push_back({std::move(name), {}});
  const JsonValue* scene = reader.require(*header, "scene");
  if (reader.failed()) return reader.failure();
  Result<Scene> read = read_scene_of_save(*scene, file, kinds);
  if (!read) return read.failure();
  saved.scene = std::move(*read);
  const WorldKind* const kind = find_kind(kinds, saved.scene.world);
  QS_CHECK(kind, "a scene is of a kind of world that there is not");
  return check_against_kind(saved, sizes, *kind, file);
}

// Unpacks piece by piece: memory grows with the data that is really there, whatever the header claims.
Status unpack(std::string_view packed, const std::string& file, const TailSizes& sizes, SavedWorld& saved) {
  const Failure wrong_size = fail("the save is damaged: its planes do not have the size of its world", file);
  const auto cells = static_cast<size_t>(saved.scene.size.cells());
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  std::vector<uint8_t> block(ZSTD_DStreamOutSize());
  ZSTD_inBuffer input{packed.data(), packed.size(), 0};
  size_t plane = 0;
  std::string tail;
  for (size_t left = 1; left != 0;) {
    ZSTD_outBuffer output{block.data(), block.size(), 0};
    left = ZSTD_decompressStream(context.get(), &output, &input);
    if (ZSTD_isError(left) || (left != 0 && output.pos == 0 && input.pos == input.size))
      return fail("the save is damaged: its planes cannot be unpacked", file);
    for (size_t taken = 0; taken < output.pos;) {
      if (plane == saved.planes.size()) {
        if (output.pos - taken > sizes.sum() - tail.size()) return wrong_size;
        tail.append(reinterpret_cast<const char*>(block.data()) + taken, output.pos - taken);
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
  if (plane != saved.planes.size() || tail.size() != sizes.sum()) return wrong_size;
  saved.materials = tail.substr(sizes.rest);
  tail.resize(sizes.rest);
  saved.rest = std::move(tail);
  return Done{};
}

// A save's chunk, its header read.
struct OpenedChunk {
  std::string bytes;
  SavedWorld saved;  // its planes have names, but no bytes yet
  size_t planes_at = 0;
  TailSizes sizes;
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
  if (version < kVersion || version > kVersionWithMaterials)
    return fail("the save has version " + std::to_string(version) + "; this program reads versions up to " +
                    std::to_string(kVersionWithMaterials) + ": a newer program is needed",
                file);
  const size_t header_size = read_little_endian(chunk.substr(8));
  if (header_size > std::min(chunk.size() - kPreamble, kMaxHeaderBytes))
    return fail("the save is damaged: its header is cut short or too large", file);
  opened.planes_at = kPreamble + header_size;
  const Status header = read_header(chunk.substr(kPreamble, header_size), file, kinds, opened.saved, opened.sizes);
  if (!header) return header.failure();
  return std::optional<OpenedChunk>(std::move(opened));
}

}  // namespace

const SavedPlane* find_plane(const SavedWorld& saved, std::string_view name) {
  const auto found = std::find_if(saved.planes.begin(), saved.planes.end(),
                                  [&](const SavedPlane& plane) { return plane.name == name; });
  return found == saved.planes.end() ? nullptr : &*found;
}

SavedWorld copy_to_save(const World& world, Scene scene) {
  SavedWorld save;
  save.scene = std::move(scene);
  save.scene.settings = world.settings();
  if (save.scene.settings) save.scene.open_border = save.scene.settings->open_border;
  save.tick = world.tick();
  save.paint_serial = world.paint_serial();
  save.entry_names = world.entry_names();
  for (const PlaneView& view : world.planes()) {
    if (!view.plane || !view.saved) continue;
    std::vector<uint8_t>& bytes = save.planes.emplace_back(SavedPlane{std::string(view.name), {}}).bytes;
    bytes.reserve(static_cast<size_t>(world.size().cells()));
    for (int y = 0; y < world.size().height; ++y)
      bytes.insert(bytes.end(), view.plane->row(y), view.plane->row(y) + world.size().width);
  }
  save.rest = world.extra_state();
  return save;
}

namespace {

// At least as many bytes as scene_text() makes of all that a scene has of its own, or nearly, but for its commands.
size_t most_bytes_of(const Scene& scene) {
  constexpr size_t kItem = 1024;  // with all keys that it may have
  constexpr size_t kPart = 96;    // a name, or a place in a list
  size_t bytes = scene.title.size() + scene.hints.size() * kMostHintBytes + scene.signs.size() * kItem +
                 (scene.forces.size() + scene.touches.size()) * kItem;
  const auto add = [&](const PaintCommand& paint, size_t names) {
    bytes += kItem + kPart * (names + paint.corners.size() + paint.cells.size() +
                              (paint.tip_cells.runs ? paint.tip_cells.runs->size() : 0));
  };
  for (const ScenePaint& paint : scene.paint) add(paint.command, paint.materials.size());
  for (const SceneSource& source : scene.sources) add(source.command, source.materials.size());
  for (const MaterialChange& change : scene.material_changes) bytes += kItem + change.value.size();
  return bytes;
}

}  // namespace

Status check_can_be_saved(const World& world, Scene scene, WorldKinds kinds) {
  constexpr size_t kMost = kMaxHeaderBytes / 2;
  scene.commands.clear();
  scene.settings = world.settings();
  // To write it takes about as long as to read it, which is seldom needed.
  const WorldKind* const kind = find_kind(kinds, scene.world);
  const size_t of_kind = kind && kind->write ? kind->write(scene).size() : 0;
  if (of_kind + most_bytes_of(scene) <= kMost || scene_text(scene, kinds).size() <= kMost) return Done{};
  return fail("a save of this world would take more than the " + std::to_string(kMost >> 20) +
                  " MiB that there are for what is yet to come in it and for its bodies: paint less in later ticks, or "
                  "let bodies have fewer or smaller maps",
              scene.file);
}

void embed(const MaterialSet& materials, SavedWorld& save) {
  std::string text = material_text(materials);
  if (text.size() > kMaxSavedMaterialBytes) return;
  save.materials = std::move(text);
  save.placeholders = materials.placeholders;
}

Result<std::string> encode_save(const SavedWorld& save, const Image& picture, WorldKinds kinds) {
  if (std::max(save.tick, save.paint_serial) > uint64_t{kMaxNumber})
    return fail("the world has seen more than " + std::to_string(kMaxNumber) +
                " ticks or strokes, the most that a save can tell");
  const std::string header = header_text(save, kinds);
  if (header.size() > kMaxHeaderBytes) return fail("the scene is too large for a save");
  // What could not be opened again is no save: better that the player hears it now.
  SavedWorld again;
  TailSizes sizes;
  if (const Status readable = read_header(header, "", kinds, again, sizes); !readable)
    return fail("the world cannot be saved, as it could not be opened again: " + readable.failure().text());
  const Result<std::string> packed = compress(save);
  if (!packed) return packed.failure();
  const std::string chunk = std::string(kMagic) + little_endian(version_of(save)) +
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
  const Status planes = unpack(std::string_view(chunk.bytes).substr(chunk.planes_at), file, chunk.sizes, chunk.saved);
  if (!planes) return planes.failure();
  return std::optional<SavedWorld>(std::move(chunk.saved));
}

}  // namespace quicksand
