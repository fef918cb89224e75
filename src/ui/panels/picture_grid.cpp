#include "ui/panels/picture_grid.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "io/files.h"
#include "io/picture_file.h"

namespace quicksand {
namespace {

constexpr size_t kMostBytes = size_t{64} << 20;  // of a picture that is shown
constexpr int kMostPixels = 4096;                // and along either side
constexpr int kColumns = 6;

}  // namespace

void PictureGrid::show(std::vector<std::filesystem::path> files) {
  items_.clear();
  to_load_ = std::move(files);
  if (to_load_.size() > kMostShown) to_load_.resize(kMostShown);
  std::ranges::reverse(to_load_);
}

std::optional<std::filesystem::path> PictureGrid::draw(float scale, const char* none) {
  if (!to_load_.empty()) {  // one in each frame
    const std::filesystem::path file = std::move(to_load_.back());
    to_load_.pop_back();
    const Result<std::string> bytes = read_file(file, kMostBytes);
    const Result<Image> image = bytes ? decode_picture(*bytes, file.string(), kMostPixels) : bytes.failure();
    items_.push_back({file, std::nullopt});
    if (image) items_.back().picture.emplace(*image);
  }
  if (items_.empty()) ImGui::TextUnformatted(none);
  std::optional<std::filesystem::path> taken;
  const float side = 72 * scale;
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
