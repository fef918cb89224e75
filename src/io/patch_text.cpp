#include "io/patch_text.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "core/check.h"
#include "core/wording.h"
#include "sim/cells/cell_planes.h"

namespace quicksand {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr size_t kMostPlanesListed = 64;
constexpr size_t kMostEntriesListed = 256;

std::string base64(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    for (size_t k = 0; k < 3; ++k) three = three << 8 | (k < count ? static_cast<uint8_t>(bytes[i + k]) : 0U);
    for (size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> bytes_of_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t three = 0;
    size_t count = 3;
    for (size_t k = 0; k < 4; ++k) {
      const char c = text[i + k];
      const bool is_filler = c == '=' && i + 4 == text.size() && k >= 2 && (k == 3 || text[i + 3] == '=');
      const size_t digit = kDigits.find(c);
      if (!is_filler && digit == std::string_view::npos) return std::nullopt;
      if (is_filler) count = std::min(count, k - 1);
      three = three << 6 | (is_filler ? 0U : static_cast<uint32_t>(digit));
    }
    for (size_t k = 0; k < count; ++k) bytes += static_cast<char>(three >> (16 - 8 * k));
  }
  return bytes;
}

// So many bytes, no more and no fewer.
std::optional<std::string> unpack(std::string_view packed, size_t size) {
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != size) return std::nullopt;
  std::string bytes(size, '\0');
  const size_t got = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return std::nullopt;
  return bytes;
}

std::optional<std::vector<std::string>> names_in(const JsonValue& patch, std::string_view key, size_t most) {
  const JsonValue* const list = patch.find(key);
  if (!list || list->type != JsonValue::Type::kArray || list->items().empty() || list->items().size() > most)
    return std::nullopt;
  std::vector<std::string> names;
  for (const JsonValue& name : list->items()) {
    if (name.type != JsonValue::Type::kString) return std::nullopt;
    names.push_back(name.string());
  }
  return names;
}

// Those of a sandbox, as older versions have called them, too; its materials first.
std::string what_is_wrong_with(const std::vector<std::string>& planes) {
  std::set<std::string_view> met;
  for (const std::string& name : planes) {
    const auto row = std::ranges::find_if(kPlaneRows, [&](const PlaneRow& each) {
      return each.name == name || (!name.empty() && each.former_name == name);
    });
    if (row == std::end(kPlaneRows)) return "the patch has a plane " + in_quotes(name) + ", but no world has one";
    if (!met.insert(row->name).second) return "the patch has the plane " + in_quotes(name) + " twice";
  }
  if (planes.front() != kPlaneRows[kMaterialPlane].name)
    return "the first plane of a patch is " + in_quotes(kPlaneRows[kMaterialPlane].name);
  return "";
}

std::optional<GridSize> size_in(const JsonValue& patch) {
  const JsonValue* const size = patch.find("size");
  const auto is_extent = [](const JsonValue& number) {
    return number.type == JsonValue::Type::kInteger && number.integer >= 1 && number.integer <= kMaxWorldExtent;
  };
  if (!size || size->type != JsonValue::Type::kArray || size->items().size() != 2 ||
      !std::ranges::all_of(size->items(), is_extent))
    return std::nullopt;
  return GridSize{static_cast<int>(size->items()[0].integer), static_cast<int>(size->items()[1].integer)};
}

}  // namespace

Json write_patch(const Patch& patch) {
  std::string raw;
  Json planes = Json::array();
  for (const PatchPlane& plane : patch.planes) {
    planes.push_back(plane.name);
    raw.append(plane.bytes.begin(), plane.bytes.end());
  }
  std::string packed(ZSTD_compressBound(raw.size()), '\0');
  const size_t size = ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), 3);
  QS_CHECK(!ZSTD_isError(size), "a piece of a world cannot be compressed");
  packed.resize(size);
  return {{"size", {patch.size.width, patch.size.height}},
          {"entries", patch.entry_names},
          {"planes", std::move(planes)},
          {"data", base64(packed)}};
}

std::shared_ptr<const Patch> read_patch(JsonReader& reader, const JsonValue& object, std::string_view key) {
  const auto nothing = [&](const JsonValue& place, const std::string& what) {
    reader.report(place, what);
    return std::make_shared<const Patch>(Patch{{1, 1}, {"void"}, {{"material", {0}}}});
  };
  const JsonValue* const value = object.find(key);
  if (!value || value->type != JsonValue::Type::kObject)
    return nothing(value ? *value : object, "what is pasted stands in \"patch\", an object");
  const std::optional<GridSize> size = size_in(*value);
  if (!size || size->cells() > kMostPatchCells)
    return nothing(*value, "the patch needs a \"size\": [width, height], 1 to " + std::to_string(kMaxWorldExtent) +
                               " each, and at most " + std::to_string(kMostPatchCells) + " cells");
  std::optional<std::vector<std::string>> entries = names_in(*value, "entries", kMostEntriesListed);
  if (!entries) return nothing(*value, "the patch needs \"entries\", the names of 1 to 256 materials");
  const std::optional<std::vector<std::string>> planes = names_in(*value, "planes", kMostPlanesListed);
  if (!planes) return nothing(*value, "the patch needs \"planes\", the names of 1 to 64 planes");
  const JsonValue* const data = value->find("data");
  if (!data || data->type != JsonValue::Type::kString)
    return nothing(*value, "the patch needs \"data\", a zstd frame in base64");
  if (const std::string wrong = what_is_wrong_with(*planes); !wrong.empty()) return nothing(*value, wrong);
  const auto cells = static_cast<size_t>(size->cells());
  if (!reader.takes_memory(value->place, static_cast<int64_t>(cells * planes->size())))
    return std::make_shared<const Patch>(Patch{{1, 1}, {"void"}, {{"material", {0}}}});
  const std::optional<std::string> packed = bytes_of_base64(data->string());
  const std::optional<std::string> bytes = packed ? unpack(*packed, cells * planes->size()) : std::nullopt;
  if (!bytes)
    return nothing(*data, "the patch is damaged: its data is not a zstd frame in base64 of " +
                              std::to_string(cells * planes->size()) + " bytes");
  auto patch = std::make_shared<Patch>(Patch{*size, std::move(*entries), {}});
  for (size_t i = 0; i < planes->size(); ++i) {
    const auto begin = bytes->begin() + static_cast<std::ptrdiff_t>(i * cells);
    patch->planes.push_back({(*planes)[i], {begin, begin + static_cast<std::ptrdiff_t>(cells)}});
  }
  const std::vector<uint8_t>& cell_entries = patch->planes.front().bytes;
  if (*std::ranges::max_element(cell_entries) >= patch->entry_names.size())
    return nothing(*data, "the patch is damaged: it holds a material that has no name");
  return patch;
}

}  // namespace quicksand
