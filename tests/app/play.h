// A session for tests.
#pragma once

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>

#include "app/session.h"
#include "io/files.h"
#include "io/temporary_folder.h"

namespace quicksand {

// Opens a scene, or a file, and runs it.
inline Session play(const std::string& scene, int ticks, int threads = 1) {
  WorldRequest request;
  request.scene = scene;
  Result<OpenedWorld> opened = open_world(request);
  INFO((opened ? "" : opened.failure().text()));
  REQUIRE(opened.ok());
  Session session(std::move(*opened), threads);
  for (int i = 0; i < ticks; ++i) session.tick();
  return session;
}

// An empty world in a scene file of the folder. `keys` of the scene, besides its size.
inline OpenedWorld open_empty(const TemporaryFolder& folder, GridSize size, const std::string& keys = "") {
  const std::filesystem::path scene = folder / "empty.json";
  const std::string extent = std::to_string(size.width) + ", " + std::to_string(size.height);
  REQUIRE(
      write_file_atomically(scene, R"({"format": "quicksand-scene/1", "size": [)" + extent + "]" + keys + "}").ok());
  WorldRequest request;
  request.scene = scene.string();
  Result<OpenedWorld> world = open_world(request);
  INFO((world ? "" : world.failure().text()));
  REQUIRE(world.ok());
  return std::move(*world);
}

// Saves it, and plays on for a second, as it is and from the save.
inline void check_goes_on_from_save(Session& session) {
  const TemporaryFolder folder;
  const std::string file = (folder / "save.png").string();
  REQUIRE(session.save(file).ok());
  Session restored = play(file, 0, 1);
  CHECK(restored.world().state_hash() == session.world().state_hash());
  for (int tick = 0; tick < 60; ++tick) {
    session.tick();
    restored.tick();
  }
  CHECK(restored.world().state_hash() == session.world().state_hash());
}

}  // namespace quicksand
