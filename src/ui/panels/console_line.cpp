// The line for commands, over the lower edge of the world, and what came of those before.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <deque>
#include <string>

#include "core/language.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr size_t kShownAnswers = 8;
constexpr float kMostOfWorld = 0.6F;  // of its height that answers take

class ConsoleLine {
 public:
  Box draw(GameState& game, Box world) {
    if (!game.panels.console) {
      game.wishes.console = false;
      return world;
    }
    const float margin = 8 * game.scale.now;
    ImGui::SetNextWindowPos({world.at.x + margin, world.at.y + world.size.y - margin}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowSizeConstraints({world.size.x - 2 * margin, 0},
                                        {world.size.x - 2 * margin, world.size.y - 2 * margin});
    ImGui::SetNextWindowBgAlpha(kAlphaOverWorld);
    ImGui::Begin("console", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
    draw_answers(game, kMostOfWorld * world.size.y);
    draw_field(game);
    const float height = ImGui::GetWindowHeight() + margin;
    ImGui::End();
    if (game.wishes.close_dialog || closes_) game.panels.console = false;
    closes_ = false;
    world.size.y -= height;
    return world;
  }

 private:
  // The last of them, as many as there is room for.
  static void draw_answers(const GameState& game, float room) {
    const std::deque<Console::Answer>& answers = game.console.answers();
    const auto fits = static_cast<size_t>(std::max(1.0F, room / ImGui::GetTextLineHeightWithSpacing()));
    const size_t shown = std::min({kShownAnswers, fits, answers.size()});
    ImGui::PushTextWrapPos(0);
    for (size_t i = answers.size() - shown; i < answers.size(); ++i)
      ImGui::TextColored(answers[i].error ? themed(Tint::kError) : themed(Tint::kQuiet), "%s", answers[i].text.c_str());
    ImGui::PopTextWrapPos();
  }

  void draw_field(GameState& game) {
    game_ = &game;
    if (game.wishes.console) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint(
        "##command", said("A command; help shows all, Tab goes on with a word"), &line_,
        // Nothing is taken back in it: lines of before take the place of what was typed.
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
            ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackCharFilter |
            ImGuiInputTextFlags_NoUndoRedo,
        [](ImGuiInputTextCallbackData* data) { return static_cast<ConsoleLine*>(data->UserData)->on_key(*data); },
        this);
    if (ImGui::IsItemActive()) game.wishes.console = false;
    if (!entered) return;
    game.console.enter(game, line_);
    line_.clear();
    game.wishes.console = game.panels.console;  // the next one
  }

  // The key that opens the line closes it, too: no command has such a letter.
  int on_key(ImGuiInputTextCallbackData& data) {
    if (data.EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
      closes_ |= data.EventChar == '`';
      return data.EventChar == '`' ? 1 : 0;
    }
    const std::string now(data.Buf, static_cast<size_t>(data.BufTextLen));
    const std::string next = data.EventFlag == ImGuiInputTextFlags_CallbackCompletion
                                 ? game_->console.complete(*game_, now)
                                 : game_->console.recall(now, data.EventKey == ImGuiKey_UpArrow ? 1 : -1);
    if (next == now) return 0;
    data.DeleteChars(0, data.BufTextLen);
    data.InsertChars(0, next.c_str());
    return 0;
  }

  std::string line_;
  GameState* game_ = nullptr;
  bool closes_ = false;
};

}  // namespace

Box draw_console(GameState& game, const Box& world) {
  static ConsoleLine line;
  return line.draw(game, world);
}

}  // namespace quicksand
