// Any text as a scene. One that is good is written and read again; one that is small is played for a few ticks.
#include "app/kinds/world_kinds.h"
#include "app/open_world.h"
#include "fuzz/fuzzer.h"
#include "io/assets.h"
#include "io/scene_file.h"

using namespace quicksand;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int64_t kMostCells = 1 << 14;
  Result<Scene> scene = parse_scene(text_of(data, size), "fuzz.json", world_kinds());
  if (!scene) {
    check_message(scene.failure());
    return 0;
  }
  const std::string text = scene_text(*scene, world_kinds());
  const Result<Scene> again = parse_scene(text, "again.json", world_kinds());
  QS_CHECK(again.ok(), "a scene that was written cannot be read");
  QS_CHECK(scene_text(*again, world_kinds()) == text, "a scene that was written is another");
  if (scene->size.cells() > kMostCells || !scene->mods.empty() || scene->materials.find('/') != std::string::npos) return 0;
  WorldRequest request;
  request.described = std::make_shared<const Scene>(std::move(*scene));
  Result<OpenedWorld> opened = open_world(request);
  if (!opened) {
    check_message(opened.failure());
    return 0;
  }
  static Parallel parallel(1);
  for (int tick = 0; tick < 3; ++tick) {
    opened->director.before_tick(*opened->world);
    opened->world->step(parallel);
  }
  return 0;
}
