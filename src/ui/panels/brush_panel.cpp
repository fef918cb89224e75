#include "ui/panels/brush_panel.h"

#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/language.h"
#include "ui/game/brushes.h"
#include "ui/game/key_map.h"
#include "ui/game/saves.h"
#include "ui/panels/buttons.h"
#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr const char* kBrushIcons[] = {"C8 8 5.5", "M3 3 13 3 13 13 3 13 Z", "M8 2 14 13 2 13 Z",
                                       "D4 5 1.2 D8 3 1.2 D12 6 1.2 D6 9 1.2 D10 10 1.2 D4 13 1.2 D13 13 1.2 D9 14 1.2",
                                       "M2 3 14 3 14 13 2 13 Z M3 12 6.5 7 9 10 11 8 13 12 D11 5.6 1"};

template <size_t Count>
void choose_from(const char* label, const char* const (&names)[Count], auto& value) {
  const auto now = static_cast<size_t>(value);
  if (!ImGui::BeginCombo(label, said(names[now]))) return;
  for (size_t i = 0; i < Count; ++i)
    if (ImGui::Selectable(labelled(names[i]), i == now))
      value = static_cast<std::remove_reference_t<decltype(value)>>(i);
  ImGui::EndCombo();
}

// What one needs less often.
void draw_brush_popup(GameState& game) {
  if (!ImGui::BeginPopup("brush")) return;
  Brush& brush = game.tooling.brush;
  ImGui::PushItemWidth(10 * ImGui::GetFontSize());
  bool apart = brush.height.has_value();
  if (ImGui::Checkbox(labelled("A height of its own"), &apart))
    brush.height = apart ? std::optional(brush.tip().height) : std::nullopt;
  if (brush.height)
    ImGui::SliderInt(labelled("Height"), &*brush.height, 1, Brush::kMaxWidth, said("%d cells"),
                     ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  bool hollow = brush.rim > 0;
  if (ImGui::Checkbox(labelled("Rectangles and ellipses as a rim"), &hollow)) brush.rim = hollow ? 3 : 0;
  if (brush.rim > 0)
    ImGui::SliderInt(labelled("Rim"), &brush.rim, 1, Brush::kMaxWidth, said("%d cells"),
                     ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  choose_from(labelled("Mirror"), kSymmetryNames, brush.symmetry);
  ImGui::PopItemWidth();
  ImGui::EndPopup();
}

}  // namespace

void BrushPanel::draw_kinds(GameState& game) {
  Brush& brush = game.tooling.brush;
  const float side = ImGui::GetFrameHeight();
  const std::string keys = key_hint(game, "next-brush");
  for (size_t i = 0; i < std::size(kBrushNames); ++i) {
    const auto kind = static_cast<BrushKind>(i);
    const bool chosen = brush.kind == kind;
    if (i > 0) ImGui::SameLine(0, 3);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(static_cast<int>(i));
    const bool pressed = ImGui::Button("##kind", {side, side});
    ImGui::PopID();
    const float inset = 0.15F * side;
    draw_icon(*ImGui::GetWindowDrawList(), kBrushIcons[i], {at.x + inset, at.y + inset}, side - 2 * inset,
              chosen ? packed(Tint::kAccent) : ImGui::GetColorU32(ImGuiCol_Text));
    if (kind == BrushKind::kPicture) {
      if (ImGui::IsItemHovered())
        tooltip_beside(said("A picture of your own as a brush: choose it here,\nor drop one onto the palette"));
      if (pressed) {
        pictures_.show(list_brushes());
        ImGui::OpenPopup("pictures");
      }
    } else {
      if (ImGui::IsItemHovered()) tooltip_beside((said("{1} brush", {said(kBrushNames[i])}) + keys).c_str());
      if (pressed) brush.kind = kind;
    }
  }
  draw_pictures(game);
}

void BrushPanel::draw_pictures(GameState& game) {
  if (!ImGui::BeginPopup("pictures")) return;
  Brush& brush = game.tooling.brush;
  ImGui::TextColored(themed(Tint::kQuiet),
                     said("It paints where a picture is opaque, or, if nothing of it is clear, where it is dark."));
  if (const std::optional<std::filesystem::path> file = pictures_.draw(
          game.scale.now, said("There is no picture yet: drop one onto the palette, or put it into the folder."))) {
    take_brush(game, *file);
    ImGui::CloseCurrentPopup();
  }
  if (brush.picture && brush.kind != BrushKind::kPicture &&
      ImGui::Button((said("Again: ") + brush.picture->name() + "###again").c_str())) {
    brush.kind = BrushKind::kPicture;
    ImGui::CloseCurrentPopup();
  }
  if (ImGui::Button(labelled("Open the folder")) && game.show_folder)
    if (const Status shown = game.show_folder(brushes_folder()); !shown)
      game.toasts.complain(said("The folder was not opened:\n") + shown.failure().text());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", shown_path(brushes_folder()).c_str());
  ImGui::EndPopup();
}

float BrushPanel::least_width() {
  const ImGuiStyle& style = ImGui::GetStyle();
  float moisture = 4 * (static_cast<float>(std::size(kMoistureNames)) - 1);
  for (const char* const name : kMoistureNames)
    moisture += ImGui::CalcTextSize(said(name)).x + 2 * style.FramePadding.x;
  const auto kinds = static_cast<float>(std::size(kBrushNames));
  const float shapes =
      kinds * ImGui::GetFrameHeight() + 3 * (kinds - 1) + 8 + button_width("...") - style.ItemSpacing.x;
  return std::max(moisture, shapes);
}

void BrushPanel::draw(GameState& game) {
  ImGui::Separator();
  Brush& brush = game.tooling.brush;
  draw_kinds(game);
  ImGui::SameLine(0, 8);
  const bool has_more = brush.height || brush.rim > 0 || brush.symmetry != Symmetry::kNone;
  if (has_more) ImGui::PushStyleColor(ImGuiCol_Text, themed(Tint::kAccent));
  const bool has_room = ImGui::GetContentRegionAvail().x >= button_width(labelled("More..."));
  if (ImGui::Button(has_room ? (said("More...") + std::string("###more")).c_str() : "...###more"))
    ImGui::OpenPopup("brush");
  if (has_more) ImGui::PopStyleColor();
  if (ImGui::IsItemHovered()) tooltip_beside(said("Its height, rims instead of filled shapes, a mirror"));
  draw_brush_popup(game);
  ImGui::SetNextItemWidth(-1);
  ImGui::SliderInt("##width", &brush.width, 1, Brush::kMaxWidth,
                   brush.width == 1 ? said("Brush: %d cell") : said("Brush: %d cells"),
                   ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemHovered())
    tooltip_beside(with_keys(game, said("Size of the brush: {smaller-brush} and {larger-brush}")).c_str());
  const bool can_be_wet = game.can_be_wet(game.tooling.entry);
  ImGui::BeginDisabled(!can_be_wet);
  for (size_t i = 0; i < std::size(kMoistureNames); ++i) {
    const bool chosen = can_be_wet && static_cast<size_t>(game.tooling.moisture) == i;
    if (i > 0) ImGui::SameLine(0, 4);
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, themed(Tint::kAccent));
    if (ImGui::Button(labelled(kMoistureNames[i]))) game.tooling.moisture = static_cast<Moisture>(i);
    if (chosen) ImGui::PopStyleColor();
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s",
                        (said("How wet sand and the like are painted") + key_hint(game, "next-moisture")).c_str());
  }
  ImGui::EndDisabled();
  ImGui::SetNextItemWidth(-1);
  choose_from("##covers", kCoversNames, brush.covers);
  if (ImGui::IsItemHovered())
    tooltip_beside((said("Which cells the brush changes") + key_hint(game, "next-covers")).c_str());
}

}  // namespace quicksand
