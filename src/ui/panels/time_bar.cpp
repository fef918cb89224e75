// The timeline under the world: where it has been, what was done there, and the other ways that it went.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/language.h"
#include "core/world.h"
#include "ui/game/key_map.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr float kLeastLine = 10;       // in letters' heights
constexpr float kLeastWithMarks = 36;  // of the whole bar, likewise

std::string seconds(uint64_t tick) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(tick) / kTicksPerSecond);
  return text;
}

// The line, from the first tick that is known to the last, as wide as the panel leaves it.
class Line {
 public:
  Line(const GameState& game, ImVec2 at, ImVec2 size)
      : game_(game), at_(at), size_(size), first_(game.travel.timeline.first()), last_(last_tick(game)) {}

  uint64_t tick_at(float x) const {
    const double share = std::clamp((x - at_.x) / size_.x, 0.0F, 1.0F);
    return first_ + static_cast<uint64_t>(std::lround(share * static_cast<double>(last_ - first_)));
  }

  void draw(uint64_t handle) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::round(at_.y + size_.y / 2);
    const float half = std::max(2.0F, std::round(size_.y / 10));
    const auto bar = [&](uint64_t from, uint64_t to, ImU32 colour) {
      list.AddRectFilled({place(from), middle - half}, {place(to), middle + half}, colour, half);
    };
    bar(first_, last_, packed(Tint::kTimeToCome));
    bar(first_, game_.travel.timeline.end(), packed(Tint::kTimeAhead));
    bar(first_, handle, packed(Tint::kAccent));
    draw_deeds(list, middle, 2 * half);
    for (const Timeline::Line& branch : game_.travel.timeline.branches())
      list.AddTriangleFilled({place(branch.fork) - 2 * half, middle - 4 * half},
                             {place(branch.fork) + 2 * half, middle - 4 * half}, {place(branch.fork), middle - half},
                             packed(Tint::kTimeFork));
    list.AddRectFilled({place(handle) - half, at_.y}, {place(handle) + half, at_.y + size_.y},
                       packed(Tint::kTimeHandle), half);
  }

 private:
  float place(uint64_t tick) const {
    const double share = last_ > first_ ? static_cast<double>(std::clamp(tick, first_, last_) - first_) /
                                              static_cast<double>(last_ - first_)
                                        : 0;
    return std::round(at_.x + static_cast<float>(share) * size_.x);
  }

  // A stroke for each pixel in which the player has done something.
  void draw_deeds(ImDrawList& list, float middle, float height) const {
    const CommandLog& log = game_.travel.timeline.log();
    for (float x = at_.x; x < at_.x + size_.x; ++x) {
      const size_t next = log.first_from(tick_at(x));
      if (next == log.size()) break;
      if (log.tick(next) < tick_at(x + 1))
        list.AddLine({x, middle + height}, {x, middle + 2 * height}, packed(Tint::kTimeDeed));
    }
  }

  const GameState& game_;
  ImVec2 at_;
  ImVec2 size_;
  uint64_t first_;
  uint64_t last_;
};

void draw_branches(GameState& game) {
  if (!ImGui::BeginPopup("branches")) return;
  Timeline& timeline = game.travel.timeline;
  const float text_width = 12 * ImGui::GetFontSize();
  if (timeline.branches().empty())
    ImGui::TextUnformatted(said("There is none yet. Go back and do something else: what you leave stays here."));
  for (size_t i = 0; i < timeline.branches().size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const Timeline::Line& branch = timeline.branches()[i];
    std::string name = branch.name;
    ImGui::SetNextItemWidth(text_width);
    if (ImGui::InputText("##name", &name)) timeline.rename(i, name);
    ImGui::SameLine();
    ImGui::TextColored(themed(Tint::kQuiet), said("%s to %s s"), seconds(branch.fork).c_str(),
                       seconds(branch.end).c_str());
    ImGui::SameLine();
    const bool plays = button(labelled("Play"), said("Goes to its end; what is played now stays as a branch"));
    ImGui::SameLine();
    const bool goes = button(labelled("Remove"), said("It is gone for good"));
    ImGui::PopID();
    if (plays) {
      take_branch(game, i);
      ImGui::CloseCurrentPopup();
      break;
    }
    if (goes) {
      timeline.remove(i);
      break;
    }
  }
  ImGui::Separator();
  if (ImGui::Button(labelled("Keep the world as it is here"))) keep_branch(game);
  ImGui::EndPopup();
}

}  // namespace

void draw_time_bar(GameState& game, const Box& box) {
  if (box.size.y <= 0) return;
  begin_panel("time", box, ImGuiWindowFlags_NoScrollWithMouse);
  const uint64_t now = game.session.world().tick();
  const uint64_t last = last_tick(game);
  const bool has_line = last > game.travel.timeline.first();
  if (button("<##back", said("A single tick back"), has_line)) seek_by(game, -1);
  ImGui::SameLine();
  if (button(">##on", said("A single tick on, with what you did"), has_line && now < last)) seek_by(game, 1);
  ImGui::SameLine();
  if (ImGui::GetWindowWidth() > kLeastWithMarks * ImGui::GetFontSize()) {
    const auto to_deed = [&](const char* label, const char* tooltip, bool forward) {
      if (button(label, tooltip, has_line && deed_beside(game, forward).has_value())) seek_deed(game, forward);
      ImGui::SameLine();
    };
    to_deed("|<##mark", said("To the mark before: where you did something"), false);
    to_deed(">|##mark", said("To the next mark: where you did something"), true);
  }

  std::string branches = said("Branches: ") + std::to_string(game.travel.timeline.branches().size()) + "###branches";
  const char* const still = game.time.until_still ? labelled("Stop") : labelled("Until still");
  const std::string time = seconds(game.travel.sought.value_or(now)) + " / " + seconds(last) + " s";
  float time_width = ImGui::CalcTextSize("0000.0 / 0000.0 s").x + 2 * ImGui::GetStyle().ItemSpacing.x;
  float rest = button_width(labelled("Watch")) + button_width(labelled("Until still")) +
               button_width(branches.c_str()) + time_width;
  // In a narrow window the line needs the room: the key does what the button does, and the tooltip tells the time.
  const bool is_narrow = ImGui::GetContentRegionAvail().x - rest < kLeastLine * ImGui::GetFontSize();
  if (is_narrow) {
    branches = "...###branches";
    time_width = 0;
    rest = button_width(labelled("Watch")) + button_width(branches.c_str()) + ImGui::GetStyle().ItemSpacing.x;
  }
  const ImVec2 size{std::max(ImGui::GetFontSize(), ImGui::GetContentRegionAvail().x - rest), ImGui::GetFrameHeight()};
  // The handle can be taken where it stands at an end, too.
  const float grip = std::round(size.y / 4);
  const ImVec2 at{ImGui::GetCursorScreenPos().x + grip, ImGui::GetCursorScreenPos().y};
  const Line line(game, at, {size.x - 2 * grip, size.y});
  ImGui::InvisibleButton("line", size);
  if (ImGui::IsItemActive() && has_line) {
    const uint64_t wanted = line.tick_at(ImGui::GetIO().MousePos.x);
    if (wanted != game.travel.sought.value_or(now)) seek(game, wanted);
  } else if (ImGui::IsItemHovered()) {
    begin_tooltip_beside();
    ImGui::Text(said("%s s: drag to go there. To play on%s is to go another way; what you leave stays as a branch."),
                seconds(line.tick_at(ImGui::GetIO().MousePos.x)).c_str(), key_hint(game, "pause").c_str());
    end_tooltip_beside();
  }
  line.draw(game.travel.sought.value_or(now));
  ImGui::SameLine();
  if (!is_narrow) {
    ImGui::AlignTextToFramePadding();
    const float text_at = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(time.c_str());
    ImGui::SameLine(text_at + time_width);
    const std::string help = said("Runs as fast as it goes until nothing moves") + key_hint(game, "until-still");
    if (button(still, help.c_str())) game.time.run_until_still();
    ImGui::SameLine();
  }
  if (button(labelled("Watch"), said("Plays from here to the end, with all that you did"),
             now < game.travel.timeline.end()))
    watch(game);
  ImGui::SameLine();
  if (button(branches.c_str(), said("Other ways that this world went"))) ImGui::OpenPopup("branches");
  draw_branches(game);
  ImGui::End();
}

}  // namespace quicksand
