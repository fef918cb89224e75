#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "ui/game/row_fit.h"
#include "ui/game/worlds.h"
#include "ui/panels/panels.h"
#include "ui/panels/theme.h"

namespace quicksand {
namespace {

constexpr std::array kSpeedNames{"1/4x", "1/2x", "1x", "2x", "4x", "8x"};
static_assert(kSpeedNames.size() == std::size(FrameClock::kSpeeds));

constexpr std::array<double, 7> kScales{1, 1.25, 1.5, 1.75, 2, 2.5, 3};

// The share of the chosen speed from which on the game is as fast as it should be.
constexpr double kFullSpeed = 0.93;

struct Option {
  std::string label;
  bool chosen = false;
  std::function<void()> act;
};

// A button; or, with options, a choice, whose label says which is chosen.
struct Item {
  std::string label;
  std::string help;
  int weight = 0;      // as in RowItem
  bool begins = false;  // of a group: some room before it
  std::function<void()> act = {};
  std::vector<Option> options = {};
  std::string name = {};  // of a choice, in the menu
  std::string widest = {};  // that the label may be; empty: as it is
  bool accent = false;
};

std::string format(const char* pattern, double number) {
  char text[32];
  std::snprintf(text, sizeof text, pattern, number);
  return text;
}

Item speed_item(GameState& game) {
  Item item{.label = kSpeedNames[game.time.speed],
            .help = "Speed of time: comma and full stop change it",
            .weight = 8,
            .name = "Speed",
            .widest = "1/4x: 0.3x"};
  const double chosen = FrameClock::kSpeeds[game.time.speed];
  if (!game.time.paused && game.speedometer.speed < kFullSpeed * chosen) {
    item.label += format(game.speedometer.speed < 1 ? ": %.2gx" : ": %.1fx", game.speedometer.speed);
    item.help = "This machine reaches " + format("%.2g", game.speedometer.speed) +
                " times the ordinary speed in this world: the second number. Fewer active cells, coarser effects (L) or "
                "a smaller world are faster.";
    item.accent = true;
  }
  for (size_t i = 0; i < kSpeedNames.size(); ++i)
    item.options.push_back({kSpeedNames[i], i == game.time.speed, [&game, i] { game.time.speed = i; }});
  return item;
}

Item view_item(GameState& game) {
  Item item{.label = "View: " + std::string(info_of(game.look.mode).name),
            .help = "What is shown (keys " + display_mode_keys() + ")",
            .weight = 5,
            .name = "View"};
  for (size_t i = 0; i < kDisplayModes.size(); ++i) {
    const auto mode = static_cast<DisplayMode>(i);
    const std::string name(kDisplayModes[i].name);
    if (name.size() + 6 > item.widest.size()) item.widest = "View: " + name;
    item.options.push_back({name + " - " + std::string(kDisplayModes[i].meaning), mode == game.look.mode,
                            [&game, mode] { show_as(game, mode); }});
  }
  return item;
}

Item scale_item(GameState& game) {
  size_t now = 0;
  for (size_t i = 0; i < kScales.size(); ++i)
    if (game.scale.wanted >= static_cast<float>(kScales[i]) - 0.01F) now = i;
  const auto name = [](double scale) { return "UI " + format("%g", scale) + "x"; };
  Item item{.label = name(kScales[now]),
            .help = "Size of text and buttons",
            .weight = 1,
            .name = "Size of text and buttons",
            .widest = "UI 1.25x"};
  for (size_t i = 0; i < kScales.size(); ++i)
    item.options.push_back({name(kScales[i]), i == now, [&game, scale = kScales[i]] {
                              game.scale.wanted = static_cast<float>(scale);
                              game.settings.ui_scale = scale;
                              keep_settings(game);
                            }});
  return item;
}

// While a GIF is recorded the button that ends it.
Item picture_item(GameState& game) {
  const bool records = game.film && !game.film->has_ended();
  Item item{.label = records ? "End GIF: " + format("%.0f s", game.film->seconds()) : "Picture",
            .help = records ? "Ends the recording and writes it (F4)" : "A picture of the world, or a GIF of what you see",
            .weight = records ? 8 : 3,
            .name = "Picture",
            .widest = records ? "End GIF: 20 s" : "",
            .accent = records};
  if (records) {
    item.act = [&game] { game.wishes.film = true; };
    return item;
  }
  item.options = {{"Write a picture (P)", false, [&game] { take_screenshot(game); }},
                  {"Copy a picture (Ctrl+C)", false, [&game] { copy_screenshot(game); }},
                  {"Record a GIF (F4)", false, [&game] { game.wishes.film = true; }}};
  return item;
}

std::vector<Item> toolbar_items(GameState& game) {
  std::vector<Item> items;
  items.push_back({.label = game.time.paused ? "Play" : "Pause",
                   .help = "Stops and starts time (Space)",
                   .weight = 9,
                   .act = [&game] { game.time.toggle_pause(); },
                   .widest = "Pause",
                   .accent = game.time.paused});
  items.push_back({.label = "Step", .help = "One tick (F)", .weight = 3, .act = [&game] { game.time.step(); }});
  items.push_back(speed_item(game));
  items.push_back({.label = "Undo",
                   .help = "Takes back the last stroke, and time with it (Ctrl+Z)",
                   .weight = 7,
                   .begins = true,
                   .act = [&game] { undo(game); }});
  items.push_back({.label = "Redo",
                   .help = "Does again what was undone (Ctrl+Y)",
                   .weight = 2,
                   .act = [&game] { redo(game); }});
  items.push_back({.label = "Worlds",
                   .help = "Scenes, saves and pictures (Ctrl+O); or drop a file on the window",
                   .weight = 7,
                   .begins = true,
                   .act = [&game] { game.wishes.open_dialog = true; }});
  items.push_back({.label = "Save",
                   .help = "Saves the world as a picture that can be opened again (Ctrl+S)",
                   .weight = 6,
                   .act = [&game] { game.wishes.save_dialog = true; }});
  items.push_back(picture_item(game));
  items.push_back({.label = "Clear",
                   .help = "Empties the world; the one before is kept as a save (Ctrl+N)",
                   .weight = 4,
                   .begins = true,
                   .act = [&game] { clear_world(game); }});
  items.push_back({.label = "Restart",
                   .help = "Starts the scene anew; the world before is kept as a save (Ctrl+R)",
                   .weight = 4,
                   .act = [&game] { restart_scene(game); }});
  items.push_back({.label = "Fit",
                   .help = "Shows the whole world (Home); Ctrl+wheel zooms, dragging with the middle button pans",
                   .weight = 2,
                   .begins = true,
                   .act = [&game] { game.camera.fit(); }});
  items.push_back(view_item(game));
  items.push_back({.label = "Look",
                   .help = "Light, blur and other effects; colours and patterns (L)",
                   .weight = 5,
                   .act = [&game] { game.panels.look = !game.panels.look; },
                   .accent = game.panels.look});
  items.push_back({.label = "World",
                   .help = "Gravity; in dunes how sand slides, the wind and bodies (O)",
                   .weight = 5,
                   .act = [&game] { game.panels.world = !game.panels.world; },
                   .accent = game.panels.world});
  items.push_back({.label = "Help",
                   .help = "All keys (F1)",
                   .weight = 6,
                   .act = [&game] { game.panels.help = !game.panels.help; },
                   .accent = game.panels.help});
  items.push_back(scale_item(game));
  return items;
}

float width_of(const Item& item) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::string& text = item.widest.size() > item.label.size() ? item.widest : item.label;
  const float arrow = item.options.empty() ? 0 : ImGui::GetFrameHeight();
  return ImGui::CalcTextSize(text.c_str()).x + 2 * style.FramePadding.x + arrow;
}

void tooltip(const Item& item) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(24 * ImGui::GetFontSize());
  ImGui::TextUnformatted(item.help.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void draw_item(const Item& item) {
  if (item.accent) ImGui::PushStyleColor(ImGuiCol_Text, kAccent);
  if (item.options.empty()) {
    const bool pressed = ImGui::Button(item.label.c_str(), {width_of(item), 0});
    if (item.accent) ImGui::PopStyleColor();
    tooltip(item);
    if (pressed) item.act();
    return;
  }
  ImGui::SetNextItemWidth(width_of(item));
  const bool open = ImGui::BeginCombo(("##" + item.name).c_str(), item.label.c_str(), ImGuiComboFlags_HeightLargest);
  if (item.accent) ImGui::PopStyleColor();
  if (!open) return tooltip(item);
  for (const Option& option : item.options)
    if (ImGui::Selectable(option.label.c_str(), option.chosen)) option.act();
  ImGui::EndCombo();
}

void draw_in_menu(const Item& item) {
  if (item.options.empty()) {
    if (ImGui::MenuItem(item.label.c_str())) item.act();
    return tooltip(item);
  }
  if (!ImGui::BeginMenu((item.name + "###" + item.name).c_str())) return;
  for (const Option& option : item.options)
    if (ImGui::MenuItem(option.label.c_str(), nullptr, option.chosen)) option.act();
  ImGui::EndMenu();
}

}  // namespace

void draw_toolbar(GameState& game, const Box& box) {
  begin_panel("toolbar", box, ImGuiWindowFlags_NoScrollWithMouse);
  const std::vector<Item> items = toolbar_items(game);
  const ImGuiStyle& style = ImGui::GetStyle();
  std::vector<RowItem> row;
  for (const Item& item : items)
    row.push_back({width_of(item), row.empty() ? 0 : style.ItemSpacing.x * (item.begins ? 2.5F : 1), item.weight});
  const char* const kMore = "More";
  const float more = ImGui::CalcTextSize(kMore).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
  const std::vector<bool> shown = fit_row(row, box.size.x - 2 * style.WindowPadding.x, more);
  bool is_first = true;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!shown[i]) continue;
    if (!is_first) ImGui::SameLine(0, row[i].gap);
    is_first = false;
    draw_item(items[i]);
  }
  if (std::find(shown.begin(), shown.end(), false) != shown.end()) {
    if (!is_first) ImGui::SameLine();
    if (ImGui::Button(kMore)) ImGui::OpenPopup("more");
    if (ImGui::BeginPopup("more")) {
      for (size_t i = 0; i < items.size(); ++i)
        if (!shown[i]) draw_in_menu(items[i]);
      ImGui::EndPopup();
    }
  }
  ImGui::End();
}

}  // namespace quicksand
