#include "ui/game/material_editor.h"

#include <random>

#include "core/cases.h"
#include "ui/game/fixture.h"

using namespace quicksand;

namespace {

double frame_time = 0;

// A frame, in which nothing takes any time.
void frame(GameState& game) {
  frame_time += 1.0 / 60;
  follow_edits(game, [] { return frame_time; });
}

void set(GameState& game, const std::string& key, const std::string& json, bool goes_on = false) {
  set_property(game, key, "", json, goes_on);
  frame(game);
}

const Material& material(const GameState& game, const std::string& name) {
  const MaterialTable& table = *game.session.materials().table;
  return table[*table.find(name)];
}

void stroke(TestGame& game, int x) { game.drag(TestGame::over({x, 20}), TestGame::over({x + 5, 20})); }

}  // namespace

TEST_CASE("a drag of a slider is one deed, of whose values the world takes those that it has time for, and the last") {
  TestGame game;
  GameState& state = game.state;
  edit_material(state, game.entry("water"));
  CHECK(state.panels.material);
  const int before = material(state, "water").density;
  begin_stroke(state.material_editor);
  for (int density = 101; density <= 140; ++density) set(state, "density", std::to_string(density), true);
  CHECK(material(state, "water").density == 140);
  CHECK(state.session.edit_deeds().done.size() == 1);
  CHECK(is_edited(state, "density"));
  CHECK(state.look.looks == state.session.looks());
  undo(state);
  CHECK(material(state, "water").density == before);
  CHECK_FALSE(is_edited(state, ""));
  redo(state);
  CHECK(material(state, "water").density == 140);
  // In a world that takes a second to go on with others, a drag of two seconds has few of them.
  begin_stroke(state.material_editor);
  const uint64_t rules = state.session.rules();
  double slow = 1000;
  for (int density = 200; density < 320; ++density) {
    set_property(state, "density", "", std::to_string(density), true);
    follow_edits(state, [&] { return slow += state.material_editor.wanted ? 1.0 / 60 : 1; });
  }
  CHECK(state.session.rules() - rules <= 4);
  follow_edits(state, [&] { return slow += 10; });
  CHECK(material(state, "water").density == 319);
  CHECK(state.session.edit_deeds().done.size() == 2);
}

TEST_CASE("undo and redo take edits and strokes in the order in which they were made") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937 dice(seed);
    TestGame game;
    GameState& state = game.state;
    edit_material(state, game.entry("water"));
    using Place = std::pair<int, int64_t>;  // the density, and how much sand there is
    const auto place = [&] { return Place{material(state, "water").density, game.count("sand")}; };
    std::vector<Place> way{place()};
    for (int i = 0; i < 12; ++i) {
      if (dice() % 2 == 0)
        set(state, "density", std::to_string(101 + i));
      else
        stroke(game, 10 * (i + 1));
      way.push_back(place());
    }
    size_t at = way.size() - 1;
    for (int i = 0; i < 40; ++i) {
      const bool back = dice() % 2 == 0;
      if (back ? at == 0 : at + 1 == way.size()) continue;
      back ? undo(state) : redo(state);
      at += back ? size_t(-1) : 1;
      CHECK(place() == way[at]);
    }
    while (at-- > 0) undo(state);
    CHECK(place() == way[0]);
    stroke(game, 100);
    redo(state);  // nothing: something else was done
    CHECK(place().first == way[0].first);
  }
}

TEST_CASE("what the rules refuse says why at the property, and changes nothing") {
  TestGame game;
  GameState& state = game.state;
  edit_material(state, game.entry("sand"));
  const uint64_t hash = state.session.world().state_hash();
  const auto refusal = [&](const std::string& path) {
    const auto found = state.material_editor.refused.find(path);
    return found == state.material_editor.refused.end() ? "" : found->second;
  };
  set(state, "density", "99999");
  CHECK(refusal("sand.density").find("1000") != std::string::npos);
  set(state, "absorbs", "\"watr\"");
  CHECK(refusal("sand.absorbs").find("did you mean \"water\"") != std::string::npos);
  CHECK(refusal("sand.density").empty());
  set(state, "tags", "[\"hot\"");
  CHECK(refusal("sand.tags").find("not JSON") != std::string::npos);
  check_property(state, "dissolves", "", "{\"sand\": -1}");
  CHECK_FALSE(refusal("sand.dissolves").empty());
  check_property(state, "dissolves", "", "{\"dirt\": 5}");
  CHECK(refusal("sand.dissolves").empty());
  CHECK(state.session.world().state_hash() == hash);
  CHECK(state.session.edit_deeds().done.empty());
  undo(state);
  CHECK(state.session.edits().empty());
}

TEST_CASE("each object that a material may have can be added and taken away, and all that is edited be reset") {
  TestGame game;
  GameState& state = game.state;
  const uint64_t hash = state.session.world().state_hash();
  for (const char* const name : {"sand", "stone", "water"}) {
    edit_material(state, game.entry(name));
    for (const MaterialField& field : material_fields(state.session.materials(), game.entry(name))) {
      if (field.kind != FieldKind::kObject || field.json != "null") continue;
      INFO(name << "." << field.key);
      add_object(state, field);
      frame(state);
      const std::string refused =
          state.material_editor.refused.empty() ? "" : state.material_editor.refused.begin()->second;
      INFO(refused);
      CHECK(is_edited(state, field.key));
      set(state, field.key, "null");
      CHECK(state.session.world().state_hash() == hash);
    }
    set(state, "density", "500");
    set(state, "colour", "\"#123456\"");
    CHECK(is_edited(state, "density"));
    reset_property(state, "density", "");
    frame(state);
    CHECK_FALSE(is_edited(state, "density"));
    CHECK(is_edited(state, "colour"));
    reset_material(state);
    frame(state);
    CHECK_FALSE(is_edited(state, ""));
    CHECK(state.session.edits().empty());
  }
  CHECK(state.session.world().state_hash() == hash);
}

TEST_CASE("edits stay with their world: a scene that begins anew has them, another world does not") {
  TestGame game;
  GameState& state = game.state;
  edit_material(state, game.entry("sand"));
  set(state, "density", "321");
  restart_scene(state);
  CHECK(material(state, "sand").density == 321);
  CHECK(is_edited(state, "density"));
  CHECK(state.session.recording().ok());
  open_scene(state, "hourglass");
  CHECK(material(state, "sand").density != 321);
  undo(state);
  CHECK(material(state, "sand").density == 321);
  reset_material(state);
  frame(state);
  CHECK(material(state, "sand").density != 321);
}

TEST_CASE("a new material is like another one, is painted, is in no one's way, and is saved as a mod") {
  std::mt19937 dice(5);
  const TestGame names;
  for (int round = 0; round < 10; ++round) {
    TestGame game;
    GameState& state = game.state;
    const auto parent = static_cast<uint8_t>(2 + dice() % (state.session.looks().size() - 2));
    const std::string parent_name = state.session.world().entry_names()[parent];
    INFO(parent_name);
    const size_t before = state.session.looks().size();
    stroke(game, 10);  // of sand, which the new one must not disturb
    edit_material(state, parent);
    CHECK_FALSE(is_copy(state));
    CHECK_FALSE(copy_material(state, parent_name));
    CHECK_FALSE(copy_material(state, "two words"));
    REQUIRE(copy_material(state, "made-up"));
    frame(state);
    REQUIRE(state.session.looks().size() == before + 1);
    CHECK(state.material_editor.material == "made-up");
    CHECK(state.tooling.entry == game.entry("made-up"));
    CHECK(is_copy(state));
    CHECK(material(state, "made-up").density == material(state, parent_name).density);
    set(state, "description", "\"new\"");
    CHECK(game.count("sand") > 0);
    // Undone, it is gone, and something else is in the hand; done again, it is there.
    undo(state);
    undo(state);
    CHECK(state.session.looks().size() == before);
    CHECK(state.tooling.entry < before);
    redo(state);
    redo(state);
    CHECK(state.session.looks().size() == before + 1);
    // What the world holds is not taken away, and whoever tries is told.
    game.choose("made-up");
    stroke(game, 60);
    REQUIRE(game.count("made-up") > 0);
    edit_material(state, game.entry("made-up"));
    reset_material(state);
    frame(state);
    CHECK(state.session.looks().size() == before + 1);
    REQUIRE(state.material_editor.refused.size() == 1);
    CHECK(state.material_editor.refused.begin()->second.find("made-up") != std::string::npos);
    REQUIRE(save_edits_as_mod(state, "mine"));
    WorldRequest request;
    request.scene = "sand-pile";
    request.mods = {"mine"};
    const Result<OpenedWorld> played = open_world(request);
    REQUIRE(played);
    CHECK(std::ranges::count(played->world->entry_names(), "mine:made-up") == 1);
    // Without a cell of it, it goes.
    while (game.count("made-up") > 0) undo(state);
    reset_material(state);
    frame(state);
    CHECK(state.session.looks().size() == before);
  }
}

TEST_CASE(
    "what is edited last is in the save, the kept world and the mod, however long the world takes to go on with it") {
  const auto edits_of = [](const std::filesystem::path& file) {
    WorldRequest request;
    request.scene = file.string();
    Result<OpenedWorld> opened = open_world(request);
    REQUIRE(opened.ok());
    return opened->scene.material_changes;
  };
  TestGame game;
  stroke(game, 20);
  edit_material(game.state, game.entry("water"));
  set_property(game.state, "density", "", "77", true);  // no frame comes
  save_as(game.state, "mine");
  REQUIRE(edits_of(save_path("mine")).size() == 1);
  set_property(game.state, "friction", "", "3", true);
  REQUIRE(keep_world(game.state).ok());
  CHECK(edits_of(game.state.last_kept).size() == 2);
  set_property(game.state, "density", "", "78", true);
  REQUIRE(save_edits_as_mod(game.state, "wet").ok());
  CHECK(material(game.state, "water").density == 78);
}

TEST_CASE("what is typed into a field belongs to the material that was shown then, however one leaves the field") {
  using Way = void (*)(TestGame&);
  const Way ways[] = {[](TestGame& game) { edit_material(game.state, game.entry("gravel")); },
                      [](TestGame& game) { REQUIRE(leave_game(game.state)); },
                      [](TestGame& game) { save_as(game.state, "mine"); },
                      [](TestGame& game) { want_typed(game.state); },  // the panel is closed
                      [](TestGame& game) {
                        undo(game.state);
                        redo(game.state);
                      }};
  for (const Way way : ways) {
    TestGame game;
    stroke(game, 20);
    edit_material(game.state, game.entry("sand"));
    game.state.material_editor.typed = {"label", "", "\"Zand\""};
    way(game);
    frame(game.state);
    REQUIRE(game.state.session.edits().size() == 1);
    CHECK(game.state.session.edits().front().path() == "sand.label");
  }
}

// Strokes and changes in any order, some undone again; then another world, in any way, with deeds of its own.
TEST_CASE("who comes back from another world can undo all that was done in this one, in its order") {
  std::mt19937 dice(3);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  using Way = void (*)(TestGame&);
  const Way ways[] = {[](TestGame& game) { open_scene(game.state, "u-tube"); },
                      [](TestGame& game) { REQUIRE(resize_world(game.state, {90, 70}, {-10, -20})); },
                      [](TestGame& game) { restart_scene(game.state); }};
  for (int round = 0; round < cases(18, 300); ++round) {
    TestGame game;
    GameState& state = game.state;
    struct Past {
      uint64_t hash;
      size_t edits;
      int density;
    };
    std::vector<Past> past;
    int density = 300;  // another one each time
    const auto now = [&] {
      return Past{state.session.world().state_hash(), state.session.edits().size(), material(state, "sand").density};
    };
    std::string done;
    const auto undo_one = [&] {
      undo(state);
      done += " undo";
      INFO("round " << round << ":" << done);
      const Past then = now();
      CHECK(then.hash == past.back().hash);
      CHECK(then.edits == past.back().edits);
      CHECK(then.density == past.back().density);
      past.pop_back();
    };
    const auto do_some = [&](int most) {
      for (int deeds = any(0, most); deeds > 0; --deeds) {
        past.push_back(now());
        if (any(0, 1) == 0) {
          stroke(game, any(5, 80));
          done += " stroke";
        } else {
          edit_material(state, game.entry("sand"));
          set_property(state, "density", "", std::to_string(++density));
          frame(state);
          done += " edit";
        }
        const Past after = now();
        // A stroke where there is sand already, or no world.
        if (after.hash == past.back().hash && after.density == past.back().density) past.pop_back();
        if (any(0, 4) == 0 && !past.empty()) undo_one();
      }
    };
    if (any(0, 1) == 0) {  // this one is itself not the first
      do_some(3);
      open_scene(state, "u-tube");
      past.clear();
      done += " open";
    }
    do_some(5);
    for (int away = any(1, 3); away > 0; --away) {
      past.push_back(now());
      const int way = any(0, 2);
      ways[way](game);
      done += " leave by " + std::to_string(way);
      const size_t here = past.size();
      do_some(2);
      while (past.size() > here) undo_one();
      undo_one();
      if (any(0, 1) == 0) do_some(2);
    }
    while (!past.empty()) undo_one();
    CHECK(state.session.edits().empty());
  }
}

TEST_CASE("a change that was given up for another deed is not done again later, here or in a world that one comes back to") {
  for (const bool leaves : {false, true}) {
    TestGame game;
    GameState& state = game.state;
    edit_material(state, game.entry("sand"));
    for (const int density : {847, 1000}) {
      set_property(state, "density", "", std::to_string(density));
      frame(state);
    }
    undo(state);
    if (leaves)
      open_scene(state, "u-tube");
    else
      stroke(game, 30);
    undo(state);
    REQUIRE(material(state, "sand").density == 847);
    undo(state);
    CHECK(material(state, "sand").density == 200);
    for (int i = 0; i < 4; ++i) {
      redo(state);
      if (!state.session.edits().empty()) CHECK(material(state, "sand").density == 847);
    }
    if (!leaves) CHECK(game.count("sand") > 0);
  }
}
