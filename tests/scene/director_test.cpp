#include "scene/director.h"

#include <catch2/catch.hpp>
#include <optional>

using namespace quicksand;

namespace {

// A world that does nothing but keep a record of what it is told: "paint 1 at 3", "push at 4", …
class Recorder final : public World {
 public:
  std::string_view kind() const override { return "recorder"; }
  GridSize size() const override { return {10, 10}; }
  uint64_t seed() const override { return 1; }
  uint64_t tick() const override { return tick_; }
  std::string_view kernel_name() const override { return "none"; }
  void step(Parallel&, TickEvents*) override { ++tick_; }
  void paint(const PaintCommand& command) override {
    told.push_back("paint " + std::to_string(command.entries.front()) + at());
  }
  void push(const ForceCommand& command) override { told.push_back("push " + std::to_string(command.radius) + at()); }
  void clear() override { told.push_back("clear" + at()); }
  void set(const WorldSettings&) override { told.push_back("set" + at()); }
  std::shared_ptr<const WorldSnapshot> snapshot(const WorldSnapshot*) const override { return nullptr; }
  bool restore(const WorldSnapshot&) override { return false; }
  void paint_all(std::span<const uint8_t>) override {}
  const std::vector<std::string>& entry_names() const override { return names_; }
  uint8_t entry_at(CellPos) const override { return 0; }
  bool is_active(CellPos) const override { return false; }
  void read_activity(int, std::span<Activity>) const override {}
  int worker_of_row(int) const override { return 0; }
  std::vector<int64_t> count_entries() const override { return {}; }
  int64_t count_active(Parallel&) const override { return 0; }
  std::vector<PlaneView> planes() const override { return {}; }
  uint64_t paint_serial() const override { return told.size(); }
  uint64_t state_hash() const override { return 0; }

  void go_to(uint64_t tick) { tick_ = tick; }

  std::vector<std::string> told;

 private:
  std::string at() const { return " at " + std::to_string(tick_); }

  uint64_t tick_ = 0;
  std::vector<std::string> names_{"void", "wall", "sand", "water"};
};

using Told = std::vector<std::string>;

ScenePaint paint_of(uint64_t tick, const std::string& material) {
  ScenePaint paint;
  paint.tick = tick;
  paint.materials = {{material, 0, 0}};
  return paint;
}

SceneSource source_of(const std::string& material, uint64_t from, uint64_t until) {
  SceneSource source;
  source.materials = {{material, 0, 0}};
  source.from = from;
  source.until = until;
  return source;
}

SceneForce force_of(int radius, uint64_t from, uint64_t until) { return {{{5, 5}, radius, 1, 0, 0}, from, until}; }

Director direct(const Scene& scene) {
  const Result<Director> director = Director::create(scene, Recorder().entry_names());
  REQUIRE(director.ok());
  return *director;
}

// What a world is told in the ticks before this one, and before it.
Told told_until(const Scene& scene, uint64_t last) {
  Director director = direct(scene);
  Recorder world;
  for (uint64_t tick = 0; tick <= last; ++tick) {
    world.go_to(tick);
    director.before_tick(world);
  }
  return world.told;
}

}  // namespace

TEST_CASE("before a tick paint comes first, then sources, then forces, each in the scene's order") {
  Scene scene;
  scene.forces = {force_of(8, 0, 1), force_of(7, 0, 1)};
  scene.sources = {source_of("water", 0, 1), source_of("wall", 0, 1)};
  scene.paint = {paint_of(0, "sand"), paint_of(0, "void")};
  CHECK(told_until(scene, 3) ==
        Told{"paint 2 at 0", "paint 0 at 0", "paint 3 at 0", "paint 1 at 0", "push 8 at 0", "push 7 at 0"});
}

TEST_CASE("paint comes once, at its tick, and of equal ticks in the order of the scene") {
  Scene scene;
  scene.paint = {paint_of(4, "water"), paint_of(2, "sand"), paint_of(4, "wall"), paint_of(2, "void")};
  CHECK(told_until(scene, 9) == Told{"paint 2 at 2", "paint 0 at 2", "paint 3 at 4", "paint 1 at 4"});
}

TEST_CASE("sources and forces act in each tick from their first until their last, excluded") {
  Scene scene;
  scene.sources = {source_of("sand", 1, 3)};
  scene.forces = {force_of(5, 2, 4)};
  CHECK(told_until(scene, 9) == Told{"paint 2 at 1", "paint 2 at 2", "push 5 at 2", "push 5 at 3"});
}

TEST_CASE("paint that was applied early is not repeated, and paint that was missed is made up for") {
  Scene scene;
  scene.paint = {paint_of(0, "sand"), paint_of(5, "water")};
  Director director = direct(scene);
  Recorder world;
  director.paint_due(world);
  director.before_tick(world);
  CHECK(world.told == Told{"paint 2 at 0"});
  world.go_to(8);
  director.before_tick(world);
  CHECK(world.told == Told{"paint 2 at 0", "paint 3 at 8"});
}

TEST_CASE("something is to come as long as paint, a source, a force, a touch or a command is, until all is stopped") {
  Scene scenes[5];
  scenes[0].paint = {paint_of(5, "sand")};
  scenes[1].sources = {source_of("sand", 0, 90), source_of("water", 5, 9), source_of("water", 20, 20)};
  scenes[2].forces = {force_of(5, 5, 9)};
  scenes[3].touches = {{{}, 5, 9}};
  scenes[4].commands = {{5, ClearCommand{}, {}, {}}};
  for (const Scene& scene : scenes) {
    INFO("scene " << &scene - scenes);
    Director director = direct(scene);
    Recorder world;
    for (uint64_t tick = 0; tick < 9; ++tick) {
      CHECK(director.has_more_from(tick) == (tick <= 5));
      world.go_to(tick);
      director.before_tick(world);
    }
    Director stopped = direct(scene);
    stopped.stop();
    stopped.stop_commands();
    CHECK_FALSE(stopped.has_more_from(0));
  }
}

TEST_CASE("what a director leaves of a scene goes on as it would have itself") {
  Scene scene;
  scene.paint = {paint_of(0, "sand"), paint_of(6, "wall"), paint_of(6, "void"), paint_of(3, "water")};
  scene.sources = {source_of("water", 2, 5)};
  scene.forces = {force_of(5, 1, 8)};
  const Told all = told_until(scene, 10);
  for (const uint64_t pause : {0, 1, 3, 4, 6, 9}) {
    INFO(pause);
    Director director = direct(scene);
    Recorder world;
    for (uint64_t tick = 0; tick < pause; ++tick) {
      world.go_to(tick);
      director.before_tick(world);
    }
    Scene rest = scene;
    director.describe_rest(rest);
    Director other = direct(rest);
    for (uint64_t tick = pause; tick <= 10; ++tick) {
      world.go_to(tick);
      other.before_tick(world);
    }
    CHECK(world.told == all);
  }
}

// Each would copy those before it: two thousand million in all.
TEST_CASE("any number of sources and signs can be set in one tick, and copies keep what they had") {
  Recorder world;
  Director director;
  const int many = 60'000;
  std::optional<Director> copy;
  for (int i = 0; i < many; ++i) {
    SourceCommand source;
    source.paint.from = source.paint.to = {i % 100, i / 100};
    source.paint.entries = {1};
    director.apply(world, source);
    if (i == 9) copy = director;
  }
  CHECK(director.sources().size() == many);
  CHECK(copy->sources().size() == 10);
  director.apply(world, EndSourcesCommand{{3, 0}});
  CHECK(director.sources().size() == many - 1);
  CHECK(copy->sources().size() == 10);
}

TEST_CASE("a material that the palette lacks is told once, with its place") {
  Scene scene;
  scene.file = "s.json";
  scene.materials = "core";
  scene.paint = {paint_of(0, "snd"), paint_of(1, "snd")};
  scene.paint[0].materials[0].line = 3;
  scene.paint[0].materials[0].column = 7;
  scene.sources = {source_of("lava", 0, 1)};
  const Result<Director> director = Director::create(scene, {"void", "sand"});
  REQUIRE_FALSE(director.ok());
  REQUIRE(director.failure().diagnostics.size() == 2);
  CHECK(director.failure().diagnostics[0].text() ==
        "s.json:3:7: the materials \"core\" have no \"snd\" (did you mean \"sand\"?)");
}

TEST_CASE("a material of a mod that is not played is told with the mod, one that a played mod lacks is not") {
  Scene scene;
  scene.file = "s.json";
  scene.materials = "core";
  scene.paint = {paint_of(0, "chem:nitro")};
  const auto told = [&](const std::vector<std::string>& names) {
    return Director::create(scene, names).failure().text();
  };
  CHECK(told({"void", "sand", "cement"})
            .ends_with("have no \"chem:nitro\": that comes with the mod \"chem\", and "
                       "--mod chem plays with it"));
  CHECK(told({"void", "sand", "chem:nitre"}).ends_with("(did you mean \"chem:nitre\"?)"));
}
