#include <SDL_keycode.h>

#include <algorithm>
#include <cmath>

#include "ui/panels.h"

namespace quicksand {
namespace {

constexpr double kZoomStep = 1.25;
constexpr double kPanPixels = 60;

Point pointer() { return {ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y}; }

DragShape wanted_shape(const ImGuiIO& io) {
  if (io.KeyShift) return DragShape::kLine;
  return io.KeyCtrl ? DragShape::kRect : DragShape::kFreehand;
}

void pick(GameState& game, CellPos cell) {
  if (!contains(game.session.world().size(), cell)) return;
  const uint8_t entry = game.session.world().entry_at(cell);
  if (entry != 0) game.selected_entry = entry;  // a miss must not turn the brush into an eraser
}

// The middle button picks when it is clicked, and pans when it is dragged.
void handle_middle_button(GameState& game, CellPos cell) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Middle)) game.camera.pan(io.MouseDelta.x, io.MouseDelta.y);
  const bool dragged =
      io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Middle] > io.MouseDragThreshold * io.MouseDragThreshold;
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Middle) && !dragged) pick(game, cell);
}

void handle_wheel(GameState& game) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0) return;
  if (io.KeyCtrl)
    game.camera.zoom_at(pointer(), std::pow(kZoomStep, io.MouseWheel));
  else
    game.brush.grow(io.MouseWheel > 0 ? std::max(1, static_cast<int>(io.MouseWheel))
                                      : std::min(-1, static_cast<int>(io.MouseWheel)));
}

void begin_drag(GameState& game, CellPos cell) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (io.KeyAlt)
      pick(game, cell);
    else if (game.tool == Tool::kThrow)
      game.thrown_from = cell;
    else if (game.tool == Tool::kBlast)
      game.session.push(tool_force(game.brush, game.tool, cell, 0, 0));
    else if (game.tool == Tool::kPaint)
      game.drag.begin(wanted_shape(io), game.selected_entry, cell);
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    game.drag.begin(wanted_shape(io), 0, cell);
  }
}

// Wind blows as long as the button is held; a throw leaves the hand when it is let go.
void use_tool(GameState& game, CellPos cell, bool over_world) {
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (held && over_world && (game.tool == Tool::kBlow || game.tool == Tool::kSuck)) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    game.force = tool_force(game.brush, game.tool, cell, moved.x / game.camera.zoom(), moved.y / game.camera.zoom());
  }
  if (held || !game.thrown_from) return;
  game.session.paint(thrown_command(game.brush, game.selected_entry, *game.thrown_from, cell));
  game.thrown_from.reset();
  ++game.finished_drags;
}

void draw_throw(const GameState& game, CellPos cell) {
  const auto middle = [&](CellPos at) {
    const Point pixel = game.camera.pixel_of({at.x + 0.5, at.y + 0.5});
    return ImVec2(static_cast<float>(pixel.x), static_cast<float>(pixel.y));
  };
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  draw->AddLine(middle(*game.thrown_from), middle(cell), IM_COL32(255, 220, 140, 200), 2);
  draw->AddCircleFilled(middle(cell), 4, IM_COL32(255, 220, 140, 220));
}

void continue_drag(GameState& game, CellPos cell) {
  if (!game.drag.active()) return;
  const auto paint = [&](const std::optional<PaintCommand>& command) {
    if (command) game.session.paint(*command);
  };
  for (const Point& point : game.pointer_trail) paint(game.drag.move(game.brush, game.camera.cell_of(point)));
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Right);
  paint(held ? game.drag.move(game.brush, cell) : game.drag.end(game.brush, cell));
  if (!held) ++game.finished_drags;
}

// The outline is what a click would paint: the edge of the rasterised shape, in screen pixels.
void draw_outline(const GameState& game, const PaintCommand& command, ImU32 colour) {
  constexpr int kLarge = 1 << 20;
  PaintCommand shifted = command;  // rasterised in a world of its own, so that the true world's edge does not cut it
  const int offset = kLarge / 2;
  for (CellPos* cell : {&shifted.from, &shifted.to}) *cell = {cell->x + offset, cell->y + offset};
  const std::vector<RowSpan> spans = rasterise(shifted, {kLarge, kLarge});
  ImDrawList* const draw = ImGui::GetBackgroundDrawList();
  const auto edge = [&](int x0, int y0, int x1, int y1) {
    const Point a = game.camera.pixel_of({static_cast<double>(x0 - offset), static_cast<double>(y0 - offset)});
    const Point b = game.camera.pixel_of({static_cast<double>(x1 - offset), static_cast<double>(y1 - offset)});
    const auto snap = [](double v) { return static_cast<float>(std::floor(v)) + 0.5F; };
    draw->AddLine({snap(a.x), snap(a.y)}, {snap(b.x), snap(b.y)}, colour);
  };
  // Above a row the edge shows where the row before does not reach; the same below, and at both ends.
  for (size_t i = 0; i < spans.size(); ++i) {
    const RowSpan& span = spans[i];
    const auto uncovered = [&](size_t other, int y) {
      if (other >= spans.size()) {
        edge(span.first, y, span.last + 1, y);
        return;
      }
      if (spans[other].first > span.first) edge(span.first, y, std::min(spans[other].first, span.last + 1), y);
      if (spans[other].last < span.last) edge(std::max(spans[other].last + 1, span.first), y, span.last + 1, y);
    };
    uncovered(i == 0 ? spans.size() : i - 1, span.y);
    uncovered(i + 1, span.y + 1);
    edge(span.first, span.y, span.first, span.y + 1);
    edge(span.last + 1, span.y, span.last + 1, span.y + 1);
  }
}

void draw_brush_preview(const GameState& game, CellPos cell) {
  if (game.thrown_from) return draw_throw(game, cell);
  const bool dragging_shape = game.drag.active() && game.drag.shape() != DragShape::kFreehand;
  const CellPos from = dragging_shape ? game.drag.start() : cell;
  const DragShape shape = dragging_shape ? game.drag.shape() : DragShape::kFreehand;
  const PaintCommand command = brush_command(game.brush, shape, game.selected_entry, from, cell);
  draw_outline(game, command, IM_COL32(0, 0, 0, 110));
  const bool erases = (game.drag.active() ? game.drag.entry() : game.selected_entry) == 0;
  draw_outline(game, command, erases ? IM_COL32(255, 120, 100, 190) : IM_COL32(255, 255, 255, 150));
}

void change_speed(GameState& game, int step) {
  const int last = static_cast<int>(std::size(FrameClock::kSpeeds)) - 1;
  game.speed = static_cast<size_t>(std::clamp(static_cast<int>(game.speed) + step, 0, last));
}

void handle_control_key(GameState& game, int key) {
  switch (key) {
    case SDLK_s:
      game.save_wanted = true;
      break;
    case SDLK_o:
      game.open_wanted = true;
      break;
    case SDLK_n:
      game.clear_world();
      break;
    case SDLK_r:
      game.restart_scene();
      break;
    case SDLK_q:
      game.quit = true;
      break;
    default:
      break;
  }
}

// Keys that go on as long as they are held.
bool handle_repeating_key(GameState& game, int key) {
  const PixelRect& view = game.camera.viewport();
  const Point centre{view.x + view.width / 2, view.y + view.height / 2};
  switch (key) {
    case SDLK_LEFTBRACKET:
      game.brush.grow(-1);
      return true;
    case SDLK_RIGHTBRACKET:
      game.brush.grow(1);
      return true;
    case SDLK_LEFT:
      game.camera.pan(kPanPixels, 0);
      return true;
    case SDLK_RIGHT:
      game.camera.pan(-kPanPixels, 0);
      return true;
    case SDLK_UP:
      game.camera.pan(0, kPanPixels);
      return true;
    case SDLK_DOWN:
      game.camera.pan(0, -kPanPixels);
      return true;
    case SDLK_EQUALS:
    case SDLK_PLUS:
    case SDLK_KP_PLUS:
      game.camera.zoom_at(centre, kZoomStep);
      return true;
    case SDLK_MINUS:
    case SDLK_KP_MINUS:
      game.camera.zoom_at(centre, 1 / kZoomStep);
      return true;
    case SDLK_f:
      game.paused = true;
      ++game.steps_wanted;
      return true;
    default:
      return false;
  }
}

}  // namespace

void handle_pointer(GameState& game) {
  game.force.reset();
  if (!ImGui::IsMousePosValid()) {  // the window has lost the pointer
    game.drag.cancel();
    game.thrown_from.reset();
    return;
  }
  const CellPos cell = game.camera.cell_of(pointer());
  game.brush.wetness = game.brush_wetness();
  const bool over_world = game.camera.covers(pointer()) && !ImGui::GetIO().WantCaptureMouse;
  if (over_world) {
    handle_wheel(game);
    handle_middle_button(game, cell);
    begin_drag(game, cell);
  }
  continue_drag(game, cell);
  use_tool(game, cell, over_world);
  if (over_world) draw_brush_preview(game, cell);
}

WindowWish handle_key(GameState& game, const KeyPress& press) {
  if (press.control) {
    if (!press.repeated) handle_control_key(game, press.key);
    return WindowWish::kNothing;
  }
  if (handle_repeating_key(game, press.key) || press.repeated) return WindowWish::kNothing;
  if (press.key >= SDLK_1 && press.key < SDLK_1 + static_cast<int>(kDisplayModes.size())) {
    game.show_as(static_cast<DisplayMode>(press.key - SDLK_1));
    return WindowWish::kNothing;
  }
  switch (press.key) {
    case SDLK_SPACE:
      game.paused = !game.paused;
      break;
    case SDLK_TAB:
      game.brush.kind = static_cast<BrushKind>((static_cast<int>(game.brush.kind) + 1) % 3);
      break;
    case SDLK_w:
      game.moisture = static_cast<Moisture>((static_cast<size_t>(game.moisture) + 1) % std::size(kMoistureNames));
      break;
    case SDLK_t:
      game.torch = !game.torch;
      if (game.torch) game.show_as(DisplayMode::kFancy);
      game.say(!game.torch               ? "The torch is out"
               : game.effects.light == 0 ? "A torch in your hand; it needs light (L)"
                                         : "A torch in your hand");
      break;
    case SDLK_g:
      game.settings.grid = !game.settings.grid;
      game.keep_settings();
      game.say(game.settings.grid ? "A grid between large cells" : "No grid");
      break;
    case SDLK_l:
      game.look_shown = !game.look_shown;
      break;
    case SDLK_x:
      game.tool = static_cast<Tool>((static_cast<int>(game.tool) + 1) % std::size(kToolNames));
      game.say_again("Tool: ", kToolNames[static_cast<size_t>(game.tool)]);
      break;
    case SDLK_SEMICOLON:
      game.brush.replace = !game.brush.replace;
      break;
    case SDLK_e:
      game.focus_search = true;
      break;
    case SDLK_p:
    case SDLK_F2:
      game.take_screenshot();
      break;
    case SDLK_COMMA:
      change_speed(game, -1);
      break;
    case SDLK_PERIOD:
      change_speed(game, 1);
      break;
    case SDLK_HOME:
      game.camera.fit();
      break;
    case SDLK_F1:
      game.help_shown = !game.help_shown;
      break;
    case SDLK_F11:
      return WindowWish::kFullScreen;
    case SDLK_ESCAPE:
      game.drag.cancel();
      game.thrown_from.reset();
      game.help_shown = false;
      game.look_shown = false;
      break;
    default:
      break;
  }
  return WindowWish::kNothing;
}

}  // namespace quicksand
