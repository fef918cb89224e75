// What every shipped scene is after 0, 100 and 1,000 ticks, by its state hash (scene_hashes.txt). A change of the rules
// changes them: then the table is made anew, and the reason stands in the commit. Nothing else may.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>

#include "app/open_world.h"
#include "app/session.h"
#include "core/hash.h"
#include "io/assets.h"

using namespace quicksand;

namespace {

using HashAt = std::map<uint64_t, std::string>;  // by the tick

std::map<std::string, HashAt> hashes_of_scenes() {
  std::ifstream file(QUICKSAND_SOURCE "/tests/app/scene_hashes.txt");
  std::map<std::string, HashAt> scenes;
  std::string scene;
  std::string hash;
  for (uint64_t tick = 0; file >> scene >> tick >> hash;) scenes[scene][tick] = hash;
  return scenes;
}

}  // namespace

TEST_CASE("every shipped scene has its hashes in the table") {
  std::vector<std::string> names;
  for (const auto& [name, hashes] : hashes_of_scenes()) names.push_back(name);
  CHECK(names == scene_names());
}

// The build runs each section as a test of its own.
TEST_CASE("scenes are what they were") {
  for (const auto& [scene, hashes] : hashes_of_scenes()) {
    DYNAMIC_SECTION(scene) {
      WorldRequest request;
      request.scene = scene;
      Result<OpenedWorld> opened = open_world(request);
      REQUIRE(opened.ok());
      Session session(std::move(*opened), 2);
      for (const auto& [tick, hash] : hashes) {
        while (session.world().tick() < tick) session.tick();
        CHECK(std::to_string(tick) + " " + hash_text(session.world().state_hash()) ==
              std::to_string(tick) + " " + hash);
      }
    }
  }
}
