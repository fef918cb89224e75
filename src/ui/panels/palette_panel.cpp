#include <algorithm>
#include <string>

#include "ui/game/palette.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// A swatch in the material's exact colour, and its name.
void draw_choice(GameState& game, const Choice& choice, float width) {
  const float height = ImGui::GetTextLineHeight() + 3 * game.scale.now;
  const std::string id = "##" + label_of(game, choice);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable(id.c_str(), is_selected(game, choice), 0, {width, height})) select(game, choice);
  const std::string description = description_of(game, choice);
  if (ImGui::IsItemHovered() && !description.empty()) ImGui::SetTooltip("%s", description.c_str());

  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float swatch = height - 2 * game.scale.now;
  const ImVec2 first{at.x + 4 * game.scale.now, at.y + 1 * game.scale.now};
  const ImVec2 last{first.x + swatch, first.y + swatch};
  const Rgb colour = colour_of(game, choice);
  draw->AddRectFilled(first, last, IM_COL32(colour.r, colour.g, colour.b, 255), 3 * game.scale.now);
  draw->AddRect(first, last, IM_COL32(255, 255, 255, 40), 3 * game.scale.now);
  const bool selected = is_selected(game, choice);
  draw->AddText({last.x + 7 * game.scale.now, at.y + 1 * game.scale.now},
                ImGui::GetColorU32(selected ? kAccent : ImGui::GetStyleColorVec4(ImGuiCol_Text)),
                label_of(game, choice).c_str());
}

constexpr size_t kColumns = 2;

void draw_group(GameState& game, const PaletteGroup& group) {
  const float column = ImGui::GetContentRegionAvail().x / kColumns;
  ImGui::TextColored(kQuietText, "%s", group.category.c_str());
  for (size_t i = 0; i < group.choices.size(); ++i) {
    if (i % kColumns != 0) ImGui::SameLine(column);
    draw_choice(game, group.choices[i], column - ImGui::GetStyle().ItemSpacing.x);
  }
  ImGui::Dummy({0, 2 * game.scale.now});
}

// What draw_group() takes.
float height_of(const GameState& game, const PaletteGroup& group) {
  const float line = ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y;
  const auto rows = static_cast<float>((group.choices.size() + kColumns - 1) / kColumns);
  return line + rows * (line + 3 * game.scale.now) + 2 * game.scale.now + ImGui::GetStyle().ItemSpacing.y;
}

// The tools are always in sight, however many materials there are above them.
void draw_entries(GameState& game, const std::string& words, float room_below) {
  const std::vector<PaletteGroup> groups = find_choices(game, words);
  const auto tools = std::find_if(groups.begin(), groups.end(), [](const PaletteGroup& group) { return group.is_tools; });
  if (tools != groups.end()) room_below += height_of(game, *tools) + ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("entries", {0, -room_below});
  for (const PaletteGroup& group : groups)
    if (!group.is_tools) draw_group(game, group);
  if (groups.empty()) ImGui::TextWrapped("No material matches \"%s\".", words.c_str());
  ImGui::EndChild();
  if (tools == groups.end()) return;
  ImGui::Separator();
  draw_group(game, *tools);
}

// Enter takes the first entry that matches. Whether there is one.
bool take_first_match(GameState& game, const std::string& words) {
  const std::vector<PaletteGroup> groups = find_choices(game, words);
  if (!groups.empty()) select(game, groups.front().choices.front());
  return !groups.empty();
}

// Esc shows the whole palette again.
void draw_search(GameState& game, char* words, size_t size) {
  ImGui::SetNextItemWidth(-1);
  if (game.wishes.search) ImGui::SetKeyboardFocusHere();
  game.wishes.search = false;
  if (ImGui::InputTextWithHint("##search", "Search (E)", words, size, ImGuiInputTextFlags_EnterReturnsTrue)) {
    if (take_first_match(game, words))
      words[0] = '\0';
    else
      game.wishes.search = true;
  }
  if (game.wishes.close_dialog) words[0] = '\0';
}

void draw_brush(GameState& game) {
  ImGui::Separator();
  ImGui::TextColored(kQuietText, "Brush: %d %s", game.tooling.brush.width,
                     game.tooling.brush.width == 1 ? "cell" : "cells");
  for (size_t i = 0; i < std::size(kBrushNames); ++i) {
    const auto kind = static_cast<BrushKind>(i);
    const bool chosen = game.tooling.brush.kind == kind;
    if (i > 0) ImGui::SameLine(0, 4);
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
    if (ImGui::Button(kBrushNames[i])) game.tooling.brush.kind = kind;
    if (chosen) ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Tab changes the brush");
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::SliderInt("##width", &game.tooling.brush.width, 1, Brush::kMaxWidth, "",
                   ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Size of the brush: the mouse wheel, or [ and ]");
  const bool can_be_wet = game.can_be_wet(game.tooling.entry);
  ImGui::BeginDisabled(!can_be_wet);
  for (size_t i = 0; i < std::size(kMoistureNames); ++i) {
    const bool chosen = can_be_wet && static_cast<size_t>(game.tooling.moisture) == i;
    if (i > 0) ImGui::SameLine(0, 4);
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
    if (ImGui::Button(kMoistureNames[i])) game.tooling.moisture = static_cast<Moisture>(i);
    if (chosen) ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("How wet sand and the like are painted (W)");
  }
  ImGui::EndDisabled();
  ImGui::Checkbox("Draw over others", &game.tooling.brush.replace);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Off: materials fill empty cells only (semicolon)");
}

}  // namespace

void draw_palette(GameState& game, const Box& box) {
  static char words[64] = "";
  begin_panel("palette", box);
  draw_search(game, words, sizeof words);
  const float brush_height = 5 * ImGui::GetFrameHeightWithSpacing() + 4 * game.scale.now;
  draw_entries(game, words, brush_height);
  draw_brush(game);
  ImGui::End();
}

}  // namespace quicksand
