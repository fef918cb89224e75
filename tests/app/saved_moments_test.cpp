// What is saved at any moment can be opened again: a player saves, and the game by itself, between any two deeds, also
// while time stands.
#include <catch2/catch.hpp>
#include <random>

#include "app/kinds/world_kinds.h"
#include "app/play.h"
#include "core/cases.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/save_file.h"
#include "io/temporary_folder.h"

using namespace quicksand;

namespace {

class Deeds {
 public:
  explicit Deeds(unsigned seed) : dice_(seed) {}

  int whole(int least, int most) { return std::uniform_int_distribution<int>(least, most)(dice_); }
  double real(double least, double most) { return std::uniform_real_distribution<double>(least, most)(dice_); }
  bool one_in(int so_many) { return whole(1, so_many) == 1; }

  Command draw(const World& world) {
    const CellPos at{whole(0, world.size().width - 1), whole(0, world.size().height - 1)};
    switch (whole(0, 5)) {
      case 0:
      case 1: {
        PaintCommand paint;
        paint.from = paint.to = at;
        paint.width = whole(1, 20);
        paint.entries = {static_cast<uint8_t>(whole(0, static_cast<int>(world.entry_names().size()) - 1))};
        if (one_in(2)) paint.velocity = Velocity{speed(), speed()};
        if (one_in(4)) paint.temperature = whole(-2000, 40'000);
        if (one_in(4)) paint.wetness = static_cast<uint8_t>(whole(0, 255));
        return paint;
      }
      case 2: {
        TouchCommand touch;
        touch.at = at;
        touch.radius = whole(0, 12);
        touch.warmer = whole(-kMostTouchHeat, kMostTouchHeat);
        touch.press = one_in(3);
        return touch;
      }
      default:
        return ForceCommand{at, whole(1, 40), speed(), speed(), speed(), one_in(2)};
    }
  }

 private:
  // More often than not as fast as can be.
  double speed() {
    return one_in(2) ? real(-kMaxForceSpeed, kMaxForceSpeed) : one_in(2) ? kMaxForceSpeed : -kMaxForceSpeed;
  }

  std::mt19937 dice_;
};

}  // namespace

TEST_CASE("whatever is done, and however often before the next tick, what is saved then can be opened again") {
  const MaterialSet core = *load_materials("core");
  const MaterialSet dunes = *load_materials("dunes");
  Parallel parallel(1);
  for (unsigned seed = 0; seed < static_cast<unsigned>(cases(60, 4'000)); ++seed) {
    INFO("seed " << seed);
    Deeds deeds(seed);
    const WorldKind& kind = world_kinds()[deeds.one_in(4) ? 1 : 0];
    const MaterialSet& set = kind.name == "dunes" ? dunes : core;
    Scene scene;
    scene.world = kind.name;
    scene.size = {deeds.whole(1, 60), deeds.whole(1, 40)};
    scene.open_border = deeds.one_in(3);
    scene.settings = kind.fresh ? kind.fresh() : nullptr;
    Result<std::unique_ptr<World>> world = kind.make(scene, set, "auto");
    REQUIRE(world.ok());
    for (int tick = 0; tick < 12; ++tick) {
      const int times = deeds.one_in(3) ? deeds.whole(2, 12) : 1;
      const Command command = deeds.draw(**world);
      for (int i = 0; i < times; ++i) (*world)->apply(command);
      const Result<std::unique_ptr<World>> again = kind.restore(copy_to_save(**world, scene), set, "auto", "save.png");
      INFO((again ? "" : again.failure().text()));
      REQUIRE(again.ok());
      REQUIRE((*again)->state_hash() == (*world)->state_hash());
      for (int ticks = deeds.whole(0, 3); ticks > 0; --ticks) (*world)->step(parallel);
    }
  }
}

TEST_CASE("a scene that opens can be saved, whatever it is made of, and one that could not says so", "[thorough]") {
  const TemporaryFolder folder;
  std::mt19937 dice(5);
  const auto any = [&](int least, int most) { return std::uniform_int_distribution(least, most)(dice); };
  int refused = 0;
  int opened = 0;
  const auto check = [&](const std::string& keys) {
    const std::string file = (folder / "scene.json").string();
    REQUIRE(write_file_atomically(file, R"({"format": "quicksand-scene/1", "size": [40, 30], )" + keys + "}").ok());
    WorldRequest request;
    request.scene = file;
    Result<OpenedWorld> world = open_world(request);
    if (!world) {
      ++refused;
      CHECK(world.failure().text().find("a save of this world would take more than the") != std::string::npos);
      return;
    }
    ++opened;
    const Session session(std::move(*world), 1);
    CHECK(session.save(folder / "save.png").ok());
  };
  // Maps whose numbers have as many digits as can be.
  for (const int bodies : cases_of(1, {1, 4, any(5, 20), 60})) {
    std::string row;
    const int width = any(200, 256);
    for (int x = 0; x < width; ++x) row += (x > 0 ? ", " : "") + std::to_string(any(0, 262'143)) + ".3330078125";
    std::string map = "[" + row + "]";
    for (int y = any(150, 255); y > 0; --y) map += ", [" + row + "]";
    const std::string body = R"({"shape": "map", "map": [)" + map + R"(], "path": [[0, 5, 5, 0]]})";
    if (bodies * body.size() > size_t{60} << 20) continue;
    std::string list = body;
    for (int i = 1; i < bodies; ++i) list += ", " + body;
    check(R"("world": "dunes", "colliders": [)" + list + "]");
  }
  for (const int paints : cases_of(2, {1'000, 200'000, 20'000, 600'000})) {
    // What comes at once is done when it is saved.
    if (paints == 200'000) {
      std::string now = R"("paint": [{"shape":"circle","at":[0,0],"radius":0,"material":"sand"})";
      for (int i = 1; i < paints; ++i) now += R"(,{"shape":"circle","at":[0,0],"radius":0,"material":"sand"})";
      const int refused_before = refused;
      check(now + "]");
      CHECK(refused == refused_before);
    }
    const std::string paint = R"({"tick":9999,"shape":"circle","at":[0,0],"radius":0,"material":"sand"})";
    std::string list = paint;
    for (int i = 1; i < paints; ++i) list += "," + paint;
    check(R"("paint": [)" + list + "]");
  }
  CHECK(opened >= 2);
  CHECK(refused >= 1);
}
