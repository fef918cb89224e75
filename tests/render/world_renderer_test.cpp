#include "render/world_renderer.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <optional>
#include <random>
#include <utility>

#include "app/kinds/dunes_bodies.h"
#include "app/play.h"
#include "io/assets.h"
#include "render/offscreen.h"
#include "render/window_target.h"
#include "view/shading.h"

using namespace quicksand;

TEST_CASE("OpenGL and the processor draw the same picture") {
  shared_context();
  WorldRenderer renderer = new_renderer();
  for (const char* scene : {"oasis", "acid-bath", "dense-all", "sandcastle"}) {
    Session session = play(scene, 150);
    MotionTrail trail;
    for (int frame = 0; frame < 2; ++frame) {
      trail.follow(session.world());
      for (int i = 0; i < kTicksPerFrame; ++i) session.tick();
    }
    renderer.set_looks(session.looks());
    const GridSize size = session.world().size();
    for (size_t mode = static_cast<size_t>(DisplayMode::kPlain); mode < kDisplayModes.size(); ++mode) {
      const View view{static_cast<DisplayMode>(mode), 4, mode % 2 == 0};
      CellWindow cells;
      look_at(session.world(), session.looks(), {0, 0, size.width, size.height}, 1, view, &trail, cells);
      const Image expected = shade(cells, session.looks());
      const Image drawn = renderer.picture(cells);
      INFO(scene << ", " << kDisplayModes[mode].name);
      CHECK(worst_difference(expected, drawn) <= 1);
    }
  }
}

TEST_CASE("only tiles that change are sent, and none of a world at rest") {
  shared_context();
  WorldRenderer renderer = new_renderer();
  Session session = play("u-tube", 0);
  renderer.set_looks(session.looks());
  CellWindow cells;
  const auto draw = [&](DisplayMode mode) {
    look_at(session.world(), session.looks(), {0, 0, 160, 160}, 1, {mode}, nullptr, cells);
    return renderer.picture(cells);
  };
  for (const DisplayMode mode : {DisplayMode::kPlain, DisplayMode::kFancy}) {
    draw(mode);
    const Image before = draw(mode);
    CHECK(renderer.uploaded_bytes() == 0);

    PaintCommand dot;
    dot.from = dot.to = {70, 3 + 20 * static_cast<int>(mode)};
    dot.entries = {1};
    session.apply(dot);
    const Image after = draw(mode);
    // A tile, and the one below where what lies there has become darker.
    CHECK(renderer.uploaded_bytes() > 0);
    CHECK(renderer.uploaded_bytes() <= 2 * 64 * 16 * 4);
    CHECK(after.rgba != before.rgba);
    // The same as when everything is sent.
    WorldRenderer fresh = new_renderer();
    fresh.set_looks(session.looks());
    CHECK(fresh.picture(cells).rgba == after.rgba);
  }
}

TEST_CASE("what glows lights what it sees, and not what stands behind a wall") {
  shared_context();
  WorldRenderer renderer = new_renderer();
  const Result<MaterialSet> core = load_materials("core");
  REQUIRE(core.ok());
  renderer.set_looks(core->looks);
  const auto id = [&](const char* name) { return *core->table->find(name); };

  // A closed box of stone with a wall in its middle, and a lamp on the left.
  CellWindow cells;
  cells.world = cells.size = {160, 80};
  cells.rect = {0, 0, 160, 80};
  cells.view.mode = DisplayMode::kFancy;
  cells.cells.assign(160 * 80, {id("stone"), 128});
  const auto fill = [&](int x, int y, int width, int height, uint8_t entry) {
    for (int j = y; j < y + height; ++j)
      for (int i = x; i < x + width; ++i) cells.cells[static_cast<size_t>(j * 160 + i)].entry = entry;
  };
  fill(15, 15, 130, 50, 0);
  fill(76, 15, 8, 50, id("stone"));
  const auto brightness = [&](const Image& image, int x, int y) {
    const uint8_t* const pixel = image.pixel(x, y);
    return pixel[0] + pixel[1] + pixel[2];
  };
  const auto draw = [&] {
    CellWindow described = cells;
    look_around(core->looks, described);
    return renderer.picture(described);
  };
  const Image dark = draw();
  fill(40, 38, 4, 4, id("lamp"));
  const Image lit = draw();
  const int near = brightness(lit, 42, 66) - brightness(dark, 42, 66);  // the floor below the lamp
  const int behind = brightness(lit, 118, 66) - brightness(dark, 118, 66);
  CHECK(near > 40);
  CHECK(behind < 6);
  // Warm light: more red than blue.
  CHECK(lit.pixel(42, 66)[0] - dark.pixel(42, 66)[0] > lit.pixel(42, 66)[2] - dark.pixel(42, 66)[2]);
}

TEST_CASE("enlarged cells are crisp and where the camera says") {
  const Window& window = shared_context();
  WorldRenderer renderer = new_renderer();
  Session session = play("u-tube", 0);
  renderer.set_looks(session.looks());
  Camera camera;
  camera.set_viewport({20, 10, 280, 180}, session.world().size());
  camera.zoom_at({160, 100}, 7);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  renderer.prepare(session.world(), camera, {}, nullptr, 1.0, session.parallel());
  renderer.show(window.drawable_size());
  CellWindow cells;
  look_at(session.world(), session.looks(), {0, 0, 160, 160}, 1, {}, nullptr, cells);
  const Image expected = shade(cells, session.looks());
  // Whole cells only: the pixel at a cell's centre has exactly the cell's colour.
  const CellRect visible = camera.visible_cells(0);
  for (int y = visible.y + 1; y < visible.y + visible.height - 1; ++y)
    for (int x = visible.x + 1; x < visible.x + visible.width - 1; ++x) {
      const Point pixel = camera.pixel_of({x + 0.5, y + 0.5});
      uint8_t drawn[4];
      glReadPixels(static_cast<int>(pixel.x), window.drawable_size().height - 1 - static_cast<int>(pixel.y), 1, 1,
                   GL_RGBA, GL_UNSIGNED_BYTE, drawn);
      INFO("cell " << x << ", " << y);
      for (int channel = 0; channel < 3; ++channel)
        REQUIRE(std::abs(drawn[channel] - expected.pixel(x, y)[channel]) <= 2);
    }
}

TEST_CASE("a relief is drawn anew when what it shows has changed, and only then") {
  const Window& window = shared_context();
  WorldRenderer renderer = new_renderer();
  Session session = play("dunes-barchan", 20);
  renderer.set_looks(session.looks());
  Camera camera;
  camera.set_viewport({0, 0, 320, 200}, session.world().size());
  View view;
  const auto drew_anew = [&] {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    const bool differs = renderer.prepare(session.world(), camera, view, nullptr, 1.0, session.parallel());
    renderer.show(window.drawable_size());
    CHECK(differs == renderer.drew_anew());
    return differs;
  };
  const auto paint = [&](uint8_t entry) {
    PaintCommand dot;
    dot.from = dot.to = {300, 100};
    dot.entries = {entry};
    session.apply(dot);
  };
  const std::pair<const char*, std::function<void()>> changes[] = {
      {"nothing drawn yet", [] {}},
      {"a tick", [&] { session.tick(); }},
      {"sand", [&] { paint(1); }},
      {"the eraser", [&] { paint(0); }},
      {"a push",
       [&] {
         session.apply(ForceCommand{.at = {100, 100}, .outward = 3});
       }},
      {"what is thrown",
       [&] {
         PaintCommand thrown;
         thrown.from = thrown.to = {200, 100};
         thrown.entries = {1};
         thrown.velocity = Velocity{1, 0};
         session.apply(thrown);
       }},
      {"a body",
       [&] {
         place_body(session, 0, {200, 200}, 20);
       }},
      {"the camera",
       [&] {
         camera.zoom_at({160, 100}, 1.5);
       }},
      {"the window",
       [&] {
         camera.set_viewport({0, 0, 300, 180}, session.world().size());
       }},
      {"the looks", [&] { renderer.set_looks(session.looks()); }},
      {"numbers in its place",
       [&] {
         view.mode = DisplayMode::kWetness;
         drew_anew();
         view.mode = DisplayMode::kPlain;
       }},
      {"another world of the same tick", [&] { session = play("dunes-barchan", 20); }}};
  for (const auto& [name, change] : changes) {
    INFO(name);
    change();
    CHECK(drew_anew());
    CHECK_FALSE(drew_anew());
  }
}

TEST_CASE("where a renderer says that nothing is shown otherwise, a fresh one shows what is there") {
  const Window& window = shared_context();
  const GridSize pixels = window.drawable_size();
  constexpr const char* kScenes[] = {"fountain", "dunes-barchan", "disc-dam-break", "lava-lake"};
  for (unsigned seed = 0; seed < 4; ++seed) {
    std::mt19937 dice(seed);
    const auto below = [&](int end) { return static_cast<int>(dice() % static_cast<unsigned>(end)); };
    Session session = play(kScenes[seed % 4], 60);
    Camera camera;
    camera.set_viewport({20, 10, 280, 180}, session.world().size());
    camera.zoom_at({160, 100}, 6);  // grains are discs
    View view;
    bool grid = false;
    std::optional<CellPos> torch;
    const auto shown_by = [&](WorldRenderer& renderer) {
      clear_window({0.1F, 0.1F, 0.1F});
      renderer.show(pixels);
      return read_window(pixels, {0, 0, static_cast<double>(pixels.width), static_cast<double>(pixels.height)});
    };
    WorldRenderer renderer = new_renderer();
    renderer.set_looks(session.looks());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    Image before;
    int same = 0;
    for (int step = 0; step < 24; ++step) {
      const int deed = below(10);
      if (deed == 0 || deed == 7) session.tick();
      if (deed == 1) camera.zoom_at({160, 100}, below(2) == 0 ? 2.3 : 0.6);
      if (deed == 2) camera.pan(below(9) - 4, 0.3);
      if (deed == 3) grid = !grid;
      if (deed == 4) torch = CellPos{below(100), below(100)};
      if (deed == 5) view.mode = below(2) == 0 ? DisplayMode::kFancy : DisplayMode::kPlain;
      if (deed == 6) camera.set_viewport({20, 10, 200.0 + below(80), 180}, session.world().size());
      INFO(kScenes[seed % 4] << ", seed " << seed << ", step " << step << ", deed " << deed);
      const auto prepare = [&](WorldRenderer& by) {
        by.set_grid(grid);
        by.set_torch(torch);
        return by.prepare(session.world(), camera, view, nullptr, 1.0, session.parallel());
      };
      const bool differs = prepare(renderer);
      if (differs) {
        before = shown_by(renderer);
        continue;
      }
      if (++same > 3) continue;  // a fresh one compiles its shaders
      WorldRenderer fresh = new_renderer();
      fresh.set_looks(session.looks());
      prepare(fresh);
      CHECK(shown_by(fresh).rgba == before.rgba);
    }
    CHECK(same > 0);
  }
}

TEST_CASE("a broken shader is refused with the driver's log") {
  shared_context();
  ShaderSources broken = shader_sources();
  broken["cells.frag"] += "\nvoid nonsense( {";
  const Result<WorldRenderer> renderer = WorldRenderer::create(broken);
  REQUIRE_FALSE(renderer.ok());
  CHECK(renderer.failure().text().find("cells.frag: the shader does not compile") != std::string::npos);
}
