#include "ui/game/selection.h"

#include <algorithm>
#include <utility>

#include "app/stamps.h"
#include "core/language.h"
#include "io/assets.h"
#include "io/files.h"
#include "ui/game/guard.h"
#include "ui/game/key_map.h"
#include "ui/game/palette.h"
#include "ui/game/picture_folder.h"
#include "ui/game/pointer.h"
#include "ui/game/saves.h"
#include "ui/tools/select.h"

namespace quicksand {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxStampBytes = size_t{256} << 20;

const Tool& select_tool_itself() {
  return *std::ranges::find_if(tools(), [](const Tool& tool) { return tool.press == press_select; });
}

// What is selected; null, and the player is told, if that is nothing.
std::shared_ptr<const Patch> selected(GameState& game) {
  if (!can_select(game)) return nullptr;
  if (game.tooling.selection.empty()) {
    say_nothing_selected(game);
    return nullptr;
  }
  std::shared_ptr<const Patch> patch = patch_in(game.session.world(), game.tooling.selection);
  if (!patch) game.toasts.say(said("This is too much at once: select less"));
  return patch;
}

void copy_to_clipboard(GameState& game, const std::shared_ptr<const Patch>& patch, const std::string& done) {
  game.tooling.copied = patch;
  const Result<std::string> png = encode_stamp(game.session, *patch);
  const Status copied = !png ? Status(png.failure()) : game.copy_picture ? game.copy_picture(*png) : Status(Done{});
  const std::string can_hold = spoken_keys(game, *find_action("paste"));
  game.toasts.say(copied ? done + "." + (can_hold.empty() ? "" : " " + said("{1} holds it", {can_hold}))
                         : done + said(", but not for other programs: ") + copied.failure().text());
}

Patch turned_so(const Patch& patch, Turn turn) {
  if (turn == Turn::kClockwise) return turned(patch);
  return mirrored(patch, turn == Turn::kLeftRight ? Mirror::kUpright : Mirror::kLying);
}

// Its middle stays where it is.
void turn_held(Placing& placing, Turn turn) {
  const GridSize before = placing.patch->size;
  placing.patch = std::make_shared<const Patch>(turned_so(*placing.patch, turn));
  const GridSize after = placing.patch->size;
  const CellPos moved{(before.width - after.width) / 2, (before.height - after.height) / 2};
  placing.at = {placing.at.x + moved.x, placing.at.y + moved.y};
  placing.grip = {std::clamp(placing.grip.x - moved.x, 0, after.width - 1),
                  std::clamp(placing.grip.y - moved.y, 0, after.height - 1)};
}

}  // namespace

fs::path stamps_folder() { return user_data_folder() / "stamps"; }

bool can_select(GameState& game) {
  if (game.session.world().takes_patches()) return true;
  game.toasts.say(said("Dunes cannot be selected: this works in worlds that are seen from the side"));
  return false;
}

void say_nothing_selected(GameState& game) {
  game.toasts.say(with_keys(game, said("Nothing is selected: take the tool Select ({tool-select}) and drag")));
}

void select_all(GameState& game) {
  if (!can_select(game)) return;
  select_tool(game, select_tool_itself());
  PaintCommand all;
  all.shape = Shape::kAll;
  game.tooling.selection = rasterise(all, game.session.world().size());
}

bool is_about_to_drag(const GameState& game, CellPos cell) {
  const Tooling& tooling = game.tooling;
  return tooling.stroke && tooling.stroke->tool->press == press_select && !tooling.stroke->erases && !tooling.placing &&
         is_selected(tooling, cell);
}

void put_back_lifted(GameState& game) {
  if (!game.tooling.placing || !game.tooling.placing->lifted_from) return;
  if (game.tooling.stroke) return take_back_stroke(game);  // what flew would lie if it were put down
  game.tooling.placing->at = *game.tooling.placing->lifted_from;
  put_down_lifted(game);
}

void let_selection_go(GameState& game) {
  put_back_lifted(game);
  game.tooling.selection.clear();
  game.tooling.placing.reset();
}

void copy_selection(GameState& game) {
  guard(game, [&] {
    if (const std::shared_ptr<const Patch> patch = selected(game)) copy_to_clipboard(game, patch, said("Copied"));
  });
}

void cut_selection(GameState& game) {
  guard(game, [&] {
    const std::shared_ptr<const Patch> patch = selected(game);
    if (!patch) return;
    end_stroke(game);
    game.history.note(game.session);
    game.session.apply(erasing(std::exchange(game.tooling.selection, {})));
    copy_to_clipboard(game, patch, said("Cut out"));
  });
}

void erase_selection(GameState& game) {
  if (!can_select(game)) return;
  if (game.tooling.selection.empty()) return say_nothing_selected(game);
  end_stroke(game);
  game.history.note(game.session);
  game.session.apply(erasing(std::exchange(game.tooling.selection, {})));
}

void hold(GameState& game, std::shared_ptr<const Patch> patch) {
  if (is_empty(*patch)) return game.toasts.say(said("There is nothing in it"));
  end_stroke(game);
  std::string missing;
  for (const std::string& name : missing_materials(game.session, *patch))
    missing += (missing.empty() ? "" : ", ") + name;
  select_tool(game, select_tool_itself());
  game.tooling.selection.clear();
  const GridSize size = patch->size;
  const GridSize world = game.session.world().size();
  // In the middle of the world, until the pointer comes over it.
  game.tooling.placing = Placing{std::move(patch),
                                 {(world.width - size.width) / 2, (world.height - size.height) / 2},
                                 {size.width / 2, size.height / 2}};
  if (!missing.empty()) game.toasts.say(said("This world does not have {1}: these cells are left out", {missing}));
}

void paste_clipboard(GameState& game) {
  guard(game, [&] {
    if (!can_select(game)) return;
    const Result<std::optional<std::string>> bytes =
        game.read_clipboard ? game.read_clipboard() : Result<std::optional<std::string>>(std::optional<std::string>());
    if (bytes && *bytes) {
      Result<std::shared_ptr<const Patch>> patch = decode_stamp(game.session, **bytes, "the clipboard");
      if (!patch)
        return game.toasts.complain(said("The clipboard's picture cannot be put down:\n") + patch.failure().text());
      return hold(game, std::move(*patch));
    }
    if (game.tooling.copied) return hold(game, game.tooling.copied);
    game.toasts.say(bytes ? said("The clipboard has no picture, and nothing has been copied")
                          : said("Nothing has been copied; of other programs: ") + bytes.failure().text());
  });
}

void hold_file(GameState& game, const fs::path& file) {
  guard(game, [&] {
    if (!can_select(game)) return;
    const Result<std::string> bytes = read_file(file, kMaxStampBytes);
    if (!bytes) return game.toasts.complain(said("The stamp cannot be read:\n") + bytes.failure().text());
    Result<std::shared_ptr<const Patch>> patch = decode_stamp(game.session, *bytes, shown_path(file));
    if (!patch) return game.toasts.complain(said("The stamp cannot be put down:\n") + patch.failure().text());
    hold(game, std::move(*patch));
  });
}

void turn_selection(GameState& game, Turn turn) {
  guard(game, [&] {
    Tooling& tooling = game.tooling;
    if (tooling.placing) return turn_held(*tooling.placing, turn);
    const std::shared_ptr<const Patch> patch = selected(game);
    if (!patch) return;
    const CellBox box = box_around(tooling.selection);
    Placing placing{patch, {box.left, box.top}, {}};
    turn_held(placing, turn);
    game.history.note(game.session);
    game.session.apply(erasing(tooling.selection));
    // In hand until it lies there again.
    placing.lifted_from = placing.at;
    tooling.placing = placing;
    put_down(game);
    if (!tooling.placing) tooling.selection = cells_in(placing, game.session.world().size());
  });
}

void nudge(GameState& game, int x, int y) {
  if (!game.tooling.placing) return;
  Placing& placing = *game.tooling.placing;
  placing.at = {placing.at.x + x, placing.at.y + y};
  placing.follows = false;
}

void put_down(GameState& game) {
  if (!game.tooling.placing) return;
  // Held until it lies there.
  guard(game, [&] {
    const Placing placing = *game.tooling.placing;
    if (!placing.lifted_from) game.history.note(game.session);  // else the drag was noted when it began
    game.session.apply(PasteCommand{placing.patch, placing.at});
    game.tooling.placing.reset();
  });
}

void put_down_lifted(GameState& game) {
  if (!game.tooling.placing || !game.tooling.placing->lifted_from) return;
  put_down(game);
  break_off_stroke(game);
}

void break_off_stroke(GameState& game) {
  const bool is_noted = game.tooling.stroke && game.tooling.stroke->is_noted;
  game.tooling.cancel_stroke();
  if (is_noted) game.history.end_stroke(game.session);
}

void end_stroke(GameState& game) {
  put_down_lifted(game);
  break_off_stroke(game);
}

void keep_stamp(GameState& game) {
  guard(game, [&] {
    const std::shared_ptr<const Patch> patch = game.tooling.placing ? game.tooling.placing->patch : selected(game);
    if (!patch) return;
    if (is_empty(*patch)) return game.toasts.say(said("There is nothing in it"));
    const Result<std::string> bytes = encode_stamp(game.session, *patch);
    const fs::path file = stamps_folder() / (time_text("stamp %Y-%m-%d %H.%M.%S") + ".png");
    const Result<fs::path> written = bytes ? write_new_file(file, *bytes) : bytes.failure();
    if (written)
      game.toasts.say(said("Kept as a stamp: {1}", {shown_path(*written)}));
    else
      game.toasts.complain(said("The stamp was not kept:\n") + written.failure().text());
  });
}

std::vector<fs::path> list_stamps() { return list_pictures(stamps_folder()); }

}  // namespace quicksand
