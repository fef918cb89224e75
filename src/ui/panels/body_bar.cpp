// The bar in the world's lower right, beside the panel Physics, while the tool Body is in the hand: what it sets down,
// and what to do.
#include <algorithm>
#include <limits>
#include <string>

#include "app/kinds/dunes_bodies.h"
#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {

namespace {

void draw_kind_buttons(Tooling& tooling, float widest) {
  WrappedRow kinds(widest);
  for (size_t i = 0; i < body_kinds().size(); ++i) {
    const bool is_chosen = i == tooling.body_kind;
    const char* const label = labelled(body_kinds()[i].name.data());
    kinds.next(button_width(label));
    if (is_chosen) ImGui::PushStyleColor(ImGuiCol_Text, themed(Tint::kAccent));
    if (ImGui::Button(label)) tooling.body_kind = i;
    if (is_chosen) ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) tooltip_beside(said(body_kinds()[i].help.data()));
  }
}

// What to do with what is chosen.
std::string words_for(const GameState& game, bool walks) {
  return with_keys(game, walks ? said("Draw a way: the feet walk along it. {larger-brush} makes them larger.")
                               : said("A click sets it down, a drag moves it, with {straight-line} it draws its way. "
                                      "{larger-brush} makes it larger."));
}

}  // namespace

bool draw_body_kinds(GameState& game, const char* label, float width) {
  Tooling& tooling = game.tooling;
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo(label, said(body_kinds()[tooling.body_kind].name.data()))) return false;
  for (size_t i = 0; i < body_kinds().size(); ++i) {
    if (ImGui::Selectable(labelled(body_kinds()[i].name.data()), i == tooling.body_kind)) {
      tooling.body_kind = i;
      for (const Tool& tool : tools())
        if (tool.name == "Body") select_tool(game, tool);
    }
    if (ImGui::IsItemHovered()) tooltip_beside(said(body_kinds()[i].help.data()));
  }
  ImGui::EndCombo();
  return true;
}

void draw_body_bar(GameState& game, PanelPlaces& places, const Box& world) {
  Tooling& tooling = game.tooling;
  places.set_bar_at_bottom(0, false);
  if (tooling.tool->name != "Body" || !has_bodies(game.session.world())) return;
  const BarRoom room = room_for_bar(places, world, game.scale.now);
  ImGui::SetNextWindowPos({room.right, world.at.y + world.size.y - panel_gap(game.scale.now)}, ImGuiCond_Always,
                          {1, 1});
  const float widest = room.width;
  // Where there is little room the world comes first: kinds in a list, and no words.
  const bool is_small = world.size.x < 640 * game.scale.now || world.size.y < 400 * game.scale.now;
  if (!is_small) {
    // As wide whatever is chosen: nothing moves away under the pointer that has just chosen it.
    float words = 0;
    for (const bool walks : {false, true})
      words = std::max(words, ImGui::CalcTextSize(words_for(game, walks).c_str()).x);
    const float most = std::numeric_limits<float>::max();
    ImGui::SetNextWindowSizeConstraints({std::min(words, widest) + 2 * ImGui::GetStyle().WindowPadding.x, 0},
                                        {most, most});
  }
  ImGui::Begin("Bodies", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings);
  if (!is_small) {
    draw_kind_buttons(tooling, widest);
    ImGui::PushTextWrapPos(widest);
    ImGui::TextColored(themed(Tint::kQuiet), "%s", words_for(game, body_kinds()[tooling.body_kind].walks).c_str());
    ImGui::PopTextWrapPos();
  }
  WrappedRow row(widest);
  const char* const pace = labelled("Pace");
  const float slider = (is_small ? 90 : 150) * game.scale.now;
  const ImGuiStyle& style = ImGui::GetStyle();
  if (is_small) {
    const float list = 130 * game.scale.now;
    row.next(list + style.ItemSpacing.x);
    draw_body_kinds(game, "##kinds", list);
  }
  row.next(slider + style.ItemInnerSpacing.x + ImGui::CalcTextSize(pace, nullptr, true).x + style.ItemSpacing.x);
  ImGui::SetNextItemWidth(slider);
  ImGui::SliderFloat(pace, &tooling.body_pace, 0.05F, 8, "%.2f",
                     ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  if (ImGui::IsItemHovered()) tooltip_beside(said("Cells a tick on a way that you draw"));
  if (const std::optional<BodyRange> chosen = bodies_at_hand(game.session.world(), tooling.chosen_bodies)) {
    row.next(button_width(labelled("Take away the last")));
    if (ImGui::Button(labelled("Take away the last"))) {
      note_panel_deed(game);
      for (size_t i = chosen->count; i-- > 0;) remove_body(game.session, chosen->first + i);
    }
    row.next(button_width(labelled("Take all away")));
    if (ImGui::Button(labelled("Take all away"))) {
      note_panel_deed(game);
      remove_all_bodies(game.session);
    }
  }
  places.set_bar_at_bottom(ImGui::GetWindowHeight(), room.is_above);
  ImGui::End();
}

}  // namespace quicksand
