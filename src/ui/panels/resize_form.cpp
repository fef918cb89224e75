// The popup of the panel Physics in which the world gets another size.
#include <algorithm>
#include <array>
#include <string>

#include "core/language.h"
#include "ui/game/world_list.h"
#include "ui/game/world_size.h"
#include "ui/game/worlds.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr std::array<const char*, 9> kAnchors{
    "in the upper left corner",   "above, in the middle", "in the upper right corner",
    "on the left, in the middle", "in the middle",        "on the right, in the middle",
    "in the lower left corner",   "below, in the middle", "in the lower right corner"};

// Nine places: where what there is comes to lie.
void choose_anchor(SizeChoice& form, float scale) {
  const float side = 24 * scale;
  for (int i = 0; i < static_cast<int>(kAnchors.size()); ++i) {
    if (i % 3 != 0) ImGui::SameLine(0, 3 * scale);
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Button("##anchor", {side, side})) form.anchor = i;
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip(said("What there is comes to lie %s"), said(kAnchors[static_cast<size_t>(i)]));
    const bool is_chosen = form.anchor == i;
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {at.x + side / 2, at.y + side / 2}, (is_chosen ? 6.0F : 2.5F) * scale,
        ImGui::GetColorU32(is_chosen ? themed(Tint::kAccent) : themed(Tint::kQuiet)));
    ImGui::PopID();
  }
}

void draw_form(GameState& game) {
  SizeChoice& form = game.size_choice;
  const WorldKind& kind = world_kind_of(game.session);
  ImGui::SetNextItemWidth(130 * game.scale.now);
  ImGui::InputInt(labelled("Width"), &form.size.width, 10, 100);
  ImGui::SetNextItemWidth(130 * game.scale.now);
  ImGui::InputInt(labelled("Height"), &form.size.height, 10, 100);
  ImGui::TextColored(themed(Tint::kQuiet), said("What there is comes to lie"));
  choose_anchor(form, game.scale.now);
  const std::string problem = problem_of_size(kind, form.size);
  const bool is_same = form.size == game.session.world().size();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + 240 * game.scale.now);
  if (!problem.empty())
    ImGui::TextColored(themed(Tint::kError), "%s", problem.c_str());
  else
    ImGui::TextColored(
        themed(Tint::kQuiet),
        game.session.world().size().cells() <= History::kMostCellsBehind
            ? said("About %.0f MB. What does not fit is lost, but undo brings it back.")
            : said("About %.0f MB. What does not fit is lost: of so large a world undo does not bring it back."),
        memory_mb(kind, form.size));
  ImGui::PopTextWrapPos();
  if (button(labelled("Change the size"), said("The world goes on in its new size"), problem.empty() && !is_same) &&
      resize_world(game, form.size, moved_by_resize(game.session.world().size(), form.size, form.anchor)))
    ImGui::CloseCurrentPopup();
  ImGui::SameLine();
  if (button(labelled("Crop to the selection"), said("Leaves what is selected, with the box around it"),
             !game.tooling.selection.empty())) {
    crop_world(game);
    ImGui::CloseCurrentPopup();
  }
}

}  // namespace

void draw_resize(GameState& game) {
  const GridSize size = game.session.world().size();
  ImGui::Separator();
  if (button((said("Size: {1}...", {size_text(size)}) + "###size").c_str(), said("More room for the world, or less"))) {
    game.size_choice.size = size;
    ImGui::OpenPopup("size");
  }
  if (!ImGui::BeginPopup("size")) return;
  draw_form(game);
  ImGui::EndPopup();
}

}  // namespace quicksand
