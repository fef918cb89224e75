// The panel in which a player gives actions other keys.
#include <string>

#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

// Of the width: where the key of a row begins, and where what resets it.
constexpr float kKeyColumn = 0.4F;
constexpr float kResetColumn = 0.88F;

// The button that shows an action's keys, and waits for another one after a click.
void draw_key(GameState& game, const Action& action, float width) {
  const bool waits = game.key_choice.action == action.name;
  const std::string keys = spoken_keys(game, action);
  std::string shared;  // whose keys it also has
  for (const std::string& key : keys_of(game, action))
    for (const Action* const other : also_bound(game, action, key))
      shared += "\n" + spoken_key(key) + ": " + said(other->label);
  const ImVec4 colour = !shared.empty() && !waits                  ? themed(Tint::kError)
                        : waits || !has_default_keys(game, action) ? themed(Tint::kAccent)
                                                                   : ImGui::GetStyle().Colors[ImGuiCol_Text];
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  const std::string label = waits ? said("Press a key, or click here") : keys.empty() ? said("no key") : keys;
  const bool clicked = ImGui::Button((label + "###key").c_str(), {width, 0});
  ImGui::PopStyleColor();
  if (waits) game.key_choice.takes_pointer = ImGui::IsItemHovered() && game.key_choice.key.empty();
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", shared.empty()
                                ? said("Click, and press a key; or a button of the mouse, or its wheel, right "
                                       "here. Delete: no key. Esc: as it was.")
                                : (said("Another action has the same key:") + shared).c_str());
  if (clicked) game.key_choice = {.action = action.name};
}

// What is to become of a chosen key that others have.
void draw_question(GameState& game, const Action& action) {
  if (game.key_choice.action != action.name || game.key_choice.key.empty()) return;
  std::string others;
  for (const Action* const other : also_bound(game, action, game.key_choice.key))
    others += (others.empty() ? "" : ", ") + said(other->label);
  ImGui::Indent();
  ImGui::PushTextWrapPos();
  ImGui::TextColored(themed(Tint::kError), said("%s is the key of: %s"), spoken_key(game.key_choice.key).c_str(),
                     others.c_str());
  ImGui::PopTextWrapPos();
  const bool takes = ImGui::Button(labelled("Take it from there"));
  ImGui::SameLine();
  const bool leaves = ImGui::Button(labelled("Cancel"));
  ImGui::Unindent();
  if (takes) take_chosen_key(game);
  if (leaves) game.key_choice = {};
}

void draw_action(GameState& game, const Action& action, float width) {
  ImGui::PushID(action.name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::PushTextWrapPos(kKeyColumn * width);
  ImGui::TextUnformatted(said(action.label).c_str());
  ImGui::PopTextWrapPos();
  ImGui::SameLine(kKeyColumn * width);
  draw_key(game, action, (kResetColumn - kKeyColumn) * width - ImGui::GetStyle().ItemSpacing.x);
  if (!has_default_keys(game, action)) {
    ImGui::SameLine(kResetColumn * width);
    if (ImGui::Button(labelled("Reset"))) {
      game.key_choice = {};
      reset_keys(game, action);
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip(said("As usual"));
  }
  draw_question(game, action);
  ImGui::PopID();
}

// The actions that mean something while a patch is held, or those that do otherwise.
void draw_actions(GameState& game, bool placing, float width) {
  std::string title;
  for (const std::vector<Control>* const table : control_tables())
    for (const Control& row : *table) {
      if (!row.heading.empty()) title = row.heading;
      if (row.placing != placing || row.actions.empty()) continue;
      if (!title.empty()) heading(placing ? said("While something is held") : said(title).c_str());
      title.clear();
      for (const Action& action : row.actions) draw_action(game, action, width);
    }
}

}  // namespace

void draw_keys_panel(GameState& game) {
  if (!game.panels.keys) {
    game.key_choice = {};
    return;
  }
  centre_next_window(680 * game.scale.now, 640 * game.scale.now);
  ImGui::Begin(labelled("Change keys"), &game.panels.keys,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
  ImGui::TextWrapped(
      said("Click a key, then press another one, with Ctrl, Shift or Alt if you like, or a button of a gamepad; or in "
           "the same place a button of the mouse, or its wheel."));
  ImGui::BeginDisabled(game.keys.empty());
  if (ImGui::Button(labelled("Reset all"))) {
    game.key_choice = {};
    reset_all_keys(game);
  }
  ImGui::EndDisabled();
  ImGui::BeginChild("actions");
  const float width = ImGui::GetContentRegionAvail().x;
  draw_actions(game, false, width);
  draw_actions(game, true, width);
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace quicksand
