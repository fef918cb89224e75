#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

#include "ui/panels.h"
#include "ui/theme.h"

namespace quicksand {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// What the palette calls an entry.
std::string label_of(const GameState& game, uint8_t entry) {
  return entry == 0 ? "Eraser" : capitalised(game.session.world().entry_names()[entry]);
}

bool matches(const GameState& game, uint8_t entry, const std::string& words) {
  const MaterialLook& look = game.session.looks()[entry];
  return lower(label_of(game, entry) + " " + look.category + " " + look.description).find(lower(words)) !=
         std::string::npos;
}

// Categories in the order in which the palette meets them.
std::vector<std::string> categories_of(const Looks& looks) {
  std::vector<std::string> categories;
  for (size_t i = 1; i < looks.size(); ++i)
    if (std::find(categories.begin(), categories.end(), looks[i].category) == categories.end())
      categories.push_back(looks[i].category);
  categories.push_back(looks[0].category);
  return categories;
}

// A swatch in the material's exact colour, and its name.
void draw_entry(GameState& game, uint8_t entry, float width) {
  const MaterialLook& look = game.session.looks()[entry];
  const float height = ImGui::GetTextLineHeight() + 8 * game.ui_scale;
  const std::string id = "##entry" + std::to_string(entry);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable(id.c_str(), game.selected_entry == entry, 0, {width, height})) game.selected_entry = entry;
  if (ImGui::IsItemHovered() && !look.description.empty()) ImGui::SetTooltip("%s", look.description.c_str());

  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float swatch = height - 6 * game.ui_scale;
  const ImVec2 first{at.x + 4 * game.ui_scale, at.y + 3 * game.ui_scale};
  const ImVec2 last{first.x + swatch, first.y + swatch};
  draw->AddRectFilled(first, last, IM_COL32(look.colour.r, look.colour.g, look.colour.b, 255), 3 * game.ui_scale);
  draw->AddRect(first, last, IM_COL32(255, 255, 255, 40), 3 * game.ui_scale);
  const bool selected = game.selected_entry == entry;
  draw->AddText({last.x + 7 * game.ui_scale, at.y + 4 * game.ui_scale},
                ImGui::GetColorU32(selected ? kAccent : ImGui::GetStyleColorVec4(ImGuiCol_Text)),
                label_of(game, entry).c_str());
}

void draw_entries(GameState& game, const std::string& words) {
  const Looks& looks = game.session.looks();
  const float column = ImGui::GetContentRegionAvail().x / 2;
  bool any = false;
  for (const std::string& category : categories_of(looks)) {
    int shown = 0;
    for (size_t i = 0; i < looks.size(); ++i) {
      const auto entry = static_cast<uint8_t>(i);
      if (looks[i].category != category || !matches(game, entry, words)) continue;
      if (shown == 0) ImGui::TextColored(kQuietText, "%s", capitalised(category).c_str());
      if (shown % 2 == 1) ImGui::SameLine(column);  // two columns
      ++shown;
      draw_entry(game, entry, column - ImGui::GetStyle().ItemSpacing.x);
    }
    if (shown > 0) ImGui::Dummy({0, 2 * game.ui_scale});
    any |= shown > 0;
  }
  if (!any) ImGui::TextWrapped("No material matches \"%s\".", words.c_str());
}

// Enter takes the first entry that matches. Whether there is one.
bool take_first_match(GameState& game, const std::string& words) {
  for (const std::string& category : categories_of(game.session.looks())) {
    for (size_t i = 0; i < game.session.looks().size(); ++i) {
      if (game.session.looks()[i].category != category || !matches(game, static_cast<uint8_t>(i), words)) continue;
      game.selected_entry = static_cast<uint8_t>(i);
      return true;
    }
  }
  return false;
}

// Esc shows the whole palette again.
void draw_search(GameState& game, char* words, size_t size) {
  ImGui::SetNextItemWidth(-1);
  if (game.focus_search) ImGui::SetKeyboardFocusHere();
  game.focus_search = false;
  if (ImGui::InputTextWithHint("##search", "Search (E)", words, size, ImGuiInputTextFlags_EnterReturnsTrue)) {
    if (take_first_match(game, words))
      words[0] = '\0';
    else
      game.focus_search = true;
  }
  if (game.escape_pressed) words[0] = '\0';
}

void draw_brush(GameState& game) {
  ImGui::Separator();
  ImGui::TextColored(kQuietText, "Brush: %d %s", game.brush.width, game.brush.width == 1 ? "cell" : "cells");
  constexpr const char* kNames[] = {"Round", "Square", "Spray"};
  for (int i = 0; i < 3; ++i) {
    const auto kind = static_cast<BrushKind>(i);
    const bool chosen = game.brush.kind == kind;
    if (i > 0) ImGui::SameLine(0, 4);
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
    if (ImGui::Button(kNames[i])) game.brush.kind = kind;
    if (chosen) ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Tab changes the brush");
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::SliderInt("##width", &game.brush.width, 1, Brush::kMaxWidth, "",
                   ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Size of the brush: the mouse wheel, or [ and ]");
  ImGui::Checkbox("Draw over others", &game.brush.replace);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Off: materials fill empty cells only (semicolon)");
}

}  // namespace

void draw_palette(GameState& game, const Box& box) {
  static char words[64] = "";
  begin_panel("palette", box);
  draw_search(game, words, sizeof words);
  const float brush_height = 4 * ImGui::GetFrameHeightWithSpacing() + 4 * game.ui_scale;
  ImGui::BeginChild("entries", {0, -brush_height});
  draw_entries(game, words);
  ImGui::EndChild();
  draw_brush(game);
  ImGui::End();
}

}  // namespace quicksand
