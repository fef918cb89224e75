#include "ui/panels/new_world_form.h"

#include <imgui.h>

#include <cctype>

#include "app/kinds/world_kinds.h"
#include "core/language.h"
#include "io/assets.h"
#include "io/material_file.h"
#include "ui/game/world_list.h"
#include "ui/imgui_versions.h"
#include "ui/panels/labels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// Goes on in the same row if an item with this label fits there.
void stay_in_row_for(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = ImGui::CalcTextSize(label, nullptr, true).x + 2 * style.FramePadding.x + ImGui::GetFrameHeight();
  if (ImGui::GetItemRectMax().x + 3 * style.ItemSpacing.x + width <
      ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x)
    ImGui::SameLine(0, 3 * style.ItemSpacing.x);
}

}  // namespace

bool NewWorldForm::draw(GameState& game) {
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);  // circles that are empty would hardly show
  ImGui::PushStyleColor(ImGuiCol_Border, themed(Tint::kQuiet));
  draw_kind();
  draw_size(game);
  ImGui::Spacing();
  heading(said("Border"));
  for (const bool open : {false, true}) {
    if (open) stay_in_row_for(labelled("Open: what crosses it is gone"));
    if (ImGui::RadioButton(open ? labelled("Open: what crosses it is gone") : labelled("Walls"),
                           wanted_.open_border == open))
      wanted_.open_border = open;
  }
  draw_materials(game);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y});
  const std::string problem = problem_of(wanted_);
  if (problem.empty())
    ImGui::TextColored(themed(Tint::kQuiet), said("%s cells, about %.1f MB of memory. The world before is kept."),
                       size_text(wanted_.size).c_str(), memory_mb(wanted_));
  else
    ImGui::TextColored(themed(Tint::kError), "%s", problem.c_str());
  ImGui::BeginDisabled(!problem.empty());
  const bool pressed = ImGui::Button(labelled("Create"), {120 * game.scale.now, 0});
  ImGui::EndDisabled();
  const bool entered = is_key_pressed(ImGuiKey_Enter) && !ImGui::IsAnyItemActive();
  return (pressed || (entered && problem.empty())) && create_world(game, wanted_);
}

void NewWorldForm::draw_kind() {
  ImGui::Spacing();
  heading(said("Kind"));
  const WorldKinds kinds = world_kinds();
  for (size_t i = 0; i < kinds.size(); ++i) {
    std::string name(kinds[i].name);
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    name = std::string(said(name)) + "###" + name;
    if (i > 0) stay_in_row_for(name.c_str());
    if (ImGui::RadioButton(name.c_str(), wanted_.kind == i)) wanted_.kind = i;
  }
  ImGui::PushStyleColor(ImGuiCol_Text, themed(Tint::kQuiet));
  ImGui::TextWrapped("%s", std::string(said(kinds[wanted_.kind].help)).c_str());
  ImGui::PopStyleColor();
}

void NewWorldForm::draw_size(const GameState& game) {
  ImGui::Spacing();
  heading(said("Size"));
  bool first = true;
  for (const SizePreset& preset : kSizePresets) {
    const std::string label =
        std::string(said(preset.name)) + "  " + size_text(preset.size) + "###" + std::string(preset.name);
    if (!first) stay_in_row_for(label.c_str());
    first = false;
    if (ImGui::RadioButton(label.c_str(), wanted_.size == preset.size)) wanted_.size = preset.size;
  }
  const float field = 120 * game.scale.now;
  ImGui::SetNextItemWidth(field);
  ImGui::InputInt("##width", &wanted_.size.width, 10, 100);
  ImGui::SameLine();
  ImGui::TextUnformatted("x");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(field);
  ImGui::InputInt(labelled("cells"), &wanted_.size.height, 10, 100);
}

const std::string& NewWorldForm::title_of(const std::string& set) {
  const auto [title, is_new] = titles_.try_emplace(set, set);
  if (!is_new) return title->second;
  const Result<MaterialSet> materials = load_materials(set);
  if (materials && !materials->title.empty()) title->second = materials->title;
  return title->second;
}

void NewWorldForm::draw_materials(const GameState& game) {
  ImGui::Spacing();
  heading(said("Materials"));
  const std::string usual = usual_materials(game, wanted_);
  const std::string chosen = wanted_.materials.empty() ? usual : wanted_.materials;
  ImGui::SetNextItemWidth(360 * game.scale.now);
  if (!ImGui::BeginCombo("##materials", said(title_of(chosen)).c_str())) return;
  for (const std::string& set : materials_to_choose(game))
    // What is usual stays so when another kind is chosen.
    if (ImGui::Selectable((said(title_of(set)) + "###" + set).c_str(), set == chosen))
      wanted_.materials = set == usual ? "" : set;
  ImGui::EndCombo();
}

}  // namespace quicksand
