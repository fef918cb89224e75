#include "ui/game/controls.h"

#include <iterator>
#include <string>

#include "ui/game/palette.h"
#include "ui/game/pointer.h"
#include "ui/game/selection.h"
#include "ui/game/worlds.h"

namespace quicksand {
namespace {

constexpr double kPanPixels = 60;
constexpr int64_t kTicksBack = 8;  // for each time that the key repeats: about as fast as time goes forward
constexpr bool kRepeats = true;

// The next value of an enumeration that has `count` of them.
template <class Enum>
Enum next(Enum value, size_t count) {
  return static_cast<Enum>((static_cast<size_t>(value) + 1) % count);
}

void zoom(GameState& game, double factor) {
  const PixelRect& view = game.camera.viewport();
  game.camera.zoom_at({view.x + view.width / 2, view.y + view.height / 2}, factor);
}
void zoom_in(GameState& game) { zoom(game, kZoomStep); }
void zoom_out(GameState& game) { zoom(game, 1 / kZoomStep); }

void next_brush(GameState& game) { game.tooling.brush.kind = next(game.tooling.brush.kind, std::size(kBrushNames)); }
void next_covers(GameState& game) {
  Covers& covers = game.tooling.brush.covers;
  covers = next(covers, std::size(kCoversNames));
  game.toasts.say_again("Brush: ", kCoversNames[static_cast<size_t>(covers)]);
}
void next_moisture(GameState& game) { game.tooling.moisture = next(game.tooling.moisture, std::size(kMoistureNames)); }

void take_tool(GameState& game, const Tool& tool) {
  select_tool(game, tool);
  game.toasts.say_again("Tool: ", std::string(tool.name));
}

void toggle_highlight(GameState& game) {
  const bool is_lit = game.look.mode == DisplayMode::kHighlight;
  show_as(game, !is_lit ? DisplayMode::kHighlight : game.settings.fancy ? DisplayMode::kFancy : DisplayMode::kPlain);
}

void let_go(GameState& game) {
  game.tooling.cancel_stroke();
  game.tooling.corners.clear();
  let_selection_go(game);
  game.panels = {.time = game.panels.time, .hint = game.panels.hint, .figures = game.panels.figures};
}

// The selection, or else a picture.
void copy(GameState& game) {
  if (game.tooling.selection.empty())
    copy_screenshot(game);
  else
    copy_selection(game);
}

// What keys do while a patch is held.
const std::vector<KeyBinding>& placing_keys() {
  using Game = GameState&;
  static const std::vector<KeyBinding> kKeys{{"R", [](Game game) { turn_selection(game, Turn::kClockwise); }, kRepeats},
                                             {"F", [](Game game) { turn_selection(game, Turn::kLeftRight); }},
                                             {"V", [](Game game) { turn_selection(game, Turn::kUpDown); }},
                                             {"Left", [](Game game) { nudge(game, -1, 0); }, kRepeats},
                                             {"Right", [](Game game) { nudge(game, 1, 0); }, kRepeats},
                                             {"Up", [](Game game) { nudge(game, 0, -1); }, kRepeats},
                                             {"Down", [](Game game) { nudge(game, 0, 1); }, kRepeats},
                                             {"Return", put_down},
                                             {"Keypad Enter", put_down},
                                             {"Escape", let_selection_go}};
  return kKeys;
}

bool press_one_of(const std::vector<KeyBinding>& bindings, GameState& game, std::string_view key, bool repeated) {
  for (const KeyBinding& binding : bindings) {
    if (binding.key != key) continue;
    if (!repeated || binding.repeats) binding.act(game);
    return true;
  }
  return false;
}

}  // namespace

const std::vector<Control>& controls() {
  using Game = GameState&;
  static const std::vector<Control> kControls{
      {"Left button, right button", "draws with the chosen material, or uses the tool; erases", {}, "Drawing"},
      {"Middle click, Alt+click", "picks the material under the pointer"},
      {"Shift+drag, Ctrl+drag", "draws a straight line; fills a rectangle"},
      {"Wheel, `[` and `]`",
       "size of the brush",
       {{"[", [](Game game) { game.tooling.brush.grow(-1); }, kRepeats},
        {"]", [](Game game) { game.tooling.brush.grow(1); }, kRepeats}}},
      {"Tab", "round, square, triangular or spray brush", {{"Tab", next_brush}}},
      {"W", "sand, dirt and cement: dry, damp or soaked; *Wet sand* in the palette sprays", {{"W", next_moisture}}},
      {"X",
       "the next tool; they are in the palette, too",
       {{"X", [](Game game) { take_tool(game, next_tool(*game.tooling.tool, game.session.world())); }}}},
      {"Semicolon",
       "fills only empty cells, draws over what is there, or only over what the stroke starts on",
       {{";", next_covers}}},
      {"Ctrl+C, Ctrl+X, Ctrl+V",
       "copies or cuts what is selected; holds what the clipboard has, for a click to put it down, a picture of "
       "another "
       "program, too",
       {{"Ctrl+X", cut_selection}, {"Ctrl+V", paste_clipboard}}},
      {"Ctrl+A, Delete",
       "selects the whole world; takes away what is selected",
       {{"Ctrl+A", select_all}, {"Delete", erase_selection}}},
      {"R, F, V", "while something is held: turn it, and mirror it to the side or upside down"},
      {"Arrows, Enter", "while something is held: move it by a cell, put it down; Esc or a right click lets it go"},
      {"E", "searches the palette; Enter takes the first match", {{"E", [](Game game) { game.wishes.search = true; }}}},
      {"Ctrl+F",
       "lights up the chosen material wherever it is, and again shows the world as before",
       {{"Ctrl+F", toggle_highlight}}},
      {"Space, F",
       "stops and starts time; a single tick",
       {{"Space", [](Game game) { game.time.toggle_pause(); }}, {"F", [](Game game) { game.time.step(); }, kRepeats}},
       "Time"},
      {"Z, Backspace",
       "a timeline under the world, on which to go back to any moment, and to other ways that it went; back in time, "
       "as "
       "long as it is held",
       {{"Z", [](Game game) { game.panels.time = !game.panels.time; }},
        {"Backspace", [](Game game) { seek_by(game, -kTicksBack); }, kRepeats}}},
      {"Ctrl+Space",
       "lets time run as fast as it goes until nothing moves any more",
       {{"Ctrl+Space", [](Game game) { game.time.run_until_still(); }}}},
      {"Comma, full stop",
       "slower, faster (a quarter to eight times)",
       {{",", [](Game game) { game.time.change_speed(-1); }}, {".", [](Game game) { game.time.change_speed(1); }}}},
      {"Ctrl+wheel, `+` and `-`",
       "zooms",
       {{"=", zoom_in, kRepeats},
        {"+", zoom_in, kRepeats},
        {"Keypad +", zoom_in, kRepeats},
        {"-", zoom_out, kRepeats},
        {"Keypad -", zoom_out, kRepeats}},
       "Moving about"},
      {"Middle drag, arrows, Home",
       "moves the view; Home shows the whole world",
       {{"Left", [](Game game) { game.camera.pan(kPanPixels, 0); }, kRepeats},
        {"Right", [](Game game) { game.camera.pan(-kPanPixels, 0); }, kRepeats},
        {"Up", [](Game game) { game.camera.pan(0, kPanPixels); }, kRepeats},
        {"Down", [](Game game) { game.camera.pan(0, -kPanPixels); }, kRepeats},
        {"Home", [](Game game) { game.camera.fit(); }}}},
      {"Ctrl+S, Ctrl+O",
       "saves; the page of worlds: saves and scenes with pictures, a new world, a file, which can also be dropped on "
       "the window",
       {{"Ctrl+S", [](Game game) { game.wishes.save_dialog = true; }},
        {"Ctrl+O", [](Game game) { game.wishes.open_dialog = true; }}},
       "Worlds"},
      {"Ctrl+Z, Ctrl+Y",
       "takes back the last stroke, and time with it; does it again",
       {{"Ctrl+Z", undo, kRepeats}, {"Ctrl+Y", redo, kRepeats}}},
      {"Ctrl+N, Ctrl+R",
       "clears the world; starts the scene anew",
       {{"Ctrl+N", clear_world}, {"Ctrl+R", restart_scene}}},
      {"L",
       "the panel *Look*: light, blur and other effects; colours for everybody's eyes; patterns",
       {{"L", [](Game game) { game.panels.look = !game.panels.look; }}},
       "Panels and pictures"},
      {"O",
       "the panel *Physics*: gravity, temperature and the border, or how the sand of dunes slides, the wind and bodies",
       {{"O", [](Game game) { game.panels.physics = !game.panels.physics; }}}},
      {"G", "a grid between cells that are 8 pixels or larger", {{"G", toggle_grid}}},
      {"T", "a torch at the pointer, in the fancy view", {{"T", toggle_torch}}},
      {"P, F2; Ctrl+C",
       "writes a picture of the world; puts it into the clipboard, if nothing is selected",
       {{"P", take_screenshot}, {"F2", take_screenshot}, {"Ctrl+C", copy}}},
      {"F4",
       "records what you see as a GIF, until it is pressed again",
       {{"F4", [](Game game) { game.wishes.film = true; }}}},
      {"F1, Esc",
       "all keys; lets go of a drag, closes what is open",
       {{"F1", [](Game game) { game.panels.help = !game.panels.help; }}, {"Escape", let_go}}},
      {"F3",
       "figures in the status line: pictures a second, time of a tick, active cells",
       {{"F3", [](Game game) { game.panels.figures = !game.panels.figures; }}}},
      {"F11, Ctrl+Q",
       "full screen; quits",
       {{"F11", [](Game game) { game.wishes.full_screen = true; }},
        {"Ctrl+Q", [](Game game) { game.wishes.quit = true; }}}},
  };
  return kControls;
}

const std::vector<Control>& tool_controls() {
  static const std::vector<Control> kControls = [] {
    std::vector<Control> lines;
    for (const Tool& tool : tools()) {
      const std::string key(tool.key);
      lines.push_back({key, std::string(tool.name) + ": " + std::string(tool.help), {{key, [&tool](GameState& game) {
                                                                                        take_tool(game, tool);
                                                                                      }}}});
    }
    lines.front().heading = "Tools: what the left button does";
    return lines;
  }();
  return kControls;
}

const std::vector<Control>& view_controls() {
  static const std::vector<Control> kControls = [] {
    std::vector<Control> lines;
    for (size_t i = 0; i < kDisplayModes.size(); ++i) {
      const DisplayModeInfo& info = kDisplayModes[i];
      const std::string key(info.key);
      lines.push_back({key,
                       std::string(info.name) + ": " + std::string(info.meaning),
                       {{key, [i](GameState& game) { show_as(game, static_cast<DisplayMode>(i)); }}}});
    }
    return lines;
  }();
  return kControls;
}

std::vector<HelpLine> help_lines() {
  // The marks of Markdown are for README.md.
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '`' || c == '*'; });
    return text;
  };
  std::vector<HelpLine> lines;
  for (const std::vector<Control>* const table : {&controls(), &tool_controls()})
    for (const Control& control : *table) lines.push_back({plain(control.keys), plain(control.help), control.heading});
  HelpLine views{display_mode_keys(), "views:", "Views"};
  for (const DisplayModeInfo& info : kDisplayModes)
    views.help += (&info == &kDisplayModes.front() ? " " : ", ") + std::string(info.name);
  lines.push_back(views);
  return lines;
}

bool press_key(GameState& game, std::string_view key, bool repeated) {
  if (game.tooling.placing && press_one_of(placing_keys(), game, key, repeated)) return true;
  for (const std::vector<Control>* const table : {&controls(), &tool_controls(), &view_controls()})
    for (const Control& control : *table)
      if (press_one_of(control.bindings, game, key, repeated)) return true;
  return false;
}

}  // namespace quicksand
