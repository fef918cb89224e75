#include "ui/panels/picture_grid.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "io/files.h"
#include "io/picture_file.h"
#include "view/thumbnail.h"

namespace quicksand {
namespace {

constexpr size_t kMostBytes = size_t{64} << 20;  // of a picture that is shown
constexpr int kMostPixels = 4096;                // and along either side
constexpr int kColumns = 6;
constexpr int kSide = 72;  // of a button, in text of the usual size

}  // namespace

void PictureGrid::show(std::vector<std::filesystem::path> files) {
  if (files.size() > kMostShown) files.resize(kMostShown);
  items_.clear();
  for (std::filesystem::path& file : files) items_.push_back({std::move(file), std::nullopt});
  next_ = 0;
}

std::optional<std::filesystem::path> PictureGrid::draw(float scale, const char* none) {
  if (next_ < items_.size()) {  // one in each frame
    Item& item = items_[next_++];
    const Result<std::string> bytes = read_file(item.file, kMostBytes);
    const Result<Image> image = bytes ? decode_picture(*bytes, item.file.string(), kMostPixels) : bytes.failure();
    // As large as it is shown, where text is largest.
    constexpr int kMostSide = 3 * kSide;
    if (image) item.picture.emplace(thumbnail(*image, {kMostSide, kMostSide}));
  }
  if (items_.empty()) ImGui::TextUnformatted(none);
  std::optional<std::filesystem::path> taken;
  const float side = kSide * scale;
  for (size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    if (i % kColumns != 0) ImGui::SameLine();
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Button("##picture", {side, side})) taken = item.file;
    ImGui::PopID();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", item.file.stem().string().c_str());
    if (!item.picture) continue;
    const GridSize size = item.picture->size();
    const float shown = (side - 6) / static_cast<float>(std::max(size.width, size.height));
    const ImVec2 half{static_cast<float>(size.width) * shown / 2, static_cast<float>(size.height) * shown / 2};
    const ImVec2 middle{at.x + side / 2, at.y + side / 2};
    ImGui::GetWindowDrawList()->AddImage(item.picture->id(), {middle.x - half.x, middle.y - half.y},
                                         {middle.x + half.x, middle.y + half.y});
  }
  return taken;
}

}  // namespace quicksand
