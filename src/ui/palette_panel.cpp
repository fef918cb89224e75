#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

#include "ui/panels.h"
#include "ui/theme.h"
#include "view/shading.h"

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

// What the palette shows: a material, the tool that sprays it damp, or another tool.
struct Choice {
  uint8_t entry;
  bool spray;
  Tool tool = Tool::kPaint;
};

struct ToolInfo {
  Tool tool;
  Rgb colour;
  const char* description;
};

constexpr ToolInfo kTools[] = {
    {Tool::kThrow,
     {0xe8, 0xd8, 0xa8},
     "Throws a brush full of the material chosen last: pull with the left button, and let go."},
    {Tool::kBlast,
     {0xff, 0x8a, 0x30},
     "An explosion at each click, the larger the brush the stronger. Throws powders and liquids."},
    {Tool::kBlow, {0xa8, 0xd8, 0xf0}, "Wind away from the pointer, and along with it, while the left button is held."},
    {Tool::kSuck, {0x9a, 0x80, 0xd0}, "Pulls what is loose towards the pointer while the left button is held."},
};

const ToolInfo& info_of(Tool tool) { return kTools[static_cast<size_t>(tool) - 1]; }

// What the tool sprays: the first material that can be wet. 0 if none can.
uint8_t sprayed_entry(const GameState& game) {
  for (size_t i = 0; i < game.looks().size(); ++i)
    if (game.can_be_wet(static_cast<uint8_t>(i))) return static_cast<uint8_t>(i);
  return 0;
}

std::vector<Choice> choices_of(const GameState& game) {
  std::vector<Choice> choices;
  for (size_t i = 0; i < game.looks().size(); ++i) choices.push_back({static_cast<uint8_t>(i), false});
  if (const uint8_t sprayed = sprayed_entry(game); sprayed != 0) choices.push_back({sprayed, true});
  for (const ToolInfo& info : kTools) choices.push_back({0, false, info.tool});
  return choices;
}

// Whether the brush is the tool.
bool sprays(const GameState& game) {
  return game.selected_entry != 0 && game.selected_entry == sprayed_entry(game) && game.moisture != Moisture::kDry &&
         game.brush.kind == BrushKind::kSpray;
}

bool is_selected(const GameState& game, Choice choice) {
  if (choice.tool != Tool::kPaint) return game.tool == choice.tool;
  const bool chosen = game.selected_entry == choice.entry && choice.spray == sprays(game);
  // What is thrown is chosen, too.
  return chosen && (game.tool == Tool::kPaint || game.tool == Tool::kThrow);
}

// The spray tool comes with its brush, and goes with it.
void select(GameState& game, Choice choice) {
  static BrushKind kind_before = BrushKind::kRound;
  if (choice.tool != Tool::kPaint) {
    game.tool = choice.tool;
    if (choice.tool == Tool::kThrow && game.selected_entry == 0) game.selected_entry = sprayed_entry(game);
    return;
  }
  if (game.tool != Tool::kThrow || choice.entry == 0) game.tool = Tool::kPaint;
  if (choice.spray && !sprays(game)) kind_before = game.brush.kind;
  if (!choice.spray && sprays(game)) game.brush.kind = kind_before;
  if (choice.spray) game.brush.kind = BrushKind::kSpray;
  game.selected_entry = choice.entry;
  game.moisture = choice.spray ? Moisture::kDamp : Moisture::kDry;
}

// What the palette calls it, the heading below which it stands, and the tooltip.
std::string label_of(const GameState& game, Choice choice) {
  if (choice.tool != Tool::kPaint) return kToolNames[static_cast<size_t>(choice.tool)];
  if (choice.entry == 0) return "Eraser";
  const std::string& name = game.session.world().entry_names()[choice.entry];
  return choice.spray ? "Wet " + name : capitalised(name);
}

const std::string& category_of(const GameState& game, Choice choice) {
  return game.looks()[choice.spray ? 0 : choice.entry].category;
}

std::string description_of(const GameState& game, Choice choice) {
  if (choice.tool != Tool::kPaint) return info_of(choice.tool).description;
  if (!choice.spray) return game.looks()[choice.entry].description;
  return "A spray of damp " + game.session.world().entry_names()[choice.entry] +
         ", for walls and towers that hold together. Moistens dry grains, too.";
}

bool matches(const GameState& game, Choice choice, const std::string& words) {
  const std::string text =
      label_of(game, choice) + " " + category_of(game, choice) + " " + description_of(game, choice);
  return lower(text).find(lower(words)) != std::string::npos;
}

// Categories in the order in which the palette meets them; the tools stand last.
std::vector<std::string> categories_of(const Looks& looks) {
  std::vector<std::string> categories;
  for (size_t i = 1; i < looks.size(); ++i)
    if (std::find(categories.begin(), categories.end(), looks[i].category) == categories.end())
      categories.push_back(looks[i].category);
  categories.push_back(looks[0].category);
  return categories;
}

// A swatch in the material's exact colour, and its name.
void draw_choice(GameState& game, Choice choice, float width) {
  const MaterialLook& look = game.looks()[choice.entry];
  const float height = ImGui::GetTextLineHeight() + 3 * game.ui_scale;
  const std::string id = "##" + label_of(game, choice);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable(id.c_str(), is_selected(game, choice), 0, {width, height})) select(game, choice);
  const std::string description = description_of(game, choice);
  if (ImGui::IsItemHovered() && !description.empty()) ImGui::SetTooltip("%s", description.c_str());

  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float swatch = height - 2 * game.ui_scale;
  const ImVec2 first{at.x + 4 * game.ui_scale, at.y + 1 * game.ui_scale};
  const ImVec2 last{first.x + swatch, first.y + swatch};
  const Rgb of_entry = choice.spray ? wet_colour(look.colour, look.damp) : look.colour;
  const Rgb colour = choice.tool == Tool::kPaint ? of_entry : info_of(choice.tool).colour;
  draw->AddRectFilled(first, last, IM_COL32(colour.r, colour.g, colour.b, 255), 3 * game.ui_scale);
  draw->AddRect(first, last, IM_COL32(255, 255, 255, 40), 3 * game.ui_scale);
  const bool selected = is_selected(game, choice);
  draw->AddText({last.x + 7 * game.ui_scale, at.y + 1 * game.ui_scale},
                ImGui::GetColorU32(selected ? kAccent : ImGui::GetStyleColorVec4(ImGuiCol_Text)),
                label_of(game, choice).c_str());
}

void draw_entries(GameState& game, const std::string& words) {
  const float column = ImGui::GetContentRegionAvail().x / 2;
  bool any = false;
  for (const std::string& category : categories_of(game.looks())) {
    int shown = 0;
    for (const Choice choice : choices_of(game)) {
      if (category_of(game, choice) != category || !matches(game, choice, words)) continue;
      if (shown == 0) ImGui::TextColored(kQuietText, "%s", capitalised(category).c_str());
      if (shown % 2 == 1) ImGui::SameLine(column);  // two columns
      ++shown;
      draw_choice(game, choice, column - ImGui::GetStyle().ItemSpacing.x);
    }
    if (shown > 0) ImGui::Dummy({0, 2 * game.ui_scale});
    any |= shown > 0;
  }
  if (!any) ImGui::TextWrapped("No material matches \"%s\".", words.c_str());
}

// Enter takes the first entry that matches. Whether there is one.
bool take_first_match(GameState& game, const std::string& words) {
  for (const std::string& category : categories_of(game.looks())) {
    for (const Choice choice : choices_of(game)) {
      if (category_of(game, choice) != category || !matches(game, choice, words)) continue;
      select(game, choice);
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
  const bool can_be_wet = game.can_be_wet(game.selected_entry);
  ImGui::BeginDisabled(!can_be_wet);
  for (size_t i = 0; i < std::size(kMoistureNames); ++i) {
    const bool chosen = can_be_wet && static_cast<size_t>(game.moisture) == i;
    if (i > 0) ImGui::SameLine(0, 4);
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
    if (ImGui::Button(kMoistureNames[i])) game.moisture = static_cast<Moisture>(i);
    if (chosen) ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("How wet sand and the like are painted (W)");
  }
  ImGui::EndDisabled();
  ImGui::Checkbox("Draw over others", &game.brush.replace);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Off: materials fill empty cells only (semicolon)");
}

}  // namespace

void draw_palette(GameState& game, const Box& box) {
  static char words[64] = "";
  begin_panel("palette", box);
  draw_search(game, words, sizeof words);
  const float brush_height = 5 * ImGui::GetFrameHeightWithSpacing() + 4 * game.ui_scale;
  ImGui::BeginChild("entries", {0, -brush_height});
  draw_entries(game, words);
  ImGui::EndChild();
  draw_brush(game);
  ImGui::End();
}

}  // namespace quicksand
