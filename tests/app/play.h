// A session for tests.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "app/session.h"
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
