#include "ui/game/pointer.h"

#include <cmath>
#include <utility>

#include "app/inspecting.h"
#include "core/language.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/game/selection.h"
#include "ui/game/signs.h"
#include "ui/game/time_travel.h"
#include "ui/game/worlds.h"

namespace quicksand {
namespace {

void pick(GameState& game, Point at, CellPos cell) {
  const World& world = game.session.world();
  if (!contains(world.size(), cell)) return;
  uint8_t entry = world.entry_at(cell);
  if (entry == 0) {
    const Point place = game.camera.point_of(at);
    entry = entry_of_grain_at(world, place.x, place.y).value_or(0);
  }
  if (entry == 0) return;  // a miss must not turn the brush into an eraser
  game.tooling.entry = entry;
  if (game.tooling.tool->material == MaterialUse::kNone) select_tool(game, painting_tool());
}

void do_at_once(GameState& game, const PointerInput& input, CellPos cell) {
  for (const Action* const action : input.acts) action->act(game);
  if (input.zoom != 0) game.camera.zoom_at(input.at, std::pow(kZoomStep, input.zoom));
  if (input.pans) game.camera.pan(input.moved.x, input.moved.y);
  if (input.picks) pick(game, input.at, cell);
}

uint8_t entry_below(const GameState& game, CellPos cell) {
  return contains(game.session.world().size(), cell) ? game.session.world().entry_at(cell) : uint8_t{0};
}

StrokeShape wanted_shape(const Tool& tool, const PointerInput& input) {
  if (tool.shape != StrokeShape::kFreehand) return tool.shape;
  if (input.shift) return StrokeShape::kLine;
  return input.control ? StrokeShape::kRect : StrokeShape::kFreehand;
}

// Says so where the keys that are held mean nothing to the tool.
void check_keys(Tooling& tooling, const PointerInput& input) {
  const Tool& tool = *tooling.stroke->tool;
  const bool lines = input.shift && !tool.draws_lines;
  if (!lines && (!input.control || input.shift || tool.draws_rectangles)) return;
  const std::string_view paint = said(painting_tool().name);
  tooling.complaint =
      lines ? said("{straight-line} draws lines with {1} ({tool-paint}), not with {2}", {paint, said(tool.name)})
            : said("{rectangle} fills rectangles with {1} ({tool-paint}), not with {2}", {paint, said(tool.name)});
}

ToolStep step_of(GameState& game, std::span<const CellPos> passed) {
  Stroke& stroke = *game.tooling.stroke;
  return {.session = game.session,
          .tooling = game.tooling,
          .stroke = stroke,
          .cell = cell_at(stroke.path.at()),
          .passed = passed,
          .over_world = stroke.over_world,
          .time_stands = true,
          .shift = stroke.shift,
          .control = stroke.control};
}

void say_complaint(GameState& game) {
  std::string& complaint = game.tooling.complaint;
  if (!complaint.empty()) game.toasts.say_at_pointer(with_keys(game, std::exchange(complaint, "")));
}

// What erases does so in their own way with tools that draw.
void begin_stroke(GameState& game, const PointerInput& input, CellPos cell) {
  Tooling& tooling = game.tooling;
  if (!input.use.pressed && !input.erase.pressed) return;
  if (tooling.stroke) return;                         // the other button, while one is held
  if (tooling.edited_sign) return finish_sign(game);  // a click beside the words ends them
  const bool erases = !input.use.pressed;
  const Tool& chosen = *tooling.tool;
  const bool erases_itself = chosen.erases && (!chosen.erases_at || chosen.erases_at(game.session, tooling, cell));
  const Tool* const tool = erases && !erases_itself ? &painting_tool() : &chosen;
  tooling.stroke = {.erases = erases,
                    .tool = tool,
                    .shape = wanted_shape(*tool, input),
                    .ink = {erases ? uint8_t{0} : tooling.entry, entry_below(game, cell)},
                    .start = cell,
                    .last = cell,
                    .shift = input.shift,
                    .control = input.control,
                    .is_noted = !tool->will_change || tool->will_change(tooling, cell),
                    .corners = tooling.corners,
                    .selection = tooling.selection,
                    .placing = tooling.placing};
  if (tooling.stroke->is_noted) game.history.begin_stroke(game.session);
  if (is_about_to_drag(game, cell)) autosave_now(game);
  tooling.stroke->path.begin(game.camera.point_of(input.at));
  check_keys(tooling, input);
  if (tooling.stroke->tool->press) tooling.stroke->tool->press(step_of(game, {}));
}

void continue_stroke(GameState& game, const PointerInput& input) {
  Tooling& tooling = game.tooling;
  if (!tooling.stroke) return;
  Stroke& stroke = *tooling.stroke;
  stroke.path.begin_frame();
  for (const Point& point : input.passed) stroke.path.add(game.camera.point_of(point));
  stroke.path.add(game.camera.point_of(input.at));
  stroke.over_world = is_over_world(game, input);
  stroke.shift = input.shift;
  const bool held = stroke.erases ? input.erase.held : input.use.held;
  if (held) return;
  const Tool& tool = *stroke.tool;
  if (tool.release) {
    const std::vector<CellPos> passed = stroke.path.step(1);
    tool.release(step_of(game, passed));
  }
  if (tool.material != MaterialUse::kNone) {
    ++tooling.finished_strokes;
    if (stroke.ink.entry != 0) note_recent(tooling, game.session.world().entry_names()[stroke.ink.entry]);
    game.hints.note_use(label_of(game, {.entry = stroke.ink.entry}));
  }
  game.hints.note_use(std::string(tool.name));
  if (stroke.is_noted) game.history.end_stroke(game.session);
  tooling.stroke.reset();
}

}  // namespace

void take_back_stroke(GameState& game) {
  if (!game.tooling.stroke) return;
  const bool is_noted = game.tooling.stroke->is_noted;
  if (const std::optional<Placing>& placing = game.tooling.placing; placing && placing->lifted_from)
    game.session.apply(PasteCommand{placing->patch, *placing->lifted_from});  // there may be no way back
  game.tooling.take_back_stroke();
  if (is_noted && game.history.undos() > 0) undo(game);
}

bool is_over_world(const GameState& game, const PointerInput& input) {
  return input.in_window && game.camera.covers(input.at) && !input.over_panel;
}

void handle_pointer(GameState& game, const PointerInput& input) {
  if (!input.in_window) return end_stroke(game);
  const CellPos cell = game.camera.cell_of(input.at);
  if (!game.tooling.stroke)
    game.tooling.pointed_sign = is_over_world(game, input) ? sign_at(game, input.at) : std::nullopt;
  game.tooling.brush.wetness = painted_wetness(game.session.looks()[game.tooling.entry], game.tooling.moisture);
  if (is_over_world(game, input)) {
    do_at_once(game, input, cell);
    if (game.tooling.placing) game.tooling.placing->follow(cell);
    begin_stroke(game, input, cell);
  }
  if (input.takes_back) take_back_stroke(game);
  continue_stroke(game, input);
  do_sign_deed(game);
  say_complaint(game);
}

void hold_tool(GameState& game, int steps_left, bool time_stands) {
  if (!game.tooling.stroke) return;
  Stroke& stroke = *game.tooling.stroke;
  const Point before = stroke.path.at();
  const std::vector<CellPos> passed = stroke.path.step(steps_left);
  if (!stroke.tool->hold) return;
  ToolStep step = step_of(game, passed);
  step.moved_x = stroke.path.at().x - before.x;
  step.moved_y = stroke.path.at().y - before.y;
  step.time_stands = time_stands;
  stroke.tool->hold(step);
  say_complaint(game);
}

void GameState::tick(int ticks_left) {
  if (tooling.stroke) travel.watches = false;
  const bool goes_on = !travel.watches || travel.timeline.repeat_commands(session);
  // What a stroke has noted lies before it, though nothing may have been done by now: many tools act when it ends.
  if (!tooling.stroke || !tooling.stroke->is_noted) history.follow(session);
  if (!goes_on) {
    travel.watches = false;
    time.paused = true;
    toasts.say_again(said("Time"), with_keys(*this, said(": that is how it was left; {pause} goes on")));
    return;
  }
  hold_tool(*this, ticks_left, false);
  follow_time(*this);
  events_.counts_moves = hearing.listens;
  session.tick(&events_);
  follow_time(*this);
  if (hearing.listens) hearing.ear.hear(events_, heard_view(camera));
  for (const BlastEvent& blast : events_.blasts) tooling.shocks.add(blast.at, blast.reach);
}

}  // namespace quicksand
