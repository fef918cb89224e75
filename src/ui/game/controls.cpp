#include "ui/game/controls.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <string>

#include "core/language.h"
#include "ui/game/palette.h"
#include "ui/game/pointer.h"
#include "ui/game/selection.h"
#include "ui/game/worlds.h"
#include "ui/tools/select.h"

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

void next_brush(GameState& game) {
  Brush& brush = game.tooling.brush;
  brush.kind = next(brush.kind, std::size(kBrushNames) - (brush.picture ? 0 : 1));  // that of a picture is the last
}
void next_covers(GameState& game) {
  Covers& covers = game.tooling.brush.covers;
  covers = next(covers, std::size(kCoversNames));
  game.toasts.say_again(said("Brush: "), said(kCoversNames[static_cast<size_t>(covers)]));
}
void next_moisture(GameState& game) { game.tooling.moisture = next(game.tooling.moisture, std::size(kMoistureNames)); }

void take_tool(GameState& game, const Tool& tool) {
  select_tool(game, tool);
  game.toasts.say_again(said("Tool: "), std::string(said(tool.name)));
}

void toggle_highlight(GameState& game) {
  const bool is_lit = game.look.mode == DisplayMode::kHighlight;
  show_as(game, !is_lit ? DisplayMode::kHighlight : game.settings.fancy ? DisplayMode::kFancy : DisplayMode::kPlain);
}

void let_go(GameState& game) {
  let_selection_go(game);
  break_off_stroke(game);
  game.tooling.corners.clear();
  game.tooling.edited_sign.reset();
  game.tooling.inspected.reset();
  game.tooling.measured.reset();
  game.panels = {.time = game.panels.time, .hint = game.panels.hint, .figures = game.panels.figures};
}

bool is_anything_open(const GameState& game) {
  const Panels& panels = game.panels;
  const Tooling& tooling = game.tooling;
  return panels.help || panels.keys || panels.look || panels.physics || panels.material || panels.console ||
         panels.statistics || panels.hud != Hud::kAll || tooling.stroke || !tooling.corners.empty() ||
         tooling.edited_sign || tooling.inspected || tooling.measured || tooling.placing || !tooling.selection.empty();
}

void close_or_undo(GameState& game) { is_anything_open(game) ? let_go(game) : undo(game); }

// The material so many places farther on in the palette.
void walk_palette(GameState& game, int steps) {
  std::vector<Choice> materials;
  for (const PaletteGroup& group : choice_groups(game))
    for (const Choice& choice : group.choices)
      if (!choice.tool) materials.push_back(choice);
  const auto count = static_cast<int>(materials.size());
  const auto chosen = std::ranges::find_if(materials, [&](const Choice& each) { return is_selected(game, each); });
  const auto at = static_cast<int>(chosen - materials.begin());
  const int next = at == count ? 0 : ((at + steps) % count + count) % count;
  const Choice& choice = materials[static_cast<size_t>(next)];
  select(game, choice);
  game.wishes.show_chosen = true;
  game.toasts.say_again(said("Material: "), shown_label_of(game, choice));
}

// All, the figures alone, nothing but the world, and all again.
void next_hud(GameState& game) {
  Hud& hud = game.panels.hud;
  hud = hud == Hud::kAll ? Hud::kFigures : hud == Hud::kFigures ? Hud::kNothing : Hud::kAll;
  if (hud != Hud::kAll) game.toasts.say_again(said("Panels"), said(": hidden; Esc shows them again"));
}

void open_console(GameState& game) {
  game.panels.console = true;
  game.wishes.console = true;
}

// The selection, or what the player is then asked to select.
void copy(GameState& game) {
  if (!game.tooling.selection.empty() || !game.session.world().takes_patches()) return copy_selection(game);
  for (const Tool& tool : tools())
    if (tool.press == press_select) select_tool(game, tool);
  game.toasts.say_again(said("Select"), said(": drag over what to copy, and press the key again"));
}

}  // namespace

std::string command_word(std::string_view name) {
  std::string word(name);
  for (char& c : word) c = c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

const std::vector<Control>& controls() {
  using Game = GameState&;
  static const std::vector<Control> kControls{
      {"Left button, Right button; Pad RT or Pad A, Pad LT",
       "draws with the chosen material, or uses the tool; erases",
       {{.name = "draw",
         .label = "Draw, or use the tool",
         .keys = {"Left button", "Pad RT", "Pad A"},
         .role = PointerRole::kUse},
        {.name = "erase", .label = "Erase", .keys = {"Right button", "Pad LT"}, .role = PointerRole::kErase}},
       "Drawing"},
      {"Middle button, Alt+Left button, Pad X",
       "a click picks the material under the pointer",
       {{.name = "pick",
         .label = "Pick the material under the pointer",
         .keys = {"Middle button", "Alt+Left button", "Pad X"},
         .role = PointerRole::kPick}}},
      {"Shift, Ctrl",
       "while you begin to draw: a straight line; a filled rectangle",
       {{.name = "straight-line",
         .label = "Draw a straight line",
         .keys = {"Left Shift", "Right Shift"},
         .role = PointerRole::kStraight},
        {.name = "rectangle",
         .label = "Fill a rectangle",
         .keys = {"Left Ctrl", "Right Ctrl"},
         .role = PointerRole::kRectangle}}},
      {"Wheel down, Wheel up, `[` and `]`; Pad LB, Pad RB",
       "size of the brush",
       {{"smaller-brush",
         "Smaller brush",
         {"Wheel down", "[", "Pad LB"},
         [](Game game) { game.tooling.grow(-1); },
         kRepeats},
        {"larger-brush",
         "Larger brush",
         {"Wheel up", "]", "Pad RB"},
         [](Game game) { game.tooling.grow(1); },
         kRepeats}}},
      {"Tab",
       "round, square, triangular or spray brush, or your picture",
       {{"next-brush", "Next brush", {"Tab"}, next_brush}}},
      {"W",
       "sand, dirt and cement: dry, damp or soaked; *Wet sand* in the palette sprays",
       {{"next-moisture", "Dry, damp or soaked", {"W"}, next_moisture}}},
      {"X or Pad right, Pad left",
       "the next tool, the one before; they are in the palette, too",
       {{"next-tool",
         "Next tool",
         {"X", "Pad right"},
         [](Game game) { take_tool(game, next_tool(*game.tooling.tool, game.session.world())); },
         kRepeats},
        {"previous-tool",
         "Previous tool",
         {"Pad left"},
         [](Game game) { take_tool(game, previous_tool(*game.tooling.tool, game.session.world())); },
         kRepeats}}},
      {"Pad down, Pad up",
       "the next material of the palette, the one before",
       {{"next-material", "Next material", {"Pad down"}, [](Game game) { walk_palette(game, 1); }, kRepeats},
        {"previous-material", "Previous material", {"Pad up"}, [](Game game) { walk_palette(game, -1); }, kRepeats}}},
      {"Semicolon",
       "fills only empty cells, draws over what is there, or only over what the stroke starts on",
       {{"next-covers", "What the brush draws over", {";"}, next_covers}}},
      {"Ctrl+C, Ctrl+X, Ctrl+V",
       "copies or cuts what is selected; holds what the clipboard has, for a click to put it down, a picture of "
       "another "
       "program, too",
       {{"copy", "Copy the selection", {"Ctrl+C"}, copy},
        {"cut", "Cut the selection", {"Ctrl+X"}, cut_selection},
        {"paste", "Hold what the clipboard has", {"Ctrl+V"}, paste_clipboard}}},
      {"Ctrl+A, Delete",
       "selects the whole world; takes away what is selected",
       {{"select-all", "Select the whole world", {"Ctrl+A"}, select_all},
        {"erase-selection", "Take away what is selected", {"Delete"}, erase_selection}}},
      {.keys = "R or Pad Y, F, V",
       .help = "while something is held: turn it, and mirror it to the side or upside down",
       .actions =
           {{"turn", "Turn", {"R", "Pad Y"}, [](Game game) { turn_selection(game, Turn::kClockwise); }, kRepeats},
            {"mirror", "Mirror to the side", {"F"}, [](Game game) { turn_selection(game, Turn::kLeftRight); }},
            {"flip", "Mirror upside down", {"V"}, [](Game game) { turn_selection(game, Turn::kUpDown); }}},
       .placing = true},
      {.keys = "Arrows, Enter, Esc",
       .help = "while something is held: move it by a cell, put it down, let it go, as {erase} does",
       .actions = {{"nudge-left", "Move to the left", {"Left"}, [](Game game) { nudge(game, -1, 0); }, kRepeats},
                   {"nudge-right", "Move to the right", {"Right"}, [](Game game) { nudge(game, 1, 0); }, kRepeats},
                   {"nudge-up", "Move up", {"Up"}, [](Game game) { nudge(game, 0, -1); }, kRepeats},
                   {"nudge-down", "Move down", {"Down"}, [](Game game) { nudge(game, 0, 1); }, kRepeats},
                   {"put-down", "Put down", {"Return", "Keypad Enter"}, put_down},
                   {"let-selection-go", "Let go", {"Escape"}, let_selection_go}},
       .placing = true},
      {"E, Pad Y",
       "searches the palette, also by what materials do: `burns`, `makes glass`; Enter takes the first match",
       {{"search", "Search the palette", {"E", "Pad Y"}, [](Game game) { game.wishes.search = true; }}}},
      {"Ctrl+E",
       "edits the chosen material: all its properties, and what it reacts with; so does a right click in the palette",
       {{"edit-material", "Edit the chosen material", {"Ctrl+E"}, toggle_material_editor}}},
      {"Ctrl+D",
       "makes the chosen material a favourite, which stands first in the palette, or none any more; so does its star",
       {{"favourite",
         "Favourite",
         {"Ctrl+D"},
         [](Game game) { toggle_favourite(game, {.entry = game.tooling.entry}); }}}},
      {"Ctrl+F",
       "lights up the chosen material wherever it is, and again shows the world as before",
       {{"light-up", "Light up the chosen material", {"Ctrl+F"}, toggle_highlight}}},
      {"Space or Pad Start, F",
       "stops and starts time; a single tick",
       {{"pause", "Stop and start time", {"Space", "Pad Start"}, [](Game game) { game.time.toggle_pause(); }},
        {"step", "A single tick", {"F"}, [](Game game) { game.time.step(); }, kRepeats}},
       "Time"},
      {"Z, Backspace",
       "a timeline under the world, on which to go back to any moment, and to other ways that it went; back in time, "
       "as "
       "long as it is held",
       {{"timeline", "Timeline", {"Z"}, [](Game game) { game.panels.time = !game.panels.time; }},
        {"back", "Back in time", {"Backspace"}, [](Game game) { seek_by(game, -kTicksBack); }, kRepeats}}},
      {"Ctrl+Space",
       "lets time run as fast as it goes until nothing moves any more",
       {{"until-still", "Run until nothing moves", {"Ctrl+Space"}, [](Game game) { game.time.run_until_still(); }}}},
      {"Comma, full stop",
       "slower, faster (a quarter to eight times)",
       {{"slower", "Slower", {","}, [](Game game) { game.time.change_speed(-1); }},
        {"faster", "Faster", {"."}, [](Game game) { game.time.change_speed(1); }}}},
      {"Ctrl+Wheel up, Ctrl+Wheel down, `+` and `-`; Pad R3, Pad L3",
       "zooms in and out, at the pointer; in the middle of the view",
       {{.name = "zoom-in-here",
         .label = "Zoom in at the pointer",
         .keys = {"Ctrl+Wheel up", "Pad R3"},
         .role = PointerRole::kZoomIn},
        {.name = "zoom-out-here",
         .label = "Zoom out at the pointer",
         .keys = {"Ctrl+Wheel down", "Pad L3"},
         .role = PointerRole::kZoomOut},
        {"zoom-in", "Zoom in", {"=", "+", "Keypad +"}, zoom_in, kRepeats},
        {"zoom-out", "Zoom out", {"-", "Keypad -"}, zoom_out, kRepeats}},
       "Moving about"},
      {"Middle button, arrows, Home",
       "a drag moves the view, and so do arrows; {fit} shows the whole world",
       {{.name = "move-view", .label = "Move the view", .keys = {"Middle button"}, .role = PointerRole::kPan},
        {"view-left", "View to the left", {"Left"}, [](Game g) { g.camera.pan(kPanPixels, 0); }, kRepeats},
        {"view-right", "View to the right", {"Right"}, [](Game g) { g.camera.pan(-kPanPixels, 0); }, kRepeats},
        {"view-up", "View up", {"Up"}, [](Game g) { g.camera.pan(0, kPanPixels); }, kRepeats},
        {"view-down", "View down", {"Down"}, [](Game g) { g.camera.pan(0, -kPanPixels); }, kRepeats},
        {"fit", "Show the whole world", {"Home"}, [](Game game) { game.camera.fit(); }}}},
      {"Ctrl+S, Ctrl+O or Pad Back",
       "saves; the page of worlds: saves and scenes with pictures, a new world, a file, which can also be dropped on "
       "the window",
       {{"save-world", "Save", {"Ctrl+S"}, [](Game game) { game.wishes.save_dialog = true; }},
        {"worlds", "Page of worlds", {"Ctrl+O", "Pad Back"}, [](Game game) { game.wishes.open_dialog = true; }}},
       "Worlds"},
      {"Ctrl+Z, Ctrl+Y or Ctrl+Shift+Z",
       "takes back the last stroke, and time with it; does it again",
       {{"undo", "Undo", {"Ctrl+Z"}, undo, kRepeats}, {"redo", "Redo", {"Ctrl+Y", "Ctrl+Shift+Z"}, redo, kRepeats}}},
      {"Pad B",
       "closes what is open, or lets go of what is held; else takes back the last stroke",
       {{"close-or-undo", "Close what is open, or undo", {"Pad B"}, close_or_undo}}},
      {"Ctrl+N, Ctrl+R",
       "clears the world; starts the scene anew",
       {{"clear-world", "Clear the world", {"Ctrl+N"}, clear_world},
        {"restart", "Start the scene anew", {"Ctrl+R"}, restart_scene}}},
      {"L",
       "the panel *Look*: light, blur and other effects; clumps of grains in the air, as they are or spread; a dark or a "
       "light theme; colours for everybody's eyes; patterns",
       {{"look", "Panel Look", {"L"}, [](Game game) { game.panels.look = !game.panels.look; }}},
       "Panels and pictures"},
      {"O",
       "the panel *Physics*: gravity, temperature and the border, or how the sand of dunes slides, the wind and bodies",
       {{"physics", "Panel Physics", {"O"}, [](Game game) { game.panels.physics = !game.panels.physics; }}}},
      {"G", "a grid between cells that are 8 pixels or larger", {{"grid", "Grid", {"G"}, toggle_grid}}},
      {"T", "a torch at the pointer, in the fancy view", {{"torch", "Torch", {"T"}, toggle_torch}}},
      {"N", "sound off and on; how loud it is stands in the panel *Look*", {{"sound", "Sound", {"N"}, toggle_sound}}},
      {"P, F2; Ctrl+Shift+C",
       "writes a picture of the world; puts it into the clipboard",
       {{"picture", "Write a picture", {"P", "F2"}, take_screenshot},
        {"copy-picture", "Copy a picture", {"Ctrl+Shift+C"}, copy_screenshot}}},
      {"Backquote",
       "a line for commands: *help* in it lists them",
       {{"console", "Line for commands", {"`"}, open_console}}},
      {"F4",
       "records what you see as a GIF, until it is pressed again",
       {{"film", "Record a GIF, end it", {"F4"}, [](Game game) { game.wishes.film = true; }}}},
      {"F1, Esc",
       "all keys; lets go of a drag, closes what is open",
       {{"help-page", "All keys", {"F1"}, [](Game game) { game.panels.help = !game.panels.help; }},
        {"let-go", "Let go, close what is open", {"Escape"}, let_go}}},
      {"F3",
       "figures in the status line: pictures a second, time of a tick, active cells",
       {{"figures", "Figures in the status line", {"F3"}, [](Game g) { g.panels.figures = !g.panels.figures; }}}},
      {"F7",
       "the panel *Statistics*: how much there is of each material over time, the time of a tick, memory",
       {{"statistics", "Panel Statistics", {"F7"}, [](Game g) { g.panels.statistics = !g.panels.statistics; }}}},
      {"F9",
       "hides all panels but the figures, then these, too; again, or Esc, shows them",
       {{"hide-panels", "Hide the panels", {"F9"}, next_hud}}},
      {"F11, Ctrl+Q",
       "full screen; quits",
       {{"full-screen", "Full screen", {"F11"}, [](Game game) { game.wishes.full_screen = true; }},
        {"quit", "Quit", {"Ctrl+Q"}, [](Game game) { game.wishes.quit = true; }}}},
  };
  return kControls;
}

const std::vector<Control>& tool_controls() {
  static const std::vector<Control> kControls = [] {
    std::vector<Control> lines;
    for (const Tool& tool : tools()) {
      const std::string name(tool.name);
      const std::string key(tool.key);
      lines.push_back(
          {.keys = key,
           .help = std::string(tool.help),
           .actions =
               {{"tool-" + command_word(name), name, {key}, [&tool](GameState& game) { take_tool(game, tool); }}},
           .name = name});
    }
    lines.front().heading = "Tools: what drawing does";
    return lines;
  }();
  return kControls;
}

const std::vector<Control>& view_controls() {
  static const std::vector<Control> kControls = [] {
    std::vector<Control> lines;
    for (size_t i = 0; i < kDisplayModes.size(); ++i) {
      const DisplayModeInfo& info = kDisplayModes[i];
      const std::string name(info.name);
      const std::string key(info.key);
      const auto show = [i](GameState& game) { show_as(game, static_cast<DisplayMode>(i)); };
      lines.push_back({.keys = key,
                       .help = std::string(info.meaning),
                       .actions = {{"view-" + name, name, {key}, show}},
                       .name = name});
    }
    lines.front().heading = "Views";
    return lines;
  }();
  return kControls;
}

std::span<const std::vector<Control>* const> control_tables() {
  static const std::array kTables{&controls(), &tool_controls(), &view_controls()};
  return kTables;
}

}  // namespace quicksand
