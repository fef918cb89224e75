// Times what it takes to draw a frame in a window of 1280x720 pixels, everything in it moving: a world of as many
// cells, and one that is enlarged twice. The world's ticks are not counted.
//
//   build/release/render_benchmark --benchmark_filter=plain

#include <benchmark/benchmark.h>
#include <epoxy/gl.h>

#include <stdexcept>

#include "app/session.h"
#include "capture/shader_files.h"
#include "platform/window.h"

namespace quicksand {
namespace {

constexpr GridSize kPixels{1280, 720};

template <class T>
T need(Result<T> result) {
  if (!result) throw std::runtime_error(result.failure().text());
  return std::move(*result);
}

void draw(benchmark::State& run, const View& view, const Effects& effects) {
  const Window window = need(Window::open_hidden(kPixels));
  WorldRenderer renderer = need(WorldRenderer::create(need(load_shaders())));
  const auto zoom = static_cast<int>(run.range(0));
  WorldRequest request;
  request.size = GridSize{kPixels.width / zoom, kPixels.height / zoom};
  Session session(need(open_world(request)), 1);
  for (int i = 0; i < 400; ++i) session.tick();
  renderer.set_looks(session.looks());
  renderer.set_effects(effects);
  Camera camera;
  camera.set_viewport({0, 0, double(kPixels.width), double(kPixels.height)}, session.world().size());
  MotionTrail trail;
  const auto draw_frame = [&] {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    renderer.prepare(session.world(), camera, view, &trail, 1.0, session.parallel());
    renderer.show(window.drawable_size());
    glFinish();
  };
  for (int i = 0; i < 2; ++i) draw_frame();  // the driver compiles
  for (auto _ : run) {
    run.PauseTiming();
    for (int i = 0; i < kTicksPerFrame; ++i) session.tick();
    run.ResumeTiming();
    draw_frame();
  }
}

void draw_preset(benchmark::State& run, const char* name) {
  draw(run, {DisplayMode::kFancy}, kEffectsPresets[find_effects_preset(name).value()].effects);
}

// What is asked of a machine without a graphics card: the simple light and the blur, both at a quarter.
void draw_quarter(benchmark::State& run) { draw(run, {DisplayMode::kFancy}, {1, 1, kSimpleLight, 0, 1, 1}); }

// What looking at the cells takes, without OpenGL.
void look(benchmark::State& run) {
  WorldRequest request;
  request.size = kPixels;
  Session session(need(open_world(request)), 1);
  for (int i = 0; i < 400; ++i) session.tick();
  CellWindow window;
  for (auto _ : run)
    look_at(session.world(), session.looks(), {0, 0, kPixels.width, kPixels.height}, 1, {}, nullptr, window);
}

constexpr auto kUnit = benchmark::kMillisecond;
BENCHMARK(look)->Unit(kUnit)->UseRealTime();
BENCHMARK_CAPTURE(draw, plain, View{}, Effects{})->Arg(1)->Arg(2)->Unit(kUnit)->UseRealTime();
BENCHMARK(draw_quarter)->Arg(1)->Arg(2)->Unit(kUnit)->UseRealTime();
BENCHMARK_CAPTURE(draw_preset, low, "low")->Arg(1)->Arg(2)->Unit(kUnit)->UseRealTime();
BENCHMARK_CAPTURE(draw_preset, medium, "medium")->Arg(1)->Arg(2)->Unit(kUnit)->UseRealTime();
BENCHMARK_CAPTURE(draw_preset, high, "high")->Arg(1)->Arg(2)->Unit(kUnit)->UseRealTime();
BENCHMARK_CAPTURE(draw_preset, very_high, "very-high")->Arg(1)->Arg(2)->Unit(kUnit)->UseRealTime();
BENCHMARK_CAPTURE(draw_preset, ultra, "ultra")->Arg(1)->Arg(2)->Unit(kUnit)->UseRealTime();

}  // namespace
}  // namespace quicksand

BENCHMARK_MAIN();
