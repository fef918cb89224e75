// A session for tests.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "app/session.h"

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

}  // namespace quicksand
