#include "sound/ear.h"

#include <catch2/catch.hpp>
#include <random>

#include "app/play.h"
#include "io/files.h"
#include "sound/hearing.h"

using namespace quicksand;

namespace {

constexpr GridSize kWorld{1600, 900};
constexpr HeardView kWhole{0, 0, 1600, 900};

TickEvents quiet_tick() {
  TickEvents events;
  events.begin(kWorld);
  return events;
}

double both(Stereo rate) { return double{rate.left} + rate.right; }

SoundFrame hear(const TickEvents& events, const HeardView& view, int ticks = 1) {
  Ear ear;
  for (int i = 0; i < ticks; ++i) ear.hear(events, view);
  return ear.take(0);
}

Session open(const std::string& scene) { return play(scene, 0); }

}  // namespace

TEST_CASE("what lies left of the middle of the picture is louder on the left, wherever the picture is") {
  std::mt19937 dice(3);
  const auto number = [&](int least, int most) { return least + static_cast<int>(dice() % (most - least + 1)); };
  for (int i = 0; i < 200; ++i) {
    const HeardView view{static_cast<double>(number(0, 800)), static_cast<double>(number(0, 400)),
                         static_cast<double>(number(300, 800)), static_cast<double>(number(200, 500))};
    TickEvents events = quiet_tick();
    const CellPos cell{number(0, kWorld.width - 1), number(0, kWorld.height - 1)};
    events.powder_moves.add(cell, 50);
    const double tile_left = cell.x / kEventTile * kEventTile - view.left;
    const double tile_right = tile_left + kEventTile;
    const Stereo heard = hear(events, view).rates[kSandTexture];
    INFO("cell " << cell.x << ", " << cell.y << " seen from " << view.left << ", " << view.top);
    if (tile_right < view.width / 2) CHECK(heard.left >= heard.right);
    if (tile_left > view.width / 2) CHECK(heard.left <= heard.right);
    if (contains({static_cast<int>(view.left), static_cast<int>(view.top), static_cast<int>(view.left + view.width),
                  static_cast<int>(view.top + view.height)},
                 cell))
      CHECK(both(heard) * Ear::kMemory == Approx(50).epsilon(0.06));
  }
}

TEST_CASE("what lies beside the picture is quieter the farther off it is, and at last not heard") {
  double before = 1e9;
  for (int x = 200; x < kWorld.width; x += kEventTile) {
    TickEvents events = quiet_tick();
    events.liquid_moves.add({x, 50}, 100);
    const double heard = both(hear(events, {0, 0, 300, 200}).rates[kWaterTexture]);
    CHECK(heard <= before);
    before = heard;
  }
  CHECK(before == 0);
}

TEST_CASE("what is heard is a rate, whatever the length of a picture") {
  for (const int ticks : {1, 2, 4, 5, 8, 12}) {
    Ear ear;
    double least = 1e9;
    double most = 0;
    for (int tick = 1; tick <= 960; ++tick) {
      TickEvents events = quiet_tick();
      if (tick % kMoveTicks == 0) events.powder_moves.add({800, 450}, 400);
      ear.hear(events, kWhole);
      if (tick % ticks != 0) continue;
      const double rate = both(ear.take(ticks / 160.0).rates[kSandTexture]);
      if (tick <= 320) continue;
      least = std::min(least, rate);
      most = std::max(most, rate);
    }
    INFO(ticks << " ticks a picture");
    CHECK(least > 0.6 * 400 * 40);
    CHECK(most < 1.6 * 400 * 40);
  }
}

TEST_CASE("grains that hit where water moves splash, and patter elsewhere") {
  TickEvents events = quiet_tick();
  events.liquid_moves.add({100, 100}, 10);
  events.impacts.add({100, 100}, 5);
  events.impacts.add({700, 100}, 5);
  const SoundFrame frame = hear(events, kWhole);
  CHECK(both(frame.rates[kWaterTexture]) > 10 / Ear::kMemory);
  CHECK(both(frame.rates[kSandTexture]) > 0);
}

TEST_CASE("a blast is a thump where it is, the stronger the farther it reaches, and no more than a few are kept") {
  for (const int x : {100, 1500}) {
    TickEvents events = quiet_tick();
    for (int i = 0; i < 40; ++i) events.blasts.push_back({{x, 400}, 5.0 + i});
    const SoundFrame frame = hear(events, kWhole);
    REQUIRE(frame.thump_count == SoundFrame::kMostThumps);
    float strongest = 0;
    for (const Thump& thump : frame.thumps) {
      CHECK((thump.pan < 0) == (x < 800));
      CHECK(thump.strength > 0.5F);
      CHECK(thump.strength <= 1);
      CHECK(thump.depth >= 0.5F);
      strongest = std::max(strongest, thump.strength);
    }
    CHECK(strongest > 0.9F);
  }
}

TEST_CASE("a mass that lands is a thump, pouring is none") {
  Ear ear;
  TickEvents events = quiet_tick();
  events.impacts.add({400, 400}, 20);
  for (int tick = 0; tick < 200; ++tick) ear.hear(events, kWhole);
  CHECK(ear.take(0).thump_count == 0);
  events.impacts.add({400, 400}, 300);
  ear.hear(events, kWhole);
  CHECK(ear.take(0).thump_count == 1);
}

TEST_CASE("a world at rest is silent, and one that comes to rest falls silent") {
  const TemporaryFolder folder;
  const std::string scene = (folder / "heaps.json").string();
  REQUIRE(write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [200, 120], "paint": [
      {"tick": 0, "shape": "rect", "at": [20, 10], "size": [40, 60], "material": "sand"},
      {"tick": 0, "shape": "rect", "at": [130, 20], "size": [50, 60], "material": "water"},
      {"tick": 0, "shape": "circle", "at": [100, 30], "radius": 15, "material": "gravel"}]})")
              .ok());
  Session session = play(scene, 0);
  const Heard falling = hear_world(session, 40);
  CHECK(rms(falling.left) + rms(falling.right) > 0.01);
  for (int tick = 0; tick < 4000; ++tick) session.tick();
  for (int tick = 0; tick < 20000 && session.world().count_active(session.parallel()) > 0; ++tick) session.tick();
  REQUIRE(session.world().count_active(session.parallel()) == 0);
  const Heard rest = hear_world(session, 120);
  CHECK(largest(rest.left) == 0);
  CHECK(largest(rest.right) == 0);
}

TEST_CASE("sand that slides in dunes is heard, and who asks changes nothing") {
  Session heard_world = open("plough");
  Session other = open("plough");
  const Heard heard = hear_world(heard_world, 60);
  for (int tick = 0; tick < 60 * kTicksPerFrame; ++tick) other.tick();
  CHECK(rms(heard.left) + rms(heard.right) > 0.001);
  CHECK(heard_world.world().state_hash() == other.world().state_hash());
}

TEST_CASE("a waterfall sounds without a gap") {
  Session session = play("waterfall", 400);
  const Heard heard = hear_world(session, 120);
  for (size_t first = kSampleRate / 2; first + kSampleRate / 10 <= heard.left.size(); first += kSampleRate / 10) {
    INFO("after " << static_cast<double>(first) / kSampleRate << " s");
    CHECK(rms(heard.left, first, first + kSampleRate / 10) + rms(heard.right, first, first + kSampleRate / 10) > 0.01);
  }
  CHECK(largest(heard.left) <= Limiter::kCeiling);
}
