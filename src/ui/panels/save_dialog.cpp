#include <imgui.h>
#include <imgui_stdlib.h>

#include <filesystem>

#include "core/language.h"
#include "ui/game/saves.h"
#include "ui/game/worlds.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

class SaveDialog {
 public:
  void draw(GameState& game) {
    if (game.wishes.save_dialog) {
      name_ = offered_name(game);
      ImGui::OpenPopup(labelled(kTitle));
      game.wishes.save_dialog = false;
    }
    centre_next_window(420 * game.scale.now, 150 * game.scale.now);
    if (!ImGui::BeginPopupModal(labelled(kTitle), nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
    game.panels.dialog = true;
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        ImGui::InputText("##name", &name_, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool good = is_save_name(name_);
    std::error_code error;
    if (!good)
      ImGui::TextColored(
          themed(Tint::kError),
          said("A name is needed, of at most 100 letters, without / and not beginning with a full stop."));
    else if (fs::exists(save_path(name_), error))
      ImGui::TextColored(themed(Tint::kAccent), said("Replaces the save of this name."));
    else
      ImGui::TextColored(themed(Tint::kQuiet), "%s", shown_path(save_path(name_)).c_str());
    const bool pressed = ImGui::Button(labelled("Save"));
    if (good && (pressed || entered)) {
      save_as(game, name_);
      ImGui::CloseCurrentPopup();
    }
    ImGui::SameLine();
    if (ImGui::Button(labelled("Cancel")) || game.wishes.close_dialog) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }

 private:
  static constexpr const char* kTitle = "Save the world";

  // A save that is played has its name already.
  static std::string offered_name(const GameState& game) {
    std::error_code error;
    const fs::path played = game.session.scene().name;
    if (played.parent_path() == saves_folder() && fs::exists(played, error)) return played.stem().string();
    int number = 1;
    while (fs::exists(saves_folder() / ("world-" + std::to_string(number) + ".png"), error)) ++number;
    return "world-" + std::to_string(number);
  }

  std::string name_;
};

}  // namespace

void draw_save_dialog(GameState& game) {
  static SaveDialog dialog;
  dialog.draw(game);
}

}  // namespace quicksand
