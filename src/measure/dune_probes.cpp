#include "measure/dune_probes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/open_world.h"
#include "core/check.h"
#include "core/parallel.h"
#include "io/assets.h"
#include "io/scene_file.h"
#include "measure/probe_world.h"
#include "measure/shape_dice.h"

namespace quicksand {
namespace {

std::unique_ptr<World> dunes_of(const std::string& keys) {
  const std::string text = "{\"format\": \"quicksand-scene/1\", \"world\": \"dunes\", " + keys + "}";
  const Result<Scene> scene = parse_scene(text, "the report card", world_kinds());
  QS_CHECK(scene.ok(), "the report card's scene is wrong");
  const Result<MaterialSet> materials = load_materials(scene->materials);
  QS_CHECK(materials.ok(), "the report card's materials cannot be read");
  Result<std::unique_ptr<World>> world =
      find_kind(world_kinds(), scene->world)->make(*scene, *materials, "auto");
  QS_CHECK(world.ok(), "the report card's world cannot be made");
  return std::move(*world);
}

void wet_all(World& world) {
  const std::vector<std::string>& names = world.entry_names();
  const auto water = std::find(names.begin(), names.end(), "water");
  QS_CHECK(water != names.end(), "the report card's materials have no water");
  world.paint(rect(0, 0, world.size().width, world.size().height, {static_cast<uint8_t>(water - names.begin())}));
}

// In cells.
class Heights {
 public:
  explicit Heights(const World& world) : planes_(world.planes()), view_(find_view(planes_, "height")) {}
  double operator[](CellPos cell) const { return static_cast<double>((*view_->fixed)[cell]) / view_->one; }

 private:
  std::vector<PlaneView> planes_;
  const PlaneView* view_;
};

struct MovingBall {
  double radius;
  double from_x, from_y, from_z;
  double to_x, to_y, to_z;
  int ticks;

  // Whether it may cover the column at that tick.
  bool covers(CellPos cell, int tick) const {
    if (tick > ticks) return false;
    const double part = static_cast<double>(tick) / ticks;
    const double dx = cell.x + 0.5 - (from_x + (to_x - from_x) * part);
    const double dy = cell.y + 0.5 - (from_y + (to_y - from_y) * part);
    return dx * dx + dy * dy < (radius + 2) * (radius + 2);
  }
};

}  // namespace

double step_beside_balls(uint64_t seed) {
  ShapeDice dice(seed);
  const GridSize size{dice.between(60, 140), dice.between(50, 100)};
  const double threshold = dice.between(3, 15) / 10.0;
  std::vector<MovingBall> balls(static_cast<size_t>(dice.between(1, 3)));
  std::string colliders;
  for (MovingBall& ball : balls) {
    const auto place = [&](double& x, double& y, double& z) {
      x = dice.between(-10, size.width + 10);
      y = dice.between(-10, size.height + 10);
      z = dice.between(-4, 12) + ball.radius;
    };
    ball.radius = dice.between(2, 20);
    place(ball.from_x, ball.from_y, ball.from_z);
    place(ball.to_x, ball.to_y, ball.to_z);
    ball.ticks = dice.between(4, 160);
    const auto text_of = [](int tick, double x, double y, double z) {
      return "[" + std::to_string(tick) + ", " + std::to_string(x) + ", " + std::to_string(y) + ", " +
             std::to_string(z) + "]";
    };
    colliders += (colliders.empty() ? "" : ", ") + std::string(R"({"shape": "ball", "radius": )") +
                 std::to_string(ball.radius) + R"(, "path": [)" + text_of(0, ball.from_x, ball.from_y, ball.from_z) +
                 ", " + text_of(ball.ticks, ball.to_x, ball.to_y, ball.to_z) + "]}";
  }
  const std::unique_ptr<World> world =
      dunes_of("\"size\": [" + std::to_string(size.width) + ", " + std::to_string(size.height) + "], \"neighbours\": 8" +
               ", \"threshold\": " + std::to_string(threshold) + ", \"wet_threshold\": 0, \"sand\": {\"depth\": " +
               std::to_string(dice.between(1, 12)) + "}, \"colliders\": [" + colliders + "]");
  Parallel alone(1);
  double most = 0;
  for (int tick = 1; tick <= 200; ++tick) {
    world->step(alone);
    const Heights heights(*world);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        for (const CellPos side : {CellPos{-1, 0}, CellPos{1, 0}, CellPos{0, -1}, CellPos{0, 1}}) {
          const CellPos other{x + side.x, y + side.y};
          if (!contains(size, other)) continue;
          const double step = heights[{x, y}] - heights[other] - threshold;
          if (step <= most) continue;
          const bool is_covered = std::any_of(balls.begin(), balls.end(), [&](const MovingBall& ball) {
            return ball.covers(other, tick) || ball.covers(other, tick - 1);
          });
          if (!is_covered) most = step;
        }
  }
  return most;
}

double sand_left_dry(uint64_t seed) {
  ShapeDice dice(seed);
  const GridSize size{120, 100};
  const std::unique_ptr<World> world =
      dunes_of(R"("size": [120, 100], "neighbours": 8, "threshold": 0.6, "wet_threshold": 0.5, "steps": 2, "piles": [)"
               R"({"at": [60, 50], "radius": )" +
               std::to_string(dice.between(3, 10)) + ", \"height\": " + std::to_string(dice.between(20, 60)) + "}]");
  wet_all(*world);
  run(*world, 180);
  const std::vector<PlaneView> planes = world->planes();
  const Plane<uint8_t>& wetness = *find_plane(planes, "wetness");
  const Heights heights(*world);
  double dry = 0;
  double all = 0;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      all += heights[{x, y}];
      if (wetness[{x, y}] == 0) dry += heights[{x, y}];
    }
  return dry / all;
}

Clumping clumping_in(const std::string& scene, int ticks, uint64_t seed) {
  WorldRequest request;
  request.scene = scene;
  request.seed = seed;
  Result<OpenedWorld> opened = open_world(request);
  QS_CHECK(opened.ok(), "a scene of the report card cannot be opened");
  Parallel alone(1);
  TickEvents events;
  Clumping sum{};
  for (int tick = 0; tick < ticks; ++tick) {
    opened->director.before_tick(*opened->world);
    opened->world->step(alone, &events);
    if (events.clumps.too_many == 0) continue;
    ++sum.ticks;
    sum.too_many += static_cast<double>(events.clumps.too_many);
    sum.left += static_cast<double>(events.clumps.still_too_many);
  }
  if (sum.ticks == 0) return {};
  return {sum.ticks / ticks, sum.too_many / sum.ticks, sum.left / sum.ticks};
}

}  // namespace quicksand
