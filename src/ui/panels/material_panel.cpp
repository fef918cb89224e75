#include "ui/panels/material_panel.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "core/language.h"
#include "io/mod_writer.h"
#include "io/property_reader.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/game/worlds.h"
#include "ui/panels/buttons.h"
#include "ui/panels/ground.h"
#include "ui/panels/labels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// The headings, and what stands below them; what is in none stands below the last one.
struct FieldGroup {
  const char* name;
  std::vector<std::string_view> keys;
};
const std::vector<FieldGroup>& groups() {
  static const std::vector<FieldGroup> kGroups{
      {"Looks", {"label", "category", "description", "colour", "grain", "opacity", "emission", "pattern"}},
      {"Motion",
       {"density", "static", "liquid", "gas", "friction", "repose_degrees", "falls", "permeable", "diffuses"}},
      {"Wetness", {"absorbs", "wet_threshold", "wet_max", "dries"}},
      {"Heat and fire", {"temperature", "conducts", "hot", "cold", "burns"}},
      {"What becomes of it", {"tags", "dissolves", "decays", "fades", "pressed"}},
      {"Blasts", {"explodes", "breaks_into", "hardness"}},
      {"Electricity", {"electric"}},
      {"In the air", {"static_friction", "kinetic_friction", "rolling_resistance"}},
      {"More", {}}};
  return kGroups;
}

bool is_in_group(const MaterialField& field, const FieldGroup& group) {
  const auto has = [&](const FieldGroup& each) { return std::ranges::find(each.keys, field.key) != each.keys.end(); };
  return group.keys.empty() ? std::ranges::none_of(groups(), has) : has(group);
}

constexpr const char* kModTitle = "Save as a mod";
constexpr const char* kCopyTitle = "A new material";

}  // namespace

void MaterialPanel::draw(GameState& game, PanelPlaces& places, const Box& world) {
  if (!game.panels.material) return want_typed(game);
  const float scale = game.scale.now;
  const float margin = panel_gap(scale);
  const float width = std::min(370 * scale, world.size.x - 2 * margin);
  place_next_window(places, WorldPanel::kMaterial, world, scale);
  ImGui::SetNextWindowSize({width, world.size.y - 2 * margin});
  ImGui::Begin(labelled("Material"), &game.panels.material,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBackground);
  draw_ground();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) begin_stroke(game.material_editor);
  const uint8_t entry = edited_entry(game);
  draw_head(game, entry);
  if (entry < std::size(kBuiltInNames)) {
    ImGui::TextWrapped(
        said("It is built into the game and cannot be changed. Right click another one in the palette."));
  } else {
    draw_buttons(game);
    draw_tabs(game, entry);
  }
  places.set_width(WorldPanel::kMaterial, ImGui::GetWindowWidth());
  ImGui::End();
}

void MaterialPanel::draw_head(GameState& game, uint8_t entry) {
  const float side = 40 * game.scale.now;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (entry > 0) swatches_.draw(*ImGui::GetWindowDrawList(), entry, at, side);
  ImGui::Dummy({side, side});
  ImGui::SameLine();
  ImGui::BeginGroup();
  heading(shown_label_of(game, {.entry = entry}).c_str());
  const std::vector<std::string> facts = facts_of(game, {.entry = entry});
  ImGui::PushTextWrapPos();
  if (!facts.empty()) ImGui::TextColored(themed(Tint::kQuiet), "%s", facts.front().c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
}

void MaterialPanel::draw_buttons(GameState& game) {
  const MaterialEditor& editor = game.material_editor;
  if (button(labelled("Undo"),
             with_keys(
                 game,
                 said("Takes back the last change of a material ({undo}), as long as you have done nothing else since"))
                 .c_str(),
             can_undo_edit(game)))
    undo_edit(game);
  beside_if_it_fits(labelled("Redo"));
  if (button(labelled("Redo"), with_keys(game, said("Does again what was taken back ({redo})")).c_str(),
             can_redo_edit(game)))
    redo_edit(game);
  if (is_copy(game)) {
    beside_if_it_fits(labelled("Remove"));
    if (button(labelled("Remove"), said("Takes away this material, which you have made"), true)) reset_material(game);
  } else {
    beside_if_it_fits(labelled("Reset"));
    if (button(labelled("Reset"), said("All of this material as it was before you edited it"), is_edited(game, "")))
      reset_material(game);
  }
  beside_if_it_fits(labelled("New from it..."));
  if (button(
          labelled("New from it..."),
          said("A new material that is like this one, also in what you will change of this one later, but for what you "
               "change of the new one"))) {
    copy_.clear();
    problem_.clear();
    ImGui::OpenPopup(labelled(kCopyTitle));
  }
  draw_copy_popup(game);
  beside_if_it_fits(labelled("Save as mod..."));
  if (button(labelled("Save as mod..."),
             said("Keeps all that you have edited, of all materials, for other worlds and other players"),
             !game.session.edits().empty())) {
    problem_.clear();
    ImGui::OpenPopup(labelled(kModTitle));
  }
  draw_mod_popup(game);
  // What is wrong with no single property.
  const auto whole = editor.refused.find(game.session.world().entry_names()[edited_entry(game)]);
  if (whole == editor.refused.end()) return;
  ImGui::PushTextWrapPos();
  ImGui::TextColored(themed(Tint::kError), "%s", whole->second.c_str());
  ImGui::PopTextWrapPos();
}

void MaterialPanel::draw_tabs(GameState& game, uint8_t entry) {
  if (!ImGui::BeginTabBar("tabs")) return;
  // In a low window all of the panel scrolls, or little of it would be left.
  const bool has_room = ImGui::GetWindowHeight() > 360 * game.scale.now;
  if (ImGui::BeginTabItem(labelled("Properties"))) {
    if (has_room) ImGui::BeginChild("properties");
    draw_properties(game, entry);
    if (has_room) ImGui::EndChild();
    ImGui::EndTabItem();
  }
  if (ImGui::BeginTabItem(labelled("Reactions"))) {
    if (has_room) ImGui::BeginChild("reactions");
    graph_.draw(game, entry);
    if (has_room) ImGui::EndChild();
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
}

void MaterialPanel::draw_properties(GameState& game, uint8_t entry) {
  if (set_ != game.session.shared_materials() || entry_ != entry) {
    set_ = game.session.shared_materials();
    entry_ = entry;
    fields_ = material_fields(*set_, entry);
  }
  widgets_.begin_frame(game);
  const std::vector<MaterialField> fields = fields_;
  for (const FieldGroup& group : groups()) {
    const auto is_of = [&](const MaterialField& field) { return is_in_group(field, group); };
    if (std::ranges::none_of(fields, is_of)) continue;
    const bool has_objects = std::ranges::any_of(fields, [&](const MaterialField& field) {
      return is_of(field) && !field.is_look && (field.kind == FieldKind::kObject || field.may_be_absent) &&
             field.value.type != JsonValue::Type::kNull;
    });
    const bool opens = has_objects || &group == &groups()[0] || &group == &groups()[1];
    ImGui::SetNextItemOpen(opens, ImGuiCond_Once);
    if (!ImGui::CollapsingHeader(labelled(group.name))) continue;
    for (const MaterialField& field : fields)
      if (is_of(field)) widgets_.draw(game, field);
    ImGui::Dummy({0, 4 * game.scale.now});
  }
}

void MaterialPanel::draw_copy_popup(GameState& game) {
  centre_next_window(420 * game.scale.now, 160 * game.scale.now);
  if (!ImGui::BeginPopupModal(labelled(kCopyTitle), nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove))
    return;
  game.panels.dialog = true;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##name", said("Its name, such as red-sand"), &copy_,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PushTextWrapPos();
  if (problem_.empty())
    ImGui::TextColored(themed(Tint::kQuiet), said("Begins as a copy of %s."),
                       shown_label_of(game, {.entry = edited_entry(game)}).c_str());
  else
    ImGui::TextColored(themed(Tint::kError), "%s", problem_.c_str());
  ImGui::PopTextWrapPos();
  if (button(labelled("Make it"), said("Puts it into the palette and into your hand")) || entered) {
    const Status made = copy_material(game, copy_);
    problem_ = made ? "" : made.failure().text();
    if (made) ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button(labelled("Cancel")) || game.wishes.close_dialog) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

// A mod that is there is not touched by Enter, only by its own button.
void MaterialPanel::draw_mod_popup(GameState& game) {
  centre_next_window(420 * game.scale.now, 190 * game.scale.now);
  if (!ImGui::BeginPopupModal(labelled(kModTitle), nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove))
    return;
  game.panels.dialog = true;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##name", said("Its name, such as my-sand"), &mod_,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  std::error_code error;
  const bool good = is_plain_name(mod_);
  const bool is_there = good && std::filesystem::exists(own_mod_folder(mod_), error);
  ImGui::PushTextWrapPos();
  if (!good)
    ImGui::TextColored(themed(Tint::kError), said("A name is needed: of the letters a-z, digits, - and _."));
  else if (is_there)
    ImGui::TextColored(themed(Tint::kAccent),
                       said("You have a mod of this name. What it changes besides stays; comments in its file go."));
  else
    ImGui::TextColored(themed(Tint::kQuiet), said("quicksand --mod %s will play with it."), mod_.c_str());
  if (!problem_.empty()) ImGui::TextColored(themed(Tint::kError), "%s", problem_.c_str());
  ImGui::PopTextWrapPos();
  const bool pressed = button(is_there ? labelled("Add to this mod") : labelled("Save"),
                              said("Writes it into your folder of mods"), good);
  if (pressed || (entered && good && !is_there)) {
    const Status saved = save_edits_as_mod(game, mod_);
    problem_ = saved ? "" : saved.failure().text();
    if (saved) ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button(labelled("Cancel")) || game.wishes.close_dialog) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace quicksand
