// Somebody who plays at random, without a window: every action that has a key, every tool and material, strokes
// anywhere, time, words, edits, worlds and files. Two of them with the same seed do the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "app/material_files.h"
#include "core/command.h"
#include "ui/game/fixture.h"
#include "ui/game/material_editor.h"
#include "ui/game/scene_reload.h"
#include "ui/game/selection.h"
#include "ui/game/time_travel.h"
#include "view/shading.h"

namespace quicksand {

// What a world holds, as a save keeps it, in words that can be compared.
inline std::string contents_of(const Session& session) {
  const World& world = session.world();
  std::string text = std::to_string(world.state_hash());
  for (const Sign& sign : session.director().signs())
    text += " sign " + std::to_string(sign.at.x) + "," + std::to_string(sign.at.y) + " " + sign.text;
  text += " sources " + std::to_string(session.director().sources().size());
  const std::vector<int64_t> counts = world.count_entries();
  const MaterialTable& table = *session.materials().table;
  for (size_t entry = 1; entry < counts.size(); ++entry)
    if (const auto found = table.find(world.entry_names()[entry]); counts[entry] > 0 && found)
      text += " " + world.entry_names()[entry] + " " + std::to_string(table[*found].density);
  return text;
}

class Robot {
 public:
  // What it knows besides: pieces that are cut, copied, turned, held and put down, signs that are moved and written
  // anew, and files that go while they are played.
  enum class Skill : uint8_t { kUsual, kMore };

  Robot(TestGame& game, unsigned seed, Skill skill = Skill::kUsual) : game_(game), dice_(seed), skill_(skill) {
    GameState& state = game.state;  // what the window does for the game
    state.draw_world = [&](DisplayMode) { return world_picture(state.session.world(), state.session.looks()); };
    state.copy_picture = [](const std::string&) { return Status(Done{}); };
    state.read_clipboard = [] { return Result<std::optional<std::string>>(std::optional<std::string>()); };
    state.show_folder = [](const std::filesystem::path&) { return Status(Done{}); };
    state.open_editor = [](const std::filesystem::path&, int, int) { return Status(Done{}); };
  }

  // Does something in the world that is played, and tells what.
  std::string act() {
    GameState& state = game_.state;
    switch (below(8)) {
      case 0: {
        const ActionInRow& each = all_actions()[below(all_actions().size())];
        if (each.action->name == "quit" || !each.action->act) return "";  // a role of a button
        each.action->act(state);
        state.wishes = {};  // there are no panels
        return each.action->name;
      }
      case 1:
        state.tooling.entry = static_cast<uint8_t>(below(state.session.world().entry_names().size()));
        return "entry " + std::to_string(state.tooling.entry);
      case 2:
        return take_tool();
      case 3:
        state.time.paused = false;
        return tick(below(30));
      default:
        return stroke(true);
    }
  }

  // The same, or something that leads elsewhere: in time, to other worlds, or with something in the hand.
  std::string act_anywhere() {
    const bool knows_more = skill_ == Skill::kMore && below(3) == 0;
    const std::string deed = knows_more ? handle() : below(3) == 0 ? go_elsewhere() : act();
    frame();
    return deed;
  }

  size_t below(size_t limit) { return dice_() % limit; }

  // What the world has held since something was last done to it, tick by tick: who keeps one of these keeps all.
  const std::vector<std::string>& states() const { return states_; }

  // Puts down what is held, and takes what is edited, as one who leaves the world in order.
  void take_in_hand() {
    quicksand::take_in_hand(game_.state);
    note_state();
  }

  // Goes to the end of what has been done, if the world is not there. Whether it was elsewhere.
  bool go_to_end() {
    if (!is_before_its_end(game_.state)) return false;
    seek(game_.state, game_.state.travel.timeline.end());
    REQUIRE(game_.state.travel.sought);
    travel_on(game_.state, [] { return true; });
    follow_time(game_.state);
    note_state();
    return true;
  }

 private:
  std::string take_tool() {
    const Tool& tool = tools()[below(tools().size())];
    select_tool(game_.state, tool);
    return std::string(tool.name);
  }

  std::string stroke(bool ends) {
    PointerInput from = somewhere();
    PointerInput to = somewhere();
    from.shift = to.shift = below(8) == 0;
    from.control = to.control = below(8) == 0;
    const bool right = below(5) == 0;
    game_.press(from, right);
    game_.hold(to, right);
    if (ends) game_.release(to);
    follow_time(game_.state);
    return ends ? "a stroke" : "a stroke that goes on";
  }

  std::string tick(size_t ticks) {
    for (size_t i = 0; i < ticks; ++i) {
      game_.state.tick();
      note_state();
    }
    follow_time(game_.state);
    return std::to_string(ticks) + " ticks";
  }

  // What the window does between two frames.
  void frame() {
    GameState& state = game_.state;
    now_ += kFrame;
    state.wishes = {};
    if (below(4) == 0) follow_edits(state, [&] { return now_; });
    follow_time(state);
    note_state();
  }

  void note_state() {
    std::string now = contents_of(game_.state.session);
    const size_t deeds = game_.state.session.log().size();  // what a recording does by itself is one, too
    const uint64_t changes = game_.state.session.changes();
    if (deeds != deeds_ || changes != changes_) states_.clear();
    if (states_.empty() || states_.back() != now) states_.push_back(std::move(now));
    deeds_ = deeds;
    changes_ = changes;
  }

  std::string go_elsewhere() {
    GameState& state = game_.state;
    switch (below(16)) {
      case 0: {
        const uint64_t tick = below(last_tick(state) + 2);
        seek(state, tick);
        return "seeks " + std::to_string(tick) + travel();
      }
      case 1:
        seek_deed(state, below(2) == 0);
        return "seeks a deed" + travel();
      case 2:
        watch(state);
        return "watches " + tick(below(40));
      case 3:
        if (below(2) == 0) {
          keep_branch(state);
          return "keeps a branch";
        }
        if (state.travel.timeline.branches().empty()) return "";
        take_branch(state, below(state.travel.timeline.branches().size()));
        return "takes a branch" + travel();
      case 4:
        undo(state);
        return "undo";
      case 5:
        redo(state);
        return "redo";
      case 6:
        return open_something();
      case 7:
        return save(below(3) == 0 ? ".json" : "");
      case 8:
        below(2) == 0 ? clear_world(state) : restart_scene(state);
        return "clears or restarts";
      case 9:
        if (below(2) == 0) {
          crop_world(state);
          return "crops";
        } else {
          const GridSize size{40 + static_cast<int>(below(160)), 40 + static_cast<int>(below(100))};
          resize_world(state, size, {static_cast<int>(below(40)) - 20, static_cast<int>(below(40)) - 20});
          return "resizes";
        }
      case 10: {
        const CellPos at{static_cast<int>(below(40)), static_cast<int>(below(40))};
        state.tooling.edited_sign = EditedSign{{at, "sign " + std::to_string(below(100))}, true};
        return "writes a sign";
      }
      case 11:
        edit_material(state, static_cast<uint8_t>(1 + below(state.session.world().entry_names().size() - 1)));
        set_property(state, "density", "", std::to_string(1 + below(60)), below(2) == 0);
        return "edits a density";
      case 12:
        select_all(state);
        take("Select");
        return "selects all, and " + stroke(below(2) == 0);
      case 13:
        return stroke(false);
      default:
        return type_line();
    }
  }

  std::string handle() {
    GameState& state = game_.state;
    switch (below(10)) {
      case 0: {
        below(3) == 0 ? select_all(state) : take("Select");
        const std::string told = stroke(true);
        below(2) == 0 ? cut_selection(state) : copy_selection(state);
        return "cuts or copies after " + told;
      }
      case 1:
        paste_clipboard(state);
        game_.hold(somewhere());
        return "pastes";
      case 2:
        turn_selection(state, static_cast<Turn>(below(3)));
        return "turns";
      case 3:
        nudge(state, static_cast<int>(below(9)) - 4, static_cast<int>(below(9)) - 4);
        return "nudges";
      case 4:
        below(4) == 0 ? let_selection_go(state) : put_down(state);
        return "puts down, or lets go";
      case 5:
        return handle_sign();
      case 6:
        keep_stamp(state);
        return "keeps a stamp";
      default:
        return save_or_lose_file();
    }
  }

  // One that is there is moved, opened to be written anew, or taken away.
  std::string handle_sign() {
    const std::vector<Sign>& signs = game_.state.session.director().signs();
    if (signs.empty()) return "";
    const PointerInput at = TestGame::over(signs[below(signs.size())].at);
    const bool is_moved = below(2) == 0;
    take("Sign");
    game_.drag(at, is_moved ? somewhere() : at, below(5) == 0);
    follow_time(game_.state);
    if (auto& edited = game_.state.tooling.edited_sign) edited->sign.text = "anew " + std::to_string(below(100));
    return is_moved ? "moves a sign" : "writes a sign anew";
  }

  // Under a new name: to save over a save is to give that up.
  std::string save(const std::string& ending) {
    const std::string name = "mine" + std::to_string(++saves_) + ending;
    save_as(game_.state, name);
    return "saves " + name;
  }

  // The file that holds the world that is played, as it was once, is not there any more, or is that of another world;
  // if there is none, there is one then.
  std::string save_or_lose_file() {
    const std::filesystem::path file = game_.state.kept_in.path();
    if (!std::filesystem::exists(file)) return save("");
    if (below(2) == 0) {
      write_text(file, R"({"format": "quicksand-scene/1", "size": [9, 9]})");
      return "finds another world in the file";
    }
    std::filesystem::remove(file);
    return "loses the file";
  }

  // To where is sought, or a part of the way.
  std::string travel() {
    if (!game_.state.travel.sought) return "";
    size_t steps = below(3) == 0 ? below(20) : 100000;
    travel_on(game_.state, [&] { return steps-- > 0; });
    return game_.state.travel.sought ? ", is on its way" : ", is there";
  }

  std::string open_something() {
    std::vector<std::filesystem::path> files = files_in(saves_folder());
    std::vector<std::filesystem::path> kept = files_in(kept_folder());
    std::ranges::sort(kept, {}, [](const std::filesystem::path& file) { return last_write_time(file); });
    files.insert(files.end(), kept.begin(), kept.end());
    const size_t which = below(files.size() + 2);
    if (which >= files.size()) {
      const std::string keys = which == files.size() ? R"("world": "dunes", "sand": {"depth": 3})"
                                                     : R"("paint": [{"material": "sand", "shape": "rect",)"
                                                       R"( "at": [10, 10], "size": [30, 20]}])";
      const std::filesystem::path scene = saves_folder() / "a_scene";
      write_text(scene, R"({"format": "quicksand-scene/1", "size": [90, 70], )" + keys + "}");
      const Status opened = try_open(game_.state, scene.string());
      INFO((opened ? "" : opened.failure().text()));
      REQUIRE(opened.ok());
      return "opens a scene";
    }
    open_scene(game_.state, files[which].string());
    return "opens file " + std::to_string(which);
  }

  std::string type_line() {
    const char* const lines[] = {"rect sand 10 20 30 10",
                                 "circle water 50 50 9",
                                 "set gravity 0.5",
                                 "set gravity 2",
                                 "fill stone 5 5",
                                 "tick 12",
                                 "clear",
                                 "seed 7",
                                 "save typed",
                                 "rect sand 3 3 2 2",
                                 "tick 1",
                                 "set wind.lift 0.3"};
    std::string line = lines[below(std::size(lines))];
    if (line.starts_with("save")) line += std::to_string(++saves_);
    game_.state.console.enter(game_.state, line);
    note_state();
    while (game_.state.time.steps_wanted > 0 && below(30) > 0) {
      --game_.state.time.steps_wanted;
      tick(1);
    }
    game_.state.console.go_on(game_.state);
    note_state();
    return "types " + line;
  }

  void take(std::string_view name) {
    for (const Tool& each : tools())
      if (each.name == name) select_tool(game_.state, each);
  }

  // Also beside the world.
  PointerInput somewhere() {
    return TestGame::over({static_cast<int>(below(TestGame::kSize.width + 20)) - 10,
                           static_cast<int>(below(TestGame::kSize.height + 20)) - 10});
  }

  TestGame& game_;
  std::mt19937 dice_;
  Skill skill_;
  double now_ = 1000;
  int saves_ = 0;
  std::vector<std::string> states_;
  size_t deeds_ = 0;
  uint64_t changes_ = 0;
};

}  // namespace quicksand
